import { equal, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { listLinuxOnly } from "../../scripts/linux_only.ts";

Deno.test("tests of clusters require Linux, tests of pure functions do not", async () => {
  const found = await listLinuxOnly(fileURLToPath(new URL("../..", import.meta.url)));
  const expected: Record<string, boolean> = {
    "tests/commands/get_test.ts": true,
    "tests/e2e/session_test.ts": true,
    "tests/lib/sandbox/addresses_test.ts": true,
    "tests/lib/platform/paths_test.ts": false,
    "tests/lib/platform/systems_test.ts": false,
    "tests/proto/message_test.ts": false,
    "tests/commands/gen/config_test.ts": false,
  };
  for (const [path, isLinux] of Object.entries(expected)) {
    equal(found.includes(path), isLinux, path);
  }
  ok(found.length > 100, String(found.length));
});
