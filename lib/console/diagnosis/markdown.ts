/**
 * The report of a diagnosis as Markdown for an issue, without names, addresses and secrets.
 *
 * @module
 */
import { redactNodeText } from "../../pki/redact_node_text.ts";
import { formatCount } from "../../output/text.ts";
import type { Diagnosis } from "../../procedures/diagnosis/mod.ts";
import { evidenceText, formatAge, MARKS } from "./report_text.ts";

const IPV4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\w)(?=[^\w]|$)/g;
const IPV6 =
  /(?<![\w:])(?:[0-9a-f]{1,4}:){2,7}(?::?[0-9a-f]{1,4})+(?![\w:])|(?<![\w:])(?:[0-9a-f]{1,4}:)+:[0-9a-f:]*(?![\w:])/gi;
const MAC = /(?<![\w:])(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![\w:])/gi;
/** Addresses that name no machine of a user. */
const COMMON = /^(127\.|0\.0\.0\.0$|::1$|::$|8\.8\.|1\.1\.1\.1$)/;

/** Replaces names and addresses by numbered ones; equal texts get equal names. */
export class Anonymizer {
  readonly #names = new Map<string, string>();
  readonly #hosts: readonly (readonly [host: string, group: readonly string[]])[];
  readonly #counts = new Map<string, number>();

  /** @param hosts Names and addresses of each node. */
  constructor(hosts: readonly (readonly string[])[]) {
    this.#hosts = hosts.flatMap((group) => group.map((host) => [host, group] as const))
      .filter(([host]) => host.length > 1)
      // A name that contains another one comes first.
      .toSorted(([a], [b]) => b.length - a.length);
  }

  apply(text: string): string {
    let result = redactNodeText(text);
    for (const [host, group] of this.#hosts) {
      const pattern = new RegExp(`(?<![\\w.-])${escape(host)}(?![\\w-]|\\.\\w)`, "g");
      result = result.replaceAll(pattern, () => this.#nameOf(group[0]!, "node"));
    }
    return result
      .replaceAll(MAC, (mac) => this.#nameOf(mac, "mac"))
      .replaceAll(IPV6, (ip) => COMMON.test(ip) || !ip.includes(":") ? ip : this.#nameOf(ip, "ip"))
      .replaceAll(IPV4, (ip) => COMMON.test(ip) ? ip : this.#nameOf(ip, "ip"));
  }

  #nameOf(text: string, kind: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const number = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, number);
    const name = `<${kind}-${number}>`;
    this.#names.set(text, name);
    return name;
  }
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Options of {@linkcode formatMarkdown}. */
export interface MarkdownOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Names and addresses of each node, which the report must not contain. */
  readonly hosts: readonly (readonly string[])[];
  /** Releases of the nodes. */
  readonly versions: readonly string[];
}

/** Formats a report for an issue. */
export function formatMarkdown(
  { findings, nodes, rules, isComplete }: Diagnosis,
  { now, hosts, versions }: MarkdownOptions,
): string {
  const anonymizer = new Anonymizer(hosts);
  const clean = (text: string) => anonymizer.apply(text);
  const inline = (text: string) => clean(text).replaceAll(/([\\`*_<>[\]|#])/g, "\\$1");
  const lines = [
    "## Diagnosis",
    "",
    `${formatCount(rules, "rule")} on ${formatCount(nodes.length, "node")} (${
      versions.join(", ") || "unknown version"
    })` +
    `${isComplete ? "" : ", incomplete"}. Names and addresses are replaced.`,
  ];
  if (findings.length === 0) lines.push("", "No findings.");
  for (const finding of findings) {
    const since = finding.since === undefined ? "" : `, since ${formatAge(now - finding.since)}`;
    lines.push(
      "",
      `### ${MARKS[finding.severity]} ${inline(finding.title)}`,
      "",
      `\`${finding.id}\`, ${finding.severity}, ${finding.certainty}${since}`,
      "",
      ...fenced(finding.evidence.map((one) => clean(evidenceText(one)))),
    );
    if (finding.follows.length > 0) {
      lines.push("", "Follows:", "", ...finding.follows.map(({ title }) => `- ${inline(title)}`));
    }
  }
  return `${lines.join("\n")}\n`;
}

/** A code block whose fence the texts do not contain. */
function fenced(texts: readonly string[]): readonly string[] {
  const longest = Math.max(
    2,
    ...texts.flatMap((text) => [...text.matchAll(/`+/g)].map(([run]) => run.length)),
  );
  const fence = "`".repeat(longest + 1);
  return [`${fence}text`, ...texts.map((text) => text.replaceAll("\n", " ")), fence];
}
