/**
 * Gates: conditions that must hold before and after the change of each node.
 *
 * @module
 */
import type { NodeClient } from "../../../client/types.ts";
import type { KubernetesClient } from "../../../kubernetes/types.ts";
import type { FieldValue } from "../../../output/records.ts";
import type { GateScope } from "../types.ts";
import type { ProcedureSystem } from "../../context.ts";

export type { GateScope };

/** Connects to Kubernetes, again after a lost connection. Rejects while no API server responds. */
export type OpenKubernetes = (signal: AbortSignal) => Promise<KubernetesClient>;

/** Sources of gates. */
export interface GateSources extends Pick<ProcedureSystem, "clock" | "env" | "signal" | "spawn"> {
  readonly client: NodeClient;
  readonly kubernetes: OpenKubernetes;
  /** Checks that etcd is healthy; rejects with the reason. */
  checkEtcd(signal: AbortSignal): Promise<void>;
}

/**
 * Checks a gate once; resolves when it holds.
 *
 * @throws {OsctlError} the reason why it does not hold, or why that is unknown, on one line.
 */
export type GateCheck = (signal: AbortSignal) => Promise<void>;

/** A condition on the cluster. */
export interface Gate {
  /** As the user named it: `pods`, `cel:v1/Node:…`. */
  readonly name: string;
  /**
   * Checks that the gate can be evaluated, and records the state to compare with.
   *
   * @throws {OsctlError} when it never can hold: an unknown kind, or access that is denied.
   */
  prepare?(signal: AbortSignal): Promise<void>;
  /** Begins a wait and returns its check, which may compare with earlier results of the wait. */
  begin(scope: GateScope): GateCheck;
  /** Returns the recorded state for the journal; undefined without one. */
  save?(): FieldValue | undefined;
  /** Restores the state of a journal, instead of `prepare` recording one. */
  restore?(state: FieldValue): void;
}
