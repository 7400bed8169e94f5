import assert from "node:assert/strict";
import { parseMirrors } from "../../../../lib/machineconfig/generate/mirrors.ts";

Deno.test("a mirror is a host and a URL; the last one for a host counts", () => {
  const mirrors = parseMirrors(["a=https://1", "b=https://2?x=y", "a=https://3"]);
  assert.deepEqual(Object.fromEntries(mirrors), { a: ["https://3"], b: ["https://2?x=y"] });
});

Deno.test("a mirror without a URL is refused", () => {
  assert.throws(() => parseMirrors(["a=https://1", "docker.io"]), {
    kind: "usage",
    message: '--registry-mirror "docker.io" has no "="',
  });
  assert.throws(() => parseMirrors(["docker.io="]), {
    message: '--registry-mirror "docker.io=" has no URL behind the "="',
  });
  assert.throws(() => parseMirrors(["=https://1"]), {
    message: '--registry-mirror "=https://1" has no registry before the "="',
  });
});

Deno.test("the error about a mirror does not tell how to log in", () => {
  assert.throws(() => parseMirrors(["https://me:secret@mirror.example.com"]), {
    message: '--registry-mirror "https://******@mirror.example.com" has no "="',
  });
});
