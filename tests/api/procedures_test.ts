/** Procedures of the library on a sandbox. */
import { deepEqual, equal, match, rejects } from "node:assert/strict";
import {
  OsctlError,
  planRolling,
  type ProcedureEvent,
  type RollingSettings,
  runRolling,
} from "../../api/procedures.ts";
import { startSandbox } from "../../api/sandbox.ts";

async function withSettings(
  use: (settings: RollingSettings, nodes: readonly string[]) => Promise<void>,
): Promise<void> {
  await using sandbox = await startSandbox({ name: "lab", controlPlanes: 1 });
  const home = await Deno.makeTempDir({ prefix: "osctl-procedures-" });
  try {
    const clientConfig = `${home}/talosconfig`;
    await Deno.writeTextFile(clientConfig, sandbox.clientConfig);
    await use({ clientConfig, home, drain: false }, sandbox.nodes.map(({ address }) => address));
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

Deno.test("a rolling reboot is planned, refused without consent, and reports its events", () =>
  withSettings(async (settings, [node]) => {
    // The restart of the only member of etcd stops Kubernetes.
    await rejects(planRolling({ kind: "reboot" }, settings), /etcd has one member/);
    const agreed = { ...settings, acceptQuorumLoss: true };
    const rows = await planRolling({ kind: "reboot" }, agreed);
    deepEqual(rows, [{ batch: 1, name: "lab-controlplane-1", node, action: "reboot" }]);
    const events: ProcedureEvent[] = [];
    await runRolling({ kind: "reboot" }, { ...agreed, onEvent: (event) => events.push(event) });
    equal(events.filter(({ kind }) => kind === "done").length, 1);
    match(events.at(-1)!.text, /all nodes are done/);
    equal(events.some((event) => event.kind === "phase" && event.node === node), true);
  }));

Deno.test("the library runs no programs", () =>
  withSettings(async (settings) => {
    const gates = ["command:true"];
    const run = runRolling({ kind: "reboot" }, {
      ...settings,
      gates,
      acceptQuorumLoss: true,
      stepMs: 2000,
    });
    await rejects(run, (error) =>
      error instanceof OsctlError && /the library runs no programs/.test(error.message));
  }));
