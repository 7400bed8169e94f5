/**
 * Counts of a JUnit report, as `deno test --junit-path` writes it.
 *
 * @module
 */

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
