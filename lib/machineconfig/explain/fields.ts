/**
 * Fields as a table and as a tree.
 *
 * @module
 */
import { wrapText } from "../../output/wrap.ts";
import { isLater } from "../schema/releases.ts";
import type { DocumentSummary, FieldSummary } from "./describe.ts";
import type { Look } from "./look.ts";

/** After longer names and types, the line is broken. */
const WIDEST_NAME = 26;
const WIDEST_TYPE = 18;
const GAP = "  ";
/** In less than this, meanings are put below names. */
const NARROW = 28;
/** How far in, then. */
const BELOW = 6;

/** What notes are made from. */
type Noted =
  & Pick<FieldSummary, "since">
  & Partial<Pick<FieldSummary, "required" | "secret" | "until" | "instead">>;

/** What a reader has to know before using a field. */
function notesOf(field: Noted, { release }: Look): string {
  const { required = false, secret = false, since, until = null, instead = null } = field;
  const notes = [
    ...(required ? ["required"] : []),
    ...(secret ? ["secret"] : []),
    ...(since !== null && isLater(since, release) ? [`from ${since} on`] : []),
    ...(until === null ? [] : [`until ${until}`]),
    ...(instead === null ? [] : [`use ${instead} instead`]),
  ];
  return notes.length === 0 ? "" : `(${notes.join(", ")})`;
}

/** Name, type and meaning in columns. */
export function fieldTable(fields: readonly FieldSummary[], look: Look): string[] {
  return table(fields.map((field) => ({ field, cells: [field.name, field.type] })), look);
}

/** Kind and meaning in columns. */
export function documentTable(documents: readonly DocumentSummary[], look: Look): string[] {
  return table(documents.map((document) => ({ field: document, cells: [document.kind] })), look);
}

interface Row {
  readonly field: Noted & { readonly doc: string };
  readonly cells: readonly string[];
}

function table(rows: readonly Row[], look: Look): string[] {
  const widths = [WIDEST_NAME, WIDEST_TYPE].map((limit, column) =>
    widest(rows.map(({ cells }) => cells[column] ?? ""), limit)
  ).slice(0, rows[0]?.cells.length);
  const left = widths.reduce((sum, width) => sum + width + GAP.length, GAP.length);
  return rows.flatMap(({ field, cells }) => {
    const meaning = `${field.doc} ${notesOf(field, look)}`.trim();
    const room = look.width - left;
    if (room >= NARROW) return columns(cells, widths, wrapText(meaning, room));
    const below = wrapText(meaning, look.width - BELOW).map((line) => " ".repeat(BELOW) + line);
    return [`${GAP}${cells.join(GAP)}`, ...below];
  });
}

/** A row whose last cell has several lines. A cell that is too long has the rest of its line. */
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

/** Names with what is below them, and types. */
export function fieldTree(fields: readonly FieldSummary[], look: Look): string[] {
  const rows = [...treeRows(fields, GAP)];
  const width = widest(rows.map(({ label }) => label), look.width);
  return rows.map(({ label, field }) =>
    `${label.padEnd(width)}${GAP}${field.type} ${notesOf(field, look)}`.trimEnd()
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
