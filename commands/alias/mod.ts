/** Aliases: short names of command lines. */
import { group } from "../../lib/cli/command.ts";
import list from "./list.ts";
import remove from "./remove.ts";
import set from "./set.ts";

export default group("alias", {
  summary: "Manage command aliases",
  section: "Configuration",
  globals: [],
  extra: true,
  children: [list, remove, set],
});
