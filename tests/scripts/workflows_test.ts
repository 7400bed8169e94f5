/** The files of `.github/`: pinned actions, least permissions, existing tasks, order of a release. */
import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import { parse } from "yaml";
import { TARGETS } from "../../scripts/compile.ts";
import { extractNotes } from "../../scripts/release_notes.ts";

const ROOT = new URL("../..", import.meta.url);

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly include: { readonly file: string }[] } };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = new URL(".github/workflows/", ROOT);
const workflows = [...Deno.readDirSync(folder)].map(({ name }) => {
  const text = Deno.readTextFileSync(new URL(name, folder));
  return { name, text, workflow: parse(text) as Workflow };
});

Deno.test("workflows have read permission by default", () => {
  ok(workflows.length >= 4);
  for (const { name, workflow } of workflows) {
    deepEqual(workflow.permissions, { contents: "read" }, name);
  }
});

Deno.test("actions are pinned by commit, with their version", () => {
  for (const { name, text } of workflows) {
    const uses = [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action!);
    ok(uses.length > 0, name);
    for (const one of uses) match(one, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, name);
  }
});

Deno.test("workflows run existing tasks and files, with the pinned runtime", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT))) as {
    tasks: Record<string, string>;
  };
  const pinned = /deno@([\d.]+)/.exec(await Deno.readTextFile(new URL(".ci/run", ROOT)))![1];
  for (const { name, text, workflow } of workflows) {
    for (const [, version] of text.matchAll(/deno-version: (\S+)/g)) equal(version, pinned, name);
    for (const { steps } of Object.values(workflow.jobs)) {
      for (const { run = "" } of steps) {
        for (const [, task] of run.matchAll(/deno task ([\w-]+)/g)) {
          ok(task! in tasks, `${name}: ${task}`);
        }
        for (const [path] of run.matchAll(/\b(?:scripts\/\w+\.ts|\.ci\/run)\b/g)) {
          ok(Deno.statSync(new URL(path, ROOT)).isFile, path);
        }
      }
    }
  }
});

Deno.test("notes of a release are its section of the changelog", async () => {
  const changelog =
    "# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-01-02\n\n### Added\n\n- b\n" +
    "\n## [1.0.0] - 2026-01-01\n\n- a\n";
  equal(extractNotes(changelog, "1.1.0"), "### Added\n\n- b\n");
  throws(() => extractNotes(changelog, "2.0.0"), /no section "## \[2\.0\.0\]"/);
  throws(() => extractNotes(changelog, "Unreleased"), /is empty/);
  const own = await Deno.readTextFile(new URL("CHANGELOG.md", ROOT));
  match(extractNotes(own, "Unreleased"), /^### Added\n/);
});

Deno.test("a release is published after every executable and the image have run", () => {
  const { workflow } = workflows.find(({ name }) => name === "release.yaml")!;
  const { build, executables, image, publish, ...others } = workflow.jobs;
  deepEqual(Object.keys(others), []);
  deepEqual(publish?.needs, ["build", "executables", "image"]);
  const included = executables?.strategy?.matrix.include.map(({ file }) => file);
  deepEqual(included?.sort(), Object.values(TARGETS).sort());
  const lines = (job?: Job) => job?.steps.map(({ run = "" }) => run).join("\n") ?? "";
  match(lines(executables), /^ *env -u CI deno task executable$/m);
  match(lines(image), /docker run .* osctl:latest version --client/);
  ok(!/gh release/.test(lines(build) + lines(executables) + lines(image)));
  match(lines(publish), /^gh release create/m);
  // Only this job can write.
  for (const job of [build, executables, image]) equal(job?.permissions, undefined);
});
