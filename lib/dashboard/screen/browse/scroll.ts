/**
 * A cursor over lines.
 *
 * @module
 */

const WHEEL_LINES = 3;

/** Lines by which an action moves; undefined for other actions. */
export function moveBy(action: string, page: number): number | undefined {
  switch (action) {
    case "up":
      return -1;
    case "down":
      return 1;
    case "page-up":
      return -page;
    case "page-down":
      return page;
    case "half-up":
      return -Math.ceil(page / 2);
    case "half-down":
      return Math.ceil(page / 2);
    case "first":
      return -Infinity;
    case "last":
      return Infinity;
    case "wheel-up":
      return -WHEEL_LINES;
    case "wheel-down":
      return WHEEL_LINES;
  }
  return undefined;
}

/** Returns a number within 0 and the last index of `length` lines. */
export function clampIndex(index: number, length: number): number {
  return Math.min(Math.max(index, 0), Math.max(length - 1, 0));
}

/** Returns the first line of a full page that has the cursor. */
export function scrollTo(offset: number, cursor: number, length: number, page: number): number {
  const start = Math.min(Math.max(offset, 0), Math.max(length - page, 0));
  return Math.max(Math.min(start, cursor), cursor - page + 1, 0);
}
