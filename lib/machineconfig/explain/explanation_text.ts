/**
 * Explanations as text, wrapped to the terminal's width.
 *
 * @module
 */
import { wrapText } from "../../output/wrap.ts";
import { isLater } from "../schema/releases.ts";
import type { DocumentSummary, Explanation, FieldSummary, Overview } from "./describe.ts";
import { exampleText } from "./example_text.ts";
import { documentTable, fieldTable, fieldTree, type RenderOptions } from "./field_table.ts";
import type { LookupResult } from "./lookup.ts";

/** Width of the label column. */
const LABEL_WIDTH = 12;

/** Returns the text of one explanation: facts, examples, fields. */
export function explanationText(
  explanation: Explanation,
  found: LookupResult,
  options: RenderOptions,
  recursive: boolean,
): string {
  const { colours, width } = options;
  const { path, doc, examples, fields, since } = explanation;
  // Fields of the same release as the element are not marked again.
  const release = since !== null && isLater(since, options.release) ? since : options.release;
  const lines = [
    colours.bold(path),
    ...(doc === "" ? [] : ["", ...wrapText(sentence(doc), width)]),
    "",
    ...facts(explanation, options),
  ];
  for (const example of examples) {
    const title = example.title === null ? "" : ` (${example.title})`;
    lines.push(
      "",
      heading(`Example${title}`, options),
      ...indented(exampleText(found, example.value, release)),
    );
  }
  lines.push(...fieldLines("Fields", fields, { ...options, release }, recursive));
  return `${lines.join("\n")}\n`;
}

function facts(explanation: Explanation, options: RenderOptions): string[] {
  const { type, range, values, required, since, until, instead, merge, secret } = explanation;
  const { replacedBy } = explanation;
  const isNew = since !== null && isLater(since, options.release);
  const entries: readonly [label: string, text: string | null][] = [
    ["Type", range === null ? type : `${type}, ${range}`],
    ["Allowed", values === null || values.length === 1 ? null : values.join(", ")],
    ["Default", defaultText(explanation.default)],
    ["Required", required ? "yes" : null],
    ["Since", since],
    ["Until", until],
    ["Deprecated", instead === null ? null : `use \`${instead}\``],
    ["Replaced", replacedBy ? `by ${replacedBy.kind} from ${replacedBy.since} on` : null],
    ["In a patch", merge],
    ["Secret", secret ? "yes; redacted in output" : null],
  ];
  const lines = entries.flatMap(([label, text]) => {
    if (text === null) return [];
    const [first = "", ...more] = wrapText(text, options.width - LABEL_WIDTH);
    const margin = " ".repeat(LABEL_WIDTH);
    return [label.padEnd(LABEL_WIDTH) + first, ...more.map((line) => margin + line)];
  });
  if (!isNew) return lines;
  const warning = `Not available in ${options.release}.`;
  return [
    ...lines,
    "",
    ...wrapText(warning, options.width).map((line) => options.colours.yellow(line)),
  ];
}

function defaultText(value: Explanation["default"]): string | null {
  if (value === null || value === undefined) return null;
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** Returns the text of the overview. */
export function overviewText(
  { fields, documents }: Overview,
  options: RenderOptions,
  recursive: boolean,
): string {
  const lines = [
    ...wrapText(
      "A machine configuration has one main document and optional documents of other kinds.",
      options.width,
    ),
    ...fieldLines("Main document", fields, options, recursive),
    ...kindLines(documents, options, recursive),
  ];
  if (!recursive) {
    const more = 'Run "osctl explain machine.network" for a section, ' +
      '"osctl explain NetworkRuleConfig" for a document kind.';
    lines.push("", ...wrapText(more, options.width));
  }
  return `${lines.join("\n")}\n`;
}

function fieldLines(
  title: string,
  fields: readonly FieldSummary[],
  options: RenderOptions,
  recursive: boolean,
): string[] {
  if (fields.length === 0) return [];
  const list = recursive ? fieldTree(fields, options) : fieldTable(fields, options);
  return ["", heading(title, options), ...list];
}

function kindLines(
  documents: readonly DocumentSummary[],
  options: RenderOptions,
  recursive: boolean,
): string[] {
  const title = "Other document kinds";
  if (!recursive) return ["", heading(title, options), ...documentTable(documents, options)];
  const kinds = documents.map(({ kind, since, fields = [] }) => {
    const isNew = since !== null && isLater(since, options.release);
    const release = isNew ? since : options.release;
    const mark = isNew ? ` (since ${since})` : "";
    return [
      `  ${kind}${mark}`,
      ...fieldTree(fields, { ...options, release }).map((line) => `  ${line}`),
    ];
  });
  return ["", heading(title, options), ...kinds.flat()];
}

function heading(title: string, { colours }: RenderOptions): string {
  return colours.bold(`${title}:`);
}

function sentence(doc: string): string {
  return `${doc}.`;
}

function indented(text: string): string[] {
  return text.trimEnd().split("\n").map((line) => line === "" ? "" : `  ${line}`);
}
