/**
 * Targets: which nodes a command applies to.
 *
 * @module
 */
export { BUILT_IN_GROUPS, GROUP_NAME, isExpression, parseTargets } from "./parse.ts";
export {
  type NodeLabels,
  type ResolvedNode,
  resolveTargets,
  type TargetMember,
  type TargetSources,
} from "./resolve.ts";
