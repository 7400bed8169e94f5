/**
 * Nearest matches of a misspelled name among candidates.
 *
 * @module
 */

/** Returns the number of edits (insert, delete, replace, swap neighbours) from `a` to `b`. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      }
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

/** Maximum number of matches returned by `nearestMatches`. */
const MAX_MATCHES = 3;

/** Returns the candidates within a third of the length in edits, ignoring case, nearest first. */
function rankByDistance(
  text: string,
  candidates: readonly string[],
): { candidate: string; distance: number }[] {
  const wanted = text.toLowerCase();
  const ranked: { candidate: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const max = Math.max(1, Math.floor(Math.max(candidate.length, text.length) / 3));
    // The difference in length is a lower bound of the distance; the text may be megabytes long.
    if (Math.abs(candidate.length - text.length) > max) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    // A match must keep at least one character.
    if (distance > max || distance >= Math.min(candidate.length, text.length)) continue;
    ranked.push({ candidate, distance });
  }
  return ranked.sort((a, b) => a.distance - b.distance);
}

/** Returns the candidates that contain the text, ignoring case, shortest first. */
function containing(
  text: string,
  candidates: readonly string[],
  method: "startsWith" | "includes",
): string[] {
  const wanted = text.toLowerCase();
  return [...new Set(candidates)].filter((name) => name.toLowerCase()[method](wanted))
    .sort((a, b) => a.length - b.length);
}

/**
 * Returns at most three likely matches, best first: by edit distance within one edit of the best
 * match, else by prefix of two or more characters, else by substring of three or more.
 */
export function nearestMatches(text: string, candidates: readonly string[]): string[] {
  const ranked = rankByDistance(text, candidates);
  const best = ranked[0]?.distance ?? 0;
  const close = ranked.filter(({ distance }) => distance <= best + 1);
  if (close.length > 0) return close.slice(0, MAX_MATCHES).map(({ candidate }) => candidate);
  const prefixed = text.length < 2 ? [] : containing(text, candidates, "startsWith");
  if (prefixed.length > 0) return prefixed.slice(0, MAX_MATCHES);
  return text.length < 3 ? [] : containing(text, candidates, "includes").slice(0, MAX_MATCHES);
}

/** Returns the nearest match by edit distance, else the only candidate with the prefix. */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  const [best] = rankByDistance(text, candidates);
  if (best !== undefined) return best.candidate;
  const prefixed = text.length < 2 ? [] : containing(text, candidates, "startsWith");
  return prefixed.length === 1 ? prefixed[0] : undefined;
}

/** Returns the hint `did you mean "…"`, or undefined without a near match. */
export function didYouMean(text: string, candidates: readonly string[]): string | undefined {
  const match = nearest(text, candidates);
  return match === undefined ? undefined : `did you mean "${match}"`;
}
