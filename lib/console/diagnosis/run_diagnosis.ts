/**
 * Runs `diagnose`: reads the cluster and prints findings.
 *
 * @module
 */
import type { NodeClient } from "../../client/mod.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import { combineErrors, NegativeResult, OsctlError } from "../../errors.ts";
import { connectCluster } from "../../kubernetes/download/connect_cluster.ts";
import { createColours } from "../../output/colour.ts";
import { didYouMean } from "../../output/nearest.ts";
import { createRowWriter, writeRows } from "../../output/rows.ts";
import type { OutputFormat } from "../../output/select_format.ts";
import { selectFormat } from "../../output/select_format.ts";
import { formatCount } from "../../output/text.ts";
import { getColumns } from "../../output/wrap.ts";
import { readAgeFile } from "../../encrypted_files/mod.ts";
import { resolve } from "../../platform/paths.ts";
import { loadPreferences } from "../../preferences/load.ts";
import {
  CHECKS,
  completeFacts,
  diagnose,
  type Diagnosis,
  type DiagnosisResult,
  evaluateRules,
  hostsOf,
  type NodeFacts,
  readBundleFacts,
  readClientFacts,
  RULES,
  versionsOf,
} from "../../procedures/diagnosis/mod.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import type { ConsoleContext } from "../context.ts";
import { findingRows, findingsView } from "./findings_view.ts";
import { showFindings } from "./live_findings.ts";
import { formatMarkdown } from "./markdown.ts";
import { formatReport } from "./report_text.ts";

/** Values of the flags of `diagnose`. */
export interface DiagnoseValues extends ConnectionOptions {
  /** `text`, `markdown`, or a format of records. */
  readonly output: string;
  /** Ids of rules or checks. */
  readonly only: readonly string[];
  /** `id=reason`. */
  readonly ignore: readonly string[];
  /** Path of a support bundle to read instead of nodes. */
  readonly bundle: string;
}

/** Exit code with findings. */
const FOUND = 2;

/**
 * Diagnoses the cluster and prints the findings.
 *
 * @throws {NegativeResult} with the exit code 2 when there are findings.
 */
export async function runDiagnosis(
  context: ConsoleContext<NodeClient>,
  flags: DiagnoseValues,
): Promise<void> {
  checkIds(flags.only);
  const { diagnosis: { ignore = new Map<string, string>() } = {} } = await loadPreferences(
    context,
    flags,
  );
  const ignored = new Map([...ignore, ...parseIgnored(flags.ignore)]);
  const isText = flags.output === "text" || flags.output === "markdown";
  const format = isText ? "table" : await selectFormat(flags.output as OutputFormat, {
    view: findingsView,
    terminal: context.terminal.isTerminal("stdout"),
  });
  const { diagnosis, facts } = flags.bundle === ""
    ? await readCluster(context, flags, ignored)
    : await readStored(context, flags, ignored);
  const { now } = facts;
  if (flags.output === "markdown") {
    await context.stdout.write(formatMarkdown(diagnosis, {
      now,
      hosts: hostsOf(facts),
      versions: versionsOf(facts),
    }));
  } else if (flags.output === "text") {
    const isTerminal = context.terminal.isTerminal("stdout");
    await context.stdout.write(formatReport(diagnosis, {
      colours: createColours(context),
      now,
      width: isTerminal ? getColumns(context.terminal) : undefined,
      times: context.times,
    }));
  } else {
    const writer = createRowWriter(context.stdout, findingsView, { format });
    await writeRows(writer, async () => {
      for (const row of findingRows(diagnosis)) await writer.add(null, row);
    });
    await printGaps(context, diagnosis);
  }
  if (context.signal.aborted) throw context.signal.reason;
  const { findings } = diagnosis;
  if (findings.length > 0) throw new NegativeResult(formatCount(findings.length, "finding"), FOUND);
  const unread = describeUnread(facts.nodes);
  if (unread !== undefined) throw unread;
}

/** Returns an error for nodes that reject even the call of their version: nothing is known of them. */
function describeUnread(nodes: readonly NodeFacts[]): OsctlError | undefined {
  const errors = nodes.flatMap(({ node, gaps: { version: reason } }) =>
    reason === undefined
      ? []
      : new OsctlError("node", reason.startsWith(node) ? reason : `${node}: ${reason}`)
  );
  return combineErrors(errors);
}

/** Records have no place for what could not be read: stderr has. */
async function printGaps(
  { stderr }: Pick<ConsoleContext, "stderr">,
  { gaps, isComplete }: Diagnosis,
): Promise<void> {
  for (const { source, fact, reason } of gaps) {
    await stderr.write(`osctl: not read: ${source}: ${fact}: ${reason.split("\n")[0]}\n`);
  }
  if (!isComplete) await stderr.write("osctl: incomplete: reading was interrupted\n");
}

/** Reads the cluster; an expired certificate of the client is a finding by itself. */
async function readCluster(
  context: ConsoleContext<NodeClient>,
  flags: DiagnoseValues,
  ignored: ReadonlyMap<string, string>,
): Promise<DiagnosisResult> {
  const { only } = flags;
  const clientFacts = await readClientFacts(context, flags);
  const { callMs } = parseTimeouts(context.env);
  const end = clientFacts.certificateEndsAt;
  if (end !== undefined && end <= context.clock.now()) {
    const facts = completeFacts({
      now: context.clock.now(),
      isWhole: false,
      source: "nodes",
      client: clientFacts,
    });
    return { diagnosis: evaluateRules(facts, { rules: RULES, ignored, only }), facts };
  }
  await using client = await context.openClient({ connection: flags, defaultToEndpoints: true });
  await context.status?.hide();
  const live = showFindings(context, context.signal);
  try {
    return await diagnose(context, {
      client,
      isWhole: flags.nodes.length === 0,
      clientFacts: { ...clientFacts, endpoints: client.endpoints },
      callMs,
      only,
      ignored,
      openKubernetes: (signal) => connectCluster(context, client, signal),
      openThrough: (endpoint, node) =>
        context.openClient({ connection: { ...flags, endpoints: [endpoint], nodes: [node] } }),
    }, (event) => live.observe(event));
  } finally {
    await live.end();
  }
}

/** Maximum size of an encrypted bundle, bytes. */
const MAX_ENCRYPTED = 512 * 1024 * 1024;

/** Reads a support bundle. */
async function readStored(
  context: ConsoleContext<NodeClient>,
  { bundle, only }: DiagnoseValues,
  ignored: ReadonlyMap<string, string>,
): Promise<DiagnosisResult> {
  const bytes = bundle.endsWith(".age")
    ? await readAgeFile(context, bundle, { bytes: MAX_ENCRYPTED })
    : undefined;
  const path = resolve(context.cwd, bundle);
  const facts = await readBundleFacts({ path, bytes }, context.clock.now());
  if (facts.nodes.length === 0) {
    throw new OsctlError("input", `the bundle "${bundle}" contains no node`, {
      hint: "use an archive of osctl support or talosctl support",
    });
  }
  return { diagnosis: evaluateRules(facts, { rules: RULES, ignored, only }), facts };
}

/** Prints what a rule means, or the table of all rules. */
export async function explainRule(
  { stdout }: Pick<ConsoleContext, "stdout">,
  id: string,
): Promise<void> {
  const rule = RULES.find((one) => one.id === id);
  if (rule === undefined) throw unknownId(id);
  const lines = [
    `${rule.id}: ${rule.summary}`,
    "",
    rule.explanation,
    "",
    `Check:     ${rule.check}`,
    `Severity:  ${rule.severity}, ${rule.certainty}`,
    `Reads:     ${rule.reads}`,
    `Releases:  ${rule.releases === "all" ? "all" : `from ${rule.releases}`}`,
    `Source:    ${rule.source}`,
    "",
    "What to do:",
    ...rule.actions.map(({ text, since, until }) => {
      const releases = [since && `from ${since}`, until && `before ${until}`].filter(Boolean);
      return `  ${text}${releases.length === 0 ? "" : `  (${releases.join(", ")})`}`;
    }),
  ];
  await stdout.write(`${lines.join("\n")}\n`);
}

function parseIgnored(values: readonly string[]): ReadonlyMap<string, string> {
  return new Map(values.map((value) => {
    const [id = "", ...rest] = value.split("=");
    const reason = rest.join("=").trim();
    if (!RULES.some((rule) => rule.id === id)) throw unknownId(id);
    if (reason === "") {
      throw new OsctlError("usage", `--ignore ${id} has no reason`, {
        hint: `use --ignore '${id}=<reason>'`,
      });
    }
    return [id, reason];
  }));
}

function checkIds(ids: readonly string[]): void {
  const unknown = ids.find((id) =>
    !RULES.some((rule) => rule.id === id) && !(CHECKS as readonly string[]).includes(id)
  );
  if (unknown !== undefined) throw unknownId(unknown);
}

function unknownId(id: string): OsctlError {
  const known = [...RULES.map((rule) => rule.id), ...CHECKS];
  return new OsctlError("usage", `unknown rule "${id}"`, {
    hint: didYouMean(id, known) ?? "the rules are listed in diagnose.md",
  });
}
