/** Runs the tests of calls through a session. */
import { equal } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { USES_DENO_TLS, USES_SESSION } from "./peers.ts";

const FILES = ["calls", "flow", "retry"];

Deno.test({
  name: "calls through a session",
  ignore: !USES_DENO_TLS || USES_SESSION || Deno.build.os === "windows",
  async fn() {
    const paths = FILES.map((name) => fileURLToPath(new URL(`${name}_test.ts`, import.meta.url)));
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "--allow-all", "--no-check", "--quiet", ...paths],
      env: { OSCTL_TEST_TLS: "session" },
    }).output();
    const text = new TextDecoder();
    equal(code, 0, text.decode(stdout) + text.decode(stderr));
  },
});
