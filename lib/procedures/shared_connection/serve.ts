/**
 * The background process of a session.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../../async/deadline.ts";
import { sleep } from "../../async/sleep.ts";
import { resolveSessionTarget, type SessionTarget } from "../../client/session_target.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import { ownIdentity } from "../../cluster/background.ts";
import { type ErrorKind, OsctlError } from "../../errors.ts";
import { formatDuration } from "../../output/duration.ts";
import { withFileErrors } from "../../platform/files.ts";
import { limitMemory } from "../../platform/memory.ts";
import { createPrivateFolder, removeEmptyFolder } from "../../platform/private_listener.ts";
import { isSocketPath, socketPath } from "../../platform/private_folder.ts";
import { dial, loadDialers } from "../../rpc/dial.ts";
import { chooseProxy } from "../../rpc/mod.ts";
import { serveControl, sessionFolder, SessionListener, Upstream } from "../../rpc/session/mod.ts";
import { Reconnector } from "./reconnect.ts";
import { checkFolder, controlName, removeRecord, writeRecord } from "./records.ts";
import { endStart } from "./start_marker.ts";
import { endStuckSessions } from "./stop.ts";
import { targetName, targetNames } from "./target_names.ts";
import { type SessionOptions, type SessionRecord, type SessionStatus, START_MS } from "./types.ts";
import type { ProcedureSystem } from "../context.ts";

/** Longest interval of the checks whether the session ends, milliseconds. */
const CHECK_MS = 5000;

/**
 * Resident memory from which garbage is collected, bytes, and the interval of checks, milliseconds. No
 * flag of V8 can limit it: executables do not read DENO_V8_FLAGS.
 */
const MEMORY = { bytes: 80e6, intervalMs: 2000 } as const;

/** Time that calls have to end after `session stop`, milliseconds. */
const STOP_MS = 3000;

/** The only line that the process writes to stdout, as JSON. */
export type Handshake =
  | { readonly ready: SessionRecord }
  | { readonly error: { kind: ErrorKind; message: string; hint?: string } };

/** A session to serve. */
export interface SessionSettings {
  readonly target: SessionOptions;
  /** Time without calls after which the session ends, milliseconds. */
  readonly idleMs: number;
  /** Called with an error of one call. */
  failed(error: unknown): void;
}

/** Options of {@linkcode serveSession}. */
export interface ServeOptions extends SessionSettings {
  /** Called once, when the sockets listen or the start failed. */
  send(handshake: Handshake): Promise<void>;
}

/** Serves the endpoints of a context until the session ends. */
export async function serveSession(system: ProcedureSystem, options: ServeOptions): Promise<void> {
  const folder = sessionFolder(system);
  let session: ServedSession;
  using limit = createDeadline({
    clock: system.clock,
    ms: START_MS,
    signals: [system.signal],
    expired: () =>
      new OsctlError("connection", `no endpoint responded within ${formatDuration(START_MS)}`),
  });
  try {
    session = await ServedSession.start(system, options, limit.signal);
  } catch (error) {
    await endStart(folder);
    await removeEmptyFolder(folder);
    if (!(error instanceof OsctlError)) throw error;
    const { kind, message, hint } = error;
    await options.send({ error: { kind, message, ...(hint === undefined ? {} : { hint }) } });
    throw error;
  }
  await endStart(folder);
  try {
    await options.send({ ready: session.record });
  } catch (error) {
    // Without the command that started it, no command waits for this session.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    session.stop();
  }
  await session.run();
}

/** Endpoint of a session. */
interface ServedEndpoint {
  readonly endpoint: string;
  readonly name: string;
  readonly upstream: Upstream;
}

/** A session that listens. */
export class ServedSession {
  readonly record: SessionRecord;
  readonly #system: ProcedureSystem;
  readonly #options: SessionSettings;
  readonly #folder: string;
  readonly #endpoints: readonly ServedEndpoint[];
  readonly #listeners: readonly SessionListener[];
  readonly #control: ReturnType<typeof serveControl>;
  readonly #reconnector: Reconnector;
  readonly #notAfter: number | undefined;
  readonly #stop = new AbortController();
  #configStamp: string;
  #open = 0;
  #calls = 0;
  #lastUsed: number;

  private constructor(
    system: ProcedureSystem,
    options: SessionSettings,
    started: {
      folder: string;
      target: SessionTarget;
      endpoints: readonly ServedEndpoint[];
      record: SessionRecord;
      stamp: string;
    },
  ) {
    const { folder, target, endpoints, record, stamp } = started;
    this.#system = system;
    this.#options = options;
    this.#folder = folder;
    this.#endpoints = endpoints;
    this.#notAfter = target.notAfter;
    this.#configStamp = stamp;
    this.record = record;
    this.#lastUsed = record.since;
    this.#listeners = endpoints.map(({ name, upstream }) =>
      new SessionListener({
        folder,
        name,
        upstream,
        callStarted: () => this.#callStarted(),
        report: (error) => options.failed(error),
      })
    );
    this.#reconnector = new Reconnector({
      clock: system.clock,
      upstreams: endpoints.map(({ upstream }) => upstream),
      isBusy: () => this.#open > 0,
    });
    this.#control = serveControl(
      folder,
      controlName(record.process),
      (method) => this.#answer(method),
      (error) => options.failed(error),
    );
  }

  /**
   * Connects to the endpoints of a context, and listens.
   *
   * @throws {OsctlError} when no endpoint can be reached, or the folder is unsafe.
   */
  static async start(
    system: ProcedureSystem,
    options: SessionSettings,
    signal: AbortSignal = system.signal,
  ): Promise<ServedSession> {
    const folder = sessionFolder(system);
    await createPrivateFolder(folder);
    checkFolder(folder);
    const target = await resolveSessionTarget(system, options.target);
    await endStuckSessions(folder, system, { context: target.context, osconfig: target.path });
    const stamp = await readStamp(target.path);
    await loadDialers();
    const endpoints = await Promise.all(
      target.endpoints.map((endpoint) => createEndpoint(system, endpoint, target)),
    );
    if (!isSocketPath(socketPath(folder, endpoints[0]!.name))) {
      throw new OsctlError("file", `the path "${folder}" is too long for a Unix socket`, {
        hint: "set XDG_RUNTIME_DIR to a shorter path",
      });
    }
    const record: SessionRecord = {
      process: await ownIdentity(Deno.pid, system.spawn),
      context: target.context,
      osconfig: target.path,
      endpoints: target.endpoints,
      names: endpoints.map(({ name }) => name),
      since: system.clock.now(),
      idleMs: options.idleMs,
    };
    // Written first: a process that hangs while it connects is found by the next command.
    await writeRecord(folder, { ...record, isStarting: true });
    try {
      await raceWithAbort(connectAny(endpoints), signal);
    } catch (error) {
      for (const { upstream } of endpoints) upstream.close("immediate");
      await removeRecord(folder, record);
      throw error;
    }
    // After a failure, as on a full disk, the next start removes the files of this process.
    const session = await withFileErrors(
      "listen in",
      folder,
      () => new ServedSession(system, options, { folder, target, endpoints, record, stamp }),
    );
    await writeRecord(folder, record);
    return session;
  }

  /** Runs until the session ends, and removes its files. */
  async run(): Promise<void> {
    const signal = AbortSignal.any([this.#system.signal, this.#stop.signal]);
    const interval = Math.min(CHECK_MS, this.#options.idleMs / 4);
    const endMemoryLimit = limitMemory({ clock: this.#system.clock, ...MEMORY });
    try {
      while (!signal.aborted && !await this.#hasEnded()) {
        await sleep(this.#system.clock, interval, signal).catch(() => {});
      }
      for (const listener of this.#listeners) listener.shutdown();
      this.#control.close();
      await this.#lastCalls();
    } finally {
      endMemoryLimit();
      this.#reconnector[Symbol.dispose]();
      for (const listener of this.#listeners) listener.destroy();
      this.#control.close();
      for (const { upstream } of this.#endpoints) upstream.close("immediate");
      await removeRecord(this.#folder, this.record);
      await removeEmptyFolder(this.#folder);
    }
  }

  /** Waits for the calls in progress; after a request to stop, for a short time. */
  async #lastCalls(): Promise<void> {
    const { clock, signal } = this.#system;
    const isAsked = this.#stop.signal.aborted;
    const deadline = isAsked ? clock.now() + STOP_MS : Infinity;
    while (this.#open > 0 && clock.now() < deadline && !signal.aborted) {
      await sleep(clock, 50, signal).catch(() => {});
    }
  }

  async #hasEnded(): Promise<boolean> {
    const now = this.#system.clock.now();
    const isIdle = this.#open === 0 && Math.abs(now - this.#lastUsed) >= this.#options.idleMs;
    return isIdle || (this.#notAfter ?? Infinity) <= now || !this.#isInPlace() ||
      await this.#hasNewCredentials();
  }

  #isInPlace(): boolean {
    return this.#control.isInPlace && this.#listeners.every(({ isInPlace }) => isInPlace);
  }

  /** Reports whether the context has other endpoints or credentials, or is gone. */
  async #hasNewCredentials(): Promise<boolean> {
    const stamp = await readStamp(this.record.osconfig);
    if (stamp === this.#configStamp) return false;
    try {
      const { context, osconfig } = this.record;
      const changed = { ...this.#options.target, context, osconfig };
      const target = await resolveSessionTarget(this.#system, changed);
      const names = await targetNames(this.#system, target);
      this.#configStamp = stamp;
      return names.join() !== this.record.names.join();
    } catch (error) {
      if (error instanceof OsctlError) return true;
      throw error;
    }
  }

  #callStarted(): () => void {
    this.#open++;
    this.#calls++;
    this.#reconnector.used();
    return () => {
      this.#open--;
      this.#lastUsed = this.#system.clock.now();
      this.#reconnector.used();
    };
  }

  get status(): SessionStatus {
    return {
      open: this.#open,
      calls: this.#calls,
      lastUsed: this.#lastUsed,
      connected: this.#endpoints.filter(({ upstream }) => upstream.isUsable)
        .map(({ endpoint }) => endpoint),
    };
  }

  /** Ends the session; calls in progress have a short time to end. */
  stop(): void {
    this.#stop.abort();
  }

  #answer(method: string): Promise<SessionStatus> {
    if (method === "stop") this.stop();
    return Promise.resolve(this.status);
  }
}

/** Connects to all endpoints; throws the first error when none can be reached. */
async function connectAny(endpoints: readonly ServedEndpoint[]): Promise<void> {
  const attempts = await Promise.allSettled(endpoints.map(({ upstream }) => upstream.connect()));
  const failure = attempts.find((one) => one.status === "rejected");
  if (failure !== undefined && attempts.every(({ status }) => status === "rejected")) {
    throw failure.reason;
  }
}

async function createEndpoint(
  system: ProcedureSystem,
  endpoint: string,
  target: SessionTarget,
): Promise<ServedEndpoint> {
  const { clock, env } = system;
  let denoTls = true;
  const { connectMs } = parseTimeouts(env);
  const upstream = new Upstream({
    clock,
    answerMs: connectMs,
    unanswered: () =>
      new OsctlError(
        "connection",
        `${endpoint} did not answer a ping within ${formatDuration(connectMs)}`,
        { hint: "check that the endpoint is a node or a proxy of the node API" },
      ),
    dial: () =>
      dial(endpoint, target.tls, {
        connectTimeoutMs: connectMs,
        clock,
        proxy: chooseProxy(endpoint, env, target.proxy),
        isProxyOfContext: target.proxy !== undefined,
        signal: system.signal,
        denoTls,
        onDenoTlsFailure: () => denoTls = false,
      }),
  });
  return { endpoint, name: await targetName(system, endpoint, target), upstream };
}

/** Returns what changes whenever a file is replaced or written. */
async function readStamp(path: string): Promise<string> {
  try {
    const { mtime, size, ino } = await Deno.stat(path);
    return `${mtime?.getTime()} ${size} ${ino}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
