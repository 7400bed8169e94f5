/** Runs a session that is recorded in a page of the documentation, and compares the output. */
import assert from "node:assert/strict";
import { Program } from "../../scripts/program.ts";

/** Limit of a command that waits for its recorded output, milliseconds. */
const WAIT_MS = 60_000;

interface Step {
  readonly command: string;
  /** Lines of stdout and stderr in the order of a terminal. */
  readonly output: string[];
}

/** A session of the program, command by command as recorded. */
export class RecordedSession implements AsyncDisposable {
  readonly #program: Program;
  readonly #steps: Step[];
  /** Recorded etcd member IDs, and those of this run. */
  readonly #ids = new Map<string, string>();

  readonly #recordedHome: string;

  private constructor(program: Program, steps: Step[], recordedHome: string) {
    this.#program = program;
    this.#steps = steps;
    this.#recordedHome = recordedHome;
  }

  /**
   * Reads the commands in the console blocks of a page.
   *
   * @param recordedHome Home and working directory of the recording.
   */
  static async open(page: URL, recordedHome: string): Promise<RecordedSession> {
    const text = await Deno.readTextFile(page);
    const lines = [...text.matchAll(/^```console\n(.*?)^```$/gms)]
      .flatMap(([, block]) => block!.trimEnd().split("\n"));
    const steps: Step[] = [];
    for (const line of lines) {
      if (line.startsWith("$ ")) steps.push({ command: line.slice(2), output: [] });
      else if (line !== "") steps.at(-1)!.output.push(line);
    }
    return new RecordedSession(await Program.create(), steps, recordedHome);
  }

  /** Recorded commands that have not run. */
  get rest(): string[] {
    return this.#steps.map(({ command }) => command);
  }

  /** Runs the next recorded command, which must be this one. */
  async run(command: string, expectedCode = 0): Promise<void> {
    const step = this.#next(command);
    const { code, output } = await this.#execute(step.command);
    assert.equal(code, expectedCode, output);
    this.#compare(step, output);
  }

  /** Repeats the next recorded command, which must be this one, until its output is the recorded. */
  async wait(command: string): Promise<void> {
    const step = this.#next(command);
    const end = Date.now() + WAIT_MS;
    while (true) {
      const { output } = await this.#execute(step.command);
      try {
        return this.#compare(step, output);
      } catch (error) {
        if (!(error instanceof assert.AssertionError) || Date.now() > end) throw error;
      }
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

  async #execute(command: string): Promise<{ code: number; output: string }> {
    const args = command.split(" ").slice(1).map((word) => this.#ids.get(word) ?? word);
    const { args: start, env } = this.#program.invocation;
    const { code, stdout } = await new Deno.Command("sh", {
      args: ["-c", 'exec "$0" "$@" 2>&1', Deno.execPath(), ...start, ...args],
      cwd: this.#program.home,
      env,
      stdin: "null",
    }).output();
    return { code, output: new TextDecoder().decode(stdout) };
  }

  /**
   * Compares line by line; `…` stands for any lines. Members are listed by ID, which differs from run
   * to run, so that their order does too.
   */
  #compare({ command, output }: Step, actual: string): void {
    const lines = actual.trimEnd().split("\n").filter((line) => line !== "")
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

/** Replaces what differs from run to run. */
function comparable(line: string): string {
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
