/**
 * Types of CA rotations.
 *
 * @module
 */
import type { AuthorityName } from "../../machineconfig/authorities/mod.ts";
import type { CallTrace } from "../../output/call_trace.ts";
import type { PemPair } from "../../pki/mod.ts";
import type { KubernetesSystem } from "../../kubernetes/connection.ts";
import type { ProcedureSystem } from "../context.ts";

export type { AuthorityName };

/** The parts of the system that a rotation uses. */
export type RotationSystem =
  & KubernetesSystem
  & Pick<ProcedureSystem, "clock" | "env" | "random" | "signal">
  & { readonly trace?: CallTrace | undefined };

/**
 * A phase of the replacement of an authority: all nodes accept both, the new one issues, the old
 * one is not accepted any more.
 */
export type Phase = "accept" | "issue" | "drop";

/** The phases, in order. */
export const PHASES: readonly Phase[] = ["accept", "issue", "drop"];

/** The last phase that began; `none` before the first, `done` after the last. */
export type Progress = "none" | Phase | "done";

/** All values of {@linkcode Progress}, in order. */
export const PROGRESS: readonly Progress[] = ["none", ...PHASES, "done"];

/** `rotate` replaces the old authority, `rollback` returns to it. */
export type Direction = "rotate" | "rollback";

/** An authority, its replacement, and how far it is. */
export interface Replacement {
  readonly old: PemPair;
  readonly new: PemPair;
  /** Progress of the rotation. */
  rotate: Progress;
  /** Progress of the rollback. */
  rollback: Progress;
}

/** A node of the cluster. */
export interface RotatedNode {
  readonly address: string;
  readonly isControlPlane: boolean;
}

/** A step of a rotation. */
export interface Step {
  readonly authority: AuthorityName;
  readonly direction: Direction;
  readonly phase: Phase;
}

/** Client certificate and key, PEM. */
export interface ClientPair {
  readonly crt: string;
  readonly key: string;
}

const APIS: Readonly<Record<AuthorityName, string>> = { os: "node API", kubernetes: "Kubernetes" };

/** Returns the name of an API in messages. */
export function apiName(authority: AuthorityName): string {
  return APIS[authority];
}

/** Reports whether two steps are the same. */
export function isSameStep(a: Step, b: Step): boolean {
  return a.authority === b.authority && a.phase === b.phase && a.direction === b.direction;
}

/** Returns the title of a step: `Kubernetes: accept the new CA`. */
export function titleOf({ authority, direction, phase }: Step): string {
  const [next, last] = direction === "rotate" ? ["new", "old"] : ["old", "new"];
  const actions: Readonly<Record<Phase, string>> = {
    accept: direction === "rotate" ? "accept the new CA" : "accept both CAs",
    issue: `issue with the ${next} CA`,
    drop: `drop the ${last} CA`,
  };
  return `${apiName(authority)}: ${actions[phase]}`;
}
