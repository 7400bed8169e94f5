/**
 * Rules and findings of a diagnosis.
 *
 * @module
 */
import type { Facts, NodeFacts } from "./facts.ts";
import type { CheckId } from "./checks.ts";

/** `error`: something does not work; `warning`: it will not, or works partly; `note`: worth knowing. */
export type Severity = "error" | "warning" | "note";

/** How sure a cause is: `certain` is read from the node, `likely` and `possible` are inferred. */
export type Certainty = "certain" | "likely" | "possible";

/** What a finding was read from. */
export interface Evidence {
  /** The node; undefined for Kubernetes and the client. */
  readonly node?: string | undefined;
  /** Such as `service etcd`, `dmesg`, `TimeStatuses.v1alpha1 node`. */
  readonly source: string;
  /** A field and its value, or the exact line. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly time?: number | undefined;
}

/** What a rule has found on one node, or in the cluster. */
export interface Observation {
  /** Undefined for the whole cluster. */
  readonly node?: NodeFacts | undefined;
  /** What is wrong; `{nodes}` stands for the names of the nodes. */
  readonly title: string;
  readonly evidence: readonly Evidence[];
  readonly since?: number | undefined;
  /** Instead of the rule's own. */
  readonly severity?: Severity | undefined;
  readonly certainty?: Certainty | undefined;
  /** The check that fails, where it depends on what was found; the rule's by default. */
  readonly check?: CheckId | undefined;
  /** Values of placeholders in the actions, besides `{node}`. */
  readonly values?: Readonly<Record<string, string>> | undefined;
}

/** What to do: a command of this program or of kubectl, or a sentence. */
export interface Action {
  /** `{node}` stands for a node, `{nodes}` for all of them. */
  readonly text: string;
  /** The first release of nodes that it is right for, such as `v1.9`. */
  readonly since?: string;
  /** The first release that it is not right for. */
  readonly until?: string;
}

/** A rule: how a problem shows, and what to do about it. */
export interface Rule {
  /** Stable; pages and `--ignore` name it. */
  readonly id: string;
  readonly check: CheckId;
  /** The problem, at most ten words. */
  readonly summary: string;
  /** Why it happens and how it is repaired. */
  readonly explanation: string;
  readonly severity: Severity;
  readonly certainty: Certainty;
  /** Whether it may follow from a finding of an earlier check, instead of being a cause itself. */
  readonly isSymptom?: boolean;
  /** Whether it may also follow from a more specific symptom of the same check. */
  readonly isGeneric?: boolean;
  /** What the rule reads, for the table. */
  readonly reads: string;
  /** The releases of nodes that it holds for; `all`, or the first one, such as `v1.8`. */
  readonly releases: string;
  /** Where the facts come from. */
  readonly source: string;
  readonly actions: readonly Action[];
  find(facts: Facts): Iterable<Observation>;
}

/** A finding that follows from another one. */
export interface Consequence {
  readonly id: string;
  readonly title: string;
  readonly nodes: readonly string[];
}

/** A finding. */
export interface Finding {
  /** Id of the rule. */
  readonly id: string;
  readonly check: CheckId;
  readonly severity: Severity;
  readonly certainty: Certainty;
  readonly title: string;
  /** As calls name them; empty for the cluster. */
  readonly nodes: readonly string[];
  /** Milliseconds since 1970; undefined when unknown. */
  readonly since: number | undefined;
  readonly evidence: readonly Evidence[];
  readonly follows: readonly Consequence[];
  /** Commands and sentences, in the order in which to try them. */
  readonly actions: readonly string[];
  /** Page and anchor. */
  readonly page: string;
}

/** A finding that the user ignores. */
export interface IgnoredFinding {
  readonly finding: Finding;
  readonly reason: string;
}

/** The result of a diagnosis. */
export interface Diagnosis {
  /** Worst first. */
  readonly findings: readonly Finding[];
  readonly ignored: readonly IgnoredFinding[];
  /** What could not be read, by node or `kubernetes`. */
  readonly gaps: readonly {
    readonly source: string;
    readonly fact: string;
    readonly reason: string;
  }[];
  readonly nodes: readonly string[];
  /** Number of rules that were evaluated. */
  readonly rules: number;
  /** Whether every node was read, or known to be unreachable. */
  readonly isComplete: boolean;
}
