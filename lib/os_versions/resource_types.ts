/**
 * Resource types that nodes of each release add, without the domain. Source: the definitions of
 * `pkg/machinery/resources` at the newest tag of each release.
 *
 * @module
 */
import { compareOsVersions, type OsRelease, parseOsVersion } from "./releases.ts";

/** Names of types by the release that adds them; v1.4 and older have all others. */
const ADDED: Readonly<Partial<Record<OsRelease, string>>> = {
  "v1.5": "AcquireConfigSpecs.v1alpha1 AcquireConfigStatuses.v1alpha1 DevicesStatuses.runtime " +
    "EventSinkConfigs.runtime KmsgLogConfigs.runtime KubePrismConfigs.kubernetes " +
    "KubePrismEndpoints.kubernetes KubePrismStatuses.kubernetes " +
    "MaintenanceRootSecrets.secrets MaintenanceServiceCertificates.secrets " +
    "MaintenanceServiceConfigs.runtime MaintenanceServiceRequests.runtime " +
    "NodeCordonedSpecs.k8s NodeStatuses.kubernetes NodeTaintSpecs.k8s SecurityStates",
  "v1.6": "AdjtimeStatuses.v1alpha1 MachineResetSignals.runtime MetaLoads.runtime " +
    "NfTablesChains.net UniqueMachineTokens.runtime",
  "v1.7": "BlockDevices.block DNSResolveCaches.net DNSUpstreams.net DiscoveredVolumes.block " +
    "ExtensionServiceConfigStatuses.runtime ExtensionServiceConfigs.runtime " +
    "HostDNSConfigs.net SiderolinkTunnels.siderolink WatchdogTimerConfigs.runtime " +
    "WatchdogTimerStatuses.runtime",
  "v1.8": "Diagnostics.runtime DiscoveryRefreshRequests.block DiscoveryRefreshStatuses.block " +
    "Disks.block NodeAnnotationSpecs.k8s PCIDevices.hardware " +
    "SiderolinkStatuses.siderolink SystemDisks.block UserDiskConfigStatuses.block " +
    "VolumeConfigs.block VolumeLifecycles.block VolumeStatuses.block",
  "v1.9": "AuthorizationConfigs.kubernetes ImageCacheConfigs.cri NodeAddressSortAlgorithms.net " +
    "RegistryConfigs.cri",
  "v1.10": "BlockSymlinks.block EthernetSpecs.net EthernetStatuses.net MountRequests.block " +
    "MountStatuses.block PCIDriverRebindConfigs.runtime PCIDriverRebindStatuses.runtime " +
    "PCRStatuses.hardware Versions.runtime VolumeMountRequests.block " +
    "VolumeMountStatuses.block",
  "v1.11": "BootedEntries EncryptionSalts.secrets KernelCmdlines.runtime " +
    "LoadedKernelModules.runtime SBOMItems SwapStatuses.block ZswapStatuses.block",
  "v1.12": "KubeletKubeconfigs.kubernetes LinkAliasSpecs.net OOMActions PlatformConfigs.net",
  "v1.13": "APIServiceConfigs.runtime Environments.runtime ImageVerificationRules.security " +
    "RoutingRuleSpecs.net RoutingRuleStatuses.net ServicePIDs.runtime " +
    "TUFTrustedRoots.security",
  "v1.14": "AuthenticationConfigs.kubernetes BGPInstanceConfigs.net BGPPeerStatuses.net " +
    "BaseRuntimeSpecConfigs.cri BootIDs.runtime CPUCores.hardware " +
    "ContainerSpecs.containers CustomizationConfigs.cri DiscoveredVolumesStatuses.block " +
    "EtcdEncryptionConfigs.kubernetes FSScrubSchedules.block FSScrubStatuses.block " +
    "ImageFactorySchematics.runtime KernelModuleStatuses.runtime " +
    "KubeletStatuses.kubernetes LVMLogicalVolumeSpecs.storage " +
    "LVMLogicalVolumeStatuses.storage LVMPhysicalVolumeSpecs.storage " +
    "LVMPhysicalVolumeStatuses.storage LVMRefreshRequests.storage " +
    "LVMValidationErrors.storage LVMVolumeGroupSpecs.storage " +
    "LVMVolumeGroupStatuses.storage MDArraySpecs.storage MDArrayStatuses.storage " +
    "MDRefreshRequests.storage RebootRequests.runtime StaticHosts.net " +
    "UnattendedInstallStatuses.runtime VolumeTrimSchedules.block",
};

/** Names of types by the first release without them. */
const REMOVED: Readonly<Partial<Record<OsRelease, string>>> = {
  "v1.13": "MaintenanceServiceCertificates.secrets",
};

/** Types and releases. Created by functions, because most commands need neither. */
type TypeReleases = ReadonlyMap<string, OsRelease>;

let added: TypeReleases | undefined;
let removed: TypeReleases | undefined;

function byName(table: Readonly<Partial<Record<OsRelease, string>>>): TypeReleases {
  return new Map(
    Object.entries(table).flatMap(([release, names]) =>
      names.split(" ").map((name) => [name, release as OsRelease] as const)
    ),
  );
}

/** Returns the release that adds each type. */
export function addedResourceTypes(): TypeReleases {
  return added ??= byName(ADDED);
}

function removedResourceTypes(): TypeReleases {
  return removed ??= byName(REMOVED);
}

/**
 * Reports whether nodes of version `tag` have a resource type. A version that is not a number counts
 * as the newest.
 *
 * @param name Without the domain, such as `Versions.runtime`.
 */
export function hasResourceType(name: string, tag: string): boolean {
  const version = parseOsVersion(tag);
  const [since, removed] = [addedResourceTypes().get(name), removedResourceTypes().get(name)];
  if (version === undefined) return removed === undefined;
  const has = (release: OsRelease) => compareOsVersions(version, parseOsVersion(release)!) >= 0;
  return (since === undefined || has(since)) && (removed === undefined || !has(removed));
}
