import { deepEqual, equal } from "node:assert/strict";
import type { OpenOptions } from "../../lib/cli/context.ts";
import { OsctlError } from "../../lib/errors.ts";
import { runCommand } from "../helpers/run_command.ts";

Deno.test("every command hands the global flags to whoever opens the client", async () => {
  const opened: OpenOptions["flags"][] = [];
  const { code, stderr } = await runCommand(
    ["--cluster", "blue", "-e=a", "read", "--context=work", "-n", "b,c", "/x", "--osconfig", "f"],
    {
      wiring: {
        openClient(_system, { flags }) {
          opened.push(flags);
          return Promise.reject(new OsctlError("connection", "nobody there"));
        },
      },
    },
  );
  equal(stderr, "osctl: nobody there\n");
  equal(code, 1);
  const [{ cluster, context, endpoints, nodes, osconfig }] = opened as [OpenOptions["flags"]];
  deepEqual({ cluster, context, endpoints, nodes, osconfig }, {
    cluster: "blue",
    context: "work",
    endpoints: ["a"],
    nodes: ["b", "c"],
    osconfig: "f",
  });
});
