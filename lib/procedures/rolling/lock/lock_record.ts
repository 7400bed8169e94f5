/**
 * The record of a lock: the operator who changes the cluster, and the nodes in progress.
 *
 * @module
 */
import type { Lease } from "../../../kubernetes/objects.ts";
import type { LockHolder } from "../types.ts";

/** The Lease of rolling changes. */
export const LEASE = { namespace: "kube-system", name: "osctl-rolling-change" };

/** Seconds after which a lock that is not renewed expires. */
export const LEASE_SECONDS = 30;

/** Content of a lock. */
export interface LockRecord extends LockHolder {
  /** Random ID of the process. */
  readonly session: string;
  /** Phases of the nodes that are being changed, by name. */
  readonly nodes: Readonly<Record<string, string>>;
}

const KEYS = {
  id: "osctl/change",
  title: "osctl/title",
  operator: "osctl/operator",
  session: "osctl/session",
  nodes: "osctl/nodes",
} as const;

/** Returns the identity of a holder: unique for each process. */
export function identityOf({ operator, session }: LockRecord): string {
  return `${operator}/${session}`;
}

/** Returns the record of a lease; undefined for one that no rolling change has written. */
export function readRecord({ metadata, spec }: Lease): LockRecord | undefined {
  const { annotations = {} } = metadata ?? {};
  const text = (key: string) => annotations[key] ?? "";
  if (text(KEYS.id) === "" && !spec?.holderIdentity) return undefined;
  return {
    id: text(KEYS.id),
    title: text(KEYS.title) || "rolling change",
    operator: text(KEYS.operator) || (spec?.holderIdentity ?? ""),
    session: text(KEYS.session),
    nodes: parseNodes(text(KEYS.nodes)),
  };
}

/** Nodes of a text that is not a record are unknown: a name that no healthy node has. */
function parseNodes(text: string): Readonly<Record<string, string>> {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isNodes(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { "unknown node": "unknown" };
}

/** Reports whether a value contains phases by node. */
export function isNodes(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    Object.values(value).every((phase) => typeof phase === "string");
}

/** Options of {@linkcode writeRecord}. */
export interface WriteOptions {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Whether the process continues to hold the lock. */
  readonly isHeld: boolean;
  /** Whether the lock passes to another process. */
  readonly isTransition: boolean;
}

/** Returns the lease with a record; its resource version stays, so that a conflict is detected. */
export function writeRecord(
  lease: Lease | undefined,
  record: LockRecord,
  { now, isHeld, isTransition }: WriteOptions,
): Lease {
  const { metadata = {}, spec = {} } = lease ?? {};
  const { id, title, operator, session, nodes } = record;
  const time = toMicroTime(now);
  const others = Object.entries(metadata.annotations ?? {})
    .filter(([key]) => !Object.values<string>(KEYS).includes(key));
  return {
    metadata: {
      ...metadata,
      ...LEASE,
      annotations: {
        ...Object.fromEntries(others),
        [KEYS.id]: id,
        [KEYS.title]: title,
        [KEYS.operator]: operator,
        [KEYS.session]: session,
        [KEYS.nodes]: JSON.stringify(nodes),
      },
    },
    spec: {
      // A lease without holder lacks the field: servers refuse an empty one.
      ...isHeld ? { holderIdentity: identityOf(record) } : {},
      leaseDurationSeconds: LEASE_SECONDS,
      acquireTime: isTransition ? time : spec.acquireTime ?? time,
      renewTime: time,
      leaseTransitions: (spec.leaseTransitions ?? 0) + (isTransition ? 1 : 0),
    },
  };
}

/** Formats a time as Kubernetes requires it for leases: exactly six digits of a second. */
function toMicroTime(ms: number): string {
  return new Date(ms).toISOString().replace(/(\.\d{3})Z$/, "$1000Z");
}
