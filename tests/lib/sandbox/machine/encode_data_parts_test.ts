import assert from "node:assert/strict";
import { encodeDataParts } from "../../../../lib/sandbox/machine/bindings.ts";
import { common } from "../../../../proto/common.ts";

Deno.test("encodeDataParts() equals the codec's encoding and does not copy the bytes", () => {
  for (const length of [0, 1, 4095, 4096, 20_000, 262_144, 3_000_000]) {
    const bytes = new Uint8Array(length).fill(7);
    for (const metadata of [undefined, { hostname: "10.0.0.2" }]) {
      const message = common.Data.create({ bytes, ...(metadata ? { metadata } : {}) });
      const parts = encodeDataParts(message);
      const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
      let at = 0;
      for (const part of parts) {
        whole.set(part, at);
        at += part.length;
      }
      assert.deepEqual(whole, new Uint8Array(common.Data.encode(message).finish()));
      if (length >= 4096) assert.equal(parts.at(-1), bytes);
    }
  }
});
