/** Flags inherited by every `cluster` command. */
import { string } from "../../lib/cli/flags.ts";
import { DEFAULT_CLUSTER, HOME_FOLDER } from "../../lib/distribution.ts";

/** Selection of a cluster: name, provisioner, state directory. */
export const groupFlags = {
  name: string({ default: DEFAULT_CLUSTER, help: "cluster name", complete: "cluster" }),
  provisioner: string({
    default: "docker",
    values: ["docker", "qemu", "sandbox"],
    help: "provisioner of a new cluster; an existing one is found in the state directory",
  }),
  state: string({
    default: `<home>/${HOME_FOLDER}/clusters`,
    help: "cluster state directory",
    placeholder: "directory",
    complete: "localFolder",
  }),
};
