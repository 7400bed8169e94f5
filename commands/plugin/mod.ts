/** Plugins: programs on the PATH that run as commands. */
import { group } from "../../lib/cli/command.ts";
import list from "./list.ts";

export default group("plugin", {
  summary: "List plugins",
  section: "Configuration",
  globals: [],
  extra: true,
  children: [list],
});
