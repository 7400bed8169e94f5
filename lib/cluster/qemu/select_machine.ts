/**
 * Selection of a virtual machine of a local cluster, and commands to it.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { type ClusterSelection, findProvisioner } from "../choose_provisioner.ts";
import { ClusterState } from "../cluster_state.ts";
import type { ProvisionerSystem } from "../types.ts";
import { request } from "./machine_states.ts";
import { machineFiles } from "./virtual_machine.ts";

/** A machine of a cluster. */
export interface SelectedMachine {
  readonly name: string;
  readonly files: ReturnType<typeof machineFiles>;
}

/**
 * Selects a machine by name, by the end of its name such as `worker-1`, or by address.
 *
 * @throws {OsctlError} of kind `input` without such a cluster, of kind `usage` when none or several
 *   machines match, of kind `unsupported` when the nodes are not virtual machines.
 */
export async function selectMachine(
  selection: ClusterSelection,
  node: string,
  system: ProvisionerSystem,
): Promise<SelectedMachine> {
  const provisioner = await findProvisioner(selection, system);
  const { record } = await provisioner.status(selection.stateFolder, selection.name);
  if (provisioner.name !== "qemu") {
    throw new OsctlError(
      "unsupported",
      `the nodes of "${selection.name}" are not virtual machines`,
      { hint: "select a cluster of --provisioner qemu with --name" },
    );
  }
  const names = record.nodes.map(({ name }) => name);
  const exact = record.nodes.find(({ name, addresses = [] }) =>
    name === node || addresses.includes(node)
  );
  const matching = exact === undefined
    ? names.filter((name) => node !== "" && name.endsWith(`-${node}`))
    : [exact.name];
  const [name] = matching;
  if (name === undefined || matching.length > 1) {
    const problem = name === undefined ? "is not a node" : "matches several nodes";
    throw new OsctlError("usage", `"${node}" ${problem} of the cluster "${selection.name}"`, {
      hint: `use one of: ${(name === undefined ? names : matching).join(", ")}`,
    });
  }
  const { folder } = new ClusterState(selection.stateFolder, selection.name);
  return { name, files: machineFiles(folder, name) };
}

/**
 * Sends a QMP command without arguments to a machine and returns the name of the machine.
 *
 * @throws {OsctlError} As {@linkcode selectMachine}; of kind `connection` when it does not respond.
 */
export async function controlMachine(
  selection: ClusterSelection,
  node: string,
  command: string,
  system: ProvisionerSystem,
): Promise<string> {
  const { name, files } = await selectMachine(selection, node, system);
  await request(files.control, system, command);
  return name;
}
