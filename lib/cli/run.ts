/**
 * Runs a command line and returns an exit code.
 *
 * @module
 */
import type { CallTrace } from "../output/call_trace.ts";
import type { Release } from "../distribution.ts";
import { MultiNodeError, OsctlError } from "../errors.ts";
import { InterruptError } from "../platform/interrupt_error.ts";
import { UnfinishedError } from "../platform/unfinished_error.ts";
import { takeRemovedLeftovers } from "../platform/leftovers.ts";
import { oneLine } from "../output/text.ts";
import { readSecretValues } from "../pki/redact_secrets.ts";
import { COLOUR_MODES, overrideColour } from "../output/colour.ts";
import { StatusLine } from "../output/status_line.ts";
import { extendSystem, type Output, type System } from "../platform/system.ts";
import type { GroupDefinition } from "./command.ts";
import type { Context, OpenOptions } from "./context.ts";
import { DONE, exitCode } from "./exit_code.ts";
import { canonicalize, type CanonicalLine } from "./pflag.ts";
import { terminalPrompts } from "./prompts.ts";
import { selectedRelease } from "./release.ts";
import { report, type ReportOptions } from "./report.ts";
import { endOf, globalsOf, typedPath } from "./tree.ts";
import { unknownCommand } from "./unknown.ts";
import type { RunningCommand, Wiring } from "./wiring.ts";

/** Hidden command of the completion scripts. */
const COMPLETE = "__complete";

/** Guards stdout: aborts the command when the reader closes the pipe. */
class Reader {
  readonly gone = new AbortController();

  guard(stdout: System["stdout"]): System["stdout"] {
    return {
      write: async (data) => {
        try {
          await stdout.write(data);
        } catch (error) {
          if (error instanceof Deno.errors.BrokenPipe) this.gone.abort(error);
          throw this.gone.signal.aborted ? error : await unwritable(error);
        }
      },
    };
  }
}

/** Converts a file error of stdout, such as a full disk; other errors are returned unchanged. */
async function unwritable(error: unknown): Promise<unknown> {
  const { fileErrorReason } = await import("../platform/files.ts");
  const reason = fileErrorReason(error);
  if (reason === undefined) return error;
  return new OsctlError("file", `cannot write the output: ${reason}`, { cause: error });
}

/** Returns whether an error is only the consequence of an aborted signal. */
function isCancellation(error: unknown, signal: AbortSignal): boolean {
  if (!signal.aborted) return false;
  if (error instanceof MultiNodeError) {
    return error.failures.every((failure) => isCancellation(failure.error, signal));
  }
  return error === signal.reason ||
    (error instanceof OsctlError && error.kind === "cancelled") ||
    (error instanceof DOMException && error.name === "AbortError");
}

/** The lines for an error, without what only says that work was stopped as its signal asked. */
function reportAfter(error: unknown, signal: AbortSignal, options: ReportOptions): string {
  const partial = error instanceof MultiNodeError ? error.failures : [];
  const stopped = partial.filter((failure) => isCancellation(failure.error, signal));
  if (stopped.length === 0) return isCancellation(error, signal) ? "" : report(error, options);
  const failed = partial.filter((failure) => !stopped.includes(failure));
  const nodes = stopped.map(({ node }) => node).join(", ");
  return report(new MultiNodeError(failed), options) +
    report(new OsctlError("cancelled", `interrupted; incomplete: ${nodes}`), options);
}

/** The line that shows progress, if stderr is a terminal that can overwrite a line. */
function statusLine({ stderr, terminal, env }: Pick<System, "stderr" | "terminal" | "env">) {
  if (!terminal.isTerminal("stderr") || env.get("TERM") === "dumb") return undefined;
  return new StatusLine(stderr, () => terminal.size()?.columns ?? 80);
}

async function write(stream: System["stderr"], text: string): Promise<void> {
  try {
    await stream.write(text);
  } catch (error) {
    // The reader of stderr is gone.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** Returns the trace of connections and calls, for `OSCTL_DEBUG=1`. */
async function openTrace(
  { env, stderr, clock }: Pick<System, "env" | "stderr" | "clock">,
): Promise<CallTrace | undefined> {
  if (!isDebug({ env })) return undefined;
  const { CallTrace } = await import("../output/call_trace.ts");
  return new CallTrace((line) => write(stderr, line), clock);
}

function isDebug({ env }: Pick<System, "env">): boolean {
  return env.get("OSCTL_DEBUG") === "1";
}

/** Returns the line of `osctl --version`. */
async function formatVersion({ release, spawn }: Pick<Context, "release" | "spawn">) {
  const { readCommit, VERSION } = await import("../platform/build.ts");
  return `osctl ${VERSION} (commit ${await readCommit(spawn)}, interface ${release})\n`;
}

/** Returns the last `--color` of a line; an invalid value is rejected with the other flags. */
function colourMode({ flags }: CanonicalLine): typeof COLOUR_MODES[number] {
  const text = flags.findLast(({ key }) => key === "color")?.text;
  return COLOUR_MODES.find((mode) => mode === text) ?? "auto";
}

/** Flags with which output does not end by itself, or fills the screen. */
const FOLLOWING = ["follow", "watch"];

/** Reports whether the user's pager may show the output of a line. */
function isPaged({ chain, flags, help }: CanonicalLine): boolean {
  const end = endOf(chain);
  if (help || end.kind === "group") return true;
  return end.paged && !flags.some(({ key, text }) => FOLLOWING.includes(key) && text !== "false");
}

/** Runs a line in the pager of the user where there is one. */
async function runPaged<Client>(
  line: CanonicalLine<Client>,
  context: Context<Client>,
  wiring: Wiring<Client>,
  reader: Reader,
): Promise<void> {
  if (!context.terminal.isTerminal("stdout") || !isPaged(line)) {
    return await runLine(line, context, wiring);
  }
  const { findPager, openPager } = await import("./pager.ts");
  const pager = findPager(context, await preferredPager(line, context));
  if (pager === undefined) return await runLine(line, context, wiring);
  const paged = openPager(context, pager, (output) => reader.guard(output));
  Object.assign(context, { stdout: paged.stdout, stderr: paged.stderr });
  try {
    await runLine(line, context, wiring);
  } finally {
    await paged.end();
  }
}

/** Returns the pager that the preferences set for a command, or for all. */
async function preferredPager<Client>(
  { chain, flags }: CanonicalLine<Client>,
  context: Context<Client>,
): Promise<string | undefined> {
  const noPreferences = flags.some(({ key, text }) => key === "noPreferences" && text !== "false");
  const { loadPreferences } = await import("../preferences/load.ts");
  try {
    const { pager, commands } = await loadPreferences(context, { noPreferences });
    return commands.get(chain.slice(1).map(({ name }) => name).join(" "))?.pager ?? pager;
  } catch (error) {
    // The command itself reports invalid preferences, unless it serves to correct them.
    if (!(error instanceof OsctlError)) throw error;
    return undefined;
  }
}

async function runLine<Client>(
  line: CanonicalLine<Client>,
  context: Context<Client>,
  wiring: Wiring<Client>,
): Promise<void> {
  const { chain, help, args } = line;
  const end = endOf(chain);
  if (line.error && !help) throw line.error;
  if (help || end.kind === "group") {
    if (!help && args.length > 0) {
      throw unknownCommand(chain, args[0]!, context.release, { afterEnd: true });
    }
    if (line.version && !help) return await context.stdout.write(await formatVersion(context));
    const { helpFor, helpForTopic } = await import("./help.ts");
    if (line.topic !== undefined) {
      const { TOPIC_TEXTS } = await import("./topic_texts.ts");
      await context.stdout.write(helpForTopic(line.topic, TOPIC_TEXTS[line.topic], context));
      return;
    }
    await context.stdout.write(helpFor(chain, context));
    return;
  }
  const { changesNodes, localFlag } = end;
  const isLocal = globalsOf(chain) !== undefined ||
    line.flags.some(({ key }) => key === localFlag);
  const running: RunningCommand = {
    changesNodes,
    isLocal,
    clients: { hasCalled: false, isUnshared: false, hasWarned: false },
  };
  Object.assign(context, { running });
  wiring.starting?.(context);
  const { dispatch } = await import("./dispatch.ts");
  try {
    await dispatch(line, context, wiring);
    wiring.ended?.(line.flags);
  } catch (error) {
    wiring.ended?.(line.flags, error);
    throw error;
  }
}

/** Names the removed files of terminated processes. */
async function reportLeftovers({ stderr }: Pick<System, "stderr">): Promise<void> {
  const paths = takeRemovedLeftovers();
  if (paths.length === 0) return;
  const names = paths.map((path) => `"${path}"`).join(", ");
  const text = `removed remains of an interrupted osctl: ${names}`;
  await write(stderr, `osctl: ${oneLine(text)}\n`);
}

/** Reports an error of loading the command, or an uncaught one, which is a bug. */
export async function reportUncaught(error: unknown, system: System): Promise<number> {
  await write(
    system.stderr,
    report(error, {
      typed: "osctl",
      debug: isDebug(system),
      secrets: readSecretValues(system.env),
    }),
  );
  return exitCode(error);
}

/**
 * Runs the command that `args` names in `tree` and returns the exit code (see `exit_code.ts`).
 * Reports errors on stderr; never throws.
 */
export async function runProgram<Client>(
  tree: GroupDefinition<Client>,
  args: readonly string[],
  machine: System,
  wiring: Wiring<Client>,
): Promise<number> {
  const { stdout, stderr } = machine;
  const status = statusLine(machine);
  const guarded = (stream: "stdout" | "stderr", output: Output) =>
    status !== undefined && machine.terminal.isTerminal(stream) ? status.guard(output) : output;
  const system: System = extendSystem(machine, {
    stdout: guarded("stdout", stdout),
    stderr: guarded("stderr", stderr),
  });
  const reader = new Reader();
  const notice = () => {
    const asked = system.signal.reason instanceof InterruptError;
    if (!asked || !system.terminal.isTerminal("stderr")) return;
    void write(system.stderr, "osctl: stopping; press ^C again to exit at once\n");
  };
  system.signal.addEventListener("abort", notice, { once: true });
  let typed = tree.name;
  const trace = await openTrace(system);
  try {
    const release: Release = selectedRelease(system.env);
    const context: Context<Client> = extendSystem(system, {
      stdout: reader.guard(system.stdout),
      signal: AbortSignal.any([system.signal, reader.gone.signal]),
      release,
      status,
      trace,
      prompts: wiring.prompts ?? terminalPrompts(system),
      openClient: (options: OpenOptions) => wiring.openClient(context, options),
    });
    if (args[0] === COMPLETE) {
      const { complete } = await import("./complete.ts");
      await complete(tree, args.slice(1), context, wiring);
      return DONE;
    }
    let line = canonicalize(tree, args, release);
    if (line.error !== undefined && line.chain.length === 1) {
      const { findCustomCommand } = await import("./custom_commands.ts");
      const custom = await findCustomCommand(tree, args, context);
      if (custom?.kind === "plugin") {
        const { runPlugin } = await import("./plugins.ts");
        return await runPlugin(custom.plugin, custom.words, context);
      }
      if (custom !== undefined) line = canonicalize(tree, custom.words, release);
    }
    typed = typedPath(line.chain);
    context.env = overrideColour(system.env, colourMode(line));
    await runPaged(line, context, wiring, reader);
    await trace?.flush();
    return DONE;
  } catch (error) {
    if (reader.gone.signal.aborted && !(error instanceof UnfinishedError)) return DONE;
    await status?.clear();
    await trace?.flush();
    const secrets = readSecretValues(system.env);
    const options = { typed, debug: isDebug(system), secrets };
    await write(system.stderr, reportAfter(error, system.signal, options));
    return exitCode(error, system.signal.aborted ? system.signal.reason : undefined);
  } finally {
    system.signal.removeEventListener("abort", notice);
    await reportLeftovers(system);
  }
}
