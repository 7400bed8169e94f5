import { deepEqual, equal, match } from "node:assert/strict";
import type { OpenOptions } from "../../lib/cli/context.ts";
import { OsctlError } from "../../lib/errors.ts";
import { runCommand } from "../helpers/run_command.ts";

Deno.test("every command passes the global flags to openClient", async () => {
  const opened: OpenOptions["connection"][] = [];
  const { code, stderr } = await runCommand(
    ["--cluster", "blue", "-e=a", "read", "--context=work", "-n", "b,c", "/x", "--osconfig", "f"],
    {
      wiring: {
        openClient(_system, { connection: flags }) {
          opened.push(flags);
          return Promise.reject(new OsctlError("connection", "connection refused"));
        },
      },
    },
  );
  equal(stderr, "osctl: connection refused\n");
  equal(code, 1);
  const [{ cluster, context, endpoints, nodes, osconfig }] = opened as [OpenOptions["connection"]];
  deepEqual({ cluster, context, endpoints, nodes, osconfig }, {
    cluster: "blue",
    context: "work",
    endpoints: ["a"],
    nodes: ["b", "c"],
    osconfig: "f",
  });
});

Deno.test("empty --nodes and --endpoints are usage errors and never fall back to the configuration", async () => {
  const openClient = () => Promise.reject(new Error("the client was opened"));
  const commands = [["get", "members"], ["service", "kubelet", "restart"], ["version"]];
  for (const release of ["v1.4", "v1.8"]) {
    for (const [name, letter] of [["nodes", "n"], ["endpoints", "e"]]) {
      const empty = [
        [`-${letter}`, ""],
        [`-${letter}`, ","],
        [`-${letter}`, " "],
        [`-${letter}=`],
        [`--${name}=`],
        [`--${name}`, '""'],
      ];
      const partial = [
        [`-${letter}`, "a,,b"],
        [`-${letter}`, "a,"],
        [`--${name}=a, `],
      ];
      const repeated = [
        [`-${letter}`, "a", `-${letter}`, ""],
        [`--${name}=`, `-${letter}`, "a"],
      ];
      for (const args of [...empty, ...partial, ...repeated]) {
        for (const command of commands) {
          const { code, stdout, stderr } = await runCommand([...command, ...args], {
            release,
            wiring: { openClient },
          });
          deepEqual([code, stdout], [2, ""], `${args.join(" ")}: ${stderr}`);
          const reason = partial.includes(args) ? 'has an empty item: "a[^"]*"' : "is empty";
          match(
            stderr,
            new RegExp(`^osctl: --${name} ${reason}; set the shell variable [^\\n]+\n$`),
          );
        }
      }
    }
  }
});
