/**
 * Conditions that commands wait for on resources of nodes.
 *
 * 1. The text of a condition is parsed for the type and id of a resource.
 * 2. The resources are evaluated at each change, until the condition holds on every node.
 *
 * @module
 */
export { type Condition, type ConditionTarget, parseCondition } from "./condition.ts";
