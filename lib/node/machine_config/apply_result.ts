/**
 * Results of applying machine configurations, as text.
 *
 * @module
 */
import type { machine } from "../../../proto/machine.ts";
import type { NodeResult } from "../../client/mod.ts";
import { type NodeFailure, OsctlError } from "../../errors.ts";
import { hasSameContent, normaliseDiff } from "../../machineconfig/diff_configs.ts";
import { redactDiff } from "../../machineconfig/redact/mod.ts";
import { NEWEST } from "../../machineconfig/schema/releases.ts";
import { colourDiff } from "../../output/colour_diff.ts";
import { type Colours, escapeControls } from "../../output/mod.ts";
import { redactNodeText } from "../../pki/redact_node_text.ts";
import { RpcError } from "../../rpc/mod.ts";
import type { ConfigChange } from "./apply_config.ts";

/** Start of the diff in the texts of nodes; before v1.8 it is on the same line. */
const DIFF_START = /(?:^|\n)(?:config )?diff:(?:\n+| )/i;

/** Text that nodes send in place of an empty diff. */
const NO_CHANGES = /(?:\nconfig diff:\n\s*|\n)No changes\.\s*$/i;

/** Texts of an answer, and the failure if it is one. */
export interface ApplyReport {
  /** Warnings and details, for stderr. */
  readonly text: string;
  /** The diff of a dry run, for stdout; empty without one. */
  readonly diff: string;
  readonly failure?: NodeFailure;
}

/**
 * Formats warnings, details and diff of an answer, with the secrets of diffs redacted. A node that
 * refuses a change without a reboot returns the diff in its error; it is moved to the text.
 *
 * @param colours Colours of stderr.
 */
export function reportApply(
  { node, value, error }: NodeResult<machine.IApplyConfiguration>,
  change: ConfigChange,
  colours: Colours,
): ApplyReport {
  if (error === undefined) {
    const warnings = (value.warnings ?? []).map((warning) =>
      `osctl: warning: ${node}: ${escapeControls(redactNodeText(warning))}\n`
    );
    const details = value.modeDetails ?? "";
    const { summary, diff } = splitDetails(details.replace(NO_CHANGES, ""), change);
    const isUnchanged = NO_CHANGES.test(details) || (diff === "" && isSameConfig(change));
    const unchanged = isUnchanged ? `${node}: unchanged\n` : "";
    return {
      text: warnings.join("") + (summary === "" ? "" : `${node}: ${summary}`) + unchanged,
      diff,
    };
  }
  const details = error instanceof RpcError ? error.details : "";
  if (!(error instanceof RpcError) || !DIFF_START.test(details)) {
    return { text: "", diff: "", failure: { node, error } };
  }
  const { summary, diff } = splitDetails(details, change);
  const reason = `${summary.trimEnd()} (${error.codeName})`;
  const hint = "use --mode auto, reboot or staged";
  return {
    text: `${node}: diff:\n${colourDiff(diff, colours, true)}`,
    diff: "",
    failure: { node, error: new OsctlError(error.kind, reason, { hint, cause: error }) },
  };
}

/** Whether the configuration of the node is known to have equal documents. */
function isSameConfig({ text, previous }: ConfigChange): boolean {
  return previous !== undefined && hasSameContent(text, previous, NEWEST);
}

/** Splits a text of a node into lines and the redacted diff after them, which both end with one. */
function splitDetails(
  text: string,
  { node, text: next, previous }: ConfigChange,
): { readonly summary: string; readonly diff: string } {
  const match = DIFF_START.exec(text);
  const end = match?.index ?? text.length;
  const before = redactNodeText(text.slice(0, end)).trimEnd();
  const lines = before.split("\n").map(escapeControls);
  const summary = lines.join("\n") === "" ? "" : `${lines.join("\n")}\n`;
  if (match === null) return { summary, diff: "" };
  const sent = text.slice(end + match[0].length).trimEnd();
  const redacted = redactDiff(sent, [next, ...previous === undefined ? [] : [previous]]);
  return { summary, diff: `${normaliseDiff(redacted, node)}\n` };
}
