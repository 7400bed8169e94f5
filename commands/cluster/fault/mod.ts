/** Faults on purpose, to rehearse what automation does when nodes misbehave. */
import { group } from "../../../lib/cli/command.ts";
import add from "./add.ts";
import clear from "./clear.ts";
import list from "./list.ts";

export default group("fault", {
  summary: "Make nodes of an embedded cluster fail on purpose",
  extra: true,
  children: [add, clear, list],
});
