/** Which rows of a long table are on screen: the others have no elements. */

/** Rows from which on only those near the screen have elements. */
const ALL_ROWS = 300;
/** Rows above and below the screen. */
const EXTRA = 20;
/** Rows of cards, which have different heights; a button shows more. */
const FIRST_CARDS = 200;

const narrow = matchMedia("(max-width: 640px)");
let rowHeight = 30;
let cards = FIRST_CARDS;

/** Shows more cards. */
export function showMoreCards() {
  cards *= 2;
}

/** Shows the first cards, of another table. */
export function resetCards() {
  cards = FIRST_CARDS;
}

function measure(body) {
  const rows = body.querySelectorAll("tr:not(.gap)");
  if (rows.length < 2) return;
  const top = rows[0].getBoundingClientRect().top;
  const height = (rows[rows.length - 1].getBoundingClientRect().bottom - top) / rows.length;
  if (height > 5) rowHeight = height;
}

/** Returns the range of rows to show, and the heights before and after it, pixels. */
export function windowOf(body, count) {
  if (narrow.matches) return { start: 0, end: Math.min(count, cards), before: 0, after: 0 };
  if (count <= ALL_ROWS) return { start: 0, end: count, before: 0, after: 0 };
  measure(body);
  const scroller = body.closest(".scroll");
  const visible = Math.ceil(Math.min(scroller.clientHeight, innerHeight) / rowHeight);
  const first = Math.floor(scroller.scrollTop / rowHeight) - EXTRA;
  const start = Math.max(Math.min(first, count - visible - 2 * EXTRA), 0);
  const end = Math.min(start + visible + 2 * EXTRA, count);
  return { start, end, before: start * rowHeight, after: (count - end) * rowHeight };
}

/** Scrolls so that a row has an element. */
export function scrollToRow(body, index) {
  const scroller = body.closest(".scroll");
  scroller.scrollTop = Math.max(index * rowHeight - scroller.clientHeight / 2, 0);
}

/** Keeps the widths of columns while rows with shorter texts are on screen. */
export function keepWidths(head, isWindowed) {
  for (const cell of head.children) {
    const width = isWindowed && !narrow.matches ? cell.offsetWidth : 0;
    const before = parseFloat(cell.style.minWidth) || 0;
    if (width > before + 1 || width === 0) cell.style.minWidth = width === 0 ? "" : width + "px";
  }
}
