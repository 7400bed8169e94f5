/**
 * The lock of a cluster against other rolling changes: a Lease in the cluster, and a file against
 * other processes of this machine, which alone remains where Kubernetes does not respond.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../../async/deadline.ts";
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import { isConflict, isNotFound, KubernetesError } from "../../kubernetes/kubernetes_error.ts";
import { type Lease, LEASES } from "../../kubernetes/objects.ts";
import { formatDuration } from "../../output/duration.ts";
import { oneLine } from "../../output/text.ts";
import type { Clock } from "../../platform/system.ts";
import type { OpenKubernetes } from "./gates/types.ts";
import {
  acquireLease,
  inProgress,
  LockRefused,
  readLease,
  requireFinished,
} from "./lock/acquire_lease.ts";
import { LockFile } from "./lock/lock_file.ts";
import {
  identityOf,
  LEASE_SECONDS,
  type LockRecord,
  readRecord,
  writeRecord,
} from "./lock/lock_record.ts";
import type { LockHolder, LockStep, RollingLock } from "./types.ts";

/** Interval of renewals, milliseconds: three within the duration of the lease. */
const RENEW_MS = LEASE_SECONDS * 1000 / 3;
/** Interval of attempts while the API is unreachable, milliseconds. */
const RETRY_MS = 1000;
/** Limit of one request, milliseconds. */
const CALL_MS = 10_000;
/** Limit of finding out whether Kubernetes responds, milliseconds. */
const FIND_MS = 30_000;
/** Limit of recording the first step of a node, milliseconds. */
const FIRST_STEP_MS = 60_000;
/** Limit of recording a further step of a node, milliseconds. */
const STEP_MS = 1000;
/** Limits of the last write, milliseconds: of a complete change, and of one that stopped. */
const RELEASE_MS = 30_000;
const DISPOSE_MS = 5000;

/** The last phase of a node, in which it serves its workload again. */
const LAST_PHASE = "verify";

/** Options of {@linkcode openLock}. */
export interface LockOptions {
  readonly clock: Clock;
  /** Cancels opening. */
  readonly signal: AbortSignal;
  readonly holder: LockHolder;
  /** Random ID of this process. */
  readonly session: string;
  /** Folder of lock files. */
  readonly folder: string;
  /** Identifies the cluster: the name of its lock file. */
  readonly cluster: string;
  readonly kubernetes: OpenKubernetes;
  /** Returns why a node is not healthy; undefined for a healthy one. */
  findProblem(node: string, signal: AbortSignal): Promise<string | undefined>;
  /** Called with each step on one line. */
  report(text: string): void;
}

/**
 * Acquires the lock.
 *
 * @throws {OsctlError} that names operator, node and step of another rolling change.
 */
export async function openLock(options: LockOptions): Promise<RollingLock> {
  const { folder, cluster, holder, session, report } = options;
  const record: LockRecord = { ...holder, session, nodes: {} };
  const opened = await LockFile.open(folder, cluster);
  if (!("lock" in opened)) {
    const other = opened.record ?? { ...record, operator: "another process", title: "unknown" };
    throw inProgress(other, "", "its process on this machine has locked the cluster");
  }
  const { lock: file } = opened;
  try {
    const { previous } = file;
    const ended = new Set(previous === undefined ? [] : [previous.session]);
    if (previous !== undefined) await requireFinished(previous, { ...options, record });
    const acquire = { ...options, record, ended };
    const lease = await findKubernetes(options, (client) => acquireLease(client, acquire));
    if (lease instanceof Unreachable) {
      report(
        `Kubernetes does not respond (${lease.reason}): the lock is a file of this machine, which ` +
          "excludes no other one",
      );
    }
    const earlier = previous?.id === holder.id ? previous.nodes : {};
    const acquired = lease instanceof Unreachable ? undefined : lease;
    const nodes = { ...earlier, ...acquired && readRecord(acquired)?.nodes };
    await file.write({ ...record, nodes });
    return new ClusterLock(options, {
      file,
      record: { ...record, nodes },
      lease: acquired,
      ended,
    });
  } catch (error) {
    file[Symbol.dispose]();
    throw error;
  }
}

/** Why no API server responded. */
class Unreachable {
  constructor(readonly reason: string) {}
}

/** Runs a call to Kubernetes, if an API server responds. */
async function findKubernetes<T>(
  { clock, signal, kubernetes }: Pick<LockOptions, "clock" | "signal" | "kubernetes">,
  call: (client: Awaited<ReturnType<OpenKubernetes>>) => Promise<T>,
): Promise<T | Unreachable> {
  const until = clock.now() + FIND_MS;
  while (true) {
    try {
      return await call(await withinMs(clock, CALL_MS, signal, kubernetes));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OsctlError) || !isUnreachable(error)) throw error;
      if (clock.now() >= until) return new Unreachable(oneLine(error.message));
    }
    await sleep(clock, RETRY_MS, signal);
  }
}

/**
 * Reports whether the API server is not reachable, cannot process requests, or no node returns its
 * address.
 */
function isUnreachable(error: OsctlError): boolean {
  if (error instanceof LockRefused) return false;
  if (error instanceof KubernetesError) return error.code === 429 || error.code >= 500;
  return error.kind === "connection" || error.kind === "node";
}

function isForbidden(error: OsctlError): boolean {
  return error instanceof KubernetesError && error.code === 403;
}

async function withinMs<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const expired = () =>
    new OsctlError("connection", `Kubernetes did not respond within ${formatDuration(ms)}`);
  using limit = createDeadline({ clock, ms, signals: [signal], expired });
  return await raceWithAbort(call(limit.signal), limit.signal);
}

/** The locks that {@linkcode openLock} has acquired. */
interface Acquired {
  readonly file: LockFile;
  readonly record: LockRecord;
  /** Undefined where Kubernetes does not respond. */
  readonly lease: Lease | undefined;
  readonly ended: ReadonlySet<string>;
}

class ClusterLock implements RollingLock {
  readonly #options: LockOptions;
  readonly #file: LockFile;
  readonly #lost = new AbortController();
  readonly #closed = new AbortController();
  readonly #renewing: Promise<void>;
  readonly #ended: ReadonlySet<string>;
  #record: LockRecord;
  #lease: Lease | undefined;
  /** The last write: the next one begins after it. */
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;
  #isDisposing = false;

  constructor(options: LockOptions, { file, record, lease, ended }: Acquired) {
    this.#options = options;
    this.#file = file;
    this.#record = record;
    this.#lease = lease;
    this.#ended = ended;
    this.#renewing = this.#renew();
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  async report({ node, phase }: LockStep, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    this.#lost.signal.throwIfAborted();
    const isNew = !Object.hasOwn(this.#record.nodes, node);
    // Nodes in the last phase are over once another one is reported.
    const others = Object.entries(this.#record.nodes)
      .filter(([name, last]) => name !== node && last !== LAST_PHASE);
    this.#record = { ...this.#record, nodes: { ...Object.fromEntries(others), [node]: phase } };
    await this.#file.write(this.#record);
    if (!isNew || this.#lease === undefined) return await this.#tryWrite(signal);
    // No other node begins without a confirmed lock.
    const until = clock.now() + FIRST_STEP_MS;
    while (true) {
      try {
        return await this.#write(signal);
      } catch (error) {
        signal.throwIfAborted();
        this.#lost.signal.throwIfAborted();
        if (!(error instanceof OsctlError) || !isUnreachable(error)) throw error;
        if (clock.now() >= until) {
          const failure = new OsctlError(
            "node",
            `the lock of the cluster is not confirmed: ${oneLine(error.message)}`,
            { hint: "wait until Kubernetes responds", cause: error },
          );
          this.#lose(failure);
          throw failure;
        }
      }
      await sleep(clock, RETRY_MS, signal);
    }
  }

  /**
   * Writes the record if the API responds soon. The API may be the one of the node that restarts;
   * the renewals repeat the write.
   */
  async #tryWrite(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const write = this.#write(signal);
    const expired = () => new OsctlError("connection", "Kubernetes does not respond");
    using limit = createDeadline({ clock, ms: STEP_MS, signals: [signal], expired });
    try {
      await raceWithAbort(write, limit.signal);
    } catch (error) {
      signal.throwIfAborted();
      this.#lost.signal.throwIfAborted();
      if (!(error instanceof OsctlError) || !isUnreachable(error)) throw error;
    }
  }

  async release(signal: AbortSignal): Promise<void> {
    await this.#end({ ...this.#record, nodes: {} }, signal, RELEASE_MS);
    await this.#file.write(undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposing = true;
    try {
      const { signal } = new AbortController();
      if (!this.#isOver) await this.#end(this.#record, signal, DISPOSE_MS);
    } finally {
      this.#file[Symbol.dispose]();
    }
  }

  /**
   * Writes the lease for the last time, without holder, so that no other change waits for its
   * expiry.
   */
  async #end(record: LockRecord, signal: AbortSignal, ms: number): Promise<void> {
    this.#isOver = true;
    this.#closed.abort(new OsctlError("cancelled", "the lock was released"));
    await this.#renewing;
    await this.#last;
    if (this.#lease === undefined || this.#lost.signal.aborted) return;
    const { clock, report } = this.#options;
    this.#record = record;
    const until = clock.now() + ms;
    while (true) {
      try {
        const limitMs = Math.min(CALL_MS, Math.max(1, until - clock.now()));
        return await withinMs(clock, limitMs, signal, (limit) => this.#replace(limit, false));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof OsctlError)) throw error;
        if (this.#lost.signal.aborted) return;
        // Without access, no step of the change is recorded either.
        if (isForbidden(error) && !this.#isDisposing) throw error;
        if (!isUnreachable(error) || clock.now() + RETRY_MS >= until) {
          const reason = oneLine(error.message);
          return report(`the lock was not released and expires by itself: ${reason}`);
        }
      }
      await sleep(clock, RETRY_MS, signal);
    }
  }

  async #renew(): Promise<void> {
    const { clock, report } = this.#options;
    const signal = this.#closed.signal;
    for (let pauseMs = RENEW_MS; !signal.aborted && !this.#lost.signal.aborted;) {
      try {
        await sleep(clock, pauseMs, signal);
        await this.#write(signal);
        pauseMs = RENEW_MS;
      } catch (error) {
        if (signal.aborted || this.#lost.signal.aborted) return;
        if (!(error instanceof OsctlError)) throw error;
        // Denied access is reported too: the lease expires, and steps of other nodes are refused.
        if (!isUnreachable(error)) report(`the lock is not renewed: ${oneLine(error.message)}`);
        pauseMs = RETRY_MS;
      }
    }
  }

  /** Writes the record to the lease, one write after the other. */
  #write(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const write = this.#last.then(() =>
      // Acquiring may have to wait until another lock expires.
      this.#lease === undefined
        ? this.#acquire(signal)
        : withinMs(clock, CALL_MS, signal, (limit) => this.#replace(limit, true))
    );
    this.#last = write.catch(() => {}); // the caller of the failed write has its error
    return write;
  }

  /** Acquires the lease when Kubernetes did not respond at the start. */
  async #acquire(signal: AbortSignal): Promise<void> {
    const { clock, kubernetes } = this.#options;
    const client = await withinMs(clock, CALL_MS, signal, kubernetes);
    const options = { ...this.#options, signal, record: this.#record, ended: this.#ended };
    try {
      this.#lease = await acquireLease(client, options);
    } catch (error) {
      if (error instanceof LockRefused) this.#lose(error);
      throw error;
    }
  }

  async #replace(signal: AbortSignal, isHeld: boolean): Promise<void> {
    const { clock, kubernetes } = this.#options;
    const client = await kubernetes(signal);
    while (true) {
      const now = clock.now();
      const object = writeRecord(this.#lease, this.#record, { now, isHeld, isTransition: false });
      try {
        this.#lease = await client.replace(LEASES, object, { signal });
        return;
      } catch (error) {
        if (!isConflict(error) && !isNotFound(error)) throw error;
      }
      // A lost response, or another holder.
      const current = await readLease(client, signal);
      if (current?.spec?.holderIdentity !== identityOf(this.#record)) {
        const other = current && readRecord(current);
        const who = other === undefined
          ? "its Lease was removed"
          : `taken over by ${other.operator}`;
        const failure = new OsctlError("node", `the lock of the cluster is lost: ${oneLine(who)}`, {
          hint: "check who changes the cluster",
        });
        this.#lose(failure);
        throw failure;
      }
      this.#lease = current;
    }
  }

  #lose(reason: unknown): void {
    if (!this.#lost.signal.aborted) this.#lost.abort(reason);
  }
}
