/** Runs the tests of connections and calls with `node:tls` instead of `Deno.connectTls`. */
import { equal } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { USES_DENO_TLS } from "./peers.ts";

const FILES = ["calls", "connect", "flow", "keepalive", "proxy", "retry"];

Deno.test({
  name: "connections and calls with node:tls",
  ignore: !USES_DENO_TLS,
  async fn() {
    const paths = FILES.map((name) => fileURLToPath(new URL(`${name}_test.ts`, import.meta.url)));
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "--allow-all", "--no-check", "--quiet", ...paths],
      env: { OSCTL_TEST_TLS: "node" },
    }).output();
    const text = new TextDecoder();
    equal(code, 0, text.decode(stdout) + text.decode(stderr));
  },
});
