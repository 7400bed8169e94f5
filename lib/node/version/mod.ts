/**
 * Versions of nodes.
 *
 * @module
 */
export {
  clientFields,
  clientVersion,
  formatBuild,
  formatJson,
  formatOwnVersion,
  formatVersions,
  versionView,
} from "./version_view.ts";
