import { equal } from "node:assert/strict";
import { TestProgress } from "../../../../lib/procedures/conformance/test_progress.ts";

Deno.test("progress counts completed and failed tests of a Ginkgo log", () => {
  const progress = new TestProgress();
  const steps = [
    ["Running Suite: Kubernetes e2e suite - /usr/local/bin", "0 tests"],
    ["  Will run 402 of 6605 specs", "0 of 402 tests"],
    ["SSSS•SSSSSS••SS", "3 of 402 tests"],
    ["• [5.123 seconds]", "4 of 402 tests"],
    ["• [FAILED] [12.001 seconds]", "5 of 402 tests, 1 failed"],
    ["Ran 402 of 6605 Specs in 6543.210 seconds", "5 of 402 tests, 1 failed"],
    ["FAIL! -- 400 Passed | 2 Failed | 0 Pending | 6203 Skipped", "402 of 402 tests, 2 failed"],
  ] as const;
  for (const [line, text] of steps) {
    progress.add(line);
    equal(String(progress), text);
  }
});
