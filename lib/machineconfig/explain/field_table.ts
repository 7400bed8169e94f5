/**
 * Field lists as a table and as a tree.
 *
 * @module
 */
import type { Colours } from "../../output/colour.ts";
import { wrapText } from "../../output/wrap.ts";
import { isLater } from "../schema/releases.ts";
import type { ConfigRelease } from "../schema/types.ts";
import type { DocumentSummary, FieldSummary } from "./describe.ts";

/** Options of text output. */
export interface RenderOptions {
  /** Width of the output in columns. */
  readonly width: number;
  readonly colours: Colours;
  /** Later features are marked. */
  readonly release: ConfigRelease;
}

/** Maximum column widths; a line break follows longer names and types. */
const MAX_NAME_WIDTH = 26;
const MAX_TYPE_WIDTH = 18;
const GAP = "  ";
/** Minimum width of the description column; below it, descriptions go on the next line. */
const MIN_DOC_WIDTH = 28;
/** Indentation of descriptions on the next line. */
const DOC_INDENT = 6;

/** Input of `notesOf`. */
type Annotated =
  & Pick<FieldSummary, "since">
  & Partial<Pick<FieldSummary, "required" | "secret" | "until" | "instead">>;

/** Returns requirements and availability of a field in parentheses. */
function notesOf(field: Annotated, { release }: RenderOptions): string {
  const { required = false, secret = false, since, until = null, instead = null } = field;
  const notes = [
    ...(required ? ["required"] : []),
    ...(secret ? ["secret"] : []),
    ...(since !== null && isLater(since, release) ? [`since ${since}`] : []),
    ...(until === null ? [] : [`until ${until}`]),
    ...(instead === null ? [] : [`deprecated: use ${instead}`]),
  ];
  return notes.length === 0 ? "" : `(${notes.join(", ")})`;
}

/** Returns lines with name, type and description columns. */
export function fieldTable(fields: readonly FieldSummary[], options: RenderOptions): string[] {
  return table(fields.map((field) => ({ field, cells: [field.name, field.type] })), options);
}

/** Returns lines with kind and description columns. */
export function documentTable(
  documents: readonly DocumentSummary[],
  options: RenderOptions,
): string[] {
  return table(documents.map((document) => ({ field: document, cells: [document.kind] })), options);
}

interface Row {
  readonly field: Annotated & { readonly doc: string };
  readonly cells: readonly string[];
}

function table(rows: readonly Row[], options: RenderOptions): string[] {
  const widths = [MAX_NAME_WIDTH, MAX_TYPE_WIDTH].map((limit, column) =>
    widest(rows.map(({ cells }) => cells[column] ?? ""), limit)
  ).slice(0, rows[0]?.cells.length);
  const left = widths.reduce((sum, width) => sum + width + GAP.length, GAP.length);
  return rows.flatMap(({ field, cells }) => {
    const text = `${field.doc} ${notesOf(field, options)}`.trim();
    const available = options.width - left;
    if (available >= MIN_DOC_WIDTH) return columns(cells, widths, wrapText(text, available));
    const below = wrapText(text, options.width - DOC_INDENT)
      .map((line) => " ".repeat(DOC_INDENT) + line);
    return [`${GAP}${cells.join(GAP)}`, ...below];
  });
}

/** Returns the lines of a row with a multi-line last cell; a line break follows overlong cells. */
function columns(
  cells: readonly string[],
  widths: readonly number[],
  last: readonly string[],
): string[] {
  const lines: string[] = [];
  let line = GAP;
  let column = GAP.length;
  for (const [index, cell] of cells.entries()) {
    const width = widths[index]!;
    line += cell;
    column += width + GAP.length;
    if (cell.length > width) {
      lines.push(line);
      line = "";
    }
    line = line.padEnd(column);
  }
  const [first = "", ...more] = last;
  const margin = " ".repeat(column);
  return [...lines, line + first, ...more.map((text) => margin + text)]
    .map((text) => text.trimEnd());
}

/** Returns lines with indented names and types. */
export function fieldTree(fields: readonly FieldSummary[], options: RenderOptions): string[] {
  const rows = [...treeRows(fields, GAP)];
  const width = widest(rows.map(({ label }) => label), options.width);
  return rows.map(({ label, field }) =>
    `${label.padEnd(width)}${GAP}${field.type} ${notesOf(field, options)}`.trimEnd()
  );
}

function* treeRows(
  fields: readonly FieldSummary[],
  indent: string,
): Generator<{ label: string; field: FieldSummary }> {
  for (const field of fields) {
    yield { label: indent + field.name, field };
    yield* treeRows(field.fields ?? [], indent + GAP);
  }
}

function widest(texts: readonly string[], limit: number): number {
  return Math.max(0, ...texts.map(({ length }) => length).filter((length) => length <= limit));
}
