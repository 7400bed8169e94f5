/**
 * Progress of Ginkgo tests by their log.
 *
 * @module
 */

/** Counts the tests in a log. */
export class TestProgress {
  /** Tests to run; undefined until the log names it. */
  total: number | undefined;
  completed = 0;
  failed = 0;

  /** Adds a line of the log. */
  add(line: string): void {
    const total = /^\s*Will run (\d+) of \d+ specs/.exec(line);
    if (total !== null) this.total = Number(total[1]);
    // Ginkgo prints a bullet for each completed test; those without a message share a line.
    for (const _ of line.matchAll(/•/g)) this.completed++;
    if (/•\s*(?:!\s*)?\[(?:FAILED|PANICKED|TIMEDOUT|INTERRUPTED)\]/.test(line)) this.failed++;
    const result = /\b(\d+) Passed \| (\d+) Failed\b/.exec(line);
    if (result === null) return;
    this.failed = Number(result[2]);
    this.completed = Number(result[1]) + this.failed;
  }

  /** Such as `12 of 402 tests, 1 failed`. */
  toString(): string {
    const total = this.total === undefined ? "" : ` of ${this.total}`;
    return `${this.completed}${total} tests` + (this.failed === 0 ? "" : `, ${this.failed} failed`);
  }
}
