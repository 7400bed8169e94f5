/**
 * Versions of nodes.
 *
 * @module
 */
export {
  clientVersion,
  formatBuild,
  formatJson,
  formatVersions,
  versionView,
} from "./version_view.ts";
