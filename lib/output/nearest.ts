/**
 * The name a person may have meant.
 *
 * @module
 */

/** Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`. */
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

/** `did you mean "…"`, when a candidate is {@linkcode nearest} enough. */
export function didYouMean(text: string, candidates: readonly string[]): string | undefined {
  const meant = nearest(text, candidates);
  return meant === undefined ? undefined : `did you mean "${meant}"`;
}

/**
 * The candidate a person most likely meant by `text`: the one with the fewest edits, at most a
 * third of its length (and at least one), upper and lower case being the same; else the only one that
 * starts with `text`; else none.
 */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  const meant = text.toLowerCase();
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const allowed = Math.max(1, Math.floor(Math.max(candidate.length, text.length) / 3));
    // It takes as many edits at least; and the text may have millions of characters.
    if (Math.abs(candidate.length - text.length) > allowed) continue;
    const distance = editDistance(meant, candidate.toLowerCase());
    // One edit turns any letter into any other: that is no likeness.
    if (distance > allowed || distance >= candidate.length) continue;
    if (!best || distance < best.distance) best = { candidate, distance };
  }
  if (best) return best.candidate;
  const longer = text.length < 2
    ? []
    : candidates.filter((name) => name.toLowerCase().startsWith(meant));
  return longer.length === 1 ? longer[0] : undefined;
}
