/**
 * Evaluates rules, and lists what follows from a finding under it.
 *
 * @module
 */
import { compareOsVersions, parseOsVersion } from "../../os_versions/mod.ts";
import { type CheckId, distanceTo, orderOf } from "./checks.ts";
import type { Facts, NodeFacts } from "./facts.ts";
import type {
  Action,
  Certainty,
  Consequence,
  Diagnosis,
  Evidence,
  Finding,
  IgnoredFinding,
  Observation,
  Rule,
  Severity,
} from "./types.ts";

/** Options of {@linkcode evaluateRules}. */
export interface EvaluateOptions {
  readonly rules: readonly Rule[];
  /** Reasons by id of findings to ignore. */
  readonly ignored?: ReadonlyMap<string, string>;
  /** Ids of rules and checks; all rules without it. */
  readonly only?: readonly string[];
  readonly isComplete?: boolean;
}

const SEVERITIES: readonly Severity[] = ["error", "warning", "note"];
const CERTAINTIES: readonly Certainty[] = ["certain", "likely", "possible"];

/** Lines of evidence of a finding. */
const MAX_EVIDENCE = 6;

/** An observation with its rule. */
interface Draft {
  readonly rule: Rule;
  readonly observation: Observation;
  readonly severity: Severity;
  readonly certainty: Certainty;
  readonly check: CheckId;
}

/** Evaluates rules on facts. */
export function evaluateRules(facts: Facts, options: EvaluateOptions): Diagnosis {
  const { rules, ignored = new Map<string, string>(), only = [], isComplete = true } = options;
  const selected = (rule: Rule) =>
    only.length === 0 || only.includes(rule.id) || only.includes(rule.check);
  const drafts = rules.filter(selected).flatMap((rule) =>
    [...rule.find(facts)].map((observation): Draft => ({
      rule,
      observation,
      severity: observation.severity ?? rule.severity,
      certainty: observation.certainty ?? rule.certainty,
      check: observation.check ?? rule.check,
    }))
  );
  const causes = findCauses(drafts.filter(({ rule }) => !ignored.has(rule.id)));
  const roots = drafts.filter((draft) => !causes.has(draft));
  const findings = mergeDrafts(roots).map((group) => toFinding(group, facts, causes));
  findings.sort(compareFindings);
  const isIgnored = ({ id }: Finding) => ignored.has(id);
  return {
    findings: findings.filter((finding) => !isIgnored(finding)),
    ignored: findings.filter(isIgnored).map((finding): IgnoredFinding => ({
      finding,
      reason: ignored.get(finding.id)!,
    })),
    gaps: [
      ...facts.nodes.flatMap(({ node, gaps }) =>
        Object.entries(gaps).map(([fact, reason]) => ({ source: node, fact, reason }))
      ),
      ...Object.entries(facts.kubernetes.gaps).map(([fact, reason]) => ({
        source: "kubernetes",
        fact,
        reason,
      })),
    ],
    nodes: facts.nodes.map(({ node }) => node),
    rules: rules.filter(selected).length,
    isComplete,
  };
}

/** Returns the cause of each draft that follows from another one. */
function findCauses(drafts: readonly Draft[]): ReadonlyMap<Draft, Draft> {
  const causes = new Map<Draft, Draft>();
  for (const symptom of drafts) {
    if (symptom.rule.isSymptom !== true) continue;
    const cause = nearestCause(symptom, drafts);
    if (cause !== undefined) causes.set(symptom, cause);
  }
  return causes;
}

/** Returns the nearest draft that explains another one; those that are no symptoms come first. */
function nearestCause(symptom: Draft, drafts: readonly Draft[]): Draft | undefined {
  let best: { readonly draft: Draft; readonly rank: readonly number[] } | undefined;
  for (const draft of drafts) {
    if (draft === symptom || draft.severity === "note") continue;
    const distance = distanceTo(symptom.check, draft.check);
    if (distance === undefined || distance === 0 && !explainsOwnCheck(draft, symptom)) continue;
    if (draft.severity !== "error" && distance > 0) continue;
    const scope = scopeOf(symptom.observation, draft.observation);
    if (scope === undefined) continue;
    const isSymptom = draft.rule.isSymptom === true ? 1 : 0;
    // A possible cause explains nothing that has a nearer one.
    const isVague = draft.certainty === "possible" ? 1 : 0;
    const rank = [isSymptom, isVague, scope, distance];
    if (best === undefined || compareLists(rank, best.rank) < 0) best = { draft, rank };
  }
  return best?.draft;
}

/**
 * Symptoms of one check would explain each other, unless one of them is more specific, or an error
 * while the other is less.
 */
function explainsOwnCheck({ rule, severity }: Draft, symptom: Draft): boolean {
  if (rule.isSymptom !== true) return true;
  if (severity === "error" && symptom.severity !== "error") return true;
  return symptom.rule.isGeneric === true && rule.isGeneric !== true;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - b[index]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Reports how close the scopes of a symptom and a cause are: 0 for the same node, 1 for the cluster,
 * undefined when the cause is on another node.
 */
function scopeOf(symptom: Observation, cause: Observation): number | undefined {
  if (symptom.node !== undefined && symptom.node === cause.node) return 0;
  if (cause.node === undefined) return symptom.node === undefined ? 0 : 1;
  // The cluster as a whole depends on its control plane nodes.
  if (symptom.node === undefined && cause.node.type !== "worker") return 1;
  return undefined;
}

/** Groups drafts of a rule with the same title, in the order of their nodes. */
function mergeDrafts(drafts: readonly Draft[]): readonly (readonly Draft[])[] {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const { rule, observation: { title }, severity, certainty } = draft;
    const key = [rule.id, title, severity, certainty].join("\0");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [draft]);
    else group.push(draft);
  }
  return [...groups.values()];
}

function toFinding(
  group: readonly Draft[],
  facts: Facts,
  causes: ReadonlyMap<Draft, Draft>,
): Finding {
  const [{ rule, observation, severity, certainty }] = group as readonly [Draft, ...Draft[]];
  const nodes = nodesOf(group);
  const times = group.flatMap(({ observation: { since } }) => since === undefined ? [] : [since]);
  return {
    id: rule.id,
    check: rule.check,
    severity,
    certainty,
    title: fillNodes(observation.title, nodes),
    nodes: nodes.map(({ node }) => node),
    since: times.length === 0 ? undefined : Math.min(...times),
    evidence: firstOfEach(group.map((draft) => draft.observation.evidence)),
    follows: consequencesOf(group, causes),
    actions: actionsFor(rule.actions, observation, nodes, facts),
    page: `diagnose.md#check-${rule.check}`,
  };
}

/** Returns the first evidence of each draft, then the second ones, up to the limit. */
function firstOfEach(lists: readonly (readonly Evidence[])[]): readonly Evidence[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  const ordered = Array.from(
    { length: longest },
    (_, index) => lists.flatMap((list) => index < list.length ? [list[index]!] : []),
  );
  return ordered.flat().slice(0, Math.max(MAX_EVIDENCE, Math.min(lists.length, MAX_EVIDENCE)));
}

function nodesOf(group: readonly Draft[]): readonly NodeFacts[] {
  return [
    ...new Set(group.flatMap(({ observation: { node } }) => node === undefined ? [] : [node])),
  ];
}

/** Names of at most this many nodes are part of a title. */
const MAX_NAMES = 4;

function fillNodes(title: string, nodes: readonly NodeFacts[]): string {
  const names = nodes.map(({ name }) => name);
  const rest = names.length - MAX_NAMES;
  const text = rest > 1
    ? `${names.slice(0, MAX_NAMES).join(", ")} and ${rest} more nodes`
    : names.join(", ");
  return title.replaceAll("{nodes}", text);
}

/** Returns all drafts that follow from a group, also indirectly, by rule and title. */
function consequencesOf(
  group: readonly Draft[],
  causes: ReadonlyMap<Draft, Draft>,
): readonly Consequence[] {
  const own = new Set(group);
  const following = [...causes.keys()].filter((draft) => {
    let current: Draft | undefined = draft;
    while (current !== undefined && !own.has(current)) current = causes.get(current);
    return current !== undefined;
  });
  return mergeDrafts(following)
    .toSorted(([a], [b]) => orderOf(a!.check) - orderOf(b!.check))
    .map((drafts) => {
      const nodes = nodesOf(drafts);
      return {
        id: drafts[0]!.rule.id,
        title: fillNodes(drafts[0]!.observation.title, nodes),
        nodes: nodes.map(({ node }) => node),
      };
    });
}

/** Returns the actions that are right for the releases of the nodes, with their placeholders filled. */
function actionsFor(
  actions: readonly Action[],
  { values = {} }: Observation,
  nodes: readonly NodeFacts[],
  facts: Facts,
): readonly string[] {
  const affected = nodes.length > 0 ? nodes : facts.nodes;
  const first = nodes[0] ??
    facts.nodes.find(({ type, unreachable }) =>
      type === "controlplane" && unreachable === undefined
    ) ??
    facts.nodes[0];
  const filled: Readonly<Record<string, string>> = {
    node: first?.node ?? "<node>",
    nodes: nodes.length > 0 ? nodes.map(({ node }) => node).join(",") : first?.node ?? "<node>",
    name: first?.name ?? "<node>",
    ...values,
  };
  return actions
    .filter((action) => affected.every(({ version }) => isRightFor(action, version)))
    .map(({ text }) => text.replaceAll(/\{(\w+)\}/g, (all, name) => filled[name] ?? all))
    .map((text) => text.startsWith("osctl ") && !/ -n /.test(text) ? withNodes(text, facts) : text);
}

/** Commands that call no node, or choose it themselves. */
const WITHOUT_NODES = /^osctl (?:config (?!new)|cluster|health)/;
/** Nodes that a command names. */
const MAX_TARGETS = 8;

/** Adds the nodes to a command about all of them: a context may have none. */
function withNodes(text: string, { nodes }: Facts): string {
  if (WITHOUT_NODES.test(text)) return text;
  const isEtcd = /^osctl (?:etcd|bootstrap)\b/.test(text);
  const targets = nodes.filter(({ type, unreachable }) =>
    unreachable === undefined && (!isEtcd || type === "controlplane")
  );
  if (targets.length === 0) return text;
  return `${text} -n ${targets.slice(0, MAX_TARGETS).map(({ node }) => node).join(",")}`;
}

function isRightFor({ since, until }: Action, tag: string | undefined): boolean {
  const version = tag === undefined ? undefined : parseOsVersion(tag);
  if (version === undefined) return until === undefined;
  const isReached = (text: string) => compareOsVersions(version, parseOsVersion(text)!) >= 0;
  return (since === undefined || isReached(since)) && (until === undefined || !isReached(until));
}

/** Compares by severity, certainty, number of consequences, then by the order of the graph. */
function compareFindings(a: Finding, b: Finding): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    CERTAINTIES.indexOf(a.certainty) - CERTAINTIES.indexOf(b.certainty) ||
    b.follows.length - a.follows.length ||
    orderOf(a.check) - orderOf(b.check) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
