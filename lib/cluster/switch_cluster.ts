/**
 * Start and stop of all nodes of a cluster.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { type ProgressContext, withProgress } from "../output/progress.ts";
import { type ClusterSelection, findProvisioner } from "./choose_provisioner.ts";
import { readNodeStates } from "./node_states.ts";
import type { NodeState, ProvisionerName, ProvisionerSystem } from "./types.ts";

/** State of the nodes after each action, and its names in messages. */
const ACTIONS: Readonly<
  Record<
    "start" | "stop",
    { readonly state: NodeState; readonly doing: string; readonly done: string }
  >
> = {
  start: { state: "running", doing: "starting", done: "started" },
  stop: { state: "stopped", doing: "stopping", done: "stopped" },
};

/**
 * Starts or stops the nodes and reports it on stderr; no effect when all are in that state. With
 * `wait`, containers have started when their nodes answer.
 *
 * @throws {OsctlError} of kind `node` when nodes do not run, or do not answer, after a start.
 */
export async function switchCluster(
  action: keyof typeof ACTIONS,
  selection: ClusterSelection,
  system: ProvisionerSystem & ProgressContext,
  { wait }: { readonly wait: boolean } = { wait: false },
): Promise<void> {
  const { name, stateFolder } = selection;
  const { state, doing, done } = ACTIONS[action];
  const report = (text: string) => system.stderr.write(`${text}\n`);
  const provisioner = await findProvisioner(selection, system);
  const readStates = async () =>
    await readNodeStates(await provisioner.status(stateFolder, name), system);
  if (action === "start") await provisioner.awaitStart?.(stateFolder, name);
  if ([...(await readStates()).values()].every((one) => one === state)) {
    return await report(`the cluster "${name}" is already ${state}`);
  }
  const record = await withProgress(
    system,
    `${doing} cluster "${name}"`,
    () => provisioner[action](stateFolder, name, report),
  );
  if (wait && provisioner.name === "docker") {
    const { awaitAnswers } = await import("./await_answers.ts");
    await withProgress(system, "waiting for the nodes", () => awaitAnswers(record, system));
  }
  if (action === "start") rejectDownNodes(await readStates(), provisioner.name);
  await report(`${done} the cluster "${name}"`);
}

function rejectDownNodes(
  states: ReadonlyMap<string, NodeState>,
  provisioner: ProvisionerName,
): void {
  const down = [...states].filter(([, state]) => state !== "running").map(([node]) => node);
  if (down.length === 0) return;
  const faults = provisioner === "sandbox"
    ? 'remove faults with "osctl cluster fault clear", or '
    : "";
  throw new OsctlError("node", `not running after the start: ${down.join(", ")}`, {
    hint: `${faults}restart the cluster with "osctl cluster stop" and "osctl cluster start"`,
  });
}
