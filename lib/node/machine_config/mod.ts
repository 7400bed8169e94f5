/**
 * Machine configurations of nodes.
 *
 * @module
 */
export {
  applyConfigs,
  type ApplyOptions,
  checkApplyOptions,
  type ConfigChange,
  findRebootingNodes,
  isRejection,
  requiresReboot,
} from "./apply_config.ts";
export { reportApply } from "./apply_result.ts";
export { describeEffect, EFFECT_FIELDS, formatEffects, predictChange } from "./change_effects.ts";
export {
  checkConfig,
  checkConfigForNodes,
  checkSchema,
  findConfigErrors,
  type NodeRelease,
  type NodeReleases,
  toReleases,
} from "./check_config.ts";
export { editConfig } from "./edit_config.ts";
export { type EditorSystem, runEditor } from "./run_editor.ts";
export { planPatches } from "./plan_patches.ts";
