/** Downgrades of etcd's storage. */
import { group } from "../../../lib/cli/command.ts";
import cancel from "./cancel.ts";
import enable from "./enable.ts";
import validate from "./validate.ts";

export default group("downgrade", {
  summary: "Manage downgrades of etcd storage",
  extra: true,
  children: [cancel, enable, validate],
});
