import assert from "node:assert/strict";
import { parseMirrors } from "../../../../lib/machineconfig/generate/parse_mirrors.ts";

const V1_8 = { major: 1, minor: 8 };

Deno.test("parseMirrors() returns all URLs of a host from v1.12 on", () => {
  const mirrors = parseMirrors(["a=https://1", "a=https://3"], { major: 1, minor: 12 });
  assert.deepEqual(Object.fromEntries(mirrors), { a: ["https://1", "https://3"] });
});

Deno.test("parseMirrors() returns the last URL of each host", () => {
  const mirrors = parseMirrors(["a=https://1", "b=https://2?x=y", "a=https://3"], V1_8);
  assert.deepEqual(Object.fromEntries(mirrors), { a: ["https://3"], b: ["https://2?x=y"] });
});

Deno.test("parseMirrors() rejects values without a URL", () => {
  assert.throws(() => parseMirrors(["a=https://1", "docker.io"], V1_8), {
    kind: "usage",
    message: 'invalid value "docker.io" for --registry-mirror: no "="',
  });
  assert.throws(() => parseMirrors(["docker.io="], V1_8), {
    message: 'invalid value "docker.io=" for --registry-mirror: no URL after the "="',
  });
  assert.throws(() => parseMirrors(["=https://1"], V1_8), {
    message: 'invalid value "=https://1" for --registry-mirror: no registry before the "="',
  });
});

Deno.test("parseMirrors() redacts credentials in errors", () => {
  assert.throws(() => parseMirrors(["https://me:secret@mirror.example.com"], V1_8), {
    message: 'invalid value "https://******@mirror.example.com" for --registry-mirror: no "="',
  });
});
