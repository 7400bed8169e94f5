/**
 * Targets: which nodes a command applies to.
 *
 * @module
 */
export { storeFailedNodes } from "./failed_nodes.ts";
export { resolveNames, resolveNodes, type TargetSystem } from "./resolve_nodes.ts";
export { isExpression } from "./is_expression.ts";
export { BUILT_IN_GROUPS, GROUP_NAME, parseTargets } from "./parse.ts";
export {
  type LabelledNode,
  type ResolvedNode,
  resolveTargets,
  type TargetMember,
  type TargetSources,
} from "./resolve.ts";
