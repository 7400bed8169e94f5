/**
 * Creation of a cluster: nodes, context, and the wait for every node.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { locateForWriting } from "../osconfig/mod.ts";
import type { System } from "../platform/system.ts";
import { resolveStateFolder } from "./choose_provisioner.ts";
import { addContext, removeContext } from "./client_context.ts";
import { ClusterState } from "./cluster_state.ts";
import type { ClusterRecord, CreatedCluster, CreateRequest, Provisioner } from "./types.ts";
import { waitForNodes } from "./wait_for_nodes.ts";

/** Options of {@linkcode createCluster}. */
export interface CreateOptions extends Omit<CreateRequest, "stateFolder"> {
  /** Value of `--state`. */
  readonly state: string;
  /** Value of `--osconfig`. */
  readonly osconfig: string;
  /** Time limit of the wait for the nodes, milliseconds; undefined to skip the wait. */
  readonly waitMs: number | undefined;
  /** Whether to print the nodes' logs when they do not become ready. */
  readonly crashdump: boolean;
}

/**
 * Creates the cluster and reports progress on stderr. Removes it again when canceled, and when the
 * client configuration cannot be written.
 */
export async function createCluster(
  system: System,
  provisioner: Provisioner,
  options: CreateOptions,
): Promise<CreatedCluster> {
  const report = (text: string) => system.stderr.write(`${text}\n`);
  const folder = resolveStateFolder(options.state, system);
  // Fails before anything is created when the file is not writable.
  const osconfig = await locateForWriting(options.osconfig, system);
  const created = await provisioner.create({ ...options, stateFolder: folder }, report);
  let record = created.record;
  try {
    const added = await addContext(osconfig, created, system);
    record = { ...record, osconfig: { path: osconfig, ...added } };
    await new ClusterState(folder, options.name).writeRecord(record);
    if (added.context !== options.name) {
      await report(
        `renamed the context "${options.name}" to "${added.context}", because the name exists`,
      );
    }
  } catch (error) {
    await undo(system, provisioner, folder, record);
    throw error;
  }
  try {
    if (options.waitMs !== undefined) await wait(system, created, options.waitMs, report);
  } catch (error) {
    // After a timeout the nodes keep running, for inspection.
    if (system.signal.aborted) await undo(system, provisioner, folder, record);
    else if (options.crashdump) await dump(system, provisioner, folder, options.name);
    throw error;
  }
  return { ...created, record };
}

/**
 * Stores a changed record.
 *
 * @param state value of `--state`.
 */
export async function writeRecord(
  system: Pick<System, "home" | "cwd">,
  state: string,
  record: ClusterRecord,
): Promise<void> {
  await new ClusterState(resolveStateFolder(state, system), record.name).writeRecord(record);
}

async function wait(
  system: System,
  created: CreatedCluster,
  waitMs: number,
  report: (text: string) => Promise<void>,
): Promise<void> {
  await report("waiting for all nodes to become ready");
  await waitForNodes(created, waitMs, system);
}

async function dump(system: System, provisioner: Provisioner, folder: string, name: string) {
  for await (const text of provisioner.logs(folder, name)) await system.stderr.write(text);
}

/** Removes a partially created cluster; not cancelable. */
async function undo(
  system: System,
  provisioner: Provisioner,
  folder: string,
  record: ClusterRecord,
): Promise<void> {
  const parts = { clock: system.clock, signal: new AbortController().signal };
  if (record.osconfig !== undefined) await removeContext(record.osconfig, record.ca, parts);
  try {
    await provisioner.destroy(folder, record.name, true);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    await system.stderr.write(`${error.message}\n`);
  }
}
