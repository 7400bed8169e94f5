/**
 * Limits the share of a document that aliases expand to, as Go's yaml.v3 does: nearly all of a small
 * document, a tenth of a very large one.
 *
 * @module
 */

const SMALL = 400_000;
const LARGE = 4_000_000;

/** Value counter of one document. */
export class AliasBudget {
  #values = 0;
  #repeated = 0;

  /** Counts values written in the text. */
  count(values: number): void {
    this.#values += values;
  }

  /** Counts the values of an alias; returns false when there are too many. */
  expand(values: number): boolean {
    this.#values += values;
    this.#repeated += values;
    return this.#repeated <= 100 || this.#values <= 1000 ||
      this.#repeated / this.#values <= allowedShare(this.#values);
  }
}

function allowedShare(values: number): number {
  const beyond = Math.min(Math.max(values - SMALL, 0) / (LARGE - SMALL), 1);
  return 0.99 - 0.89 * beyond;
}
