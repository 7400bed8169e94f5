/**
 * Values of the flags of `cluster create`.
 *
 * @module
 */

/**
 * Flag values by camelCase key; durations in milliseconds. `commands/cluster/create_flags.ts` has their
 * help.
 */
export interface CreateFlags {
  readonly name: string;
  /** Cluster file that declares the nodes; empty for nodes by the flags. */
  readonly file: string;
  /** Variables of the cluster file. */
  readonly var: readonly string[];
  /** Unresolved. */
  readonly state: string;
  readonly cidr: string;
  readonly controlPlanePort: number;
  readonly controlplanes: number;
  readonly workers: number;
  readonly masters: number;
  readonly unconfigured: number;
  readonly alpn: boolean;
  readonly endpoint: string;
  readonly initNodeAsEndpoint: boolean;
  readonly withInitNode: boolean;
  readonly withUuidHostnames: boolean;
  readonly osconfig: string;
  readonly wait: boolean;
  readonly waitTimeout: number;
  readonly crashdump: boolean;
  readonly keep: boolean;
  readonly configPatch: readonly string[];
  readonly configPatchControlPlane: readonly string[];
  readonly configPatchWorker: readonly string[];
  readonly customCniUrl: string;
  readonly dnsDomain: string;
  readonly inputDir: string;
  readonly installImage: string;
  readonly kubernetesVersion: string;
  readonly localproxyPort: number;
  readonly osVersion: string;
  readonly registryInsecureSkipVerify: readonly string[];
  readonly registryMirror: readonly string[];
  readonly skipInjectingConfig: boolean;
  readonly withApplyConfig: boolean;
  readonly withClusterDiscovery: boolean;
  readonly withDebug: boolean;
  readonly withFirewall: string;
  readonly withMeshnet: boolean;
  readonly wireguardCidr: string;
  readonly skipBootPhaseFinishedCheck: boolean;
  readonly skipK8sNodeReadinessCheck: boolean;
  readonly skipKubeconfig: boolean;
  readonly dockerDisableIpv6: boolean;
  readonly dockerHostIp: string;
  readonly exposedPorts: string;
  readonly image: string;
  readonly imageArchive: string;
  readonly arch: string;
  readonly cpus: string;
  readonly cpusWorkers: string;
  readonly memory: number;
  readonly memoryWorkers: number;
  readonly disk: number;
  readonly diskPreallocate: boolean;
  readonly extraDisks: number;
  readonly extraDisksDrivers: readonly string[];
  readonly extraDisksSize: number;
  readonly userDisk: readonly string[];
  readonly diskEncryptionKeyTypes: readonly string[];
  readonly encryptEphemeral: boolean;
  readonly encryptState: boolean;
  readonly badRtc: boolean;
  readonly diskImagePath: string;
  readonly extraBootKernelArgs: string;
  readonly extraUefiSearchPaths: readonly string[];
  readonly initrdPath: string;
  readonly ipxeBootScript: string;
  readonly isoPath: string;
  readonly vmlinuzPath: string;
  readonly withBootloader: boolean;
  readonly withTpm2: boolean;
  readonly withUefi: boolean;
  readonly cniBinPath: readonly string[];
  readonly cniBundleUrl: string;
  readonly cniCacheDir: string;
  readonly cniConfDir: string;
  readonly disableDhcpHostname: boolean;
  readonly ipv4: boolean;
  readonly ipv6: boolean;
  readonly mtu: number;
  readonly nameservers: readonly string[];
  readonly noMasqueradeCidrs: readonly string[];
  readonly useVip: boolean;
  readonly withNetworkBandwidth: number;
  readonly withNetworkChaos: boolean;
  readonly withNetworkJitter: number;
  readonly withNetworkLatency: number;
  readonly withNetworkPacketCorrupt: number;
  readonly withNetworkPacketLoss: number;
  readonly withNetworkPacketReorder: number;
  readonly withNodelink: string;
  readonly rootless: boolean;
}
