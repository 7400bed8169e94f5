/** Flags of the commands that read a cluster file. */
import { string, stringArray, strings } from "../../lib/cli/flags.ts";
import { OsctlError } from "../../lib/errors.ts";

/** The cluster file and its variables. */
export const fileFlags = {
  file: string({
    short: "f",
    default: "cluster.yaml",
    help: "cluster file",
    placeholder: "path",
    complete: "localFile",
    extra: true,
  }),
  var: stringArray({
    help: "set a variable of the cluster file: NAME=VALUE; repeatable",
    placeholder: "variable",
    extra: true,
  }),
};

/** Machines of nodes without address. */
export const machineFlags = {
  maintenance: strings({
    help: "addresses of machines, to find nodes that declare only a UUID or MAC address",
    placeholder: "address",
    extra: true,
  }),
};

/** Flags of the group that select a local cluster. */
const LOCAL = ["name", "provisioner", "state"];

/** Rejects the flags of local clusters, which the group accepts with every command. */
export function rejectLocalFlags(given: ReadonlySet<string>): void {
  const flag = LOCAL.find((name) => given.has(name));
  if (flag === undefined) return;
  throw new OsctlError("usage", `--${flag} selects a local cluster`, {
    hint: "use --file for a cluster file",
  });
}
