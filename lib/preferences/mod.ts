/**
 * Preferences: `~/.os/preferences.yaml`.
 *
 * @module
 */
export { getValue, parseKey, parseValue, setValue } from "./edit_text.ts";
export { changePreferences, readPreferencesText } from "./change.ts";
export { loadPreferences } from "./load.ts";
export { MAX_PARALLEL, parsePreferences, splitTargets } from "./parse.ts";
export {
  type CommandPreferences,
  type Confirmations,
  type ContextPreferences,
  NO_PREFERENCES,
  type NodeGroup,
  type Preferences,
} from "./types.ts";
