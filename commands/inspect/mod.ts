/** Inspection of a node's controller runtime. */
import { group } from "../../lib/cli/command.ts";
import dependencies from "./dependencies.ts";

export default group("inspect", {
  summary: "Inspect the controller runtime",
  section: "Read nodes",
  children: [dependencies],
});
