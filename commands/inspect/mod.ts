/** What goes on inside a node. */
import { group } from "../../lib/cli/command.ts";
import dependencies from "./dependencies.ts";

export default group("inspect", {
  summary: "Look inside the controller runtime of a node",
  children: [dependencies],
});
