/**
 * Diagnosis: what is wrong with a cluster, why, and what to do.
 *
 * 1. Every node is read once, in parallel, with a time limit per call; then the members that the
 *    nodes have discovered, and Kubernetes.
 * 2. Nodes without response are called through each endpoint by itself.
 * 3. Each rule of the table looks for one problem in the facts.
 * 4. Findings of rules that are symptoms are listed under the finding of an earlier check that
 *    explains them (`checks.ts`).
 *
 * Facts are plain data: the rules are the same for nodes, support bundles and recorded cases.
 *
 * @module
 */
export { type CheckId, CHECKS } from "./checks.ts";
export { readClientFacts } from "./collect/client_facts.ts";
export {
  diagnose,
  type DiagnosisEvent,
  type DiagnosisOptions,
  type DiagnosisResult,
  type DiagnosisSystem,
} from "./diagnose.ts";
export { describeUnreachable } from "./collect/unreachable.ts";
export { splitLog } from "./collect/read_log.ts";
export { servicesFromLog } from "./collect/services_from_log.ts";
export { readBundleFacts } from "./bundle/bundle_facts.ts";
export { evaluateRules } from "./evaluate.ts";
export { type ClientFacts, completeFacts, type Facts, type NodeFacts } from "./facts.ts";
export { hostsOf, versionsOf } from "./read_facts.ts";
export { RULES } from "./rules/mod.ts";
export type { Diagnosis, Evidence, Finding, Rule, Severity } from "./types.ts";
