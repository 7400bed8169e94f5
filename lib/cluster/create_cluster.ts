/**
 * Creation of a cluster: plan, configurations, nodes and context; then the caller's last steps. An
 * error or an interruption removes everything that was created.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { locateForWriting } from "../osconfig/mod.ts";
import { writeFileSet } from "../platform/file_set.ts";
import { rejectExistingFiles } from "../platform/new_files.ts";
import { removeIfPresent } from "../platform/files.ts";
import { join } from "../platform/paths.ts";
import type { System } from "../platform/system.ts";
import { addContext, removeContext } from "./client_context.ts";
import { ClusterState } from "./cluster_state.ts";
import { dumpLogs } from "./crash_dump.ts";
import { rejectGenerationFlags } from "./input_folder.ts";
import { adaptationOf, createDeclaredConfigs } from "./declared_configs.ts";
import { createMachineConfigs, type GeneratedConfigs } from "./machine_configs.ts";
import { rollBack, rollBackCluster } from "./roll_back.ts";
import type {
  ClusterRecord,
  CreatedCluster,
  CreateRequest,
  MachineSettings,
  Provisioner,
  Report,
} from "./types.ts";

/** A cluster of machines whose nodes have started, for the steps that remain. */
export interface StartedMachines {
  readonly settings: MachineSettings;
  readonly configs: GeneratedConfigs;
}

/**
 * The last steps of a creation: waits until the cluster is ready and adds its kubeconfig.
 *
 * @param machines undefined for the sandbox, whose nodes are ready.
 * @param save stores a changed record.
 * @returns the record with everything that was added.
 */
export type FinishCluster = (
  created: CreatedCluster,
  machines: StartedMachines | undefined,
  save: (record: ClusterRecord) => Promise<void>,
) => Promise<ClusterRecord>;

/** A new cluster; without a client when `--input-dir` has no client configuration. */
export type NewCluster = { readonly record: ClusterRecord } & Partial<CreatedCluster>;

/** Creates the cluster and reports progress on stderr. */
export async function createCluster(
  system: System,
  provisioner: Provisioner,
  request: CreateRequest,
  finish: FinishCluster,
): Promise<NewCluster> {
  const report = (text: string) => system.stderr.write(`${text}\n`);
  const { flags, stateFolder } = request;
  rejectGenerationFlags(request);
  const prepared = await provisioner.prepare(request);
  const settings = prepared.machines;
  // Fails before anything is created when the file is not writable.
  const osconfig = await locateForWriting(flags.osconfig, system);
  const undo = new Undo(system, provisioner, request);
  // Ends the search for a key that a failed creation no longer needs.
  const unneeded = new AbortController();
  const { clock, random, cwd } = system;
  const signal = AbortSignal.any([system.signal, unneeded.signal]);
  try {
    const lines: string[] = [];
    const later = (text: string) => Promise.resolve(void lines.push(text));
    const [checked, generated] = await Promise.allSettled([
      prepared.preflight(report),
      settings &&
      (request.declared === undefined
        ? createMachineConfigs(settings, request, { clock, random, cwd, signal }, later)
        : createDeclaredConfigs(settings, request.declared)),
    ]);
    if (checked.status === "rejected") throw checked.reason;
    for (const line of lines) await report(line);
    if (generated.status === "rejected") throw generated.reason;
    const configs = generated.value;
    if (configs !== undefined && !configs.isInjected) await undo.writeConfigs(configs, report);
    const nodes = await prepared.create(configs, report);
    const { client = configs?.client } = nodes;
    const record = settings === undefined || request.declared === undefined
      ? nodes.record
      : { ...nodes.record, declared: adaptationOf(settings, request.declared) };
    undo.record = record;
    if (client === undefined) return { record };
    const ca = configs?.client?.ca ?? record.ca;
    const context = { path: osconfig, context: flags.name, previous: "", pending: true };
    let created: CreatedCluster = { ...client, record: { ...record, ca, osconfig: context } };
    // After a crash from here on, destroy finds the context by its CA.
    await writeRecord(stateFolder, created.record);
    undo.record = created.record;
    const added = await addContext(osconfig, created, system);
    created = { ...created, record: { ...created.record, osconfig: { path: osconfig, ...added } } };
    undo.record = created.record;
    await writeRecord(stateFolder, created.record);
    if (added.context !== flags.name) {
      await report(
        `renamed the context "${flags.name}" to "${added.context}", because the name exists`,
      );
    }
    const machines = settings && configs && { settings, configs };
    const finished = await finish(
      created,
      machines,
      (changed) => writeRecord(stateFolder, changed),
    );
    await writeRecord(stateFolder, finished);
    return { ...created, record: finished };
  } catch (error) {
    await undo.run();
    throw error;
  } finally {
    unneeded.abort();
  }
}

/** Stores a changed record. */
export async function writeRecord(stateFolder: string, record: ClusterRecord): Promise<void> {
  await new ClusterState(stateFolder, record.name).writeRecord(record);
}

/** Removes what a failed creation has created. */
class Undo {
  readonly #system: System;
  readonly #provisioner: Provisioner;
  readonly #request: CreateRequest;
  #files: readonly string[] = [];
  /** Set once the provisioner has created the nodes; it removes its own parts before. */
  record: ClusterRecord | undefined;

  constructor(system: System, provisioner: Provisioner, request: CreateRequest) {
    this.#system = system;
    this.#provisioner = provisioner;
    this.#request = request;
  }

  /** Writes the configurations of `--skip-injecting-config` to the working directory. */
  async writeConfigs(configs: GeneratedConfigs, report: Report): Promise<void> {
    const { cwd } = this.#system;
    const files = await configs.files();
    const texts = new Map([...files].map(([type, text]) => [join(cwd, `${type}.yaml`), text]));
    try {
      await rejectExistingFiles([...texts.keys()], { cwd, force: false }, []);
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      throw new OsctlError(error.kind, error.message, {
        hint: "remove them, or run create in another directory",
      });
    }
    await writeFileSet(texts, { mode: 0o600, overwrite: false });
    this.#files = [...texts.keys()];
    for (const path of this.#files) await report(`created ${path}`);
  }

  /** Not cancelable. */
  async run(): Promise<void> {
    const { stderr, clock, signal } = this.#system;
    const { flags: { name, crashdump, keep }, stateFolder } = this.#request;
    const { record } = this;
    if (record !== undefined && !signal.aborted && crashdump) {
      await dumpLogs(this.#system, this.#provisioner, { stateFolder, name });
    }
    if (keep) return;
    const show = (text: string) => stderr.write(`${text}\n`);
    for (const path of this.#files) await rollBack(show, () => removeIfPresent(path));
    if (record === undefined) return;
    const parts = { clock, signal: new AbortController().signal };
    const ignore = () => Promise.resolve();
    await rollBackCluster(name, show, async () => {
      const options = { force: true, report: ignore, cleanUp: ignore, signal: parts.signal };
      await this.#provisioner.destroy(stateFolder, name, options);
      await show(`removed the cluster "${name}"; keep it next time with --keep`);
    });
    const { osconfig } = record;
    if (osconfig === undefined) return;
    // An unreadable file is the error that the roll-back follows.
    const showContext = osconfig.pending ? ignore : show;
    await rollBack(showContext, async () => void await removeContext(osconfig, record.ca, parts));
  }
}
