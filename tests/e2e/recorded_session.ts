/** Runs a session that is recorded in a page of the documentation, and compares the output. */
import assert from "node:assert/strict";
import { Program } from "../../scripts/program.ts";
import { FreeNetworks } from "../helpers/free_networks.ts";

/** Runs of a command until it prints its recorded output. */
const MAX_RUNS = 200;

/** Commands that change nothing: {@linkcode RecordedSession.runAll} repeats them. */
const READS =
  /^osctl (-n \S+ )?(get|service|version|time|memory|etcd (members|status)|cluster (show|list)|config (info|contexts))\b/;

/** The pages with console blocks, and the tests that execute them. */
export const PAGES: Readonly<Record<string, string>> = {
  "README.md": "pages_test.ts",
  "docs/clusters.md": "pages_test.ts",
  "docs/coming_from_talosctl.md": "pages_test.ts",
  "docs/contexts.md": "pages_test.ts",
  "docs/first_steps.md": "first_steps_test.ts",
  "docs/in_cluster.md": "pages_test.ts",
  "docs/lifecycle.md": "lifecycle_test.ts",
  "docs/machine_configurations.md": "pages_test.ts",
  "docs/permissions.md": "pages_test.ts",
  "docs/recipes.md": "pages_test.ts",
  "docs/rolling.md": "pages_test.ts",
  "docs/rotate_ca.md": "rotate_ca_session_test.ts",
  "docs/diagnose.md": "pages_test.ts",
  "docs/troubleshooting.md": "pages_test.ts",
  "docs/upgrade_kubernetes.md": "upgrade_kubernetes_session_test.ts",
};

/** Returns the console blocks of a page, joined. */
export function consoleText(page: string): string {
  return [...page.matchAll(/^```console\n(.*?)^```$/gms)].map(([, block]) => block!).join("");
}

/** What of a line differs from run to run, and its replacement. */
export type Mask = readonly [pattern: RegExp, replacement: string];

interface Step {
  readonly command: string;
  /** Lines of stdout and stderr in the order of a terminal. */
  readonly output: string[];
}

/** A session of the program, command by command as recorded. */
export class RecordedSession implements AsyncDisposable {
  readonly #program: Program;
  readonly #steps: Step[];
  /** Recorded etcd member IDs, and the IDs of this run. */
  readonly #ids = new Map<string, string>();

  readonly #recordedHome: string;

  readonly #masks: readonly Mask[];
  readonly #networks: FreeNetworks;

  private constructor(
    program: Program,
    steps: Step[],
    recordedHome: string,
    masks: readonly Mask[],
  ) {
    this.#program = program;
    this.#steps = steps;
    this.#networks = new FreeNetworks(steps.map(({ command }) => command).join("\n"));
    this.#recordedHome = recordedHome;
    this.#masks = masks;
  }

  /**
   * Reads the commands in the console blocks of a page.
   *
   * @param recordedHome Home and working directory of the recording.
   * @param masks Values of this page that differ from run to run.
   * @param entry The module to run; `main.ts` of the sources by default.
   */
  static async open(
    page: URL,
    recordedHome: string,
    masks: readonly Mask[] = [],
    entry?: string,
  ): Promise<RecordedSession> {
    const steps: Step[] = [];
    const text = consoleText(await Deno.readTextFile(page)).replaceAll(/\\\n */g, "");
    for (const line of text.trimEnd().split("\n")) {
      if (line.startsWith("$ ")) steps.push({ command: line.slice(2), output: [] });
      else if (line !== "") steps.at(-1)!.output.push(line);
    }
    const program = await Program.create(entry);
    await writeLauncher(program);
    return new RecordedSession(program, steps, recordedHome, masks);
  }

  /** Home and working directory of this run. */
  get home(): string {
    return this.#program.home;
  }

  /** Recorded commands that have not run. */
  get rest(): string[] {
    return this.#steps.map(({ command }) => command);
  }

  /** Runs the next recorded command, which must be this one. */
  async run(command: string, expectedCode = 0): Promise<void> {
    await this.#run(this.#next(command), expectedCode);
  }

  /** Repeats the next recorded command, which must be this one, until its output is the recorded. */
  async wait(command: string): Promise<void> {
    await this.#repeat(this.#next(command));
  }

  /**
   * Runs all commands as recorded; those that read are repeated until their output is the recorded.
   * A command whose last line is an error may fail. A failed comparison destroys the clusters.
   */
  async runAll(): Promise<void> {
    try {
      while (this.#steps.length > 0) {
        const step = this.#steps.shift()!;
        if (READS.test(step.command)) await this.#repeat(step);
        else await this.#run(step, step.output.at(-1)?.startsWith("osctl: ") ? undefined : 0);
      }
    } catch (error) {
      await this.#execute("osctl cluster list -o name | xargs -rn1 osctl cluster destroy --name");
      throw error;
    }
  }

  /** Runs the last recorded command, also after a failure. */
  async destroy(): Promise<void> {
    const [last] = this.#steps.splice(-1);
    const { code, output } = await this.#execute(last!.command);
    assert.equal(code, 0, output);
    this.#compare(last!, output);
  }

  #next(command: string): Step {
    const step = this.#steps.shift();
    assert.equal(`osctl ${command}`, step?.command, "the page and the test differ");
    return step!;
  }

  async #run(step: Step, expectedCode: number | undefined): Promise<void> {
    const { code, output } = await this.#execute(step.command);
    if (expectedCode !== undefined) assert.equal(code, expectedCode, output);
    this.#compare(step, output);
  }

  async #repeat(step: Step): Promise<void> {
    for (let runs = 1;; runs++) {
      const { output } = await this.#execute(step.command);
      try {
        return this.#compare(step, output);
      } catch (error) {
        if (!(error instanceof assert.AssertionError) || runs === MAX_RUNS) throw error;
      }
    }
  }

  /** Runs a command line in a shell and returns stdout and stderr in the order of a terminal. */
  async #execute(command: string): Promise<{ code: number; output: string }> {
    const own = this.#networks.toOwn(command);
    const line = own.replaceAll(MEMBER_ID, (id) => this.#ids.get(id) ?? id);
    const { home, invocation: { env } } = this.#program;
    const path = `${home}/${LAUNCHERS}:${Deno.env.get("PATH")}`;
    const { code, stdout } = await new Deno.Command("bash", {
      args: ["-o", "pipefail", "-c", `exec 2>&1\n${line}`],
      cwd: home,
      clearEnv: true,
      env: { ...env, PATH: path },
      stdin: "null",
    }).output();
    return { code, output: new TextDecoder().decode(stdout) };
  }

  /**
   * Compares line by line; `…` stands for any lines. Members are listed by ID, which differs from run
   * to run, so that their order does too.
   */
  #compare({ command, output }: Step, actual: string): void {
    const comparable = (line: string) => this.#comparable(line);
    const text = this.#networks.toRecorded(actual);
    const lines = text.trimEnd().split("\n").filter((line) => line !== "")
      .map((line) => line.replaceAll(this.#program.home, this.#recordedHome));
    const message = `"${command}" printed\n${actual}\ninstead of\n${output.join("\n")}`;
    if (output.some((line) => line.match(MEMBER_ID) !== null)) {
      assert.deepEqual(lines.map(comparable).sort(), output.map(comparable).sort(), message);
      for (const recorded of output) {
        this.#learnIds(
          recorded,
          lines.find((line) => comparable(line) === comparable(recorded))!,
        );
      }
      return;
    }
    let at = 0;
    let isOpen = false;
    for (const recorded of output) {
      if (recorded === "…") {
        isOpen = true;
        continue;
      }
      const expected = comparable(recorded);
      const found = lines.findIndex((line, index) => index >= at && comparable(line) === expected);
      assert.ok(isOpen ? found >= 0 : found === at, message);
      this.#learnIds(recorded, lines[found]!);
      at = found + 1;
      isOpen = false;
    }
    assert.ok(isOpen || at === lines.length, message);
  }

  #comparable(line: string): string {
    return this.#masks.reduce(
      (text, [pattern, replacement]) => text.replaceAll(pattern, replacement),
      withoutVariation(line),
    );
  }

  #learnIds(recorded: string, actual: string): void {
    const ids = actual.match(MEMBER_ID) ?? [];
    for (const [index, id] of (recorded.match(MEMBER_ID) ?? []).entries()) {
      this.#ids.set(id, ids[index]!);
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#program[Symbol.asyncDispose]();
  }
}

const MEMBER_ID = /\b[0-9a-f]{16}\b/g;

/** Folder of the program in the home directory of the session. */
const LAUNCHERS = ".launchers";

/** Writes an executable that starts the program. */
async function writeLauncher({ home, invocation: { command, args } }: Program): Promise<void> {
  const words = [command, ...args].map((word) => `'${word}'`).join(" ");
  await Deno.mkdir(`${home}/${LAUNCHERS}`);
  await Deno.writeTextFile(`${home}/${LAUNCHERS}/osctl`, `#!/bin/sh\nexec ${words} "$@"\n`, {
    mode: 0o755,
  });
}

/** Replaces what differs from run to run on every page. */
function withoutVariation(line: string): string {
  return line.trim()
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<uuid>")
    .replaceAll(MEMBER_ID, "<member>")
    .replaceAll(/\bhash [0-9a-f]{8}\b/g, "hash <hash>")
    .replaceAll(/\bSHA-256 [0-9a-f]{12}…/g, "SHA-256 <hash>")
    .replaceAll(/\bafter [\d.]+m?s\b/g, "after <time>")
    .replaceAll(/\([\d.]+m?s\)/g, "(<time>)")
    .replaceAll(/\b\d+s ago\b/g, "<time> ago")
    .replaceAll(/\b\d+ (second|minute)s? ago\b/g, "<time> ago")
    .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, "<date>")
    .replaceAll(/\bcommit [0-9a-f]{12}\b/g, "commit <commit>")
    // The number of updates of a resource.
    .replaceAll(/ machine +\d+ /g, " machine <version> ")
    .replaceAll(/ +/g, " ");
}
