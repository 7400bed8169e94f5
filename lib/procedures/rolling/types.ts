/**
 * Types that the parts of a rolling change share.
 *
 * Each long step receives a {@linkcode Wait}: its signal has the time limit of the step, and
 * `report` takes the reason why the step is not over, which the view shows and an expired limit
 * quotes. A step resolves when it is done, and rejects when another attempt cannot help. What
 * cannot be read counts as unhealthy.
 *
 * @module
 */
import type { FieldValue } from "../../output/records.ts";
import type { Wait } from "../waits.ts";

/** A node of a rolling change. */
export interface RollingNode {
  /** Address that calls are sent to. */
  readonly address: string;
  /** Name of the Kubernetes node, else the host name, else the address. */
  readonly name: string;
  readonly role: "controlplane" | "worker";
  /** Value of the zone label; undefined without one. */
  readonly zone?: string | undefined;
}

/** When gates are checked. */
export interface GateScope {
  /** The node that changes next, or that has changed; undefined before the first node. */
  readonly node: RollingNode | undefined;
  /** `start`: before anything; `before` and `after` the change of the node. */
  readonly phase: "start" | "before" | "after";
  /** Names of other nodes that are being changed, which may be unavailable. */
  readonly changing: ReadonlySet<string>;
}

/** The gates of a rolling change. */
export interface Gates {
  /** Names, as the user typed them, in order. */
  readonly names: readonly string[];
  /**
   * Checks that every gate can be evaluated, and records the state to compare with.
   *
   * @throws {OsctlError} when a gate never can hold: an unknown kind, or access that is denied.
   */
  prepare(wait: Wait): Promise<void>;
  /** Resolves when every gate holds as often in succession as required; reports the one awaited. */
  awaitAll(scope: GateScope, wait: Wait): Promise<void>;
  /** Returns the recorded states for the journal, by name. */
  save(): Readonly<Record<string, FieldValue>>;
  /** Restores the states of a journal, instead of `prepare` recording them. */
  restore(states: Readonly<Record<string, FieldValue>>): void;
}

/** The step of a rolling change, for other operators. */
export interface LockStep {
  readonly node: string;
  readonly phase: string;
}

/** The holder of a lock, as recorded. */
export interface LockHolder {
  /** ID of the rolling change: the same after `--resume`, which takes over its own lock. */
  readonly id: string;
  /** The change: `upgrade to …/installer:v1.8.4`. */
  readonly title: string;
  /** Who runs it, for the other operator: `user@machine`. */
  readonly operator: string;
}

/**
 * The lock of a cluster against other rolling changes: a Lease, or a file where Kubernetes does not
 * respond. Opening it is refused with operator, node and step of the holder. An expired lock admits
 * a new change only when the node of its last step is healthy.
 */
export interface RollingLock extends AsyncDisposable {
  /** Aborted when the lock is lost to another operator. */
  readonly lost: AbortSignal;
  /** Records the step; renews the lock. */
  report(step: LockStep, signal: AbortSignal): Promise<void>;
  /**
   * Removes the lock at the end. Disposing without it leaves the lock with its last step: the
   * change is not complete.
   */
  release(signal: AbortSignal): Promise<void>;
}

/**
 * Whether a Kubernetes node is schedulable; `absent` for a node without a Kubernetes node.
 */
export type CordonState = "schedulable" | "cordoned" | "absent";

/** The pods and volumes of nodes. */
export interface Workload {
  /** Reads whether the node is cordoned. The engine records it before {@linkcode cordon}. */
  cordonState(node: RollingNode, wait: Wait): Promise<CordonState>;
  /** Marks a schedulable node as unschedulable. */
  cordon(node: RollingNode, wait: Wait): Promise<void>;
  /**
   * Evicts all pods and resolves when they are deleted; reports the pod and the disruption budget
   * that blocks it. Repeatable.
   */
  drain(node: RollingNode, wait: Wait): Promise<void>;
  /**
   * Resolves when no volume is attached to the node, except volumes of pods that a drain leaves.
   */
  awaitDetached(node: RollingNode, wait: Wait): Promise<void>;
  /**
   * Resolves when the Kubernetes node is ready as of its present boot, with its static pods
   * running. Its old status remains in the API while it restarts.
   *
   * @param bootId Boot ID of the node; undefined when it cannot be read.
   * @param options Whether the Kubernetes node was not ready before the change, as without a network
   *   plug-in: its condition is not awaited.
   */
  awaitReady(
    node: RollingNode,
    bootId: string | undefined,
    wait: Wait,
    options?: { readonly wasUnready: boolean },
  ): Promise<void>;
  /** Returns why the Kubernetes node is not ready; undefined when it is, or there is none. */
  findUnready?(node: RollingNode, wait: Wait): Promise<string | undefined>;
  /** Marks the node as schedulable: only one that this change has cordoned. */
  uncordon(node: RollingNode, wait: Wait): Promise<void>;
}

/** The members of etcd. */
export interface EtcdGuard {
  /**
   * Resolves when every member is started and healthy, none is a learner, and no alarm is raised.
   *
   * @param isInterrupted Whether one of them restarts next: enough members must remain without it.
   * @throws {OsctlError} for too few members without `--accept-quorum-loss`.
   */
  awaitHealthy(wait: Wait, isInterrupted: boolean): Promise<void>;
  /**
   * Returns the address of the leader's node; undefined when no node of the change is the leader.
   */
  findLeader(nodes: readonly RollingNode[], wait: Wait): Promise<string | undefined>;
  /** Stores a snapshot of etcd; the file is complete when this resolves. */
  saveSnapshot(path: string, wait: Wait): Promise<void>;
  /** Hands over the leadership to another member if the node has it. Repeatable. */
  moveLeadership(node: RollingNode, wait: Wait): Promise<void>;
  /** Resolves when the node's member is healthy and has applied the leader's index. */
  awaitCaughtUp(node: RollingNode, wait: Wait): Promise<void>;
}

/** Kinds of changes. */
export type ChangeKind = "upgrade" | "reboot" | "shutdown" | "apply" | "reset";

/** Facts of a node that a change compares with; undefined values cannot be read. */
export interface NodeBaseline {
  /** Random ID of the boot. */
  readonly bootId?: string | undefined;
  /** Random ID of the installation. */
  readonly nodeId?: string | undefined;
  /** Version of the operating system. */
  readonly version?: string | undefined;
  /** Schematic of the installed image; empty without one. */
  readonly schematic?: string | undefined;
  /** SHA-256 of the requested machine configuration in canonical form, hexadecimal. */
  readonly configDigest?: string | undefined;
  /**
   * Whether the change restarts or stops the node: its pods are drained, its etcd leadership moved.
   */
  readonly restarts: boolean;
}

/** State of a node with respect to a change. */
export type ChangeState =
  /** As requested; no step of the change is left. */
  | { readonly kind: "done"; readonly bootId?: string | undefined }
  /** Not yet: the reason, for the view. */
  | { readonly kind: "pending"; readonly reason: string }
  /**
   * Restarted, but not as requested: the node fell back to its old system, or another node answers.
   */
  | { readonly kind: "failed"; readonly reason: string; readonly hint?: string };

/** A change of a node. Every method may be repeated. */
export interface NodeChange {
  readonly kind: ChangeKind;
  /** Text for plans and locks: `upgrade to …/installer:v1.8.4`. */
  readonly title: string;
  /** Whether nodes do not return to the cluster: a shutdown or a reset. */
  readonly isFinal: boolean;
  /** Reads the facts that a later observation compares with. */
  readBaseline(node: RollingNode, signal: AbortSignal): Promise<NodeBaseline>;
  /**
   * Returns why the node needs no change, before anything is done to it; undefined when it needs
   * it. A reboot is always needed.
   */
  isUnneeded(node: RollingNode, signal: AbortSignal): Promise<string | undefined>;
  /** Pulls and installs: everything that does not interrupt the node. */
  prepare?(node: RollingNode, wait: Wait): Promise<void>;
  /** Sends the request that interrupts or changes the node; resolves when it is acknowledged. */
  start(node: RollingNode, wait: Wait, baseline: NodeBaseline): Promise<void>;
  /** Reports whether an earlier request is in progress on a node that still has its baseline. */
  isStarted(node: RollingNode, signal: AbortSignal): Promise<boolean>;
  /** Compares a node with the request. Rejects while the node does not respond. */
  observe(node: RollingNode, baseline: NodeBaseline, signal: AbortSignal): Promise<ChangeState>;
}
