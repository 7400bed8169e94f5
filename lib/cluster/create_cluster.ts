/**
 * Creation of a cluster: nodes, context, and the wait for every node.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { locateForWriting } from "../osconfig/mod.ts";
import type { System } from "../platform/system.ts";
import { addContext, removeContext } from "./client_context.ts";
import { ClusterState } from "./cluster_state.ts";
import { dumpLogs } from "./crash_dump.ts";
import type { ClusterRecord, CreatedCluster, CreateRequest, Provisioner, Report } from "./types.ts";
import { waitForNodes } from "./wait_for_nodes.ts";

/**
 * Creates the cluster and reports progress on stderr. An error or an interruption removes everything
 * that was created, unless `--keep` is set.
 */
export async function createCluster(
  system: System,
  provisioner: Provisioner,
  request: CreateRequest,
): Promise<CreatedCluster> {
  const report = (text: string) => system.stderr.write(`${text}\n`);
  const { flags, stateFolder } = request;
  const prepared = await provisioner.prepare(request);
  // Fails before anything is created when the file is not writable.
  const osconfig = await locateForWriting(flags.osconfig, system);
  await prepared.preflight(report);
  const { record, client } = await prepared.create(undefined, report);
  if (client === undefined) throw new TypeError(`${provisioner.name} created no client`);
  let created: CreatedCluster = { record, ...client };
  try {
    const added = await addContext(osconfig, created, system);
    created = { ...created, record: { ...record, osconfig: { path: osconfig, ...added } } };
    await writeRecord(stateFolder, created.record);
    if (added.context !== flags.name) {
      await report(
        `renamed the context "${flags.name}" to "${added.context}", because the name exists`,
      );
    }
    if (flags.wait) await wait(system, created, flags.waitTimeout, report);
  } catch (error) {
    if (!system.signal.aborted && flags.crashdump) {
      await dumpLogs(system, provisioner, { stateFolder, name: flags.name });
    }
    if (!flags.keep) await undo(system, provisioner, stateFolder, created.record);
    throw error;
  }
  return created;
}

/** Stores a changed record. */
export async function writeRecord(stateFolder: string, record: ClusterRecord): Promise<void> {
  await new ClusterState(stateFolder, record.name).writeRecord(record);
}

async function wait(
  system: System,
  created: CreatedCluster,
  waitMs: number,
  report: Report,
): Promise<void> {
  await report("waiting for all nodes to become ready");
  await waitForNodes(created, waitMs, system);
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
    await provisioner.destroy(folder, record.name, {
      force: true,
      report: () => Promise.resolve(),
      signal: parts.signal,
    });
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    await system.stderr.write(`${error.message}\n`);
  }
}
