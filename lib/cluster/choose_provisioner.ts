/**
 * Selection of the provisioner and state folder, and rejection of flags it does not support.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { resolve } from "../platform/paths.ts";
import type { System } from "../platform/system.ts";
import type { Provisioner, ProvisionerName, ProvisionerSystem } from "./types.ts";

/** Every provisioner, in the order of lists, with its loader. */
const PROVISIONERS: Readonly<
  Record<ProvisionerName, (system: ProvisionerSystem) => Promise<Provisioner>>
> = {
  docker: async (system) => {
    const { DockerProvisioner } = await import("./docker/docker_provisioner.ts");
    return new DockerProvisioner(system);
  },
  qemu: async (system) => {
    const { QemuProvisioner } = await import("./qemu/qemu_provisioner.ts");
    const { createSelfCommand } = await import("../platform/self_command.ts");
    return new QemuProvisioner(system, createSelfCommand);
  },
  sandbox: async (system) => {
    const { SandboxProvisioner } = await import("./sandbox_provisioner.ts");
    const { createSelfCommand } = await import("../platform/self_command.ts");
    return new SandboxProvisioner(system, createSelfCommand);
  },
};

/**
 * Loads the provisioner of a name.
 *
 * @throws {OsctlError} of kind `usage` for an unknown name.
 */
export async function chooseProvisioner(
  name: string,
  system: ProvisionerSystem,
): Promise<Provisioner> {
  if (Object.hasOwn(PROVISIONERS, name)) return await PROVISIONERS[name as ProvisionerName](system);
  throw new OsctlError("usage", `unknown provisioner "${name}"`, {
    hint: "use docker, qemu or sandbox",
  });
}

/** Loads every provisioner. */
export async function allProvisioners(system: ProvisionerSystem): Promise<Provisioner[]> {
  const names = Object.keys(PROVISIONERS);
  return await Promise.all(names.map((name) => chooseProvisioner(name, system)));
}

/** Selection of an existing cluster. */
export interface ClusterSelection {
  readonly name: string;
  /** State folder, resolved. */
  readonly stateFolder: string;
  /** Value of `--provisioner`; undefined when not given. */
  readonly provisioner: string | undefined;
}

/** Returns the selection of the inherited flags of `cluster`. */
export function selectCluster(
  flags: { readonly name: string; readonly state: string; readonly provisioner: string },
  given: ReadonlySet<string>,
  system: Pick<System, "home" | "cwd">,
): ClusterSelection {
  return {
    name: flags.name,
    stateFolder: resolveStateFolder(flags.state, system),
    provisioner: given.has("provisioner") ? flags.provisioner : undefined,
  };
}

/**
 * Loads the provisioner of an existing cluster: the given one, or the one that lists the cluster.
 * An unknown or unreadable cluster belongs to the sandbox, whose methods report it.
 */
export async function findProvisioner(
  { name, stateFolder, provisioner }: ClusterSelection,
  system: ProvisionerSystem,
): Promise<Provisioner> {
  if (provisioner !== undefined) return await chooseProvisioner(provisioner, system);
  const recorded = await readRecordedProvisioner(stateFolder, name);
  if (recorded !== undefined) return await chooseProvisioner(recorded, system);
  // Containers are found without a state folder, including containers of talosctl.
  const docker = await chooseProvisioner("docker", system);
  const isInDocker = (await docker.list(stateFolder)).some((cluster) => cluster.name === name);
  return isInDocker ? docker : await chooseProvisioner("sandbox", system);
}

/**
 * Requires that a cluster is one of the sandbox.
 *
 * @throws {OsctlError} of kind `unsupported` for another provisioner.
 */
export async function requireSandbox(
  selection: ClusterSelection,
  system: ProvisionerSystem,
): Promise<void> {
  const { name } = await findProvisioner(selection, system);
  if (name === "sandbox") return;
  throw new OsctlError("unsupported", `the ${name} provisioner does not support faults`, {
    hint: "create a cluster with --provisioner sandbox",
  });
}

/** Returns the provisioner in the state folder of a cluster; undefined without readable state. */
async function readRecordedProvisioner(
  stateFolder: string,
  name: string,
): Promise<ProvisionerName | undefined> {
  const { ClusterState, isClusterName } = await import("./cluster_state.ts");
  if (!isClusterName(name)) return undefined;
  const state = new ClusterState(stateFolder, name);
  let other: "sandbox" | undefined;
  try {
    const record = await state.readRecord();
    if (record !== undefined) return record.provisioner;
  } catch (error) {
    if (!(error instanceof OsctlError) || error.kind !== "input") throw error;
    other = "sandbox";
  }
  const { exists } = await import("../platform/files.ts");
  return await exists(`${state.folder}/state.yaml`) ? "qemu" : other;
}

/** Resolves a `--state` value; `<home>` is replaced by the home folder. */
export function resolveStateFolder(
  value: string,
  { home, cwd }: Pick<System, "home" | "cwd">,
): string {
  return resolve(cwd, value.replace(/^<home>(?=\/|$)/, home));
}

/**
 * Rejects the first given flag that the provisioner does not support.
 *
 * @param given camelCase keys of the flags on the command line.
 * @param table flags of the command.
 * @param support keys that each provisioner supports.
 * @throws {OsctlError} of kind `unsupported` with the flag.
 */
export function rejectUnsupportedFlags(
  name: ProvisionerName,
  given: ReadonlySet<string>,
  table: Readonly<Record<string, unknown>>,
  support: Readonly<Record<ProvisionerName, ReadonlySet<string>>>,
): void {
  const key = Object.keys(table).find((key) => given.has(key) && !support[name].has(key));
  if (key === undefined) return;
  const flag = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new OsctlError("unsupported", `the ${name} provisioner does not support --${flag}`, {
    hint: "remove it",
  });
}
