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

/** Returns the file of the failure that a line of `deno test --parallel` reports. */
export function fileOfFailure(line: string): string | undefined {
  const plain = stripVTControlCharacters(line);
  const [, test, uncaught] = /^(\S+\.ts) => .*\bFAILED\b|^Uncaught error from (\S+\.ts) FAILED/
    .exec(plain) ?? [];
  return test ?? uncaught;
}
