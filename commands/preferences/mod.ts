/** Preferences of the user: groups of nodes, aliases and defaults of commands. */
import { group } from "../../lib/cli/command.ts";
import edit from "./edit.ts";
import path from "./path.ts";
import set from "./set.ts";
import show from "./show.ts";
import unset from "./unset.ts";

export default group("preferences", {
  summary: "Manage groups of nodes and defaults",
  section: "Configuration",
  globals: [],
  extra: true,
  children: [edit, path, set, show, unset],
});
