/**
 * Commands against nodes that negotiate HTTP/2 by ALPN, as Talos nodes from v1.8.2 on. All other
 * command tests run against nodes that do not.
 */
import { deepEqual, equal, match } from "node:assert/strict";
import { negotiatedProtocol } from "../helpers/negotiated_protocol.ts";
import { withSandbox } from "../helpers/sandbox.ts";

/** Commands with a unary call, a stream and several messages, and a line that both nodes print. */
const COMMANDS: readonly (readonly [args: string[], line: RegExp])[] = [
  [["version"], /Tag: +v/],
  [["get", "members"], /Member/],
  [["get", "hostnamestatuses", "-o", "json"], /"hostname"/],
  [["service"], /apid +Running/],
  [["mounts"], /MOUNTED ON/],
  [["list", "-l", "/proc/self/ns"], /net/],
  [["usage", "/proc/sys/kernel/random"], /\./],
  [["read", "/proc/version"], /^Linux/],
  [["logs", "apid"], /listening on/],
  [["image", "list"], /IMAGE/],
  [["inspect", "dependencies"], /digraph/],
];

for (const alpn of [true, false]) {
  Deno.test(`commands run on nodes ${alpn ? "with" : "without"} ALPN`, async (t) => {
    await withSandbox({ alpn, workers: 1, unconfigured: 1 }, async (sandbox) => {
      const [node] = sandbox.controlPlanes;
      const [worker] = sandbox.workers;
      const [unconfigured] = sandbox.unconfigured;
      deepEqual(await Promise.all([node!, worker!, unconfigured!].map(negotiatedProtocol)), [
        alpn ? "h2" : false,
        alpn ? "h2" : false,
        "h2",
      ]);
      for (const [args, line] of COMMANDS) {
        for (const target of [node!, worker!]) {
          await t.step(`${args.join(" ")} on ${target.type}`, async () => {
            const { code, stdout, stderr } = await sandbox.run([...args, "-n", target.address]);
            equal(code, 0, stderr);
            match(stdout, line);
          });
        }
      }
      await t.step("maintenance mode", async () => {
        const { stderr } = await sandbox.run(["version", "-i", "-n", unconfigured!.address]);
        match(stderr, /API is not implemented in maintenance mode/);
      });
    });
  });
}
