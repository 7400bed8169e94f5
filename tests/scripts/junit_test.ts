import { deepStrictEqual, match } from "node:assert/strict";
import { countTests, FailedFiles } from "../../scripts/junit.ts";
import { runWatched } from "../../scripts/watched_command.ts";
import { ROOT } from "../../scripts/project.ts";

Deno.test("failures, hanging tests and errors outside tests are found in the output", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-junit-" });
  try {
    const files = {
      "passes_test.ts": `Deno.test("passes", () => {});`,
      "skips_test.ts": `Deno.test("skips", { ignore: true }, () => {});`,
      "fails_test.ts":
        `Deno.test("fails", (t) => t.step("step", () => { throw new Error("x"); }));`,
      "hangs_test.ts": `Deno.test({ name: "hangs", timeout: 100, fn: () => {
        const { promise } = Promise.withResolvers<void>();
        setInterval(() => {}, 10);
        return promise;
      } });`,
      "throws_test.ts": `throw new Error("outside");`,
    };
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }
    for (const jobs of ["1", "4"]) {
      const lines: string[] = [];
      const failures = new FailedFiles();
      await runWatched({
        args: [
          "test",
          "--no-check",
          "--parallel",
          `--preload=${ROOT}/tests/helpers/limit_tests.ts`,
          "--junit-path=junit.xml",
          ".",
        ],
        cwd: folder,
        env: { DENO_JOBS: jobs },
        silenceMs: 60_000,
        onLine: (line) => {
          lines.push(line);
          failures.read(line);
        },
      });
      const names = ["./fails_test.ts", "./hangs_test.ts", "./throws_test.ts"];
      deepStrictEqual(failures.files.toSorted(), names, jobs);
      const counts = countTests(await Deno.readTextFile(`${folder}/junit.xml`));
      // The failed step counts as well.
      deepStrictEqual(counts, { passed: 1, failed: 3, skipped: 1 });
      match(lines.join("\n"), /Test timed out after 100ms/);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
