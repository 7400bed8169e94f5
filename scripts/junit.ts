/**
 * Results of `deno test`: the counts of its JUnit report, and failures in its output.
 *
 * @module
 */
import { stripVTControlCharacters } from "node:util";

/** Outcome of a test run. */
export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Sums the counts of all suites of a JUnit report. */
export function countTests(junit: string): TestCounts {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const [, attributes] of junit.matchAll(/<testsuite\s([^>]*)>/g)) {
    const number = (name: string) =>
      Number(new RegExp(`\\b${name}="(\\d+)"`).exec(attributes!)?.[1] ?? 0);
    const failed = number("failures") + number("errors");
    sum.failed += failed;
    sum.skipped += number("disabled");
    sum.passed += number("tests") - failed - number("disabled");
  }
  return sum;
}

/** Finds the files of failures in the output of `deno test`, with one job or several. */
export class FailedFiles {
  readonly #files = new Set<string>();
  /** The file that runs; with several jobs, each line names its own. */
  #current: string | undefined;

  get files(): readonly string[] {
    return [...this.#files];
  }

  /** Reads the next line. */
  read(line: string): void {
    const plain = stripVTControlCharacters(line);
    this.#current = /^running \d+ tests? from (\S+)$/.exec(plain)?.[1] ?? this.#current;
    const [, test, uncaught, own] =
      /^(\S+\.ts) => .*\bFAILED\b|^Uncaught error from (\S+\.ts) FAILED|^\S.* \.\.\. (FAILED)\b/
        .exec(plain) ?? [];
    const file = test ?? uncaught ?? (own === undefined ? undefined : this.#current);
    if (file !== undefined) this.#files.add(file);
  }
}
