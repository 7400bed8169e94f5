/**
 * The `OS versions` table: releases of nodes and their features.
 *
 * @module
 */
export {
  type FeatureKind,
  hasOsFeature,
  hasOsMethod,
  OS_FEATURES,
  type OsFeature,
  type OsFeatureId,
} from "./features.ts";
export {
  checkInstaller,
  comesFromFactory,
  defaultInstallerImage,
  EMPTY_SCHEMATIC,
  IMAGE_FACTORY,
  installerImage,
  type InstallerOptions,
  installerTag,
  PUBLISHED_INSTALLER,
  replacementOf,
} from "./installer_image.ts";
export {
  defaultKubernetesVersion,
  KUBERNETES_RANGES,
  type KubernetesRange,
  kubernetesRange,
  oldestReleaseWith,
  rejectsOtherKubernetes,
  supportsKubernetes,
} from "./kubernetes.ts";
export { addedResourceTypes, hasResourceType } from "./resource_types.ts";
export {
  compareOsVersions,
  isNewerThanKnown,
  NEWEST_OS_RELEASE,
  NEWEST_STABLE_TAG,
  NEWEST_TAG,
  OS_RELEASES,
  type OsRelease,
  type OsVersion,
  parseOsVersion,
} from "./releases.ts";
