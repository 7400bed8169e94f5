/**
 * Explanations for people, as wide as the terminal.
 *
 * @module
 */
import { wrapText } from "../../output/wrap.ts";
import { isLater } from "../schema/releases.ts";
import type { DocumentSummary, Explanation, FieldSummary, Overview } from "./describe.ts";
import { exampleText } from "./example.ts";
import { documentTable, fieldTable, fieldTree } from "./fields.ts";
import type { Look } from "./look.ts";
import type { Found } from "./lookup.ts";

/** Where the facts start. */
const LABEL_WIDTH = 12;

/** What is known about one part: facts, examples, fields. */
export function explanationText(
  explanation: Explanation,
  found: Found,
  look: Look,
  recursive: boolean,
): string {
  const { colours, width } = look;
  const { path, doc, examples, fields, since } = explanation;
  // What is as new as the whole is not marked again.
  const release = since !== null && isLater(since, look.release) ? since : look.release;
  const lines = [
    colours.bold(path),
    ...(doc === "" ? [] : ["", ...wrapText(sentence(doc), width)]),
    "",
    ...facts(explanation, look),
  ];
  for (const example of examples) {
    const title = example.title === null ? "" : ` (${example.title})`;
    lines.push(
      "",
      heading(`Example${title}`, look),
      ...indented(exampleText(found, example.value, release)),
    );
  }
  lines.push(...fieldLines("Fields", fields, { ...look, release }, recursive));
  return `${lines.join("\n")}\n`;
}

function facts(explanation: Explanation, look: Look): string[] {
  const { type, range, values, required, since, until, instead, merge, secret } = explanation;
  const isNew = since !== null && isLater(since, look.release);
  const known: readonly [label: string, text: string | null][] = [
    ["Type", range === null ? type : `${type}, ${range}`],
    ["Allowed", values === null || values.length === 1 ? null : values.join(", ")],
    ["Default", shown(explanation.default)],
    ["Required", required ? "yes" : null],
    ["Since", since],
    ["Until", until],
    ["Deprecated", instead === null ? null : `use \`${instead}\``],
    ["In a patch", merge],
    ["Secret", secret ? "yes: it is hidden where osctl shows configurations" : null],
  ];
  const lines = known.flatMap(([label, text]) => {
    if (text === null) return [];
    const [first = "", ...more] = wrapText(text, look.width - LABEL_WIDTH);
    const margin = " ".repeat(LABEL_WIDTH);
    return [label.padEnd(LABEL_WIDTH) + first, ...more.map((line) => margin + line)];
  });
  if (!isNew) return lines;
  const warning = `Interface release ${look.release}, which is in force, does not have it yet.`;
  return [...lines, "", ...wrapText(warning, look.width).map((line) => look.colours.yellow(line))];
}

function shown(value: Explanation["default"]): string | null {
  if (value === null || value === undefined) return null;
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** What there is, to start from. */
export function overviewText(
  { fields, documents }: Overview,
  look: Look,
  recursive: boolean,
): string {
  const lines = [
    ...wrapText(
      "A machine configuration has one main document and any of the further kinds.",
      look.width,
    ),
    ...fieldLines("The main document", fields, look, recursive),
    ...kindLines(documents, look, recursive),
  ];
  if (!recursive) {
    const more = '"osctl explain machine.network" tells more about a section, ' +
      '"osctl explain NetworkRuleConfig" about a kind.';
    lines.push("", ...wrapText(more, look.width));
  }
  return `${lines.join("\n")}\n`;
}

function fieldLines(
  title: string,
  fields: readonly FieldSummary[],
  look: Look,
  recursive: boolean,
): string[] {
  if (fields.length === 0) return [];
  const list = recursive ? fieldTree(fields, look) : fieldTable(fields, look);
  return ["", heading(title, look), ...list];
}

function kindLines(
  documents: readonly DocumentSummary[],
  look: Look,
  recursive: boolean,
): string[] {
  const title = "Further kinds of documents";
  if (!recursive) return ["", heading(title, look), ...documentTable(documents, look)];
  const kinds = documents.map(({ kind, since, fields = [] }) => {
    const isNew = since !== null && isLater(since, look.release);
    const release = isNew ? since : look.release;
    const mark = isNew ? ` (from ${since} on)` : "";
    return [
      `  ${kind}${mark}`,
      ...fieldTree(fields, { ...look, release }).map((line) => `  ${line}`),
    ];
  });
  return ["", heading(title, look), ...kinds.flat()];
}

function heading(title: string, { colours }: Look): string {
  return colours.bold(`${title}:`);
}

function sentence(doc: string): string {
  return `${doc}.`;
}

function indented(text: string): string[] {
  return text.trimEnd().split("\n").map((line) => line === "" ? "" : `  ${line}`);
}
