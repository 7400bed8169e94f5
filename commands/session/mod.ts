/** Sessions: connections that commands share. */
import { group } from "../../lib/cli/command.ts";
import run from "./run.ts";
import start from "./start.ts";
import status from "./status.ts";
import stop from "./stop.ts";

export default group("session", {
  summary: "Share connections between commands",
  section: "Configuration",
  globals: ["context", "endpoints", "osconfig"],
  extra: true,
  children: [run, start, status, stop],
});
