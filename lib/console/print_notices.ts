/**
 * Prints notices about a cluster file.
 *
 * @module
 */
import { oneLine } from "../output/text.ts";
import type { ClusterNotice, ReportNotice } from "../procedures/cluster/notices.ts";
import type { System } from "../platform/system.ts";

/** Starts of lines, by kind. */
const PREFIXES: Readonly<Record<ClusterNotice["kind"], string>> = {
  file: "osctl: ",
  secrets: "osctl: warning: ",
  context: "osctl: ",
  found: "",
};

/** Returns a function that prints notices on stderr. */
export function printNotices({ stderr }: Pick<System, "stderr">): ReportNotice {
  return ({ kind, text }) => stderr.write(`${PREFIXES[kind]}${oneLine(text)}\n`);
}
