/**
 * Acquires the Lease of rolling changes.
 *
 * @module
 */
import { sleep } from "../../../async/sleep.ts";
import { OsctlError } from "../../../errors.ts";
import { isConflict, isNotFound } from "../../../kubernetes/kubernetes_error.ts";
import { type Lease, LEASES } from "../../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../../kubernetes/types.ts";
import { formatElapsed } from "../../../output/elapsed.ts";
import { escapeControls } from "../../../output/text.ts";
import type { Clock } from "../../../platform/system.ts";
import {
  identityOf,
  LEASE,
  LEASE_SECONDS,
  type LockRecord,
  readRecord,
  writeRecord,
} from "./lock_record.ts";

/** Interval of reads of a lease that may have expired, milliseconds. */
const OBSERVE_MS = 2000;

/** The cluster is, or may be, changed by another operator. */
export class LockRefused extends OsctlError {
  override readonly name = "LockRefused";
}

/** Options of {@linkcode acquireLease}. */
export interface AcquireOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly record: LockRecord;
  /** Sessions of processes that have ended, as the lock file of this machine shows. */
  readonly ended: ReadonlySet<string>;
  /** Returns why a node is not healthy; undefined for a healthy one. */
  findProblem(node: string, signal: AbortSignal): Promise<string | undefined>;
  /** Called with each step on one line. */
  report(text: string): void;
}

/**
 * Acquires the lease. One that is renewed is refused; an expired one is taken over when its nodes are
 * healthy, or when it is of the same change.
 *
 * Expiry is a lease that does not change for its duration on the clock of this machine: the clock of
 * the other operator may differ.
 *
 * @throws {OsctlError} that names operator, node and step of the holder.
 */
export async function acquireLease(
  client: KubernetesClient,
  options: AcquireOptions,
): Promise<Lease> {
  const { clock, signal } = options;
  while (true) {
    const lease = await readLease(client, signal);
    const previous = lease && readRecord(lease);
    if (lease !== undefined && previous !== undefined) {
      const isOver = await awaitEnd(client, lease, previous, options);
      // Another process has released or renewed it, or taken it over, in the meantime.
      if (!isOver) continue;
      await requireFinished(previous, options);
    }
    // The nodes of an earlier run of this change remain recorded until it reports another step.
    const nodes = previous?.id === options.record.id ? previous.nodes : options.record.nodes;
    const record = { ...options.record, nodes };
    const isTransition = lease?.spec?.holderIdentity !== identityOf(record);
    const object = writeRecord(lease, record, { now: clock.now(), isHeld: true, isTransition });
    try {
      return lease === undefined
        ? await client.create(LEASES, object, { signal })
        : await client.replace(LEASES, object, { signal });
    } catch (error) {
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  }
}

/** Reads the lease; undefined without one. */
export async function readLease(
  client: KubernetesClient,
  signal: AbortSignal,
): Promise<Lease | undefined> {
  try {
    return await client.get(LEASES, LEASE, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * Waits until a held lease has expired; false when it was released or taken over meanwhile.
 *
 * @throws {OsctlError} when its holder renews it.
 */
async function awaitEnd(
  client: KubernetesClient,
  lease: Lease,
  previous: LockRecord,
  { clock, signal, record, ended, report }: AcquireOptions,
): Promise<boolean> {
  const holder = lease.spec?.holderIdentity ?? "";
  if (holder === "" || holder === identityOf(record)) return true;
  if (ended.has(previous.session)) return true;
  const seconds = Math.max(lease.spec?.leaseDurationSeconds ?? 0, LEASE_SECONDS);
  const renewed = Date.parse(lease.spec?.renewTime ?? "");
  const age = clock.now() - renewed;
  const isSame = previous.id === record.id;
  // A clock that differs causes an unnecessary refusal at worst; the observation below is exact.
  const isFresh = Math.abs(age) < seconds * 1000;
  if (isFresh && !isSame) {
    const when = `its lock was renewed ${formatElapsed(Math.max(0, age))} ago`;
    throw refusal(previous, lease, clock.now(), when);
  }
  report(
    `waiting ${formatElapsed(seconds * 1000)} for the lock of ${escapeControls(holder)} to expire`,
  );
  const end = clock.now() + seconds * 1000;
  while (clock.now() < end) {
    await sleep(clock, OBSERVE_MS, signal);
    const current = await readLease(client, signal);
    if (current?.spec?.holderIdentity !== holder) return false;
    if (current.spec.renewTime === lease.spec?.renewTime) continue;
    const when = "its process renews the lock in the cluster";
    throw refusal(readRecord(current) ?? previous, current, clock.now(), when);
  }
  return true;
}

function refusal(
  record: LockRecord,
  { spec }: Lease,
  now: number,
  proof: string,
): OsctlError {
  const started = Date.parse(spec?.acquireTime ?? "");
  const since = now > started ? `, for ${formatElapsed(now - started)}` : "";
  return inProgress(record, since, proof);
}

/** Returns the error about a rolling change in progress. */
export function inProgress(
  { title, operator, nodes }: LockRecord,
  since: string,
  proof: string,
): OsctlError {
  const steps = describeSteps(nodes);
  return new LockRefused(
    "node",
    escapeControls(
      `another rolling change is in progress: ${title} by ${operator}${since}, ` +
        (steps === "" ? "before its first node" : `at ${steps}`),
    ),
    { hint: `retry when it has ended; ${proof}` },
  );
}

function describeSteps(nodes: LockRecord["nodes"]): string {
  return Object.entries(nodes).map(([node, phase]) => `node "${node}" (${phase})`).join(", ");
}

/** Requires the nodes of an unfinished change to be healthy; expiry alone admits no other change. */
export async function requireFinished(
  previous: LockRecord,
  { signal, record, findProblem, report }: Pick<
    AcquireOptions,
    "signal" | "record" | "findProblem" | "report"
  >,
): Promise<void> {
  const { operator, title, nodes } = previous;
  const names = Object.keys(nodes);
  if (previous.id === record.id || names.length === 0) return;
  for (const name of names) {
    const problem = await findProblem(name, signal);
    if (problem === undefined) continue;
    throw new LockRefused(
      "node",
      escapeControls(
        `the rolling change of ${operator} (${title}) stopped at ${describeSteps(nodes)}, ` +
          `and node "${name}" is not healthy: ${problem}`,
      ),
      { hint: "continue that change with --resume, or repair the node" },
    );
  }
  report(escapeControls(
    `took over the lock of ${operator} (${title}), which ended at ${describeSteps(nodes)}: ` +
      `${names.length === 1 ? "the node is" : "the nodes are"} healthy`,
  ));
}
