/** The flags every `cluster` command inherits from its group. */
import { string } from "../../lib/cli/flags.ts";
import { HOME_FOLDER } from "../../lib/distribution.ts";

/** Which cluster, made by what, kept where. */
export const groupFlags = {
  name: string({ default: "os-default", help: "name of the cluster", complete: "cluster" }),
  provisioner: string({
    default: "docker",
    values: ["docker", "qemu", "sandbox"],
    help: "what makes the nodes",
  }),
  state: string({
    default: `<home>/${HOME_FOLDER}/clusters`,
    help: "folder that keeps the state of clusters",
    placeholder: "folder",
    complete: "localFolder",
  }),
};
