/**
 * Making a cluster, step by step: nodes, context, and the wait until every node answers.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { locateForWriting } from "../osconfig/mod.ts";
import type { System } from "../platform/system.ts";
import { stateFolder } from "./choose.ts";
import { addContext, removeContext } from "./client_context.ts";
import { ClusterState } from "./state.ts";
import type { ClusterRecord, CreatedCluster, CreateRequest, Provisioner } from "./types.ts";
import { waitForNodes } from "./wait.ts";

/** What the command line asks for. */
export interface CreateWish extends Omit<CreateRequest, "stateFolder"> {
  /** The value of `--state`. */
  readonly state: string;
  /** The value of `--osconfig`. */
  readonly osconfig: string;
  /** How long to wait for the nodes, milliseconds; undefined not to wait. */
  readonly waitMs: number | undefined;
  /** Print the nodes' logs when they do not come up. */
  readonly crashdump: boolean;
}

/**
 * Makes the cluster, telling on stderr what happens. Undone when it is cancelled, and when the
 * client configuration cannot be written.
 */
export async function createCluster(
  system: System,
  provisioner: Provisioner,
  wish: CreateWish,
): Promise<{ record: ClusterRecord }> {
  const say = (text: string) => system.stderr.write(`${text}\n`);
  const folder = stateFolder(wish.state, system);
  // Known to be writable before anything is made.
  const osconfig = await locateForWriting(wish.osconfig, system);
  const created = await provisioner.create({ ...wish, stateFolder: folder }, say);
  let record = created.record;
  try {
    const added = await addContext(osconfig, created, system);
    record = { ...record, osconfig: { path: osconfig, ...added } };
    await new ClusterState(folder, wish.name).writeRecord(record);
    if (added.context !== wish.name) {
      await say(`renamed the context "${wish.name}" to "${added.context}", for the name is taken`);
    }
  } catch (error) {
    await undo(system, provisioner, folder, record);
    throw error;
  }
  try {
    if (wish.waitMs !== undefined) await wait(system, created, wish.waitMs, say);
  } catch (error) {
    // Nodes that do not answer stay, to be looked at.
    if (system.signal.aborted) await undo(system, provisioner, folder, record);
    else if (wish.crashdump) await dump(system, provisioner, folder, wish.name);
    throw error;
  }
  return { record };
}

async function wait(
  system: System,
  created: CreatedCluster,
  waitMs: number,
  say: (text: string) => Promise<void>,
): Promise<void> {
  await say("waiting for every node to answer");
  await waitForNodes(created, waitMs, system);
}

async function dump(system: System, provisioner: Provisioner, folder: string, name: string) {
  for await (const text of provisioner.logs(folder, name)) await system.stderr.write(text);
}

/** Takes back what an interrupted create has made; its signal no longer stops this. */
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
