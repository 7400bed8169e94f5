// Generated from proto/*.proto by `deno task proto`. Do not edit.
import type Long from "long";
import type { Method } from "../method.ts";
import type { common } from "./common.js";
import type { google } from "./google.js";

export namespace machine {
  interface IImageServiceListRequest {
    containerd?: common.IContainerdInstance | null | undefined;
  }
  class ImageServiceListRequest {
    private constructor();
    static create(properties?: machine.IImageServiceListRequest): machine.ImageServiceListRequest;
    static encode(message: machine.IImageServiceListRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImageServiceListRequest;
    containerd: common.ContainerdInstance | null;
  }
  /** One image; size in bytes. */
  interface IImageServiceListResponse {
    name?: string | null | undefined;
    digest?: string | null | undefined;
    size?: Long | number | null | undefined;
    createdAt?: google.protobuf.ITimestamp | null | undefined;
    labels?: { [key: string]: string } | null | undefined;
  }
  /** One image; size in bytes. */
  class ImageServiceListResponse {
    private constructor();
    static create(properties?: machine.IImageServiceListResponse): machine.ImageServiceListResponse;
    static encode(message: machine.IImageServiceListResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImageServiceListResponse;
    name: string;
    digest: string;
    size: Long;
    createdAt: google.protobuf.Timestamp | null;
    labels: { [key: string]: string };
  }
  interface IImageServicePullRequest {
    containerd?: common.IContainerdInstance | null | undefined;
    imageRef?: string | null | undefined;
  }
  class ImageServicePullRequest {
    private constructor();
    static create(properties?: machine.IImageServicePullRequest): machine.ImageServicePullRequest;
    static encode(message: machine.IImageServicePullRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImageServicePullRequest;
    containerd: common.ContainerdInstance | null;
    imageRef: string;
  }
  /** The name is the last message, after the progress of layers. */
  interface IImageServicePullResponse {
    name?: string | null | undefined;
    pullProgress?: machine.IImageServicePullProgress | null | undefined;
  }
  /** The name is the last message, after the progress of layers. */
  class ImageServicePullResponse {
    private constructor();
    static create(properties?: machine.IImageServicePullResponse): machine.ImageServicePullResponse;
    static encode(message: machine.IImageServicePullResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImageServicePullResponse;
    name: string | null;
    pullProgress: machine.ImageServicePullProgress | null;
  }
  interface IImageServicePullProgress {
    layerId?: string | null | undefined;
    progress?: machine.IImageServicePullLayerProgress | null | undefined;
  }
  class ImageServicePullProgress {
    private constructor();
    static create(properties?: machine.IImageServicePullProgress): machine.ImageServicePullProgress;
    static encode(message: machine.IImageServicePullProgress): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImageServicePullProgress;
    layerId: string;
    progress: machine.ImageServicePullLayerProgress | null;
  }
  /** Offset and total in bytes. */
  interface IImageServicePullLayerProgress {
    status?: machine.ImageServicePullLayerProgress.Status | null | undefined;
    elapsed?: google.protobuf.IDuration | null | undefined;
    offset?: Long | number | null | undefined;
    total?: Long | number | null | undefined;
  }
  /** Offset and total in bytes. */
  class ImageServicePullLayerProgress {
    private constructor();
    static create(properties?: machine.IImageServicePullLayerProgress): machine.ImageServicePullLayerProgress;
    static encode(message: machine.IImageServicePullLayerProgress): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImageServicePullLayerProgress;
    status: machine.ImageServicePullLayerProgress.Status;
    elapsed: google.protobuf.Duration | null;
    offset: Long;
    total: Long;
  }
  namespace ImageServicePullLayerProgress {
    enum Status {
      DOWNLOADING = 0,
      DOWNLOAD_COMPLETE = 1,
      EXTRACTING = 2,
      EXTRACT_COMPLETE = 3,
      ALREADY_EXISTS = 4,
    }
  }
  /** The instance is the first message, chunks of a tar archive follow. */
  interface IImageServiceImportRequest {
    containerd?: common.IContainerdInstance | null | undefined;
    imageChunk?: common.IData | null | undefined;
  }
  /** The instance is the first message, chunks of a tar archive follow. */
  class ImageServiceImportRequest {
    private constructor();
    static create(properties?: machine.IImageServiceImportRequest): machine.ImageServiceImportRequest;
    static encode(message: machine.IImageServiceImportRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImageServiceImportRequest;
    containerd: common.ContainerdInstance | null;
    imageChunk: common.Data | null;
  }
  interface IImageServiceImportResponse {
    name?: string | null | undefined;
  }
  class ImageServiceImportResponse {
    private constructor();
    static create(properties?: machine.IImageServiceImportResponse): machine.ImageServiceImportResponse;
    static encode(message: machine.IImageServiceImportResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImageServiceImportResponse;
    name: string;
  }
  interface IImageServiceRemoveRequest {
    containerd?: common.IContainerdInstance | null | undefined;
    imageRef?: string | null | undefined;
  }
  class ImageServiceRemoveRequest {
    private constructor();
    static create(properties?: machine.IImageServiceRemoveRequest): machine.ImageServiceRemoveRequest;
    static encode(message: machine.IImageServiceRemoveRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImageServiceRemoveRequest;
    containerd: common.ContainerdInstance | null;
    imageRef: string;
  }
  interface IImageServiceVerifyRequest {
    imageRef?: string | null | undefined;
    credentials?: machine.IImageServiceCredentials | null | undefined;
  }
  class ImageServiceVerifyRequest {
    private constructor();
    static create(properties?: machine.IImageServiceVerifyRequest): machine.ImageServiceVerifyRequest;
    static encode(message: machine.IImageServiceVerifyRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImageServiceVerifyRequest;
    imageRef: string;
    credentials: machine.ImageServiceCredentials | null;
  }
  interface IImageServiceCredentials {
    host?: string | null | undefined;
    username?: string | null | undefined;
    password?: string | null | undefined;
  }
  class ImageServiceCredentials {
    private constructor();
    static create(properties?: machine.IImageServiceCredentials): machine.ImageServiceCredentials;
    static encode(message: machine.IImageServiceCredentials): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImageServiceCredentials;
    host: string;
    username: string;
    password: string;
  }
  interface IImageServiceVerifyResponse {
    verified?: boolean | null | undefined;
    message?: string | null | undefined;
    digestedImageRef?: string | null | undefined;
  }
  class ImageServiceVerifyResponse {
    private constructor();
    static create(properties?: machine.IImageServiceVerifyResponse): machine.ImageServiceVerifyResponse;
    static encode(message: machine.IImageServiceVerifyResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImageServiceVerifyResponse;
    verified: boolean;
    message: string;
    digestedImageRef: string;
  }
  interface IInstallArtifactsSource {
    imageName?: string | null | undefined;
  }
  class InstallArtifactsSource {
    private constructor();
    static create(properties?: machine.IInstallArtifactsSource): machine.InstallArtifactsSource;
    static encode(message: machine.IInstallArtifactsSource): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.InstallArtifactsSource;
    imageName: string;
  }
  /** Path of a disk, such as /dev/sda. */
  interface IInstallDestination {
    disk?: string | null | undefined;
  }
  /** Path of a disk, such as /dev/sda. */
  class InstallDestination {
    private constructor();
    static create(properties?: machine.IInstallDestination): machine.InstallDestination;
    static encode(message: machine.IInstallDestination): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.InstallDestination;
    disk: string;
  }
  interface ILifecycleServiceInstallRequest {
    containerd?: common.IContainerdInstance | null | undefined;
    source?: machine.IInstallArtifactsSource | null | undefined;
    destination?: machine.IInstallDestination | null | undefined;
  }
  class LifecycleServiceInstallRequest {
    private constructor();
    static create(properties?: machine.ILifecycleServiceInstallRequest): machine.LifecycleServiceInstallRequest;
    static encode(message: machine.ILifecycleServiceInstallRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.LifecycleServiceInstallRequest;
    containerd: common.ContainerdInstance | null;
    source: machine.InstallArtifactsSource | null;
    destination: machine.InstallDestination | null;
  }
  /** The exit code is the last message; a failed installation has a code other than 0 and status OK. */
  interface ILifecycleServiceInstallProgress {
    message?: string | null | undefined;
    exitCode?: number | null | undefined;
  }
  /** The exit code is the last message; a failed installation has a code other than 0 and status OK. */
  class LifecycleServiceInstallProgress {
    private constructor();
    static create(properties?: machine.ILifecycleServiceInstallProgress): machine.LifecycleServiceInstallProgress;
    static encode(message: machine.ILifecycleServiceInstallProgress): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.LifecycleServiceInstallProgress;
    message: string | null;
    exitCode: number | null;
  }
  interface ILifecycleServiceInstallResponse {
    progress?: machine.ILifecycleServiceInstallProgress | null | undefined;
  }
  class LifecycleServiceInstallResponse {
    private constructor();
    static create(properties?: machine.ILifecycleServiceInstallResponse): machine.LifecycleServiceInstallResponse;
    static encode(message: machine.ILifecycleServiceInstallResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.LifecycleServiceInstallResponse;
    progress: machine.LifecycleServiceInstallProgress | null;
  }
  interface ILifecycleServiceUpgradeRequest {
    containerd?: common.IContainerdInstance | null | undefined;
    source?: machine.IInstallArtifactsSource | null | undefined;
  }
  class LifecycleServiceUpgradeRequest {
    private constructor();
    static create(properties?: machine.ILifecycleServiceUpgradeRequest): machine.LifecycleServiceUpgradeRequest;
    static encode(message: machine.ILifecycleServiceUpgradeRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.LifecycleServiceUpgradeRequest;
    containerd: common.ContainerdInstance | null;
    source: machine.InstallArtifactsSource | null;
  }
  interface ILifecycleServiceUpgradeResponse {
    progress?: machine.ILifecycleServiceInstallProgress | null | undefined;
  }
  class LifecycleServiceUpgradeResponse {
    private constructor();
    static create(properties?: machine.ILifecycleServiceUpgradeResponse): machine.LifecycleServiceUpgradeResponse;
    static encode(message: machine.ILifecycleServiceUpgradeResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.LifecycleServiceUpgradeResponse;
    progress: machine.LifecycleServiceInstallProgress | null;
  }
  interface IVersionResponse {
    messages?: machine.IVersion[] | null | undefined;
  }
  class VersionResponse {
    private constructor();
    static create(properties?: machine.IVersionResponse): machine.VersionResponse;
    static encode(message: machine.IVersionResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.VersionResponse;
    messages: machine.Version[];
  }
  interface IVersion {
    metadata?: common.IMetadata | null | undefined;
    version?: machine.IVersionInfo | null | undefined;
    platform?: machine.IPlatformInfo | null | undefined;
    features?: machine.IFeaturesInfo | null | undefined;
  }
  class Version {
    private constructor();
    static create(properties?: machine.IVersion): machine.Version;
    static encode(message: machine.IVersion): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Version;
    metadata: common.Metadata | null;
    version: machine.VersionInfo | null;
    platform: machine.PlatformInfo | null;
    features: machine.FeaturesInfo | null;
  }
  /** Built is empty in reproducible builds. */
  interface IVersionInfo {
    tag?: string | null | undefined;
    sha?: string | null | undefined;
    built?: string | null | undefined;
    goVersion?: string | null | undefined;
    os?: string | null | undefined;
    arch?: string | null | undefined;
  }
  /** Built is empty in reproducible builds. */
  class VersionInfo {
    private constructor();
    static create(properties?: machine.IVersionInfo): machine.VersionInfo;
    static encode(message: machine.IVersionInfo): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.VersionInfo;
    tag: string;
    sha: string;
    built: string;
    goVersion: string;
    os: string;
    arch: string;
  }
  /** Mode is `metal`, `cloud` or `container`. */
  interface IPlatformInfo {
    name?: string | null | undefined;
    mode?: string | null | undefined;
  }
  /** Mode is `metal`, `cloud` or `container`. */
  class PlatformInfo {
    private constructor();
    static create(properties?: machine.IPlatformInfo): machine.PlatformInfo;
    static encode(message: machine.IPlatformInfo): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.PlatformInfo;
    name: string;
    mode: string;
  }
  /** Enabled features. */
  interface IFeaturesInfo {
    rbac?: boolean | null | undefined;
  }
  /** Enabled features. */
  class FeaturesInfo {
    private constructor();
    static create(properties?: machine.IFeaturesInfo): machine.FeaturesInfo;
    static encode(message: machine.IFeaturesInfo): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.FeaturesInfo;
    rbac: boolean;
  }
  interface IHostnameResponse {
    messages?: machine.IHostname[] | null | undefined;
  }
  class HostnameResponse {
    private constructor();
    static create(properties?: machine.IHostnameResponse): machine.HostnameResponse;
    static encode(message: machine.IHostnameResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.HostnameResponse;
    messages: machine.Hostname[];
  }
  interface IHostname {
    metadata?: common.IMetadata | null | undefined;
    hostname?: string | null | undefined;
  }
  class Hostname {
    private constructor();
    static create(properties?: machine.IHostname): machine.Hostname;
    static encode(message: machine.IHostname): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Hostname;
    metadata: common.Metadata | null;
    hostname: string;
  }
  interface ICPUInfoResponse {
    messages?: machine.ICPUsInfo[] | null | undefined;
  }
  class CPUInfoResponse {
    private constructor();
    static create(properties?: machine.ICPUInfoResponse): machine.CPUInfoResponse;
    static encode(message: machine.ICPUInfoResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.CPUInfoResponse;
    messages: machine.CPUsInfo[];
  }
  interface ICPUsInfo {
    metadata?: common.IMetadata | null | undefined;
    cpuInfo?: machine.ICPUInfo[] | null | undefined;
  }
  class CPUsInfo {
    private constructor();
    static create(properties?: machine.ICPUsInfo): machine.CPUsInfo;
    static encode(message: machine.ICPUsInfo): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.CPUsInfo;
    metadata: common.Metadata | null;
    cpuInfo: machine.CPUInfo[];
  }
  interface ICPUInfo {
    processor?: number | null | undefined;
    vendorId?: string | null | undefined;
    cpuFamily?: string | null | undefined;
    model?: string | null | undefined;
    modelName?: string | null | undefined;
    stepping?: string | null | undefined;
    microcode?: string | null | undefined;
    cpuMhz?: number | null | undefined;
    cacheSize?: string | null | undefined;
    physicalId?: string | null | undefined;
    siblings?: number | null | undefined;
    coreId?: string | null | undefined;
    cpuCores?: number | null | undefined;
    apicId?: string | null | undefined;
    initialApicId?: string | null | undefined;
    fpu?: string | null | undefined;
    fpuException?: string | null | undefined;
    cpuIdLevel?: number | null | undefined;
    wp?: string | null | undefined;
    flags?: string[] | null | undefined;
    bugs?: string[] | null | undefined;
    bogoMips?: number | null | undefined;
    clFlushSize?: number | null | undefined;
    cacheAlignment?: number | null | undefined;
    addressSizes?: string | null | undefined;
    powerManagement?: string | null | undefined;
  }
  class CPUInfo {
    private constructor();
    static create(properties?: machine.ICPUInfo): machine.CPUInfo;
    static encode(message: machine.ICPUInfo): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.CPUInfo;
    processor: number;
    vendorId: string;
    cpuFamily: string;
    model: string;
    modelName: string;
    stepping: string;
    microcode: string;
    cpuMhz: number;
    cacheSize: string;
    physicalId: string;
    siblings: number;
    coreId: string;
    cpuCores: number;
    apicId: string;
    initialApicId: string;
    fpu: string;
    fpuException: string;
    cpuIdLevel: number;
    wp: string;
    flags: string[];
    bugs: string[];
    bogoMips: number;
    clFlushSize: number;
    cacheAlignment: number;
    addressSizes: string;
    powerManagement: string;
  }
  interface IMemoryResponse {
    messages?: machine.IMemory[] | null | undefined;
  }
  class MemoryResponse {
    private constructor();
    static create(properties?: machine.IMemoryResponse): machine.MemoryResponse;
    static encode(message: machine.IMemoryResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.MemoryResponse;
    messages: machine.Memory[];
  }
  interface IMemory {
    metadata?: common.IMetadata | null | undefined;
    meminfo?: machine.IMemInfo | null | undefined;
  }
  class Memory {
    private constructor();
    static create(properties?: machine.IMemory): machine.Memory;
    static encode(message: machine.IMemory): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Memory;
    metadata: common.Metadata | null;
    meminfo: machine.MemInfo | null;
  }
  /** Names and units (kB, pages for the hugepages counts) of /proc/meminfo. */
  interface IMemInfo {
    memtotal?: Long | number | null | undefined;
    memfree?: Long | number | null | undefined;
    memavailable?: Long | number | null | undefined;
    buffers?: Long | number | null | undefined;
    cached?: Long | number | null | undefined;
    swapcached?: Long | number | null | undefined;
    active?: Long | number | null | undefined;
    inactive?: Long | number | null | undefined;
    activeanon?: Long | number | null | undefined;
    inactiveanon?: Long | number | null | undefined;
    activefile?: Long | number | null | undefined;
    inactivefile?: Long | number | null | undefined;
    unevictable?: Long | number | null | undefined;
    mlocked?: Long | number | null | undefined;
    swaptotal?: Long | number | null | undefined;
    swapfree?: Long | number | null | undefined;
    dirty?: Long | number | null | undefined;
    writeback?: Long | number | null | undefined;
    anonpages?: Long | number | null | undefined;
    mapped?: Long | number | null | undefined;
    shmem?: Long | number | null | undefined;
    slab?: Long | number | null | undefined;
    sreclaimable?: Long | number | null | undefined;
    sunreclaim?: Long | number | null | undefined;
    kernelstack?: Long | number | null | undefined;
    pagetables?: Long | number | null | undefined;
    nfsunstable?: Long | number | null | undefined;
    bounce?: Long | number | null | undefined;
    writebacktmp?: Long | number | null | undefined;
    commitlimit?: Long | number | null | undefined;
    committedas?: Long | number | null | undefined;
    vmalloctotal?: Long | number | null | undefined;
    vmallocused?: Long | number | null | undefined;
    vmallocchunk?: Long | number | null | undefined;
    hardwarecorrupted?: Long | number | null | undefined;
    anonhugepages?: Long | number | null | undefined;
    shmemhugepages?: Long | number | null | undefined;
    shmempmdmapped?: Long | number | null | undefined;
    cmatotal?: Long | number | null | undefined;
    cmafree?: Long | number | null | undefined;
    hugepagestotal?: Long | number | null | undefined;
    hugepagesfree?: Long | number | null | undefined;
    hugepagesrsvd?: Long | number | null | undefined;
    hugepagessurp?: Long | number | null | undefined;
    hugepagesize?: Long | number | null | undefined;
    directmap4k?: Long | number | null | undefined;
    directmap2m?: Long | number | null | undefined;
    directmap1g?: Long | number | null | undefined;
  }
  /** Names and units (kB, pages for the hugepages counts) of /proc/meminfo. */
  class MemInfo {
    private constructor();
    static create(properties?: machine.IMemInfo): machine.MemInfo;
    static encode(message: machine.IMemInfo): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.MemInfo;
    memtotal: Long;
    memfree: Long;
    memavailable: Long;
    buffers: Long;
    cached: Long;
    swapcached: Long;
    active: Long;
    inactive: Long;
    activeanon: Long;
    inactiveanon: Long;
    activefile: Long;
    inactivefile: Long;
    unevictable: Long;
    mlocked: Long;
    swaptotal: Long;
    swapfree: Long;
    dirty: Long;
    writeback: Long;
    anonpages: Long;
    mapped: Long;
    shmem: Long;
    slab: Long;
    sreclaimable: Long;
    sunreclaim: Long;
    kernelstack: Long;
    pagetables: Long;
    nfsunstable: Long;
    bounce: Long;
    writebacktmp: Long;
    commitlimit: Long;
    committedas: Long;
    vmalloctotal: Long;
    vmallocused: Long;
    vmallocchunk: Long;
    hardwarecorrupted: Long;
    anonhugepages: Long;
    shmemhugepages: Long;
    shmempmdmapped: Long;
    cmatotal: Long;
    cmafree: Long;
    hugepagestotal: Long;
    hugepagesfree: Long;
    hugepagesrsvd: Long;
    hugepagessurp: Long;
    hugepagesize: Long;
    directmap4k: Long;
    directmap2m: Long;
    directmap1g: Long;
  }
  interface ILoadAvgResponse {
    messages?: machine.ILoadAvg[] | null | undefined;
  }
  class LoadAvgResponse {
    private constructor();
    static create(properties?: machine.ILoadAvgResponse): machine.LoadAvgResponse;
    static encode(message: machine.ILoadAvgResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.LoadAvgResponse;
    messages: machine.LoadAvg[];
  }
  interface ILoadAvg {
    metadata?: common.IMetadata | null | undefined;
    load1?: number | null | undefined;
    load5?: number | null | undefined;
    load15?: number | null | undefined;
  }
  class LoadAvg {
    private constructor();
    static create(properties?: machine.ILoadAvg): machine.LoadAvg;
    static encode(message: machine.ILoadAvg): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.LoadAvg;
    metadata: common.Metadata | null;
    load1: number;
    load5: number;
    load15: number;
  }
  interface ISystemStatResponse {
    messages?: machine.ISystemStat[] | null | undefined;
  }
  class SystemStatResponse {
    private constructor();
    static create(properties?: machine.ISystemStatResponse): machine.SystemStatResponse;
    static encode(message: machine.ISystemStatResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.SystemStatResponse;
    messages: machine.SystemStat[];
  }
  interface ISystemStat {
    metadata?: common.IMetadata | null | undefined;
    bootTime?: Long | number | null | undefined;
    cpuTotal?: machine.ICPUStat | null | undefined;
    cpu?: machine.ICPUStat[] | null | undefined;
    irqTotal?: Long | number | null | undefined;
    irq?: (Long | number)[] | null | undefined;
    contextSwitches?: Long | number | null | undefined;
    processCreated?: Long | number | null | undefined;
    processRunning?: Long | number | null | undefined;
    processBlocked?: Long | number | null | undefined;
    softIrqTotal?: Long | number | null | undefined;
    softIrq?: machine.ISoftIRQStat | null | undefined;
  }
  class SystemStat {
    private constructor();
    static create(properties?: machine.ISystemStat): machine.SystemStat;
    static encode(message: machine.ISystemStat): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.SystemStat;
    metadata: common.Metadata | null;
    bootTime: Long;
    cpuTotal: machine.CPUStat | null;
    cpu: machine.CPUStat[];
    irqTotal: Long;
    irq: Long[];
    contextSwitches: Long;
    processCreated: Long;
    processRunning: Long;
    processBlocked: Long;
    softIrqTotal: Long;
    softIrq: machine.SoftIRQStat | null;
  }
  /** Seconds. */
  interface ICPUStat {
    user?: number | null | undefined;
    nice?: number | null | undefined;
    system?: number | null | undefined;
    idle?: number | null | undefined;
    iowait?: number | null | undefined;
    irq?: number | null | undefined;
    softIrq?: number | null | undefined;
    steal?: number | null | undefined;
    guest?: number | null | undefined;
    guestNice?: number | null | undefined;
  }
  /** Seconds. */
  class CPUStat {
    private constructor();
    static create(properties?: machine.ICPUStat): machine.CPUStat;
    static encode(message: machine.ICPUStat): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.CPUStat;
    user: number;
    nice: number;
    system: number;
    idle: number;
    iowait: number;
    irq: number;
    softIrq: number;
    steal: number;
    guest: number;
    guestNice: number;
  }
  interface ISoftIRQStat {
    hi?: Long | number | null | undefined;
    timer?: Long | number | null | undefined;
    netTx?: Long | number | null | undefined;
    netRx?: Long | number | null | undefined;
    block?: Long | number | null | undefined;
    blockIoPoll?: Long | number | null | undefined;
    tasklet?: Long | number | null | undefined;
    sched?: Long | number | null | undefined;
    hrtimer?: Long | number | null | undefined;
    rcu?: Long | number | null | undefined;
  }
  class SoftIRQStat {
    private constructor();
    static create(properties?: machine.ISoftIRQStat): machine.SoftIRQStat;
    static encode(message: machine.ISoftIRQStat): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.SoftIRQStat;
    hi: Long;
    timer: Long;
    netTx: Long;
    netRx: Long;
    block: Long;
    blockIoPoll: Long;
    tasklet: Long;
    sched: Long;
    hrtimer: Long;
    rcu: Long;
  }
  interface IDiskStatsResponse {
    messages?: machine.IDiskStats[] | null | undefined;
  }
  class DiskStatsResponse {
    private constructor();
    static create(properties?: machine.IDiskStatsResponse): machine.DiskStatsResponse;
    static encode(message: machine.IDiskStatsResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.DiskStatsResponse;
    messages: machine.DiskStats[];
  }
  interface IDiskStats {
    metadata?: common.IMetadata | null | undefined;
    total?: machine.IDiskStat | null | undefined;
    devices?: machine.IDiskStat[] | null | undefined;
  }
  class DiskStats {
    private constructor();
    static create(properties?: machine.IDiskStats): machine.DiskStats;
    static encode(message: machine.IDiskStats): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.DiskStats;
    metadata: common.Metadata | null;
    total: machine.DiskStat | null;
    devices: machine.DiskStat[];
  }
  /** Sectors have 512 bytes. */
  interface IDiskStat {
    name?: string | null | undefined;
    readCompleted?: Long | number | null | undefined;
    readMerged?: Long | number | null | undefined;
    readSectors?: Long | number | null | undefined;
    readTimeMs?: Long | number | null | undefined;
    writeCompleted?: Long | number | null | undefined;
    writeMerged?: Long | number | null | undefined;
    writeSectors?: Long | number | null | undefined;
    writeTimeMs?: Long | number | null | undefined;
    ioInProgress?: Long | number | null | undefined;
    ioTimeMs?: Long | number | null | undefined;
    ioTimeWeightedMs?: Long | number | null | undefined;
    discardCompleted?: Long | number | null | undefined;
    discardMerged?: Long | number | null | undefined;
    discardSectors?: Long | number | null | undefined;
    discardTimeMs?: Long | number | null | undefined;
  }
  /** Sectors have 512 bytes. */
  class DiskStat {
    private constructor();
    static create(properties?: machine.IDiskStat): machine.DiskStat;
    static encode(message: machine.IDiskStat): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.DiskStat;
    name: string;
    readCompleted: Long;
    readMerged: Long;
    readSectors: Long;
    readTimeMs: Long;
    writeCompleted: Long;
    writeMerged: Long;
    writeSectors: Long;
    writeTimeMs: Long;
    ioInProgress: Long;
    ioTimeMs: Long;
    ioTimeWeightedMs: Long;
    discardCompleted: Long;
    discardMerged: Long;
    discardSectors: Long;
    discardTimeMs: Long;
  }
  interface INetworkDeviceStatsResponse {
    messages?: machine.INetworkDeviceStats[] | null | undefined;
  }
  class NetworkDeviceStatsResponse {
    private constructor();
    static create(properties?: machine.INetworkDeviceStatsResponse): machine.NetworkDeviceStatsResponse;
    static encode(message: machine.INetworkDeviceStatsResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.NetworkDeviceStatsResponse;
    messages: machine.NetworkDeviceStats[];
  }
  interface INetworkDeviceStats {
    metadata?: common.IMetadata | null | undefined;
    total?: machine.INetDev | null | undefined;
    devices?: machine.INetDev[] | null | undefined;
  }
  class NetworkDeviceStats {
    private constructor();
    static create(properties?: machine.INetworkDeviceStats): machine.NetworkDeviceStats;
    static encode(message: machine.INetworkDeviceStats): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.NetworkDeviceStats;
    metadata: common.Metadata | null;
    total: machine.NetDev | null;
    devices: machine.NetDev[];
  }
  interface INetDev {
    name?: string | null | undefined;
    rxBytes?: Long | number | null | undefined;
    rxPackets?: Long | number | null | undefined;
    rxErrors?: Long | number | null | undefined;
    rxDropped?: Long | number | null | undefined;
    rxFifo?: Long | number | null | undefined;
    rxFrame?: Long | number | null | undefined;
    rxCompressed?: Long | number | null | undefined;
    rxMulticast?: Long | number | null | undefined;
    txBytes?: Long | number | null | undefined;
    txPackets?: Long | number | null | undefined;
    txErrors?: Long | number | null | undefined;
    txDropped?: Long | number | null | undefined;
    txFifo?: Long | number | null | undefined;
    txCollisions?: Long | number | null | undefined;
    txCarrier?: Long | number | null | undefined;
    txCompressed?: Long | number | null | undefined;
  }
  class NetDev {
    private constructor();
    static create(properties?: machine.INetDev): machine.NetDev;
    static encode(message: machine.INetDev): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.NetDev;
    name: string;
    rxBytes: Long;
    rxPackets: Long;
    rxErrors: Long;
    rxDropped: Long;
    rxFifo: Long;
    rxFrame: Long;
    rxCompressed: Long;
    rxMulticast: Long;
    txBytes: Long;
    txPackets: Long;
    txErrors: Long;
    txDropped: Long;
    txFifo: Long;
    txCollisions: Long;
    txCarrier: Long;
    txCompressed: Long;
  }
  interface IMountsResponse {
    messages?: machine.IMounts[] | null | undefined;
  }
  class MountsResponse {
    private constructor();
    static create(properties?: machine.IMountsResponse): machine.MountsResponse;
    static encode(message: machine.IMountsResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.MountsResponse;
    messages: machine.Mounts[];
  }
  interface IMounts {
    metadata?: common.IMetadata | null | undefined;
    stats?: machine.IMountStat[] | null | undefined;
  }
  class Mounts {
    private constructor();
    static create(properties?: machine.IMounts): machine.Mounts;
    static encode(message: machine.IMounts): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Mounts;
    metadata: common.Metadata | null;
    stats: machine.MountStat[];
  }
  /** Sizes in bytes. */
  interface IMountStat {
    filesystem?: string | null | undefined;
    size?: Long | number | null | undefined;
    available?: Long | number | null | undefined;
    mountedOn?: string | null | undefined;
  }
  /** Sizes in bytes. */
  class MountStat {
    private constructor();
    static create(properties?: machine.IMountStat): machine.MountStat;
    static encode(message: machine.IMountStat): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.MountStat;
    filesystem: string;
    size: Long;
    available: Long;
    mountedOn: string;
  }
  interface IProcessesResponse {
    messages?: machine.IProcess[] | null | undefined;
  }
  class ProcessesResponse {
    private constructor();
    static create(properties?: machine.IProcessesResponse): machine.ProcessesResponse;
    static encode(message: machine.IProcessesResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ProcessesResponse;
    messages: machine.Process[];
  }
  interface IProcess {
    metadata?: common.IMetadata | null | undefined;
    processes?: machine.IProcessInfo[] | null | undefined;
  }
  class Process {
    private constructor();
    static create(properties?: machine.IProcess): machine.Process;
    static encode(message: machine.IProcess): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Process;
    metadata: common.Metadata | null;
    processes: machine.ProcessInfo[];
  }
  /** `cpu_time` in seconds, memory in bytes. */
  interface IProcessInfo {
    pid?: number | null | undefined;
    ppid?: number | null | undefined;
    state?: string | null | undefined;
    threads?: number | null | undefined;
    cpuTime?: number | null | undefined;
    virtualMemory?: Long | number | null | undefined;
    residentMemory?: Long | number | null | undefined;
    command?: string | null | undefined;
    executable?: string | null | undefined;
    args?: string | null | undefined;
    /** SELinux label, since v1.8. */
    label?: string | null | undefined;
  }
  /** `cpu_time` in seconds, memory in bytes. */
  class ProcessInfo {
    private constructor();
    static create(properties?: machine.IProcessInfo): machine.ProcessInfo;
    static encode(message: machine.IProcessInfo): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ProcessInfo;
    pid: number;
    ppid: number;
    state: string;
    threads: number;
    cpuTime: number;
    virtualMemory: Long;
    residentMemory: Long;
    command: string;
    executable: string;
    args: string;
    /** SELinux label, since v1.8. */
    label: string;
  }
  interface IContainersRequest {
    namespace?: string | null | undefined;
    driver?: common.ContainerDriver | null | undefined;
  }
  class ContainersRequest {
    private constructor();
    static create(properties?: machine.IContainersRequest): machine.ContainersRequest;
    static encode(message: machine.IContainersRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ContainersRequest;
    namespace: string;
    driver: common.ContainerDriver;
  }
  interface IContainersResponse {
    messages?: machine.IContainer[] | null | undefined;
  }
  class ContainersResponse {
    private constructor();
    static create(properties?: machine.IContainersResponse): machine.ContainersResponse;
    static encode(message: machine.IContainersResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ContainersResponse;
    messages: machine.Container[];
  }
  interface IContainer {
    metadata?: common.IMetadata | null | undefined;
    containers?: machine.IContainerInfo[] | null | undefined;
  }
  class Container {
    private constructor();
    static create(properties?: machine.IContainer): machine.Container;
    static encode(message: machine.IContainer): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Container;
    metadata: common.Metadata | null;
    containers: machine.ContainerInfo[];
  }
  interface IContainerInfo {
    namespace?: string | null | undefined;
    id?: string | null | undefined;
    image?: string | null | undefined;
    pid?: number | null | undefined;
    status?: string | null | undefined;
    podId?: string | null | undefined;
    name?: string | null | undefined;
    networkNamespace?: string | null | undefined;
    /** Since v1.9: the id of the runtime, and the uid of the pod. */
    internalId?: string | null | undefined;
    uid?: string | null | undefined;
  }
  class ContainerInfo {
    private constructor();
    static create(properties?: machine.IContainerInfo): machine.ContainerInfo;
    static encode(message: machine.IContainerInfo): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ContainerInfo;
    namespace: string;
    id: string;
    image: string;
    pid: number;
    status: string;
    podId: string;
    name: string;
    networkNamespace: string;
    /** Since v1.9: the id of the runtime, and the uid of the pod. */
    internalId: string;
    uid: string;
  }
  interface IStatsRequest {
    namespace?: string | null | undefined;
    driver?: common.ContainerDriver | null | undefined;
  }
  class StatsRequest {
    private constructor();
    static create(properties?: machine.IStatsRequest): machine.StatsRequest;
    static encode(message: machine.IStatsRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.StatsRequest;
    namespace: string;
    driver: common.ContainerDriver;
  }
  interface IStatsResponse {
    messages?: machine.IStats[] | null | undefined;
  }
  class StatsResponse {
    private constructor();
    static create(properties?: machine.IStatsResponse): machine.StatsResponse;
    static encode(message: machine.IStatsResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.StatsResponse;
    messages: machine.Stats[];
  }
  interface IStats {
    metadata?: common.IMetadata | null | undefined;
    stats?: machine.IStat[] | null | undefined;
  }
  class Stats {
    private constructor();
    static create(properties?: machine.IStats): machine.Stats;
    static encode(message: machine.IStats): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Stats;
    metadata: common.Metadata | null;
    stats: machine.Stat[];
  }
  /** Memory in bytes, CPU time in nanoseconds. */
  interface IStat {
    namespace?: string | null | undefined;
    id?: string | null | undefined;
    memoryUsage?: Long | number | null | undefined;
    cpuUsage?: Long | number | null | undefined;
    podId?: string | null | undefined;
    name?: string | null | undefined;
  }
  /** Memory in bytes, CPU time in nanoseconds. */
  class Stat {
    private constructor();
    static create(properties?: machine.IStat): machine.Stat;
    static encode(message: machine.IStat): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Stat;
    namespace: string;
    id: string;
    memoryUsage: Long;
    cpuUsage: Long;
    podId: string;
    name: string;
  }
  interface IRestartRequest {
    namespace?: string | null | undefined;
    id?: string | null | undefined;
    driver?: common.ContainerDriver | null | undefined;
  }
  class RestartRequest {
    private constructor();
    static create(properties?: machine.IRestartRequest): machine.RestartRequest;
    static encode(message: machine.IRestartRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.RestartRequest;
    namespace: string;
    id: string;
    driver: common.ContainerDriver;
  }
  interface IRestartResponse {
    messages?: machine.IRestart[] | null | undefined;
  }
  class RestartResponse {
    private constructor();
    static create(properties?: machine.IRestartResponse): machine.RestartResponse;
    static encode(message: machine.IRestartResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.RestartResponse;
    messages: machine.Restart[];
  }
  interface IRestart {
    metadata?: common.IMetadata | null | undefined;
  }
  class Restart {
    private constructor();
    static create(properties?: machine.IRestart): machine.Restart;
    static encode(message: machine.IRestart): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Restart;
    metadata: common.Metadata | null;
  }
  interface IListRequest {
    root?: string | null | undefined;
    recurse?: boolean | null | undefined;
    /** -1 or 0: no limit. */
    recursionDepth?: number | null | undefined;
    types?: machine.ListRequest.Type[] | null | undefined;
    /** Since v1.8. */
    reportXattrs?: boolean | null | undefined;
  }
  class ListRequest {
    private constructor();
    static create(properties?: machine.IListRequest): machine.ListRequest;
    static encode(message: machine.IListRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ListRequest;
    root: string;
    recurse: boolean;
    /** -1 or 0: no limit. */
    recursionDepth: number;
    types: machine.ListRequest.Type[];
    /** Since v1.8. */
    reportXattrs: boolean;
  }
  namespace ListRequest {
    enum Type {
      REGULAR = 0,
      DIRECTORY = 1,
      SYMLINK = 2,
    }
  }
  /** One entry. A failure on the entry itself is in `error`, not in the metadata. */
  interface IFileInfo {
    metadata?: common.IMetadata | null | undefined;
    name?: string | null | undefined;
    size?: Long | number | null | undefined;
    /** Bits of Go's FileMode, not of stat(2). */
    mode?: number | null | undefined;
    /** Seconds since the epoch. */
    modified?: Long | number | null | undefined;
    isDir?: boolean | null | undefined;
    error?: string | null | undefined;
    /** Target of a symbolic link. */
    link?: string | null | undefined;
    /** Relative to the requested root; `.` is the root. */
    relativeName?: string | null | undefined;
    uid?: number | null | undefined;
    gid?: number | null | undefined;
    xattrs?: machine.IXattr[] | null | undefined;
  }
  /** One entry. A failure on the entry itself is in `error`, not in the metadata. */
  class FileInfo {
    private constructor();
    static create(properties?: machine.IFileInfo): machine.FileInfo;
    static encode(message: machine.IFileInfo): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.FileInfo;
    metadata: common.Metadata | null;
    name: string;
    size: Long;
    /** Bits of Go's FileMode, not of stat(2). */
    mode: number;
    /** Seconds since the epoch. */
    modified: Long;
    isDir: boolean;
    error: string;
    /** Target of a symbolic link. */
    link: string;
    /** Relative to the requested root; `.` is the root. */
    relativeName: string;
    uid: number;
    gid: number;
    xattrs: machine.Xattr[];
  }
  interface IXattr {
    name?: string | null | undefined;
    data?: Uint8Array | null | undefined;
  }
  class Xattr {
    private constructor();
    static create(properties?: machine.IXattr): machine.Xattr;
    static encode(message: machine.IXattr): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Xattr;
    name: string;
    data: Uint8Array;
  }
  interface IDiskUsageRequest {
    recursionDepth?: number | null | undefined;
    all?: boolean | null | undefined;
    /** Minimum size, bytes; maximum when negative. */
    threshold?: Long | number | null | undefined;
    paths?: string[] | null | undefined;
  }
  class DiskUsageRequest {
    private constructor();
    static create(properties?: machine.IDiskUsageRequest): machine.DiskUsageRequest;
    static encode(message: machine.IDiskUsageRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.DiskUsageRequest;
    recursionDepth: number;
    all: boolean;
    /** Minimum size, bytes; maximum when negative. */
    threshold: Long;
    paths: string[];
  }
  /** One entry, sizes in bytes. */
  interface IDiskUsageInfo {
    metadata?: common.IMetadata | null | undefined;
    name?: string | null | undefined;
    size?: Long | number | null | undefined;
    error?: string | null | undefined;
    relativeName?: string | null | undefined;
  }
  /** One entry, sizes in bytes. */
  class DiskUsageInfo {
    private constructor();
    static create(properties?: machine.IDiskUsageInfo): machine.DiskUsageInfo;
    static encode(message: machine.IDiskUsageInfo): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.DiskUsageInfo;
    metadata: common.Metadata | null;
    name: string;
    size: Long;
    error: string;
    relativeName: string;
  }
  interface IReadRequest {
    path?: string | null | undefined;
  }
  class ReadRequest {
    private constructor();
    static create(properties?: machine.IReadRequest): machine.ReadRequest;
    static encode(message: machine.IReadRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ReadRequest;
    path: string;
  }
  interface ICopyRequest {
    rootPath?: string | null | undefined;
  }
  class CopyRequest {
    private constructor();
    static create(properties?: machine.ICopyRequest): machine.CopyRequest;
    static encode(message: machine.ICopyRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.CopyRequest;
    rootPath: string;
  }
  interface ILogsRequest {
    namespace?: string | null | undefined;
    id?: string | null | undefined;
    driver?: common.ContainerDriver | null | undefined;
    follow?: boolean | null | undefined;
    /** -1: from the beginning. */
    tailLines?: number | null | undefined;
  }
  class LogsRequest {
    private constructor();
    static create(properties?: machine.ILogsRequest): machine.LogsRequest;
    static encode(message: machine.ILogsRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.LogsRequest;
    namespace: string;
    id: string;
    driver: common.ContainerDriver;
    follow: boolean;
    /** -1: from the beginning. */
    tailLines: number;
  }
  interface ILogsContainersResponse {
    messages?: machine.ILogsContainer[] | null | undefined;
  }
  class LogsContainersResponse {
    private constructor();
    static create(properties?: machine.ILogsContainersResponse): machine.LogsContainersResponse;
    static encode(message: machine.ILogsContainersResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.LogsContainersResponse;
    messages: machine.LogsContainer[];
  }
  interface ILogsContainer {
    metadata?: common.IMetadata | null | undefined;
    ids?: string[] | null | undefined;
  }
  class LogsContainer {
    private constructor();
    static create(properties?: machine.ILogsContainer): machine.LogsContainer;
    static encode(message: machine.ILogsContainer): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.LogsContainer;
    metadata: common.Metadata | null;
    ids: string[];
  }
  interface IDmesgRequest {
    follow?: boolean | null | undefined;
    tail?: boolean | null | undefined;
  }
  class DmesgRequest {
    private constructor();
    static create(properties?: machine.IDmesgRequest): machine.DmesgRequest;
    static encode(message: machine.IDmesgRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.DmesgRequest;
    follow: boolean;
    tail: boolean;
  }
  interface IEventsRequest {
    /** -1: all retained events. */
    tailEvents?: number | null | undefined;
    /** Events after this one. */
    tailId?: string | null | undefined;
    tailSeconds?: number | null | undefined;
    withActorId?: string | null | undefined;
  }
  class EventsRequest {
    private constructor();
    static create(properties?: machine.IEventsRequest): machine.EventsRequest;
    static encode(message: machine.IEventsRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EventsRequest;
    /** -1: all retained events. */
    tailEvents: number;
    /** Events after this one. */
    tailId: string;
    tailSeconds: number;
    withActorId: string;
  }
  /** The first message of a stream is empty. The type URL of `data` starts with `talos/runtime/`. */
  interface IEvent {
    metadata?: common.IMetadata | null | undefined;
    data?: google.protobuf.IAny | null | undefined;
    id?: string | null | undefined;
    actorId?: string | null | undefined;
  }
  /** The first message of a stream is empty. The type URL of `data` starts with `talos/runtime/`. */
  class Event {
    private constructor();
    static create(properties?: machine.IEvent): machine.Event;
    static encode(message: machine.IEvent): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Event;
    metadata: common.Metadata | null;
    data: google.protobuf.Any | null;
    id: string;
    actorId: string;
  }
  interface ISequenceEvent {
    sequence?: string | null | undefined;
    action?: machine.SequenceEvent.Action | null | undefined;
    error?: common.IError | null | undefined;
  }
  class SequenceEvent {
    private constructor();
    static create(properties?: machine.ISequenceEvent): machine.SequenceEvent;
    static encode(message: machine.ISequenceEvent): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.SequenceEvent;
    sequence: string;
    action: machine.SequenceEvent.Action;
    error: common.Error | null;
  }
  namespace SequenceEvent {
    enum Action {
      NOOP = 0,
      START = 1,
      STOP = 2,
    }
  }
  interface IPhaseEvent {
    phase?: string | null | undefined;
    action?: machine.PhaseEvent.Action | null | undefined;
  }
  class PhaseEvent {
    private constructor();
    static create(properties?: machine.IPhaseEvent): machine.PhaseEvent;
    static encode(message: machine.IPhaseEvent): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.PhaseEvent;
    phase: string;
    action: machine.PhaseEvent.Action;
  }
  namespace PhaseEvent {
    enum Action {
      START = 0,
      STOP = 1,
    }
  }
  interface ITaskEvent {
    task?: string | null | undefined;
    action?: machine.TaskEvent.Action | null | undefined;
  }
  class TaskEvent {
    private constructor();
    static create(properties?: machine.ITaskEvent): machine.TaskEvent;
    static encode(message: machine.ITaskEvent): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.TaskEvent;
    task: string;
    action: machine.TaskEvent.Action;
  }
  namespace TaskEvent {
    enum Action {
      START = 0,
      STOP = 1,
    }
  }
  interface IServiceStateEvent {
    service?: string | null | undefined;
    action?: machine.ServiceStateEvent.Action | null | undefined;
    message?: string | null | undefined;
    health?: machine.IServiceHealth | null | undefined;
  }
  class ServiceStateEvent {
    private constructor();
    static create(properties?: machine.IServiceStateEvent): machine.ServiceStateEvent;
    static encode(message: machine.IServiceStateEvent): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceStateEvent;
    service: string;
    action: machine.ServiceStateEvent.Action;
    message: string;
    health: machine.ServiceHealth | null;
  }
  namespace ServiceStateEvent {
    enum Action {
      INITIALIZED = 0,
      PREPARING = 1,
      WAITING = 2,
      RUNNING = 3,
      STOPPING = 4,
      FINISHED = 5,
      FAILED = 6,
      SKIPPED = 7,
      STARTING = 8,
    }
  }
  interface IServiceHealth {
    unknown?: boolean | null | undefined;
    healthy?: boolean | null | undefined;
    lastMessage?: string | null | undefined;
    lastChange?: google.protobuf.ITimestamp | null | undefined;
  }
  class ServiceHealth {
    private constructor();
    static create(properties?: machine.IServiceHealth): machine.ServiceHealth;
    static encode(message: machine.IServiceHealth): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceHealth;
    unknown: boolean;
    healthy: boolean;
    lastMessage: string;
    lastChange: google.protobuf.Timestamp | null;
  }
  interface IRestartEvent {
    cmd?: Long | number | null | undefined;
  }
  class RestartEvent {
    private constructor();
    static create(properties?: machine.IRestartEvent): machine.RestartEvent;
    static encode(message: machine.IRestartEvent): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.RestartEvent;
    cmd: Long;
  }
  interface IConfigLoadErrorEvent {
    error?: string | null | undefined;
  }
  class ConfigLoadErrorEvent {
    private constructor();
    static create(properties?: machine.IConfigLoadErrorEvent): machine.ConfigLoadErrorEvent;
    static encode(message: machine.IConfigLoadErrorEvent): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ConfigLoadErrorEvent;
    error: string;
  }
  interface IConfigValidationErrorEvent {
    error?: string | null | undefined;
  }
  class ConfigValidationErrorEvent {
    private constructor();
    static create(properties?: machine.IConfigValidationErrorEvent): machine.ConfigValidationErrorEvent;
    static encode(message: machine.IConfigValidationErrorEvent): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ConfigValidationErrorEvent;
    error: string;
  }
  interface IAddressEvent {
    hostname?: string | null | undefined;
    addresses?: string[] | null | undefined;
  }
  class AddressEvent {
    private constructor();
    static create(properties?: machine.IAddressEvent): machine.AddressEvent;
    static encode(message: machine.IAddressEvent): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.AddressEvent;
    hostname: string;
    addresses: string[];
  }
  interface IMachineStatusEvent {
    stage?: machine.MachineStatusEvent.MachineStage | null | undefined;
    status?: machine.MachineStatusEvent.IMachineStatus | null | undefined;
  }
  class MachineStatusEvent {
    private constructor();
    static create(properties?: machine.IMachineStatusEvent): machine.MachineStatusEvent;
    static encode(message: machine.IMachineStatusEvent): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.MachineStatusEvent;
    stage: machine.MachineStatusEvent.MachineStage;
    status: machine.MachineStatusEvent.MachineStatus | null;
  }
  namespace MachineStatusEvent {
    interface IMachineStatus {
      ready?: boolean | null | undefined;
      unmetConditions?: machine.MachineStatusEvent.MachineStatus.IUnmetCondition[] | null | undefined;
    }
    class MachineStatus {
      private constructor();
      static create(properties?: machine.MachineStatusEvent.IMachineStatus): machine.MachineStatusEvent.MachineStatus;
      static encode(message: machine.MachineStatusEvent.IMachineStatus): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): machine.MachineStatusEvent.MachineStatus;
      ready: boolean;
      unmetConditions: machine.MachineStatusEvent.MachineStatus.UnmetCondition[];
    }
    namespace MachineStatus {
      interface IUnmetCondition {
        name?: string | null | undefined;
        reason?: string | null | undefined;
      }
      class UnmetCondition {
        private constructor();
        static create(properties?: machine.MachineStatusEvent.MachineStatus.IUnmetCondition): machine.MachineStatusEvent.MachineStatus.UnmetCondition;
        static encode(message: machine.MachineStatusEvent.MachineStatus.IUnmetCondition): { finish(): Uint8Array };
        static decode(bytes: Uint8Array): machine.MachineStatusEvent.MachineStatus.UnmetCondition;
        name: string;
        reason: string;
      }
    }
    enum MachineStage {
      UNKNOWN = 0,
      BOOTING = 1,
      INSTALLING = 2,
      MAINTENANCE = 3,
      RUNNING = 4,
      REBOOTING = 5,
      SHUTTING_DOWN = 6,
      RESETTING = 7,
      UPGRADING = 8,
    }
  }
  interface INetstatRequest {
    filter?: machine.NetstatRequest.Filter | null | undefined;
    feature?: machine.NetstatRequest.IFeature | null | undefined;
    l4proto?: machine.NetstatRequest.IL4proto | null | undefined;
    netns?: machine.NetstatRequest.INetNS | null | undefined;
  }
  class NetstatRequest {
    private constructor();
    static create(properties?: machine.INetstatRequest): machine.NetstatRequest;
    static encode(message: machine.INetstatRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.NetstatRequest;
    filter: machine.NetstatRequest.Filter;
    feature: machine.NetstatRequest.Feature | null;
    l4proto: machine.NetstatRequest.L4proto | null;
    netns: machine.NetstatRequest.NetNS | null;
  }
  namespace NetstatRequest {
    enum Filter {
      ALL = 0,
      CONNECTED = 1,
      LISTENING = 2,
    }
    interface IFeature {
      pid?: boolean | null | undefined;
    }
    class Feature {
      private constructor();
      static create(properties?: machine.NetstatRequest.IFeature): machine.NetstatRequest.Feature;
      static encode(message: machine.NetstatRequest.IFeature): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): machine.NetstatRequest.Feature;
      pid: boolean;
    }
    interface IL4proto {
      tcp?: boolean | null | undefined;
      tcp6?: boolean | null | undefined;
      udp?: boolean | null | undefined;
      udp6?: boolean | null | undefined;
      udplite?: boolean | null | undefined;
      udplite6?: boolean | null | undefined;
      raw?: boolean | null | undefined;
      raw6?: boolean | null | undefined;
    }
    class L4proto {
      private constructor();
      static create(properties?: machine.NetstatRequest.IL4proto): machine.NetstatRequest.L4proto;
      static encode(message: machine.NetstatRequest.IL4proto): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): machine.NetstatRequest.L4proto;
      tcp: boolean;
      tcp6: boolean;
      udp: boolean;
      udp6: boolean;
      udplite: boolean;
      udplite6: boolean;
      raw: boolean;
      raw6: boolean;
    }
    interface INetNS {
      hostnetwork?: boolean | null | undefined;
      netns?: string[] | null | undefined;
      allnetns?: boolean | null | undefined;
    }
    class NetNS {
      private constructor();
      static create(properties?: machine.NetstatRequest.INetNS): machine.NetstatRequest.NetNS;
      static encode(message: machine.NetstatRequest.INetNS): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): machine.NetstatRequest.NetNS;
      hostnetwork: boolean;
      netns: string[];
      allnetns: boolean;
    }
  }
  interface INetstatResponse {
    messages?: machine.INetstat[] | null | undefined;
  }
  class NetstatResponse {
    private constructor();
    static create(properties?: machine.INetstatResponse): machine.NetstatResponse;
    static encode(message: machine.INetstatResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.NetstatResponse;
    messages: machine.Netstat[];
  }
  interface INetstat {
    metadata?: common.IMetadata | null | undefined;
    connectrecord?: machine.IConnectRecord[] | null | undefined;
  }
  class Netstat {
    private constructor();
    static create(properties?: machine.INetstat): machine.Netstat;
    static encode(message: machine.INetstat): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Netstat;
    metadata: common.Metadata | null;
    connectrecord: machine.ConnectRecord[];
  }
  /** One row of /proc/net/tcp and similar files. */
  interface IConnectRecord {
    l4proto?: string | null | undefined;
    localip?: string | null | undefined;
    localport?: number | null | undefined;
    remoteip?: string | null | undefined;
    remoteport?: number | null | undefined;
    state?: machine.ConnectRecord.State | null | undefined;
    txqueue?: Long | number | null | undefined;
    rxqueue?: Long | number | null | undefined;
    tr?: machine.ConnectRecord.TimerActive | null | undefined;
    timerwhen?: Long | number | null | undefined;
    retrnsmt?: Long | number | null | undefined;
    uid?: number | null | undefined;
    timeout?: Long | number | null | undefined;
    inode?: Long | number | null | undefined;
    ref?: Long | number | null | undefined;
    pointer?: Long | number | null | undefined;
    process?: machine.ConnectRecord.IProcess | null | undefined;
    netns?: string | null | undefined;
  }
  /** One row of /proc/net/tcp and similar files. */
  class ConnectRecord {
    private constructor();
    static create(properties?: machine.IConnectRecord): machine.ConnectRecord;
    static encode(message: machine.IConnectRecord): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ConnectRecord;
    l4proto: string;
    localip: string;
    localport: number;
    remoteip: string;
    remoteport: number;
    state: machine.ConnectRecord.State;
    txqueue: Long;
    rxqueue: Long;
    tr: machine.ConnectRecord.TimerActive;
    timerwhen: Long;
    retrnsmt: Long;
    uid: number;
    timeout: Long;
    inode: Long;
    ref: Long;
    pointer: Long;
    process: machine.ConnectRecord.Process | null;
    netns: string;
  }
  namespace ConnectRecord {
    enum State {
      RESERVED = 0,
      ESTABLISHED = 1,
      SYN_SENT = 2,
      SYN_RECV = 3,
      FIN_WAIT1 = 4,
      FIN_WAIT2 = 5,
      TIME_WAIT = 6,
      CLOSE = 7,
      CLOSEWAIT = 8,
      LASTACK = 9,
      LISTEN = 10,
      CLOSING = 11,
    }
    enum TimerActive {
      OFF = 0,
      ON = 1,
      KEEPALIVE = 2,
      TIMEWAIT = 3,
      PROBE = 4,
    }
    interface IProcess {
      pid?: number | null | undefined;
      name?: string | null | undefined;
    }
    class Process {
      private constructor();
      static create(properties?: machine.ConnectRecord.IProcess): machine.ConnectRecord.Process;
      static encode(message: machine.ConnectRecord.IProcess): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): machine.ConnectRecord.Process;
      pid: number;
      name: string;
    }
  }
  interface IPacketCaptureRequest {
    interface?: string | null | undefined;
    promiscuous?: boolean | null | undefined;
    /** Captured bytes of each packet. */
    snapLen?: number | null | undefined;
    bpfFilter?: machine.IBPFInstruction[] | null | undefined;
  }
  class PacketCaptureRequest {
    private constructor();
    static create(properties?: machine.IPacketCaptureRequest): machine.PacketCaptureRequest;
    static encode(message: machine.IPacketCaptureRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.PacketCaptureRequest;
    interface: string;
    promiscuous: boolean;
    /** Captured bytes of each packet. */
    snapLen: number;
    bpfFilter: machine.BPFInstruction[];
  }
  /** One instruction of a classic BPF filter. */
  interface IBPFInstruction {
    op?: number | null | undefined;
    jt?: number | null | undefined;
    jf?: number | null | undefined;
    k?: number | null | undefined;
  }
  /** One instruction of a classic BPF filter. */
  class BPFInstruction {
    private constructor();
    static create(properties?: machine.IBPFInstruction): machine.BPFInstruction;
    static encode(message: machine.IBPFInstruction): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.BPFInstruction;
    op: number;
    jt: number;
    jf: number;
    k: number;
  }
  interface IServiceListResponse {
    messages?: machine.IServiceList[] | null | undefined;
  }
  class ServiceListResponse {
    private constructor();
    static create(properties?: machine.IServiceListResponse): machine.ServiceListResponse;
    static encode(message: machine.IServiceListResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceListResponse;
    messages: machine.ServiceList[];
  }
  interface IServiceList {
    metadata?: common.IMetadata | null | undefined;
    services?: machine.IServiceInfo[] | null | undefined;
  }
  class ServiceList {
    private constructor();
    static create(properties?: machine.IServiceList): machine.ServiceList;
    static encode(message: machine.IServiceList): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceList;
    metadata: common.Metadata | null;
    services: machine.ServiceInfo[];
  }
  interface IServiceInfo {
    id?: string | null | undefined;
    state?: string | null | undefined;
    events?: machine.IServiceEvents | null | undefined;
    health?: machine.IServiceHealth | null | undefined;
  }
  class ServiceInfo {
    private constructor();
    static create(properties?: machine.IServiceInfo): machine.ServiceInfo;
    static encode(message: machine.IServiceInfo): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceInfo;
    id: string;
    state: string;
    events: machine.ServiceEvents | null;
    health: machine.ServiceHealth | null;
  }
  /** Oldest first. */
  interface IServiceEvents {
    events?: machine.IServiceEvent[] | null | undefined;
  }
  /** Oldest first. */
  class ServiceEvents {
    private constructor();
    static create(properties?: machine.IServiceEvents): machine.ServiceEvents;
    static encode(message: machine.IServiceEvents): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceEvents;
    events: machine.ServiceEvent[];
  }
  interface IServiceEvent {
    msg?: string | null | undefined;
    state?: string | null | undefined;
    ts?: google.protobuf.ITimestamp | null | undefined;
  }
  class ServiceEvent {
    private constructor();
    static create(properties?: machine.IServiceEvent): machine.ServiceEvent;
    static encode(message: machine.IServiceEvent): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceEvent;
    msg: string;
    state: string;
    ts: google.protobuf.Timestamp | null;
  }
  interface IServiceStartRequest {
    id?: string | null | undefined;
  }
  class ServiceStartRequest {
    private constructor();
    static create(properties?: machine.IServiceStartRequest): machine.ServiceStartRequest;
    static encode(message: machine.IServiceStartRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceStartRequest;
    id: string;
  }
  interface IServiceStartResponse {
    messages?: machine.IServiceStart[] | null | undefined;
  }
  class ServiceStartResponse {
    private constructor();
    static create(properties?: machine.IServiceStartResponse): machine.ServiceStartResponse;
    static encode(message: machine.IServiceStartResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceStartResponse;
    messages: machine.ServiceStart[];
  }
  interface IServiceStart {
    metadata?: common.IMetadata | null | undefined;
    resp?: string | null | undefined;
  }
  class ServiceStart {
    private constructor();
    static create(properties?: machine.IServiceStart): machine.ServiceStart;
    static encode(message: machine.IServiceStart): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceStart;
    metadata: common.Metadata | null;
    resp: string;
  }
  interface IServiceStopRequest {
    id?: string | null | undefined;
  }
  class ServiceStopRequest {
    private constructor();
    static create(properties?: machine.IServiceStopRequest): machine.ServiceStopRequest;
    static encode(message: machine.IServiceStopRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceStopRequest;
    id: string;
  }
  interface IServiceStopResponse {
    messages?: machine.IServiceStop[] | null | undefined;
  }
  class ServiceStopResponse {
    private constructor();
    static create(properties?: machine.IServiceStopResponse): machine.ServiceStopResponse;
    static encode(message: machine.IServiceStopResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceStopResponse;
    messages: machine.ServiceStop[];
  }
  interface IServiceStop {
    metadata?: common.IMetadata | null | undefined;
    resp?: string | null | undefined;
  }
  class ServiceStop {
    private constructor();
    static create(properties?: machine.IServiceStop): machine.ServiceStop;
    static encode(message: machine.IServiceStop): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceStop;
    metadata: common.Metadata | null;
    resp: string;
  }
  interface IServiceRestartRequest {
    id?: string | null | undefined;
  }
  class ServiceRestartRequest {
    private constructor();
    static create(properties?: machine.IServiceRestartRequest): machine.ServiceRestartRequest;
    static encode(message: machine.IServiceRestartRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceRestartRequest;
    id: string;
  }
  interface IServiceRestartResponse {
    messages?: machine.IServiceRestart[] | null | undefined;
  }
  class ServiceRestartResponse {
    private constructor();
    static create(properties?: machine.IServiceRestartResponse): machine.ServiceRestartResponse;
    static encode(message: machine.IServiceRestartResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceRestartResponse;
    messages: machine.ServiceRestart[];
  }
  interface IServiceRestart {
    metadata?: common.IMetadata | null | undefined;
    resp?: string | null | undefined;
  }
  class ServiceRestart {
    private constructor();
    static create(properties?: machine.IServiceRestart): machine.ServiceRestart;
    static encode(message: machine.IServiceRestart): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ServiceRestart;
    metadata: common.Metadata | null;
    resp: string;
  }
  interface IApplyConfigurationRequest {
    data?: Uint8Array | null | undefined;
    mode?: machine.ApplyConfigurationRequest.Mode | null | undefined;
    dryRun?: boolean | null | undefined;
    /** Roll back after this time in mode TRY. */
    tryModeTimeout?: google.protobuf.IDuration | null | undefined;
  }
  class ApplyConfigurationRequest {
    private constructor();
    static create(properties?: machine.IApplyConfigurationRequest): machine.ApplyConfigurationRequest;
    static encode(message: machine.IApplyConfigurationRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ApplyConfigurationRequest;
    data: Uint8Array;
    mode: machine.ApplyConfigurationRequest.Mode;
    dryRun: boolean;
    /** Roll back after this time in mode TRY. */
    tryModeTimeout: google.protobuf.Duration | null;
  }
  namespace ApplyConfigurationRequest {
    enum Mode {
      REBOOT = 0,
      AUTO = 1,
      NO_REBOOT = 2,
      STAGED = 3,
      TRY = 4,
    }
  }
  interface IApplyConfigurationResponse {
    messages?: machine.IApplyConfiguration[] | null | undefined;
  }
  class ApplyConfigurationResponse {
    private constructor();
    static create(properties?: machine.IApplyConfigurationResponse): machine.ApplyConfigurationResponse;
    static encode(message: machine.IApplyConfigurationResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ApplyConfigurationResponse;
    messages: machine.ApplyConfiguration[];
  }
  interface IApplyConfiguration {
    metadata?: common.IMetadata | null | undefined;
    warnings?: string[] | null | undefined;
    mode?: machine.ApplyConfigurationRequest.Mode | null | undefined;
    modeDetails?: string | null | undefined;
  }
  class ApplyConfiguration {
    private constructor();
    static create(properties?: machine.IApplyConfiguration): machine.ApplyConfiguration;
    static encode(message: machine.IApplyConfiguration): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ApplyConfiguration;
    metadata: common.Metadata | null;
    warnings: string[];
    mode: machine.ApplyConfigurationRequest.Mode;
    modeDetails: string;
  }
  interface IGenerateConfigurationRequest {
    configVersion?: string | null | undefined;
    clusterConfig?: machine.IClusterConfig | null | undefined;
    machineConfig?: machine.IMachineConfig | null | undefined;
    overrideTime?: google.protobuf.ITimestamp | null | undefined;
  }
  class GenerateConfigurationRequest {
    private constructor();
    static create(properties?: machine.IGenerateConfigurationRequest): machine.GenerateConfigurationRequest;
    static encode(message: machine.IGenerateConfigurationRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.GenerateConfigurationRequest;
    configVersion: string;
    clusterConfig: machine.ClusterConfig | null;
    machineConfig: machine.MachineConfig | null;
    overrideTime: google.protobuf.Timestamp | null;
  }
  interface IClusterConfig {
    name?: string | null | undefined;
    controlPlane?: machine.IControlPlaneConfig | null | undefined;
    clusterNetwork?: machine.IClusterNetworkConfig | null | undefined;
    allowSchedulingOnControlPlanes?: boolean | null | undefined;
  }
  class ClusterConfig {
    private constructor();
    static create(properties?: machine.IClusterConfig): machine.ClusterConfig;
    static encode(message: machine.IClusterConfig): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ClusterConfig;
    name: string;
    controlPlane: machine.ControlPlaneConfig | null;
    clusterNetwork: machine.ClusterNetworkConfig | null;
    allowSchedulingOnControlPlanes: boolean;
  }
  interface IControlPlaneConfig {
    endpoint?: string | null | undefined;
  }
  class ControlPlaneConfig {
    private constructor();
    static create(properties?: machine.IControlPlaneConfig): machine.ControlPlaneConfig;
    static encode(message: machine.IControlPlaneConfig): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ControlPlaneConfig;
    endpoint: string;
  }
  interface IClusterNetworkConfig {
    dnsDomain?: string | null | undefined;
    cniConfig?: machine.ICNIConfig | null | undefined;
  }
  class ClusterNetworkConfig {
    private constructor();
    static create(properties?: machine.IClusterNetworkConfig): machine.ClusterNetworkConfig;
    static encode(message: machine.IClusterNetworkConfig): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ClusterNetworkConfig;
    dnsDomain: string;
    cniConfig: machine.CNIConfig | null;
  }
  interface ICNIConfig {
    name?: string | null | undefined;
    urls?: string[] | null | undefined;
  }
  class CNIConfig {
    private constructor();
    static create(properties?: machine.ICNIConfig): machine.CNIConfig;
    static encode(message: machine.ICNIConfig): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.CNIConfig;
    name: string;
    urls: string[];
  }
  interface IMachineConfig {
    type?: machine.MachineConfig.MachineType | null | undefined;
    installConfig?: machine.IInstallConfig | null | undefined;
    networkConfig?: machine.INetworkConfig | null | undefined;
    kubernetesVersion?: string | null | undefined;
  }
  class MachineConfig {
    private constructor();
    static create(properties?: machine.IMachineConfig): machine.MachineConfig;
    static encode(message: machine.IMachineConfig): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.MachineConfig;
    type: machine.MachineConfig.MachineType;
    installConfig: machine.InstallConfig | null;
    networkConfig: machine.NetworkConfig | null;
    kubernetesVersion: string;
  }
  namespace MachineConfig {
    enum MachineType {
      TYPE_UNKNOWN = 0,
      TYPE_INIT = 1,
      TYPE_CONTROL_PLANE = 2,
      TYPE_WORKER = 3,
    }
  }
  interface IInstallConfig {
    installDisk?: string | null | undefined;
    installImage?: string | null | undefined;
  }
  class InstallConfig {
    private constructor();
    static create(properties?: machine.IInstallConfig): machine.InstallConfig;
    static encode(message: machine.IInstallConfig): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.InstallConfig;
    installDisk: string;
    installImage: string;
  }
  interface INetworkConfig {
    hostname?: string | null | undefined;
    interfaces?: machine.INetworkDeviceConfig[] | null | undefined;
  }
  class NetworkConfig {
    private constructor();
    static create(properties?: machine.INetworkConfig): machine.NetworkConfig;
    static encode(message: machine.INetworkConfig): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.NetworkConfig;
    hostname: string;
    interfaces: machine.NetworkDeviceConfig[];
  }
  interface INetworkDeviceConfig {
    interface?: string | null | undefined;
    cidr?: string | null | undefined;
    mtu?: number | null | undefined;
    dhcp?: boolean | null | undefined;
    ignore?: boolean | null | undefined;
    dhcpOptions?: machine.IDHCPOptionsConfig | null | undefined;
    routes?: machine.IRouteConfig[] | null | undefined;
  }
  class NetworkDeviceConfig {
    private constructor();
    static create(properties?: machine.INetworkDeviceConfig): machine.NetworkDeviceConfig;
    static encode(message: machine.INetworkDeviceConfig): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.NetworkDeviceConfig;
    interface: string;
    cidr: string;
    mtu: number;
    dhcp: boolean;
    ignore: boolean;
    dhcpOptions: machine.DHCPOptionsConfig | null;
    routes: machine.RouteConfig[];
  }
  interface IDHCPOptionsConfig {
    routeMetric?: number | null | undefined;
  }
  class DHCPOptionsConfig {
    private constructor();
    static create(properties?: machine.IDHCPOptionsConfig): machine.DHCPOptionsConfig;
    static encode(message: machine.IDHCPOptionsConfig): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.DHCPOptionsConfig;
    routeMetric: number;
  }
  interface IRouteConfig {
    network?: string | null | undefined;
    gateway?: string | null | undefined;
    metric?: number | null | undefined;
  }
  class RouteConfig {
    private constructor();
    static create(properties?: machine.IRouteConfig): machine.RouteConfig;
    static encode(message: machine.IRouteConfig): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.RouteConfig;
    network: string;
    gateway: string;
    metric: number;
  }
  interface IGenerateConfigurationResponse {
    messages?: machine.IGenerateConfiguration[] | null | undefined;
  }
  class GenerateConfigurationResponse {
    private constructor();
    static create(properties?: machine.IGenerateConfigurationResponse): machine.GenerateConfigurationResponse;
    static encode(message: machine.IGenerateConfigurationResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.GenerateConfigurationResponse;
    messages: machine.GenerateConfiguration[];
  }
  interface IGenerateConfiguration {
    metadata?: common.IMetadata | null | undefined;
    data?: Uint8Array[] | null | undefined;
    talosconfig?: Uint8Array | null | undefined;
  }
  class GenerateConfiguration {
    private constructor();
    static create(properties?: machine.IGenerateConfiguration): machine.GenerateConfiguration;
    static encode(message: machine.IGenerateConfiguration): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.GenerateConfiguration;
    metadata: common.Metadata | null;
    data: Uint8Array[];
    talosconfig: Uint8Array;
  }
  interface IGenerateClientConfigurationRequest {
    roles?: string[] | null | undefined;
    crtTtl?: google.protobuf.IDuration | null | undefined;
  }
  class GenerateClientConfigurationRequest {
    private constructor();
    static create(properties?: machine.IGenerateClientConfigurationRequest): machine.GenerateClientConfigurationRequest;
    static encode(message: machine.IGenerateClientConfigurationRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.GenerateClientConfigurationRequest;
    roles: string[];
    crtTtl: google.protobuf.Duration | null;
  }
  interface IGenerateClientConfigurationResponse {
    messages?: machine.IGenerateClientConfiguration[] | null | undefined;
  }
  class GenerateClientConfigurationResponse {
    private constructor();
    static create(properties?: machine.IGenerateClientConfigurationResponse): machine.GenerateClientConfigurationResponse;
    static encode(message: machine.IGenerateClientConfigurationResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.GenerateClientConfigurationResponse;
    messages: machine.GenerateClientConfiguration[];
  }
  interface IGenerateClientConfiguration {
    metadata?: common.IMetadata | null | undefined;
    ca?: Uint8Array | null | undefined;
    crt?: Uint8Array | null | undefined;
    key?: Uint8Array | null | undefined;
    talosconfig?: Uint8Array | null | undefined;
  }
  class GenerateClientConfiguration {
    private constructor();
    static create(properties?: machine.IGenerateClientConfiguration): machine.GenerateClientConfiguration;
    static encode(message: machine.IGenerateClientConfiguration): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.GenerateClientConfiguration;
    metadata: common.Metadata | null;
    ca: Uint8Array;
    crt: Uint8Array;
    key: Uint8Array;
    talosconfig: Uint8Array;
  }
  interface IMetaWriteRequest {
    key?: number | null | undefined;
    value?: Uint8Array | null | undefined;
  }
  class MetaWriteRequest {
    private constructor();
    static create(properties?: machine.IMetaWriteRequest): machine.MetaWriteRequest;
    static encode(message: machine.IMetaWriteRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.MetaWriteRequest;
    key: number;
    value: Uint8Array;
  }
  interface IMetaWriteResponse {
    messages?: machine.IMetaWrite[] | null | undefined;
  }
  class MetaWriteResponse {
    private constructor();
    static create(properties?: machine.IMetaWriteResponse): machine.MetaWriteResponse;
    static encode(message: machine.IMetaWriteResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.MetaWriteResponse;
    messages: machine.MetaWrite[];
  }
  interface IMetaWrite {
    metadata?: common.IMetadata | null | undefined;
  }
  class MetaWrite {
    private constructor();
    static create(properties?: machine.IMetaWrite): machine.MetaWrite;
    static encode(message: machine.IMetaWrite): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.MetaWrite;
    metadata: common.Metadata | null;
  }
  interface IMetaDeleteRequest {
    key?: number | null | undefined;
  }
  class MetaDeleteRequest {
    private constructor();
    static create(properties?: machine.IMetaDeleteRequest): machine.MetaDeleteRequest;
    static encode(message: machine.IMetaDeleteRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.MetaDeleteRequest;
    key: number;
  }
  interface IMetaDeleteResponse {
    messages?: machine.IMetaDelete[] | null | undefined;
  }
  class MetaDeleteResponse {
    private constructor();
    static create(properties?: machine.IMetaDeleteResponse): machine.MetaDeleteResponse;
    static encode(message: machine.IMetaDeleteResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.MetaDeleteResponse;
    messages: machine.MetaDelete[];
  }
  interface IMetaDelete {
    metadata?: common.IMetadata | null | undefined;
  }
  class MetaDelete {
    private constructor();
    static create(properties?: machine.IMetaDelete): machine.MetaDelete;
    static encode(message: machine.IMetaDelete): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.MetaDelete;
    metadata: common.Metadata | null;
  }
  interface IBootstrapRequest {
    /** Recover from the snapshot uploaded by EtcdRecover. */
    recoverEtcd?: boolean | null | undefined;
    recoverSkipHashCheck?: boolean | null | undefined;
  }
  class BootstrapRequest {
    private constructor();
    static create(properties?: machine.IBootstrapRequest): machine.BootstrapRequest;
    static encode(message: machine.IBootstrapRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.BootstrapRequest;
    /** Recover from the snapshot uploaded by EtcdRecover. */
    recoverEtcd: boolean;
    recoverSkipHashCheck: boolean;
  }
  interface IBootstrapResponse {
    messages?: machine.IBootstrap[] | null | undefined;
  }
  class BootstrapResponse {
    private constructor();
    static create(properties?: machine.IBootstrapResponse): machine.BootstrapResponse;
    static encode(message: machine.IBootstrapResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.BootstrapResponse;
    messages: machine.Bootstrap[];
  }
  interface IBootstrap {
    metadata?: common.IMetadata | null | undefined;
  }
  class Bootstrap {
    private constructor();
    static create(properties?: machine.IBootstrap): machine.Bootstrap;
    static encode(message: machine.IBootstrap): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Bootstrap;
    metadata: common.Metadata | null;
  }
  interface IRebootRequest {
    mode?: machine.RebootRequest.Mode | null | undefined;
  }
  class RebootRequest {
    private constructor();
    static create(properties?: machine.IRebootRequest): machine.RebootRequest;
    static encode(message: machine.IRebootRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.RebootRequest;
    mode: machine.RebootRequest.Mode;
  }
  namespace RebootRequest {
    enum Mode {
      DEFAULT = 0,
      POWERCYCLE = 1,
      FORCE = 2,
    }
  }
  interface IRebootResponse {
    messages?: machine.IReboot[] | null | undefined;
  }
  class RebootResponse {
    private constructor();
    static create(properties?: machine.IRebootResponse): machine.RebootResponse;
    static encode(message: machine.IRebootResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.RebootResponse;
    messages: machine.Reboot[];
  }
  interface IReboot {
    metadata?: common.IMetadata | null | undefined;
    actorId?: string | null | undefined;
  }
  class Reboot {
    private constructor();
    static create(properties?: machine.IReboot): machine.Reboot;
    static encode(message: machine.IReboot): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Reboot;
    metadata: common.Metadata | null;
    actorId: string;
  }
  interface IShutdownRequest {
    force?: boolean | null | undefined;
  }
  class ShutdownRequest {
    private constructor();
    static create(properties?: machine.IShutdownRequest): machine.ShutdownRequest;
    static encode(message: machine.IShutdownRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ShutdownRequest;
    force: boolean;
  }
  interface IShutdownResponse {
    messages?: machine.IShutdown[] | null | undefined;
  }
  class ShutdownResponse {
    private constructor();
    static create(properties?: machine.IShutdownResponse): machine.ShutdownResponse;
    static encode(message: machine.IShutdownResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ShutdownResponse;
    messages: machine.Shutdown[];
  }
  interface IShutdown {
    metadata?: common.IMetadata | null | undefined;
    actorId?: string | null | undefined;
  }
  class Shutdown {
    private constructor();
    static create(properties?: machine.IShutdown): machine.Shutdown;
    static encode(message: machine.IShutdown): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Shutdown;
    metadata: common.Metadata | null;
    actorId: string;
  }
  /** Without partitions the whole system disk is wiped. */
  interface IResetRequest {
    graceful?: boolean | null | undefined;
    reboot?: boolean | null | undefined;
    systemPartitionsToWipe?: machine.IResetPartitionSpec[] | null | undefined;
    userDisksToWipe?: string[] | null | undefined;
    mode?: machine.ResetRequest.WipeMode | null | undefined;
  }
  /** Without partitions the whole system disk is wiped. */
  class ResetRequest {
    private constructor();
    static create(properties?: machine.IResetRequest): machine.ResetRequest;
    static encode(message: machine.IResetRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ResetRequest;
    graceful: boolean;
    reboot: boolean;
    systemPartitionsToWipe: machine.ResetPartitionSpec[];
    userDisksToWipe: string[];
    mode: machine.ResetRequest.WipeMode;
  }
  namespace ResetRequest {
    enum WipeMode {
      ALL = 0,
      SYSTEM_DISK = 1,
      USER_DISKS = 2,
    }
  }
  interface IResetPartitionSpec {
    label?: string | null | undefined;
    wipe?: boolean | null | undefined;
  }
  class ResetPartitionSpec {
    private constructor();
    static create(properties?: machine.IResetPartitionSpec): machine.ResetPartitionSpec;
    static encode(message: machine.IResetPartitionSpec): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ResetPartitionSpec;
    label: string;
    wipe: boolean;
  }
  interface IResetResponse {
    messages?: machine.IReset[] | null | undefined;
  }
  class ResetResponse {
    private constructor();
    static create(properties?: machine.IResetResponse): machine.ResetResponse;
    static encode(message: machine.IResetResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ResetResponse;
    messages: machine.Reset[];
  }
  interface IReset {
    metadata?: common.IMetadata | null | undefined;
    actorId?: string | null | undefined;
  }
  class Reset {
    private constructor();
    static create(properties?: machine.IReset): machine.Reset;
    static encode(message: machine.IReset): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Reset;
    metadata: common.Metadata | null;
    actorId: string;
  }
  interface IUpgradeRequest {
    image?: string | null | undefined;
    /** Read by older nodes only; newer ones always preserve. */
    preserve?: boolean | null | undefined;
    stage?: boolean | null | undefined;
    force?: boolean | null | undefined;
    rebootMode?: machine.UpgradeRequest.RebootMode | null | undefined;
  }
  class UpgradeRequest {
    private constructor();
    static create(properties?: machine.IUpgradeRequest): machine.UpgradeRequest;
    static encode(message: machine.IUpgradeRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.UpgradeRequest;
    image: string;
    /** Read by older nodes only; newer ones always preserve. */
    preserve: boolean;
    stage: boolean;
    force: boolean;
    rebootMode: machine.UpgradeRequest.RebootMode;
  }
  namespace UpgradeRequest {
    enum RebootMode {
      DEFAULT = 0,
      POWERCYCLE = 1,
    }
  }
  interface IUpgradeResponse {
    messages?: machine.IUpgrade[] | null | undefined;
  }
  class UpgradeResponse {
    private constructor();
    static create(properties?: machine.IUpgradeResponse): machine.UpgradeResponse;
    static encode(message: machine.IUpgradeResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.UpgradeResponse;
    messages: machine.Upgrade[];
  }
  interface IUpgrade {
    metadata?: common.IMetadata | null | undefined;
    ack?: string | null | undefined;
    actorId?: string | null | undefined;
  }
  class Upgrade {
    private constructor();
    static create(properties?: machine.IUpgrade): machine.Upgrade;
    static encode(message: machine.IUpgrade): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Upgrade;
    metadata: common.Metadata | null;
    ack: string;
    actorId: string;
  }
  interface IRollbackRequest {
  }
  class RollbackRequest {
    private constructor();
    static create(properties?: machine.IRollbackRequest): machine.RollbackRequest;
    static encode(message: machine.IRollbackRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.RollbackRequest;
  }
  interface IRollbackResponse {
    messages?: machine.IRollback[] | null | undefined;
  }
  class RollbackResponse {
    private constructor();
    static create(properties?: machine.IRollbackResponse): machine.RollbackResponse;
    static encode(message: machine.IRollbackResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.RollbackResponse;
    messages: machine.Rollback[];
  }
  interface IRollback {
    metadata?: common.IMetadata | null | undefined;
  }
  class Rollback {
    private constructor();
    static create(properties?: machine.IRollback): machine.Rollback;
    static encode(message: machine.IRollback): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.Rollback;
    metadata: common.Metadata | null;
  }
  interface IEtcdMemberListRequest {
    /** Query the local member instead of the cluster. */
    queryLocal?: boolean | null | undefined;
  }
  class EtcdMemberListRequest {
    private constructor();
    static create(properties?: machine.IEtcdMemberListRequest): machine.EtcdMemberListRequest;
    static encode(message: machine.IEtcdMemberListRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdMemberListRequest;
    /** Query the local member instead of the cluster. */
    queryLocal: boolean;
  }
  interface IEtcdMemberListResponse {
    messages?: machine.IEtcdMembers[] | null | undefined;
  }
  class EtcdMemberListResponse {
    private constructor();
    static create(properties?: machine.IEtcdMemberListResponse): machine.EtcdMemberListResponse;
    static encode(message: machine.IEtcdMemberListResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdMemberListResponse;
    messages: machine.EtcdMembers[];
  }
  interface IEtcdMembers {
    metadata?: common.IMetadata | null | undefined;
    /** Host names only. */
    legacyMembers?: string[] | null | undefined;
    members?: machine.IEtcdMember[] | null | undefined;
  }
  class EtcdMembers {
    private constructor();
    static create(properties?: machine.IEtcdMembers): machine.EtcdMembers;
    static encode(message: machine.IEtcdMembers): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdMembers;
    metadata: common.Metadata | null;
    /** Host names only. */
    legacyMembers: string[];
    members: machine.EtcdMember[];
  }
  /** A member of the etcd cluster. */
  interface IEtcdMember {
    id?: Long | number | null | undefined;
    hostname?: string | null | undefined;
    peerUrls?: string[] | null | undefined;
    clientUrls?: string[] | null | undefined;
    isLearner?: boolean | null | undefined;
  }
  /** A member of the etcd cluster. */
  class EtcdMember {
    private constructor();
    static create(properties?: machine.IEtcdMember): machine.EtcdMember;
    static encode(message: machine.IEtcdMember): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdMember;
    id: Long;
    hostname: string;
    peerUrls: string[];
    clientUrls: string[];
    isLearner: boolean;
  }
  /** Removed in newer nodes. */
  interface IEtcdRemoveMemberRequest {
    member?: string | null | undefined;
  }
  /** Removed in newer nodes. */
  class EtcdRemoveMemberRequest {
    private constructor();
    static create(properties?: machine.IEtcdRemoveMemberRequest): machine.EtcdRemoveMemberRequest;
    static encode(message: machine.IEtcdRemoveMemberRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdRemoveMemberRequest;
    member: string;
  }
  interface IEtcdRemoveMemberResponse {
    messages?: machine.IEtcdRemoveMember[] | null | undefined;
  }
  class EtcdRemoveMemberResponse {
    private constructor();
    static create(properties?: machine.IEtcdRemoveMemberResponse): machine.EtcdRemoveMemberResponse;
    static encode(message: machine.IEtcdRemoveMemberResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdRemoveMemberResponse;
    messages: machine.EtcdRemoveMember[];
  }
  interface IEtcdRemoveMember {
    metadata?: common.IMetadata | null | undefined;
  }
  class EtcdRemoveMember {
    private constructor();
    static create(properties?: machine.IEtcdRemoveMember): machine.EtcdRemoveMember;
    static encode(message: machine.IEtcdRemoveMember): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdRemoveMember;
    metadata: common.Metadata | null;
  }
  interface IEtcdRemoveMemberByIDRequest {
    memberId?: Long | number | null | undefined;
  }
  class EtcdRemoveMemberByIDRequest {
    private constructor();
    static create(properties?: machine.IEtcdRemoveMemberByIDRequest): machine.EtcdRemoveMemberByIDRequest;
    static encode(message: machine.IEtcdRemoveMemberByIDRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdRemoveMemberByIDRequest;
    memberId: Long;
  }
  interface IEtcdRemoveMemberByIDResponse {
    messages?: machine.IEtcdRemoveMemberByID[] | null | undefined;
  }
  class EtcdRemoveMemberByIDResponse {
    private constructor();
    static create(properties?: machine.IEtcdRemoveMemberByIDResponse): machine.EtcdRemoveMemberByIDResponse;
    static encode(message: machine.IEtcdRemoveMemberByIDResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdRemoveMemberByIDResponse;
    messages: machine.EtcdRemoveMemberByID[];
  }
  interface IEtcdRemoveMemberByID {
    metadata?: common.IMetadata | null | undefined;
  }
  class EtcdRemoveMemberByID {
    private constructor();
    static create(properties?: machine.IEtcdRemoveMemberByID): machine.EtcdRemoveMemberByID;
    static encode(message: machine.IEtcdRemoveMemberByID): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdRemoveMemberByID;
    metadata: common.Metadata | null;
  }
  interface IEtcdLeaveClusterRequest {
  }
  class EtcdLeaveClusterRequest {
    private constructor();
    static create(properties?: machine.IEtcdLeaveClusterRequest): machine.EtcdLeaveClusterRequest;
    static encode(message: machine.IEtcdLeaveClusterRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdLeaveClusterRequest;
  }
  interface IEtcdLeaveClusterResponse {
    messages?: machine.IEtcdLeaveCluster[] | null | undefined;
  }
  class EtcdLeaveClusterResponse {
    private constructor();
    static create(properties?: machine.IEtcdLeaveClusterResponse): machine.EtcdLeaveClusterResponse;
    static encode(message: machine.IEtcdLeaveClusterResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdLeaveClusterResponse;
    messages: machine.EtcdLeaveCluster[];
  }
  interface IEtcdLeaveCluster {
    metadata?: common.IMetadata | null | undefined;
  }
  class EtcdLeaveCluster {
    private constructor();
    static create(properties?: machine.IEtcdLeaveCluster): machine.EtcdLeaveCluster;
    static encode(message: machine.IEtcdLeaveCluster): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdLeaveCluster;
    metadata: common.Metadata | null;
  }
  interface IEtcdForfeitLeadershipRequest {
  }
  class EtcdForfeitLeadershipRequest {
    private constructor();
    static create(properties?: machine.IEtcdForfeitLeadershipRequest): machine.EtcdForfeitLeadershipRequest;
    static encode(message: machine.IEtcdForfeitLeadershipRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdForfeitLeadershipRequest;
  }
  interface IEtcdForfeitLeadershipResponse {
    messages?: machine.IEtcdForfeitLeadership[] | null | undefined;
  }
  class EtcdForfeitLeadershipResponse {
    private constructor();
    static create(properties?: machine.IEtcdForfeitLeadershipResponse): machine.EtcdForfeitLeadershipResponse;
    static encode(message: machine.IEtcdForfeitLeadershipResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdForfeitLeadershipResponse;
    messages: machine.EtcdForfeitLeadership[];
  }
  interface IEtcdForfeitLeadership {
    metadata?: common.IMetadata | null | undefined;
    member?: string | null | undefined;
  }
  class EtcdForfeitLeadership {
    private constructor();
    static create(properties?: machine.IEtcdForfeitLeadership): machine.EtcdForfeitLeadership;
    static encode(message: machine.IEtcdForfeitLeadership): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdForfeitLeadership;
    metadata: common.Metadata | null;
    member: string;
  }
  interface IEtcdSnapshotRequest {
  }
  class EtcdSnapshotRequest {
    private constructor();
    static create(properties?: machine.IEtcdSnapshotRequest): machine.EtcdSnapshotRequest;
    static encode(message: machine.IEtcdSnapshotRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdSnapshotRequest;
  }
  interface IEtcdRecoverResponse {
    messages?: machine.IEtcdRecover[] | null | undefined;
  }
  class EtcdRecoverResponse {
    private constructor();
    static create(properties?: machine.IEtcdRecoverResponse): machine.EtcdRecoverResponse;
    static encode(message: machine.IEtcdRecoverResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdRecoverResponse;
    messages: machine.EtcdRecover[];
  }
  interface IEtcdRecover {
    metadata?: common.IMetadata | null | undefined;
  }
  class EtcdRecover {
    private constructor();
    static create(properties?: machine.IEtcdRecover): machine.EtcdRecover;
    static encode(message: machine.IEtcdRecover): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdRecover;
    metadata: common.Metadata | null;
  }
  interface IEtcdAlarmListResponse {
    messages?: machine.IEtcdAlarm[] | null | undefined;
  }
  class EtcdAlarmListResponse {
    private constructor();
    static create(properties?: machine.IEtcdAlarmListResponse): machine.EtcdAlarmListResponse;
    static encode(message: machine.IEtcdAlarmListResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdAlarmListResponse;
    messages: machine.EtcdAlarm[];
  }
  interface IEtcdAlarm {
    metadata?: common.IMetadata | null | undefined;
    memberAlarms?: machine.IEtcdMemberAlarm[] | null | undefined;
  }
  class EtcdAlarm {
    private constructor();
    static create(properties?: machine.IEtcdAlarm): machine.EtcdAlarm;
    static encode(message: machine.IEtcdAlarm): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdAlarm;
    metadata: common.Metadata | null;
    memberAlarms: machine.EtcdMemberAlarm[];
  }
  interface IEtcdMemberAlarm {
    memberId?: Long | number | null | undefined;
    alarm?: machine.EtcdMemberAlarm.AlarmType | null | undefined;
  }
  class EtcdMemberAlarm {
    private constructor();
    static create(properties?: machine.IEtcdMemberAlarm): machine.EtcdMemberAlarm;
    static encode(message: machine.IEtcdMemberAlarm): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdMemberAlarm;
    memberId: Long;
    alarm: machine.EtcdMemberAlarm.AlarmType;
  }
  namespace EtcdMemberAlarm {
    enum AlarmType {
      NONE = 0,
      NOSPACE = 1,
      CORRUPT = 2,
    }
  }
  interface IEtcdAlarmDisarmResponse {
    messages?: machine.IEtcdAlarmDisarm[] | null | undefined;
  }
  class EtcdAlarmDisarmResponse {
    private constructor();
    static create(properties?: machine.IEtcdAlarmDisarmResponse): machine.EtcdAlarmDisarmResponse;
    static encode(message: machine.IEtcdAlarmDisarmResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdAlarmDisarmResponse;
    messages: machine.EtcdAlarmDisarm[];
  }
  interface IEtcdAlarmDisarm {
    metadata?: common.IMetadata | null | undefined;
    memberAlarms?: machine.IEtcdMemberAlarm[] | null | undefined;
  }
  class EtcdAlarmDisarm {
    private constructor();
    static create(properties?: machine.IEtcdAlarmDisarm): machine.EtcdAlarmDisarm;
    static encode(message: machine.IEtcdAlarmDisarm): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdAlarmDisarm;
    metadata: common.Metadata | null;
    memberAlarms: machine.EtcdMemberAlarm[];
  }
  interface IEtcdDefragmentResponse {
    messages?: machine.IEtcdDefragment[] | null | undefined;
  }
  class EtcdDefragmentResponse {
    private constructor();
    static create(properties?: machine.IEtcdDefragmentResponse): machine.EtcdDefragmentResponse;
    static encode(message: machine.IEtcdDefragmentResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdDefragmentResponse;
    messages: machine.EtcdDefragment[];
  }
  interface IEtcdDefragment {
    metadata?: common.IMetadata | null | undefined;
  }
  class EtcdDefragment {
    private constructor();
    static create(properties?: machine.IEtcdDefragment): machine.EtcdDefragment;
    static encode(message: machine.IEtcdDefragment): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdDefragment;
    metadata: common.Metadata | null;
  }
  interface IEtcdStatusResponse {
    messages?: machine.IEtcdStatus[] | null | undefined;
  }
  class EtcdStatusResponse {
    private constructor();
    static create(properties?: machine.IEtcdStatusResponse): machine.EtcdStatusResponse;
    static encode(message: machine.IEtcdStatusResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdStatusResponse;
    messages: machine.EtcdStatus[];
  }
  interface IEtcdStatus {
    metadata?: common.IMetadata | null | undefined;
    memberStatus?: machine.IEtcdMemberStatus | null | undefined;
  }
  class EtcdStatus {
    private constructor();
    static create(properties?: machine.IEtcdStatus): machine.EtcdStatus;
    static encode(message: machine.IEtcdStatus): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdStatus;
    metadata: common.Metadata | null;
    memberStatus: machine.EtcdMemberStatus | null;
  }
  /** Sizes in bytes. */
  interface IEtcdMemberStatus {
    protocolVersion?: string | null | undefined;
    dbSize?: Long | number | null | undefined;
    dbSizeInUse?: Long | number | null | undefined;
    leader?: Long | number | null | undefined;
    raftIndex?: Long | number | null | undefined;
    raftTerm?: Long | number | null | undefined;
    raftAppliedIndex?: Long | number | null | undefined;
    errors?: string[] | null | undefined;
    isLearner?: boolean | null | undefined;
    memberId?: Long | number | null | undefined;
    /** Since v1.11. */
    storageVersion?: string | null | undefined;
  }
  /** Sizes in bytes. */
  class EtcdMemberStatus {
    private constructor();
    static create(properties?: machine.IEtcdMemberStatus): machine.EtcdMemberStatus;
    static encode(message: machine.IEtcdMemberStatus): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdMemberStatus;
    protocolVersion: string;
    dbSize: Long;
    dbSizeInUse: Long;
    leader: Long;
    raftIndex: Long;
    raftTerm: Long;
    raftAppliedIndex: Long;
    errors: string[];
    isLearner: boolean;
    memberId: Long;
    /** Since v1.11. */
    storageVersion: string;
  }
  /** Version MAJOR.MINOR. */
  interface IEtcdDowngradeValidateRequest {
    version?: string | null | undefined;
  }
  /** Version MAJOR.MINOR. */
  class EtcdDowngradeValidateRequest {
    private constructor();
    static create(properties?: machine.IEtcdDowngradeValidateRequest): machine.EtcdDowngradeValidateRequest;
    static encode(message: machine.IEtcdDowngradeValidateRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdDowngradeValidateRequest;
    version: string;
  }
  interface IEtcdDowngradeValidateResponse {
    messages?: machine.IEtcdDowngradeValidate[] | null | undefined;
  }
  class EtcdDowngradeValidateResponse {
    private constructor();
    static create(properties?: machine.IEtcdDowngradeValidateResponse): machine.EtcdDowngradeValidateResponse;
    static encode(message: machine.IEtcdDowngradeValidateResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdDowngradeValidateResponse;
    messages: machine.EtcdDowngradeValidate[];
  }
  interface IEtcdDowngradeValidate {
    metadata?: common.IMetadata | null | undefined;
    clusterDowngrade?: machine.IEtcdClusterDowngrade | null | undefined;
  }
  class EtcdDowngradeValidate {
    private constructor();
    static create(properties?: machine.IEtcdDowngradeValidate): machine.EtcdDowngradeValidate;
    static encode(message: machine.IEtcdDowngradeValidate): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdDowngradeValidate;
    metadata: common.Metadata | null;
    clusterDowngrade: machine.EtcdClusterDowngrade | null;
  }
  interface IEtcdDowngradeEnableRequest {
    version?: string | null | undefined;
  }
  class EtcdDowngradeEnableRequest {
    private constructor();
    static create(properties?: machine.IEtcdDowngradeEnableRequest): machine.EtcdDowngradeEnableRequest;
    static encode(message: machine.IEtcdDowngradeEnableRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdDowngradeEnableRequest;
    version: string;
  }
  interface IEtcdDowngradeEnableResponse {
    messages?: machine.IEtcdDowngradeEnable[] | null | undefined;
  }
  class EtcdDowngradeEnableResponse {
    private constructor();
    static create(properties?: machine.IEtcdDowngradeEnableResponse): machine.EtcdDowngradeEnableResponse;
    static encode(message: machine.IEtcdDowngradeEnableResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdDowngradeEnableResponse;
    messages: machine.EtcdDowngradeEnable[];
  }
  interface IEtcdDowngradeEnable {
    metadata?: common.IMetadata | null | undefined;
    clusterDowngrade?: machine.IEtcdClusterDowngrade | null | undefined;
  }
  class EtcdDowngradeEnable {
    private constructor();
    static create(properties?: machine.IEtcdDowngradeEnable): machine.EtcdDowngradeEnable;
    static encode(message: machine.IEtcdDowngradeEnable): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdDowngradeEnable;
    metadata: common.Metadata | null;
    clusterDowngrade: machine.EtcdClusterDowngrade | null;
  }
  interface IEtcdDowngradeCancelResponse {
    messages?: machine.IEtcdDowngradeCancel[] | null | undefined;
  }
  class EtcdDowngradeCancelResponse {
    private constructor();
    static create(properties?: machine.IEtcdDowngradeCancelResponse): machine.EtcdDowngradeCancelResponse;
    static encode(message: machine.IEtcdDowngradeCancelResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdDowngradeCancelResponse;
    messages: machine.EtcdDowngradeCancel[];
  }
  interface IEtcdDowngradeCancel {
    metadata?: common.IMetadata | null | undefined;
    clusterDowngrade?: machine.IEtcdClusterDowngrade | null | undefined;
  }
  class EtcdDowngradeCancel {
    private constructor();
    static create(properties?: machine.IEtcdDowngradeCancel): machine.EtcdDowngradeCancel;
    static encode(message: machine.IEtcdDowngradeCancel): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdDowngradeCancel;
    metadata: common.Metadata | null;
    clusterDowngrade: machine.EtcdClusterDowngrade | null;
  }
  interface IEtcdClusterDowngrade {
    clusterVersion?: string | null | undefined;
  }
  class EtcdClusterDowngrade {
    private constructor();
    static create(properties?: machine.IEtcdClusterDowngrade): machine.EtcdClusterDowngrade;
    static encode(message: machine.IEtcdClusterDowngrade): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.EtcdClusterDowngrade;
    clusterVersion: string;
  }
  interface IImageListRequest {
    namespace?: common.ContainerdNamespace | null | undefined;
  }
  class ImageListRequest {
    private constructor();
    static create(properties?: machine.IImageListRequest): machine.ImageListRequest;
    static encode(message: machine.IImageListRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImageListRequest;
    namespace: common.ContainerdNamespace;
  }
  /** One image; size in bytes. */
  interface IImageListResponse {
    metadata?: common.IMetadata | null | undefined;
    name?: string | null | undefined;
    digest?: string | null | undefined;
    size?: Long | number | null | undefined;
    createdAt?: google.protobuf.ITimestamp | null | undefined;
  }
  /** One image; size in bytes. */
  class ImageListResponse {
    private constructor();
    static create(properties?: machine.IImageListResponse): machine.ImageListResponse;
    static encode(message: machine.IImageListResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImageListResponse;
    metadata: common.Metadata | null;
    name: string;
    digest: string;
    size: Long;
    createdAt: google.protobuf.Timestamp | null;
  }
  interface IImagePullRequest {
    namespace?: common.ContainerdNamespace | null | undefined;
    reference?: string | null | undefined;
  }
  class ImagePullRequest {
    private constructor();
    static create(properties?: machine.IImagePullRequest): machine.ImagePullRequest;
    static encode(message: machine.IImagePullRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImagePullRequest;
    namespace: common.ContainerdNamespace;
    reference: string;
  }
  interface IImagePullResponse {
    messages?: machine.IImagePull[] | null | undefined;
  }
  class ImagePullResponse {
    private constructor();
    static create(properties?: machine.IImagePullResponse): machine.ImagePullResponse;
    static encode(message: machine.IImagePullResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImagePullResponse;
    messages: machine.ImagePull[];
  }
  interface IImagePull {
    metadata?: common.IMetadata | null | undefined;
  }
  class ImagePull {
    private constructor();
    static create(properties?: machine.IImagePull): machine.ImagePull;
    static encode(message: machine.IImagePull): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): machine.ImagePull;
    metadata: common.Metadata | null;
  }
}
/** The methods of `machine.ImageService`. */
export const ImageService: {
  readonly List: Method<machine.IImageServiceListRequest, machine.ImageServiceListResponse>;
  readonly Pull: Method<machine.IImageServicePullRequest, machine.ImageServicePullResponse>;
  readonly Import: Method<machine.IImageServiceImportRequest, machine.ImageServiceImportResponse>;
  readonly Remove: Method<machine.IImageServiceRemoveRequest, google.protobuf.Empty>;
  readonly Verify: Method<machine.IImageServiceVerifyRequest, machine.ImageServiceVerifyResponse>;
};
/** The methods of `machine.LifecycleService`. */
export const LifecycleService: {
  readonly Install: Method<machine.ILifecycleServiceInstallRequest, machine.LifecycleServiceInstallResponse>;
  readonly Upgrade: Method<machine.ILifecycleServiceUpgradeRequest, machine.LifecycleServiceUpgradeResponse>;
};
/** The methods of `machine.MachineService`. */
export const MachineService: {
  readonly Version: Method<google.protobuf.IEmpty, machine.VersionResponse>;
  readonly Hostname: Method<google.protobuf.IEmpty, machine.HostnameResponse>;
  readonly CPUInfo: Method<google.protobuf.IEmpty, machine.CPUInfoResponse>;
  readonly Memory: Method<google.protobuf.IEmpty, machine.MemoryResponse>;
  readonly LoadAvg: Method<google.protobuf.IEmpty, machine.LoadAvgResponse>;
  readonly SystemStat: Method<google.protobuf.IEmpty, machine.SystemStatResponse>;
  readonly DiskStats: Method<google.protobuf.IEmpty, machine.DiskStatsResponse>;
  readonly NetworkDeviceStats: Method<google.protobuf.IEmpty, machine.NetworkDeviceStatsResponse>;
  readonly Mounts: Method<google.protobuf.IEmpty, machine.MountsResponse>;
  readonly Processes: Method<google.protobuf.IEmpty, machine.ProcessesResponse>;
  readonly Containers: Method<machine.IContainersRequest, machine.ContainersResponse>;
  readonly Stats: Method<machine.IStatsRequest, machine.StatsResponse>;
  readonly Restart: Method<machine.IRestartRequest, machine.RestartResponse>;
  readonly List: Method<machine.IListRequest, machine.FileInfo>;
  readonly DiskUsage: Method<machine.IDiskUsageRequest, machine.DiskUsageInfo>;
  readonly Read: Method<machine.IReadRequest, common.Data>;
  readonly Copy: Method<machine.ICopyRequest, common.Data>;
  readonly Logs: Method<machine.ILogsRequest, common.Data>;
  readonly LogsContainers: Method<google.protobuf.IEmpty, machine.LogsContainersResponse>;
  readonly Dmesg: Method<machine.IDmesgRequest, common.Data>;
  readonly Events: Method<machine.IEventsRequest, machine.Event>;
  readonly Netstat: Method<machine.INetstatRequest, machine.NetstatResponse>;
  readonly PacketCapture: Method<machine.IPacketCaptureRequest, common.Data>;
  readonly ServiceList: Method<google.protobuf.IEmpty, machine.ServiceListResponse>;
  readonly ServiceStart: Method<machine.IServiceStartRequest, machine.ServiceStartResponse>;
  readonly ServiceStop: Method<machine.IServiceStopRequest, machine.ServiceStopResponse>;
  readonly ServiceRestart: Method<machine.IServiceRestartRequest, machine.ServiceRestartResponse>;
  readonly ApplyConfiguration: Method<machine.IApplyConfigurationRequest, machine.ApplyConfigurationResponse>;
  readonly GenerateConfiguration: Method<machine.IGenerateConfigurationRequest, machine.GenerateConfigurationResponse>;
  readonly GenerateClientConfiguration: Method<machine.IGenerateClientConfigurationRequest, machine.GenerateClientConfigurationResponse>;
  readonly Kubeconfig: Method<google.protobuf.IEmpty, common.Data>;
  readonly MetaWrite: Method<machine.IMetaWriteRequest, machine.MetaWriteResponse>;
  readonly MetaDelete: Method<machine.IMetaDeleteRequest, machine.MetaDeleteResponse>;
  readonly Bootstrap: Method<machine.IBootstrapRequest, machine.BootstrapResponse>;
  readonly Reboot: Method<machine.IRebootRequest, machine.RebootResponse>;
  readonly Shutdown: Method<machine.IShutdownRequest, machine.ShutdownResponse>;
  readonly Reset: Method<machine.IResetRequest, machine.ResetResponse>;
  readonly Upgrade: Method<machine.IUpgradeRequest, machine.UpgradeResponse>;
  readonly Rollback: Method<machine.IRollbackRequest, machine.RollbackResponse>;
  readonly EtcdMemberList: Method<machine.IEtcdMemberListRequest, machine.EtcdMemberListResponse>;
  readonly EtcdRemoveMember: Method<machine.IEtcdRemoveMemberRequest, machine.EtcdRemoveMemberResponse>;
  readonly EtcdRemoveMemberByID: Method<machine.IEtcdRemoveMemberByIDRequest, machine.EtcdRemoveMemberByIDResponse>;
  readonly EtcdLeaveCluster: Method<machine.IEtcdLeaveClusterRequest, machine.EtcdLeaveClusterResponse>;
  readonly EtcdForfeitLeadership: Method<machine.IEtcdForfeitLeadershipRequest, machine.EtcdForfeitLeadershipResponse>;
  readonly EtcdSnapshot: Method<machine.IEtcdSnapshotRequest, common.Data>;
  readonly EtcdRecover: Method<common.IData, machine.EtcdRecoverResponse>;
  readonly EtcdAlarmList: Method<google.protobuf.IEmpty, machine.EtcdAlarmListResponse>;
  readonly EtcdAlarmDisarm: Method<google.protobuf.IEmpty, machine.EtcdAlarmDisarmResponse>;
  readonly EtcdDefragment: Method<google.protobuf.IEmpty, machine.EtcdDefragmentResponse>;
  readonly EtcdStatus: Method<google.protobuf.IEmpty, machine.EtcdStatusResponse>;
  readonly EtcdDowngradeValidate: Method<machine.IEtcdDowngradeValidateRequest, machine.EtcdDowngradeValidateResponse>;
  readonly EtcdDowngradeEnable: Method<machine.IEtcdDowngradeEnableRequest, machine.EtcdDowngradeEnableResponse>;
  readonly EtcdDowngradeCancel: Method<google.protobuf.IEmpty, machine.EtcdDowngradeCancelResponse>;
  readonly ImageList: Method<machine.IImageListRequest, machine.ImageListResponse>;
  readonly ImagePull: Method<machine.IImagePullRequest, machine.ImagePullResponse>;
};
