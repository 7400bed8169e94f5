/**
 * Names somebody may have meant.
 *
 * @module
 */
import { editDistance } from "../output/nearest.ts";

/** More than this many guesses help nobody. */
const MOST = 3;

/** The candidates that differ from `text` by a third of their letters or less, nearest first. */
export function nearestOf(text: string, candidates: readonly string[]): string[] {
  const ranked = [...new Set(candidates)]
    .map((name) => ({ name, distance: editDistance(text, name) }))
    .filter(({ name, distance }) =>
      distance <= Math.max(1, Math.floor(Math.max(name.length, text.length) / 3)) &&
      // Where no letter stays, there is no likeness.
      distance < Math.min(name.length, text.length)
    )
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0]?.distance ?? 0;
  // What is clearly farther away than the best guess is no guess any more.
  const close = ranked.filter(({ distance }) => distance <= best + 1).map(({ name }) => name);
  if (close.length > 0) return close.slice(0, MOST);
  const shortestFirst = [...new Set(candidates)].toSorted((a, b) => a.length - b.length);
  const begun = text.length < 2 ? [] : shortestFirst.filter((name) => name.startsWith(text));
  if (begun.length > 0) return begun.slice(0, MOST);
  return text.length < 3 ? [] : shortestFirst.filter((name) => name.includes(text)).slice(0, MOST);
}
