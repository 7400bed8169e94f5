/**
 * Results of applying machine configurations, as text.
 *
 * @module
 */
import type { machine } from "../../../proto/machine.ts";
import type { NodeResult } from "../../client/mod.ts";
import { type NodeFailure, OsctlError } from "../../errors.ts";
import { redactDiff } from "../../machineconfig/redact/mod.ts";
import { type Colours, escapeControls } from "../../output/mod.ts";
import { RpcError } from "../../rpc/mod.ts";
import type { ConfigChange } from "./apply_config.ts";

/** Start of the diff in the texts of nodes. */
const DIFF_START = /\n(?:config )?diff:\n/i;

/** Text of an answer for stderr, and the failure if it is one. */
export interface ApplyReport {
  readonly text: string;
  readonly failure?: NodeFailure;
}

/**
 * Formats warnings, details and diff of an answer, with the secrets of diffs redacted. A node that
 * refuses a change without a reboot returns the diff in its error; it is moved to the text.
 */
export function reportApply(
  { node, value, error }: NodeResult<machine.IApplyConfiguration>,
  change: ConfigChange,
  colours: Colours,
): ApplyReport {
  const format = (text: string) => formatDetails(text, change, colours);
  if (error === undefined) {
    const warnings = (value.warnings ?? []).map((warning) =>
      `osctl: warning: ${node}: ${escapeControls(warning)}\n`
    );
    const details = format(value.modeDetails ?? "");
    return { text: warnings.join("") + (details === "" ? "" : `${node}: ${details}`) };
  }
  const details = error instanceof RpcError ? error.details : "";
  const at = details.search(DIFF_START);
  if (!(error instanceof RpcError) || at < 0) return { text: "", failure: { node, error } };
  const reason = `${details.slice(0, at)} (${error.codeName})`;
  const hint = "use --mode auto, reboot or staged";
  return {
    text: `${node}: ${format(details.slice(at + 1))}`,
    failure: { node, error: new OsctlError(error.kind, reason, { hint, cause: error }) },
  };
}

/** Formats text of a node: every line ends with a line break, lines of the diff are coloured. */
function formatDetails(text: string, change: ConfigChange, colours: Colours): string {
  const known = [change.text, ...change.previous === undefined ? [] : [change.previous]];
  const lines = redactDiff(text, known).split("\n").map(escapeControls);
  while (lines.at(-1) === "") lines.pop();
  const diffAt = lines.findIndex((line) => line.startsWith("--- "));
  return lines.map((line, index) => {
    const isDiff = diffAt >= 0 && index >= diffAt;
    return `${isDiff ? colourDiffLine(line, index - diffAt, colours) : line}\n`;
  }).join("");
}

function colourDiffLine(line: string, index: number, colours: Colours): string {
  if (index < 2) return colours.bold(line);
  if (line.startsWith("+")) return colours.green(line);
  if (line.startsWith("-")) return colours.red(line);
  return line.startsWith("@@") ? colours.dim(line) : line;
}
