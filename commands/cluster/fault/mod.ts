/** Fault injection, to rehearse automation against failing nodes. */
import { group } from "../../../lib/cli/command.ts";
import add from "./add.ts";
import clear from "./clear.ts";
import list from "./list.ts";

export default group("fault", {
  summary: "Inject faults into sandbox nodes",
  globals: ["context", "osconfig"],
  extra: true,
  children: [add, clear, list],
});
