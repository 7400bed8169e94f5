// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./machine.d.ts"
import "./common.js";
import "./google.js";
import { createPackage } from "../message.ts";
import { createMethod } from "../create_method.ts";
export const machine = createPackage("machine", (path) => {
switch (path) {
case "ImageServiceListRequest": return ["1 containerd .common.ContainerdInstance", ([containerd]) => ({ containerd })];
case "ImageServiceListResponse": return ["1 name string, 2 digest string, 3 size int64, 4 createdAt .google.protobuf.Timestamp, 5 labels string{}", ([name, digest, size, createdAt, labels]) => ({ name, digest, size, createdAt, labels })];
case "ImageServicePullRequest": return ["1 containerd .common.ContainerdInstance, 3 imageRef string", ([containerd, imageRef]) => ({ containerd, imageRef })];
case "ImageServicePullResponse": return ["1 name string|response, 2 pullProgress .machine.ImageServicePullProgress|response", ([name, pullProgress]) => ({ name, pullProgress })];
case "ImageServicePullProgress": return ["1 layerId string, 2 progress .machine.ImageServicePullLayerProgress", ([layerId, progress]) => ({ layerId, progress })];
case "ImageServicePullLayerProgress": return ["1 status enum, 2 elapsed .google.protobuf.Duration, 3 offset int64, 4 total int64", ([status, elapsed, offset, total]) => ({ status, elapsed, offset, total })];
case "ImageServiceImportRequest": return ["1 containerd .common.ContainerdInstance|request, 2 imageChunk .common.Data|request", ([containerd, imageChunk]) => ({ containerd, imageChunk })];
case "ImageServiceImportResponse": return ["1 name string", ([name]) => ({ name })];
case "ImageServiceRemoveRequest": return ["1 containerd .common.ContainerdInstance, 2 imageRef string", ([containerd, imageRef]) => ({ containerd, imageRef })];
case "ImageServiceVerifyRequest": return ["1 imageRef string, 2 credentials .machine.ImageServiceCredentials", ([imageRef, credentials]) => ({ imageRef, credentials })];
case "ImageServiceCredentials": return ["1 host string, 2 username string, 3 password string", ([host, username, password]) => ({ host, username, password })];
case "ImageServiceVerifyResponse": return ["1 verified bool, 2 message string, 3 digestedImageRef string", ([verified, message, digestedImageRef]) => ({ verified, message, digestedImageRef })];
case "InstallArtifactsSource": return ["1 imageName string", ([imageName]) => ({ imageName })];
case "InstallDestination": return ["1 disk string", ([disk]) => ({ disk })];
case "LifecycleServiceInstallRequest": return ["1 containerd .common.ContainerdInstance, 2 source .machine.InstallArtifactsSource, 3 destination .machine.InstallDestination", ([containerd, source, destination]) => ({ containerd, source, destination })];
case "LifecycleServiceInstallProgress": return ["1 message string|response, 2 exitCode int32|response", ([message, exitCode]) => ({ message, exitCode })];
case "LifecycleServiceInstallResponse": return ["1 progress .machine.LifecycleServiceInstallProgress", ([progress]) => ({ progress })];
case "LifecycleServiceUpgradeRequest": return ["1 containerd .common.ContainerdInstance, 2 source .machine.InstallArtifactsSource", ([containerd, source]) => ({ containerd, source })];
case "LifecycleServiceUpgradeResponse": return ["1 progress .machine.LifecycleServiceInstallProgress", ([progress]) => ({ progress })];
case "VersionResponse": return ["1 messages .machine.Version[]", ([messages]) => ({ messages })];
case "Version": return ["1 metadata .common.Metadata, 2 version .machine.VersionInfo, 3 platform .machine.PlatformInfo, 4 features .machine.FeaturesInfo", ([metadata, version, platform, features]) => ({ metadata, version, platform, features })];
case "VersionInfo": return ["1 tag string, 2 sha string, 3 built string, 4 goVersion string, 5 os string, 6 arch string", ([tag, sha, built, goVersion, os, arch]) => ({ tag, sha, built, goVersion, os, arch })];
case "PlatformInfo": return ["1 name string, 2 mode string", ([name, mode]) => ({ name, mode })];
case "FeaturesInfo": return ["1 rbac bool", ([rbac]) => ({ rbac })];
case "HostnameResponse": return ["1 messages .machine.Hostname[]", ([messages]) => ({ messages })];
case "Hostname": return ["1 metadata .common.Metadata, 2 hostname string", ([metadata, hostname]) => ({ metadata, hostname })];
case "CPUInfoResponse": return ["1 messages .machine.CPUsInfo[]", ([messages]) => ({ messages })];
case "CPUsInfo": return ["1 metadata .common.Metadata, 2 cpuInfo .machine.CPUInfo[]", ([metadata, cpuInfo]) => ({ metadata, cpuInfo })];
case "CPUInfo": return ["1 processor uint32, 2 vendorId string, 3 cpuFamily string, 4 model string, 5 modelName string, 6 stepping string, 7 microcode string, 8 cpuMhz double, 9 cacheSize string, 10 physicalId string, 11 siblings uint32, 12 coreId string, 13 cpuCores uint32, 14 apicId string, 15 initialApicId string, 16 fpu string, 17 fpuException string, 18 cpuIdLevel uint32, 19 wp string, 20 flags string[], 21 bugs string[], 22 bogoMips double, 23 clFlushSize uint32, 24 cacheAlignment uint32, 25 addressSizes string, 26 powerManagement string", ([processor, vendorId, cpuFamily, model, modelName, stepping, microcode, cpuMhz, cacheSize, physicalId, siblings, coreId, cpuCores, apicId, initialApicId, fpu, fpuException, cpuIdLevel, wp, flags, bugs, bogoMips, clFlushSize, cacheAlignment, addressSizes, powerManagement]) => ({ processor, vendorId, cpuFamily, model, modelName, stepping, microcode, cpuMhz, cacheSize, physicalId, siblings, coreId, cpuCores, apicId, initialApicId, fpu, fpuException, cpuIdLevel, wp, flags, bugs, bogoMips, clFlushSize, cacheAlignment, addressSizes, powerManagement })];
case "MemoryResponse": return ["1 messages .machine.Memory[]", ([messages]) => ({ messages })];
case "Memory": return ["1 metadata .common.Metadata, 2 meminfo .machine.MemInfo", ([metadata, meminfo]) => ({ metadata, meminfo })];
case "MemInfo": return ["1 memtotal uint64, 2 memfree uint64, 3 memavailable uint64, 4 buffers uint64, 5 cached uint64, 6 swapcached uint64, 7 active uint64, 8 inactive uint64, 9 activeanon uint64, 10 inactiveanon uint64, 11 activefile uint64, 12 inactivefile uint64, 13 unevictable uint64, 14 mlocked uint64, 15 swaptotal uint64, 16 swapfree uint64, 17 dirty uint64, 18 writeback uint64, 19 anonpages uint64, 20 mapped uint64, 21 shmem uint64, 22 slab uint64, 23 sreclaimable uint64, 24 sunreclaim uint64, 25 kernelstack uint64, 26 pagetables uint64, 27 nfsunstable uint64, 28 bounce uint64, 29 writebacktmp uint64, 30 commitlimit uint64, 31 committedas uint64, 32 vmalloctotal uint64, 33 vmallocused uint64, 34 vmallocchunk uint64, 35 hardwarecorrupted uint64, 36 anonhugepages uint64, 37 shmemhugepages uint64, 38 shmempmdmapped uint64, 39 cmatotal uint64, 40 cmafree uint64, 41 hugepagestotal uint64, 42 hugepagesfree uint64, 43 hugepagesrsvd uint64, 44 hugepagessurp uint64, 45 hugepagesize uint64, 46 directmap4k uint64, 47 directmap2m uint64, 48 directmap1g uint64", ([memtotal, memfree, memavailable, buffers, cached, swapcached, active, inactive, activeanon, inactiveanon, activefile, inactivefile, unevictable, mlocked, swaptotal, swapfree, dirty, writeback, anonpages, mapped, shmem, slab, sreclaimable, sunreclaim, kernelstack, pagetables, nfsunstable, bounce, writebacktmp, commitlimit, committedas, vmalloctotal, vmallocused, vmallocchunk, hardwarecorrupted, anonhugepages, shmemhugepages, shmempmdmapped, cmatotal, cmafree, hugepagestotal, hugepagesfree, hugepagesrsvd, hugepagessurp, hugepagesize, directmap4k, directmap2m, directmap1g]) => ({ memtotal, memfree, memavailable, buffers, cached, swapcached, active, inactive, activeanon, inactiveanon, activefile, inactivefile, unevictable, mlocked, swaptotal, swapfree, dirty, writeback, anonpages, mapped, shmem, slab, sreclaimable, sunreclaim, kernelstack, pagetables, nfsunstable, bounce, writebacktmp, commitlimit, committedas, vmalloctotal, vmallocused, vmallocchunk, hardwarecorrupted, anonhugepages, shmemhugepages, shmempmdmapped, cmatotal, cmafree, hugepagestotal, hugepagesfree, hugepagesrsvd, hugepagessurp, hugepagesize, directmap4k, directmap2m, directmap1g })];
case "LoadAvgResponse": return ["1 messages .machine.LoadAvg[]", ([messages]) => ({ messages })];
case "LoadAvg": return ["1 metadata .common.Metadata, 2 load1 double, 3 load5 double, 4 load15 double", ([metadata, load1, load5, load15]) => ({ metadata, load1, load5, load15 })];
case "SystemStatResponse": return ["1 messages .machine.SystemStat[]", ([messages]) => ({ messages })];
case "SystemStat": return ["1 metadata .common.Metadata, 2 bootTime uint64, 3 cpuTotal .machine.CPUStat, 4 cpu .machine.CPUStat[], 5 irqTotal uint64, 6 irq uint64[], 7 contextSwitches uint64, 8 processCreated uint64, 9 processRunning uint64, 10 processBlocked uint64, 11 softIrqTotal uint64, 12 softIrq .machine.SoftIRQStat", ([metadata, bootTime, cpuTotal, cpu, irqTotal, irq, contextSwitches, processCreated, processRunning, processBlocked, softIrqTotal, softIrq]) => ({ metadata, bootTime, cpuTotal, cpu, irqTotal, irq, contextSwitches, processCreated, processRunning, processBlocked, softIrqTotal, softIrq })];
case "CPUStat": return ["1 user double, 2 nice double, 3 system double, 4 idle double, 5 iowait double, 6 irq double, 7 softIrq double, 8 steal double, 9 guest double, 10 guestNice double", ([user, nice, system, idle, iowait, irq, softIrq, steal, guest, guestNice]) => ({ user, nice, system, idle, iowait, irq, softIrq, steal, guest, guestNice })];
case "SoftIRQStat": return ["1 hi uint64, 2 timer uint64, 3 netTx uint64, 4 netRx uint64, 5 block uint64, 6 blockIoPoll uint64, 7 tasklet uint64, 8 sched uint64, 9 hrtimer uint64, 10 rcu uint64", ([hi, timer, netTx, netRx, block, blockIoPoll, tasklet, sched, hrtimer, rcu]) => ({ hi, timer, netTx, netRx, block, blockIoPoll, tasklet, sched, hrtimer, rcu })];
case "DiskStatsResponse": return ["1 messages .machine.DiskStats[]", ([messages]) => ({ messages })];
case "DiskStats": return ["1 metadata .common.Metadata, 2 total .machine.DiskStat, 3 devices .machine.DiskStat[]", ([metadata, total, devices]) => ({ metadata, total, devices })];
case "DiskStat": return ["1 name string, 2 readCompleted uint64, 3 readMerged uint64, 4 readSectors uint64, 5 readTimeMs uint64, 6 writeCompleted uint64, 7 writeMerged uint64, 8 writeSectors uint64, 9 writeTimeMs uint64, 10 ioInProgress uint64, 11 ioTimeMs uint64, 12 ioTimeWeightedMs uint64, 13 discardCompleted uint64, 14 discardMerged uint64, 15 discardSectors uint64, 16 discardTimeMs uint64", ([name, readCompleted, readMerged, readSectors, readTimeMs, writeCompleted, writeMerged, writeSectors, writeTimeMs, ioInProgress, ioTimeMs, ioTimeWeightedMs, discardCompleted, discardMerged, discardSectors, discardTimeMs]) => ({ name, readCompleted, readMerged, readSectors, readTimeMs, writeCompleted, writeMerged, writeSectors, writeTimeMs, ioInProgress, ioTimeMs, ioTimeWeightedMs, discardCompleted, discardMerged, discardSectors, discardTimeMs })];
case "NetworkDeviceStatsResponse": return ["1 messages .machine.NetworkDeviceStats[]", ([messages]) => ({ messages })];
case "NetworkDeviceStats": return ["1 metadata .common.Metadata, 2 total .machine.NetDev, 3 devices .machine.NetDev[]", ([metadata, total, devices]) => ({ metadata, total, devices })];
case "NetDev": return ["1 name string, 2 rxBytes uint64, 3 rxPackets uint64, 4 rxErrors uint64, 5 rxDropped uint64, 6 rxFifo uint64, 7 rxFrame uint64, 8 rxCompressed uint64, 9 rxMulticast uint64, 10 txBytes uint64, 11 txPackets uint64, 12 txErrors uint64, 13 txDropped uint64, 14 txFifo uint64, 15 txCollisions uint64, 16 txCarrier uint64, 17 txCompressed uint64", ([name, rxBytes, rxPackets, rxErrors, rxDropped, rxFifo, rxFrame, rxCompressed, rxMulticast, txBytes, txPackets, txErrors, txDropped, txFifo, txCollisions, txCarrier, txCompressed]) => ({ name, rxBytes, rxPackets, rxErrors, rxDropped, rxFifo, rxFrame, rxCompressed, rxMulticast, txBytes, txPackets, txErrors, txDropped, txFifo, txCollisions, txCarrier, txCompressed })];
case "MountsResponse": return ["1 messages .machine.Mounts[]", ([messages]) => ({ messages })];
case "Mounts": return ["1 metadata .common.Metadata, 2 stats .machine.MountStat[]", ([metadata, stats]) => ({ metadata, stats })];
case "MountStat": return ["1 filesystem string, 2 size uint64, 3 available uint64, 4 mountedOn string", ([filesystem, size, available, mountedOn]) => ({ filesystem, size, available, mountedOn })];
case "ProcessesResponse": return ["1 messages .machine.Process[]", ([messages]) => ({ messages })];
case "Process": return ["1 metadata .common.Metadata, 2 processes .machine.ProcessInfo[]", ([metadata, processes]) => ({ metadata, processes })];
case "ProcessInfo": return ["1 pid int32, 2 ppid int32, 3 state string, 4 threads int32, 5 cpuTime double, 6 virtualMemory uint64, 7 residentMemory uint64, 8 command string, 9 executable string, 10 args string, 11 label string", ([pid, ppid, state, threads, cpuTime, virtualMemory, residentMemory, command, executable, args, label]) => ({ pid, ppid, state, threads, cpuTime, virtualMemory, residentMemory, command, executable, args, label })];
case "ContainersRequest": return ["1 namespace string, 2 driver enum", ([namespace, driver]) => ({ namespace, driver })];
case "ContainersResponse": return ["1 messages .machine.Container[]", ([messages]) => ({ messages })];
case "Container": return ["1 metadata .common.Metadata, 2 containers .machine.ContainerInfo[]", ([metadata, containers]) => ({ metadata, containers })];
case "ContainerInfo": return ["1 namespace string, 2 id string, 3 image string, 4 pid uint32, 5 status string, 6 podId string, 7 name string, 8 networkNamespace string, 9 internalId string, 10 uid string", ([namespace, id, image, pid, status, podId, name, networkNamespace, internalId, uid]) => ({ namespace, id, image, pid, status, podId, name, networkNamespace, internalId, uid })];
case "StatsRequest": return ["1 namespace string, 2 driver enum", ([namespace, driver]) => ({ namespace, driver })];
case "StatsResponse": return ["1 messages .machine.Stats[]", ([messages]) => ({ messages })];
case "Stats": return ["1 metadata .common.Metadata, 2 stats .machine.Stat[]", ([metadata, stats]) => ({ metadata, stats })];
case "Stat": return ["1 namespace string, 2 id string, 4 memoryUsage uint64, 5 cpuUsage uint64, 6 podId string, 7 name string", ([namespace, id, memoryUsage, cpuUsage, podId, name]) => ({ namespace, id, memoryUsage, cpuUsage, podId, name })];
case "RestartRequest": return ["1 namespace string, 2 id string, 3 driver enum", ([namespace, id, driver]) => ({ namespace, id, driver })];
case "RestartResponse": return ["1 messages .machine.Restart[]", ([messages]) => ({ messages })];
case "Restart": return ["1 metadata .common.Metadata", ([metadata]) => ({ metadata })];
case "ListRequest": return ["1 root string, 2 recurse bool, 3 recursionDepth int32, 4 types enum[], 5 reportXattrs bool", ([root, recurse, recursionDepth, types, reportXattrs]) => ({ root, recurse, recursionDepth, types, reportXattrs })];
case "FileInfo": return ["1 metadata .common.Metadata, 2 name string, 3 size int64, 4 mode uint32, 5 modified int64, 6 isDir bool, 7 error string, 8 link string, 9 relativeName string, 10 uid uint32, 11 gid uint32, 12 xattrs .machine.Xattr[]", ([metadata, name, size, mode, modified, isDir, error, link, relativeName, uid, gid, xattrs]) => ({ metadata, name, size, mode, modified, isDir, error, link, relativeName, uid, gid, xattrs })];
case "Xattr": return ["1 name string, 2 data bytes", ([name, data]) => ({ name, data })];
case "DiskUsageRequest": return ["1 recursionDepth int32, 2 all bool, 3 threshold int64, 4 paths string[]", ([recursionDepth, all, threshold, paths]) => ({ recursionDepth, all, threshold, paths })];
case "DiskUsageInfo": return ["1 metadata .common.Metadata, 2 name string, 3 size int64, 4 error string, 5 relativeName string", ([metadata, name, size, error, relativeName]) => ({ metadata, name, size, error, relativeName })];
case "ReadRequest": return ["1 path string", ([path]) => ({ path })];
case "CopyRequest": return ["1 rootPath string", ([rootPath]) => ({ rootPath })];
case "LogsRequest": return ["1 namespace string, 2 id string, 3 driver enum, 4 follow bool, 5 tailLines int32", ([namespace, id, driver, follow, tailLines]) => ({ namespace, id, driver, follow, tailLines })];
case "LogsContainersResponse": return ["1 messages .machine.LogsContainer[]", ([messages]) => ({ messages })];
case "LogsContainer": return ["1 metadata .common.Metadata, 2 ids string[]", ([metadata, ids]) => ({ metadata, ids })];
case "DmesgRequest": return ["1 follow bool, 2 tail bool", ([follow, tail]) => ({ follow, tail })];
case "EventsRequest": return ["1 tailEvents int32, 2 tailId string, 3 tailSeconds int32, 4 withActorId string", ([tailEvents, tailId, tailSeconds, withActorId]) => ({ tailEvents, tailId, tailSeconds, withActorId })];
case "Event": return ["1 metadata .common.Metadata, 2 data .google.protobuf.Any, 3 id string, 4 actorId string", ([metadata, data, id, actorId]) => ({ metadata, data, id, actorId })];
case "SequenceEvent": return ["1 sequence string, 2 action enum, 3 error .common.Error", ([sequence, action, error]) => ({ sequence, action, error })];
case "PhaseEvent": return ["1 phase string, 2 action enum", ([phase, action]) => ({ phase, action })];
case "TaskEvent": return ["1 task string, 2 action enum", ([task, action]) => ({ task, action })];
case "ServiceStateEvent": return ["1 service string, 2 action enum, 3 message string, 4 health .machine.ServiceHealth", ([service, action, message, health]) => ({ service, action, message, health })];
case "ServiceHealth": return ["1 unknown bool, 2 healthy bool, 3 lastMessage string, 4 lastChange .google.protobuf.Timestamp", ([unknown, healthy, lastMessage, lastChange]) => ({ unknown, healthy, lastMessage, lastChange })];
case "RestartEvent": return ["1 cmd int64", ([cmd]) => ({ cmd })];
case "ConfigLoadErrorEvent": return ["1 error string", ([error]) => ({ error })];
case "ConfigValidationErrorEvent": return ["1 error string", ([error]) => ({ error })];
case "AddressEvent": return ["1 hostname string, 2 addresses string[]", ([hostname, addresses]) => ({ hostname, addresses })];
case "MachineStatusEvent": return ["1 stage enum, 2 status .machine.MachineStatusEvent.MachineStatus", ([stage, status]) => ({ stage, status })];
case "MachineStatusEvent.MachineStatus": return ["1 ready bool, 2 unmetConditions .machine.MachineStatusEvent.MachineStatus.UnmetCondition[]", ([ready, unmetConditions]) => ({ ready, unmetConditions })];
case "MachineStatusEvent.MachineStatus.UnmetCondition": return ["1 name string, 2 reason string", ([name, reason]) => ({ name, reason })];
case "NetstatRequest": return ["1 filter enum, 2 feature .machine.NetstatRequest.Feature, 3 l4proto .machine.NetstatRequest.L4proto, 4 netns .machine.NetstatRequest.NetNS", ([filter, feature, l4proto, netns]) => ({ filter, feature, l4proto, netns })];
case "NetstatRequest.Feature": return ["1 pid bool", ([pid]) => ({ pid })];
case "NetstatRequest.L4proto": return ["1 tcp bool, 2 tcp6 bool, 3 udp bool, 4 udp6 bool, 5 udplite bool, 6 udplite6 bool, 7 raw bool, 8 raw6 bool", ([tcp, tcp6, udp, udp6, udplite, udplite6, raw, raw6]) => ({ tcp, tcp6, udp, udp6, udplite, udplite6, raw, raw6 })];
case "NetstatRequest.NetNS": return ["1 hostnetwork bool, 2 netns string[], 3 allnetns bool", ([hostnetwork, netns, allnetns]) => ({ hostnetwork, netns, allnetns })];
case "NetstatResponse": return ["1 messages .machine.Netstat[]", ([messages]) => ({ messages })];
case "Netstat": return ["1 metadata .common.Metadata, 2 connectrecord .machine.ConnectRecord[]", ([metadata, connectrecord]) => ({ metadata, connectrecord })];
case "ConnectRecord": return ["1 l4proto string, 2 localip string, 3 localport uint32, 4 remoteip string, 5 remoteport uint32, 6 state enum, 7 txqueue uint64, 8 rxqueue uint64, 9 tr enum, 10 timerwhen uint64, 11 retrnsmt uint64, 12 uid uint32, 13 timeout uint64, 14 inode uint64, 15 ref uint64, 16 pointer uint64, 17 process .machine.ConnectRecord.Process, 18 netns string", ([l4proto, localip, localport, remoteip, remoteport, state, txqueue, rxqueue, tr, timerwhen, retrnsmt, uid, timeout, inode, ref, pointer, process, netns]) => ({ l4proto, localip, localport, remoteip, remoteport, state, txqueue, rxqueue, tr, timerwhen, retrnsmt, uid, timeout, inode, ref, pointer, process, netns })];
case "ConnectRecord.Process": return ["1 pid uint32, 2 name string", ([pid, name]) => ({ pid, name })];
case "PacketCaptureRequest": return ["1 interface string, 2 promiscuous bool, 3 snapLen uint32, 4 bpfFilter .machine.BPFInstruction[]", ([$interface, promiscuous, snapLen, bpfFilter]) => ({ interface: $interface, promiscuous, snapLen, bpfFilter })];
case "BPFInstruction": return ["1 op uint32, 2 jt uint32, 3 jf uint32, 4 k uint32", ([op, jt, jf, k]) => ({ op, jt, jf, k })];
case "ServiceListResponse": return ["1 messages .machine.ServiceList[]", ([messages]) => ({ messages })];
case "ServiceList": return ["1 metadata .common.Metadata, 2 services .machine.ServiceInfo[]", ([metadata, services]) => ({ metadata, services })];
case "ServiceInfo": return ["1 id string, 2 state string, 3 events .machine.ServiceEvents, 4 health .machine.ServiceHealth", ([id, state, events, health]) => ({ id, state, events, health })];
case "ServiceEvents": return ["1 events .machine.ServiceEvent[]", ([events]) => ({ events })];
case "ServiceEvent": return ["1 msg string, 2 state string, 3 ts .google.protobuf.Timestamp", ([msg, state, ts]) => ({ msg, state, ts })];
case "ServiceStartRequest": return ["1 id string", ([id]) => ({ id })];
case "ServiceStartResponse": return ["1 messages .machine.ServiceStart[]", ([messages]) => ({ messages })];
case "ServiceStart": return ["1 metadata .common.Metadata, 2 resp string", ([metadata, resp]) => ({ metadata, resp })];
case "ServiceStopRequest": return ["1 id string", ([id]) => ({ id })];
case "ServiceStopResponse": return ["1 messages .machine.ServiceStop[]", ([messages]) => ({ messages })];
case "ServiceStop": return ["1 metadata .common.Metadata, 2 resp string", ([metadata, resp]) => ({ metadata, resp })];
case "ServiceRestartRequest": return ["1 id string", ([id]) => ({ id })];
case "ServiceRestartResponse": return ["1 messages .machine.ServiceRestart[]", ([messages]) => ({ messages })];
case "ServiceRestart": return ["1 metadata .common.Metadata, 2 resp string", ([metadata, resp]) => ({ metadata, resp })];
case "ApplyConfigurationRequest": return ["1 data bytes, 4 mode enum, 5 dryRun bool, 6 tryModeTimeout .google.protobuf.Duration", ([data, mode, dryRun, tryModeTimeout]) => ({ data, mode, dryRun, tryModeTimeout })];
case "ApplyConfigurationResponse": return ["1 messages .machine.ApplyConfiguration[]", ([messages]) => ({ messages })];
case "ApplyConfiguration": return ["1 metadata .common.Metadata, 2 warnings string[], 3 mode enum, 4 modeDetails string", ([metadata, warnings, mode, modeDetails]) => ({ metadata, warnings, mode, modeDetails })];
case "GenerateConfigurationRequest": return ["1 configVersion string, 2 clusterConfig .machine.ClusterConfig, 3 machineConfig .machine.MachineConfig, 4 overrideTime .google.protobuf.Timestamp", ([configVersion, clusterConfig, machineConfig, overrideTime]) => ({ configVersion, clusterConfig, machineConfig, overrideTime })];
case "ClusterConfig": return ["1 name string, 2 controlPlane .machine.ControlPlaneConfig, 3 clusterNetwork .machine.ClusterNetworkConfig, 4 allowSchedulingOnControlPlanes bool", ([name, controlPlane, clusterNetwork, allowSchedulingOnControlPlanes]) => ({ name, controlPlane, clusterNetwork, allowSchedulingOnControlPlanes })];
case "ControlPlaneConfig": return ["1 endpoint string", ([endpoint]) => ({ endpoint })];
case "ClusterNetworkConfig": return ["1 dnsDomain string, 2 cniConfig .machine.CNIConfig", ([dnsDomain, cniConfig]) => ({ dnsDomain, cniConfig })];
case "CNIConfig": return ["1 name string, 2 urls string[]", ([name, urls]) => ({ name, urls })];
case "MachineConfig": return ["1 type enum, 2 installConfig .machine.InstallConfig, 3 networkConfig .machine.NetworkConfig, 4 kubernetesVersion string", ([type, installConfig, networkConfig, kubernetesVersion]) => ({ type, installConfig, networkConfig, kubernetesVersion })];
case "InstallConfig": return ["1 installDisk string, 2 installImage string", ([installDisk, installImage]) => ({ installDisk, installImage })];
case "NetworkConfig": return ["1 hostname string, 2 interfaces .machine.NetworkDeviceConfig[]", ([hostname, interfaces]) => ({ hostname, interfaces })];
case "NetworkDeviceConfig": return ["1 interface string, 2 cidr string, 3 mtu int32, 4 dhcp bool, 5 ignore bool, 6 dhcpOptions .machine.DHCPOptionsConfig, 7 routes .machine.RouteConfig[]", ([$interface, cidr, mtu, dhcp, ignore, dhcpOptions, routes]) => ({ interface: $interface, cidr, mtu, dhcp, ignore, dhcpOptions, routes })];
case "DHCPOptionsConfig": return ["1 routeMetric uint32", ([routeMetric]) => ({ routeMetric })];
case "RouteConfig": return ["1 network string, 2 gateway string, 3 metric uint32", ([network, gateway, metric]) => ({ network, gateway, metric })];
case "GenerateConfigurationResponse": return ["1 messages .machine.GenerateConfiguration[]", ([messages]) => ({ messages })];
case "GenerateConfiguration": return ["1 metadata .common.Metadata, 2 data bytes[], 3 talosconfig bytes", ([metadata, data, talosconfig]) => ({ metadata, data, talosconfig })];
case "GenerateClientConfigurationRequest": return ["1 roles string[], 2 crtTtl .google.protobuf.Duration", ([roles, crtTtl]) => ({ roles, crtTtl })];
case "GenerateClientConfigurationResponse": return ["1 messages .machine.GenerateClientConfiguration[]", ([messages]) => ({ messages })];
case "GenerateClientConfiguration": return ["1 metadata .common.Metadata, 2 ca bytes, 3 crt bytes, 4 key bytes, 5 talosconfig bytes", ([metadata, ca, crt, key, talosconfig]) => ({ metadata, ca, crt, key, talosconfig })];
case "MetaWriteRequest": return ["1 key uint32, 2 value bytes", ([key, value]) => ({ key, value })];
case "MetaWriteResponse": return ["1 messages .machine.MetaWrite[]", ([messages]) => ({ messages })];
case "MetaWrite": return ["1 metadata .common.Metadata", ([metadata]) => ({ metadata })];
case "MetaDeleteRequest": return ["1 key uint32", ([key]) => ({ key })];
case "MetaDeleteResponse": return ["1 messages .machine.MetaDelete[]", ([messages]) => ({ messages })];
case "MetaDelete": return ["1 metadata .common.Metadata", ([metadata]) => ({ metadata })];
case "BootstrapRequest": return ["1 recoverEtcd bool, 2 recoverSkipHashCheck bool", ([recoverEtcd, recoverSkipHashCheck]) => ({ recoverEtcd, recoverSkipHashCheck })];
case "BootstrapResponse": return ["1 messages .machine.Bootstrap[]", ([messages]) => ({ messages })];
case "Bootstrap": return ["1 metadata .common.Metadata", ([metadata]) => ({ metadata })];
case "RebootRequest": return ["1 mode enum", ([mode]) => ({ mode })];
case "RebootResponse": return ["1 messages .machine.Reboot[]", ([messages]) => ({ messages })];
case "Reboot": return ["1 metadata .common.Metadata, 2 actorId string", ([metadata, actorId]) => ({ metadata, actorId })];
case "ShutdownRequest": return ["1 force bool", ([force]) => ({ force })];
case "ShutdownResponse": return ["1 messages .machine.Shutdown[]", ([messages]) => ({ messages })];
case "Shutdown": return ["1 metadata .common.Metadata, 2 actorId string", ([metadata, actorId]) => ({ metadata, actorId })];
case "ResetRequest": return ["1 graceful bool, 2 reboot bool, 3 systemPartitionsToWipe .machine.ResetPartitionSpec[], 4 userDisksToWipe string[], 5 mode enum", ([graceful, reboot, systemPartitionsToWipe, userDisksToWipe, mode]) => ({ graceful, reboot, systemPartitionsToWipe, userDisksToWipe, mode })];
case "ResetPartitionSpec": return ["1 label string, 2 wipe bool", ([label, wipe]) => ({ label, wipe })];
case "ResetResponse": return ["1 messages .machine.Reset[]", ([messages]) => ({ messages })];
case "Reset": return ["1 metadata .common.Metadata, 2 actorId string", ([metadata, actorId]) => ({ metadata, actorId })];
case "UpgradeRequest": return ["1 image string, 2 preserve bool, 3 stage bool, 4 force bool, 5 rebootMode enum", ([image, preserve, stage, force, rebootMode]) => ({ image, preserve, stage, force, rebootMode })];
case "UpgradeResponse": return ["1 messages .machine.Upgrade[]", ([messages]) => ({ messages })];
case "Upgrade": return ["1 metadata .common.Metadata, 2 ack string, 3 actorId string", ([metadata, ack, actorId]) => ({ metadata, ack, actorId })];
case "RollbackRequest": return ["", ([]) => ({  })];
case "RollbackResponse": return ["1 messages .machine.Rollback[]", ([messages]) => ({ messages })];
case "Rollback": return ["1 metadata .common.Metadata", ([metadata]) => ({ metadata })];
case "EtcdMemberListRequest": return ["1 queryLocal bool", ([queryLocal]) => ({ queryLocal })];
case "EtcdMemberListResponse": return ["1 messages .machine.EtcdMembers[]", ([messages]) => ({ messages })];
case "EtcdMembers": return ["1 metadata .common.Metadata, 2 legacyMembers string[], 3 members .machine.EtcdMember[]", ([metadata, legacyMembers, members]) => ({ metadata, legacyMembers, members })];
case "EtcdMember": return ["2 id uint64, 3 hostname string, 4 peerUrls string[], 5 clientUrls string[], 6 isLearner bool", ([id, hostname, peerUrls, clientUrls, isLearner]) => ({ id, hostname, peerUrls, clientUrls, isLearner })];
case "EtcdRemoveMemberRequest": return ["1 member string", ([member]) => ({ member })];
case "EtcdRemoveMemberResponse": return ["1 messages .machine.EtcdRemoveMember[]", ([messages]) => ({ messages })];
case "EtcdRemoveMember": return ["1 metadata .common.Metadata", ([metadata]) => ({ metadata })];
case "EtcdRemoveMemberByIDRequest": return ["1 memberId uint64", ([memberId]) => ({ memberId })];
case "EtcdRemoveMemberByIDResponse": return ["1 messages .machine.EtcdRemoveMemberByID[]", ([messages]) => ({ messages })];
case "EtcdRemoveMemberByID": return ["1 metadata .common.Metadata", ([metadata]) => ({ metadata })];
case "EtcdLeaveClusterRequest": return ["", ([]) => ({  })];
case "EtcdLeaveClusterResponse": return ["1 messages .machine.EtcdLeaveCluster[]", ([messages]) => ({ messages })];
case "EtcdLeaveCluster": return ["1 metadata .common.Metadata", ([metadata]) => ({ metadata })];
case "EtcdForfeitLeadershipRequest": return ["", ([]) => ({  })];
case "EtcdForfeitLeadershipResponse": return ["1 messages .machine.EtcdForfeitLeadership[]", ([messages]) => ({ messages })];
case "EtcdForfeitLeadership": return ["1 metadata .common.Metadata, 2 member string", ([metadata, member]) => ({ metadata, member })];
case "EtcdSnapshotRequest": return ["", ([]) => ({  })];
case "EtcdRecoverResponse": return ["1 messages .machine.EtcdRecover[]", ([messages]) => ({ messages })];
case "EtcdRecover": return ["1 metadata .common.Metadata", ([metadata]) => ({ metadata })];
case "EtcdAlarmListResponse": return ["1 messages .machine.EtcdAlarm[]", ([messages]) => ({ messages })];
case "EtcdAlarm": return ["1 metadata .common.Metadata, 2 memberAlarms .machine.EtcdMemberAlarm[]", ([metadata, memberAlarms]) => ({ metadata, memberAlarms })];
case "EtcdMemberAlarm": return ["1 memberId uint64, 2 alarm enum", ([memberId, alarm]) => ({ memberId, alarm })];
case "EtcdAlarmDisarmResponse": return ["1 messages .machine.EtcdAlarmDisarm[]", ([messages]) => ({ messages })];
case "EtcdAlarmDisarm": return ["1 metadata .common.Metadata, 2 memberAlarms .machine.EtcdMemberAlarm[]", ([metadata, memberAlarms]) => ({ metadata, memberAlarms })];
case "EtcdDefragmentResponse": return ["1 messages .machine.EtcdDefragment[]", ([messages]) => ({ messages })];
case "EtcdDefragment": return ["1 metadata .common.Metadata", ([metadata]) => ({ metadata })];
case "EtcdStatusResponse": return ["1 messages .machine.EtcdStatus[]", ([messages]) => ({ messages })];
case "EtcdStatus": return ["1 metadata .common.Metadata, 2 memberStatus .machine.EtcdMemberStatus", ([metadata, memberStatus]) => ({ metadata, memberStatus })];
case "EtcdMemberStatus": return ["1 protocolVersion string, 2 dbSize int64, 3 dbSizeInUse int64, 4 leader uint64, 5 raftIndex uint64, 6 raftTerm uint64, 7 raftAppliedIndex uint64, 8 errors string[], 9 isLearner bool, 10 memberId uint64, 11 storageVersion string", ([protocolVersion, dbSize, dbSizeInUse, leader, raftIndex, raftTerm, raftAppliedIndex, errors, isLearner, memberId, storageVersion]) => ({ protocolVersion, dbSize, dbSizeInUse, leader, raftIndex, raftTerm, raftAppliedIndex, errors, isLearner, memberId, storageVersion })];
case "EtcdDowngradeValidateRequest": return ["1 version string", ([version]) => ({ version })];
case "EtcdDowngradeValidateResponse": return ["1 messages .machine.EtcdDowngradeValidate[]", ([messages]) => ({ messages })];
case "EtcdDowngradeValidate": return ["1 metadata .common.Metadata, 2 clusterDowngrade .machine.EtcdClusterDowngrade", ([metadata, clusterDowngrade]) => ({ metadata, clusterDowngrade })];
case "EtcdDowngradeEnableRequest": return ["1 version string", ([version]) => ({ version })];
case "EtcdDowngradeEnableResponse": return ["1 messages .machine.EtcdDowngradeEnable[]", ([messages]) => ({ messages })];
case "EtcdDowngradeEnable": return ["1 metadata .common.Metadata, 2 clusterDowngrade .machine.EtcdClusterDowngrade", ([metadata, clusterDowngrade]) => ({ metadata, clusterDowngrade })];
case "EtcdDowngradeCancelResponse": return ["1 messages .machine.EtcdDowngradeCancel[]", ([messages]) => ({ messages })];
case "EtcdDowngradeCancel": return ["1 metadata .common.Metadata, 2 clusterDowngrade .machine.EtcdClusterDowngrade", ([metadata, clusterDowngrade]) => ({ metadata, clusterDowngrade })];
case "EtcdClusterDowngrade": return ["1 clusterVersion string", ([clusterVersion]) => ({ clusterVersion })];
case "ImageListRequest": return ["1 namespace enum", ([namespace]) => ({ namespace })];
case "ImageListResponse": return ["1 metadata .common.Metadata, 2 name string, 3 digest string, 4 size int64, 5 createdAt .google.protobuf.Timestamp", ([metadata, name, digest, size, createdAt]) => ({ metadata, name, digest, size, createdAt })];
case "ImagePullRequest": return ["1 namespace enum, 2 reference string", ([namespace, reference]) => ({ namespace, reference })];
case "ImagePullResponse": return ["1 messages .machine.ImagePull[]", ([messages]) => ({ messages })];
case "ImagePull": return ["1 metadata .common.Metadata", ([metadata]) => ({ metadata })];
default: return undefined;
}
}, (path) => {
switch (path) {
case "ImageServicePullLayerProgress.Status": return {"DOWNLOADING":0,"DOWNLOAD_COMPLETE":1,"EXTRACTING":2,"EXTRACT_COMPLETE":3,"ALREADY_EXISTS":4};
case "ListRequest.Type": return {"REGULAR":0,"DIRECTORY":1,"SYMLINK":2};
case "SequenceEvent.Action": return {"NOOP":0,"START":1,"STOP":2};
case "PhaseEvent.Action": return {"START":0,"STOP":1};
case "TaskEvent.Action": return {"START":0,"STOP":1};
case "ServiceStateEvent.Action": return {"INITIALIZED":0,"PREPARING":1,"WAITING":2,"RUNNING":3,"STOPPING":4,"FINISHED":5,"FAILED":6,"SKIPPED":7,"STARTING":8};
case "MachineStatusEvent.MachineStage": return {"UNKNOWN":0,"BOOTING":1,"INSTALLING":2,"MAINTENANCE":3,"RUNNING":4,"REBOOTING":5,"SHUTTING_DOWN":6,"RESETTING":7,"UPGRADING":8};
case "NetstatRequest.Filter": return {"ALL":0,"CONNECTED":1,"LISTENING":2};
case "ConnectRecord.State": return {"RESERVED":0,"ESTABLISHED":1,"SYN_SENT":2,"SYN_RECV":3,"FIN_WAIT1":4,"FIN_WAIT2":5,"TIME_WAIT":6,"CLOSE":7,"CLOSEWAIT":8,"LASTACK":9,"LISTEN":10,"CLOSING":11};
case "ConnectRecord.TimerActive": return {"OFF":0,"ON":1,"KEEPALIVE":2,"TIMEWAIT":3,"PROBE":4};
case "ApplyConfigurationRequest.Mode": return {"REBOOT":0,"AUTO":1,"NO_REBOOT":2,"STAGED":3,"TRY":4};
case "MachineConfig.MachineType": return {"TYPE_UNKNOWN":0,"TYPE_INIT":1,"TYPE_CONTROL_PLANE":2,"TYPE_WORKER":3};
case "RebootRequest.Mode": return {"DEFAULT":0,"POWERCYCLE":1,"FORCE":2};
case "ResetRequest.WipeMode": return {"ALL":0,"SYSTEM_DISK":1,"USER_DISKS":2};
case "UpgradeRequest.RebootMode": return {"DEFAULT":0,"POWERCYCLE":1};
case "EtcdMemberAlarm.AlarmType": return {"NONE":0,"NOSPACE":1,"CORRUPT":2};
default: return undefined;
}
}, ["ImageServicePullLayerProgress.Status","ListRequest.Type","SequenceEvent.Action","PhaseEvent.Action","TaskEvent.Action","ServiceStateEvent.Action","MachineStatusEvent.MachineStatus","MachineStatusEvent.MachineStatus.UnmetCondition","MachineStatusEvent.MachineStage","NetstatRequest.Filter","NetstatRequest.Feature","NetstatRequest.L4proto","NetstatRequest.NetNS","ConnectRecord.State","ConnectRecord.TimerActive","ConnectRecord.Process","ApplyConfigurationRequest.Mode","MachineConfig.MachineType","RebootRequest.Mode","ResetRequest.WipeMode","UpgradeRequest.RebootMode","EtcdMemberAlarm.AlarmType"]);
export const ImageService = {
List: createMethod("/machine.ImageService/List", ".machine.ImageServiceListRequest", ".machine.ImageServiceListResponse", false, true),
Pull: createMethod("/machine.ImageService/Pull", ".machine.ImageServicePullRequest", ".machine.ImageServicePullResponse", false, true),
Import: createMethod("/machine.ImageService/Import", ".machine.ImageServiceImportRequest", ".machine.ImageServiceImportResponse", true, false),
Remove: createMethod("/machine.ImageService/Remove", ".machine.ImageServiceRemoveRequest", ".google.protobuf.Empty", false, false),
Verify: createMethod("/machine.ImageService/Verify", ".machine.ImageServiceVerifyRequest", ".machine.ImageServiceVerifyResponse", false, false),
};
export const LifecycleService = {
Install: createMethod("/machine.LifecycleService/Install", ".machine.LifecycleServiceInstallRequest", ".machine.LifecycleServiceInstallResponse", false, true),
Upgrade: createMethod("/machine.LifecycleService/Upgrade", ".machine.LifecycleServiceUpgradeRequest", ".machine.LifecycleServiceUpgradeResponse", false, true),
};
export const MachineService = {
Version: createMethod("/machine.MachineService/Version", ".google.protobuf.Empty", ".machine.VersionResponse", false, false),
Hostname: createMethod("/machine.MachineService/Hostname", ".google.protobuf.Empty", ".machine.HostnameResponse", false, false),
CPUInfo: createMethod("/machine.MachineService/CPUInfo", ".google.protobuf.Empty", ".machine.CPUInfoResponse", false, false),
Memory: createMethod("/machine.MachineService/Memory", ".google.protobuf.Empty", ".machine.MemoryResponse", false, false),
LoadAvg: createMethod("/machine.MachineService/LoadAvg", ".google.protobuf.Empty", ".machine.LoadAvgResponse", false, false),
SystemStat: createMethod("/machine.MachineService/SystemStat", ".google.protobuf.Empty", ".machine.SystemStatResponse", false, false),
DiskStats: createMethod("/machine.MachineService/DiskStats", ".google.protobuf.Empty", ".machine.DiskStatsResponse", false, false),
NetworkDeviceStats: createMethod("/machine.MachineService/NetworkDeviceStats", ".google.protobuf.Empty", ".machine.NetworkDeviceStatsResponse", false, false),
Mounts: createMethod("/machine.MachineService/Mounts", ".google.protobuf.Empty", ".machine.MountsResponse", false, false),
Processes: createMethod("/machine.MachineService/Processes", ".google.protobuf.Empty", ".machine.ProcessesResponse", false, false),
Containers: createMethod("/machine.MachineService/Containers", ".machine.ContainersRequest", ".machine.ContainersResponse", false, false),
Stats: createMethod("/machine.MachineService/Stats", ".machine.StatsRequest", ".machine.StatsResponse", false, false),
Restart: createMethod("/machine.MachineService/Restart", ".machine.RestartRequest", ".machine.RestartResponse", false, false),
List: createMethod("/machine.MachineService/List", ".machine.ListRequest", ".machine.FileInfo", false, true),
DiskUsage: createMethod("/machine.MachineService/DiskUsage", ".machine.DiskUsageRequest", ".machine.DiskUsageInfo", false, true),
Read: createMethod("/machine.MachineService/Read", ".machine.ReadRequest", ".common.Data", false, true),
Copy: createMethod("/machine.MachineService/Copy", ".machine.CopyRequest", ".common.Data", false, true),
Logs: createMethod("/machine.MachineService/Logs", ".machine.LogsRequest", ".common.Data", false, true),
LogsContainers: createMethod("/machine.MachineService/LogsContainers", ".google.protobuf.Empty", ".machine.LogsContainersResponse", false, false),
Dmesg: createMethod("/machine.MachineService/Dmesg", ".machine.DmesgRequest", ".common.Data", false, true),
Events: createMethod("/machine.MachineService/Events", ".machine.EventsRequest", ".machine.Event", false, true),
Netstat: createMethod("/machine.MachineService/Netstat", ".machine.NetstatRequest", ".machine.NetstatResponse", false, false),
PacketCapture: createMethod("/machine.MachineService/PacketCapture", ".machine.PacketCaptureRequest", ".common.Data", false, true),
ServiceList: createMethod("/machine.MachineService/ServiceList", ".google.protobuf.Empty", ".machine.ServiceListResponse", false, false),
ServiceStart: createMethod("/machine.MachineService/ServiceStart", ".machine.ServiceStartRequest", ".machine.ServiceStartResponse", false, false),
ServiceStop: createMethod("/machine.MachineService/ServiceStop", ".machine.ServiceStopRequest", ".machine.ServiceStopResponse", false, false),
ServiceRestart: createMethod("/machine.MachineService/ServiceRestart", ".machine.ServiceRestartRequest", ".machine.ServiceRestartResponse", false, false),
ApplyConfiguration: createMethod("/machine.MachineService/ApplyConfiguration", ".machine.ApplyConfigurationRequest", ".machine.ApplyConfigurationResponse", false, false),
GenerateConfiguration: createMethod("/machine.MachineService/GenerateConfiguration", ".machine.GenerateConfigurationRequest", ".machine.GenerateConfigurationResponse", false, false),
GenerateClientConfiguration: createMethod("/machine.MachineService/GenerateClientConfiguration", ".machine.GenerateClientConfigurationRequest", ".machine.GenerateClientConfigurationResponse", false, false),
Kubeconfig: createMethod("/machine.MachineService/Kubeconfig", ".google.protobuf.Empty", ".common.Data", false, true),
MetaWrite: createMethod("/machine.MachineService/MetaWrite", ".machine.MetaWriteRequest", ".machine.MetaWriteResponse", false, false),
MetaDelete: createMethod("/machine.MachineService/MetaDelete", ".machine.MetaDeleteRequest", ".machine.MetaDeleteResponse", false, false),
Bootstrap: createMethod("/machine.MachineService/Bootstrap", ".machine.BootstrapRequest", ".machine.BootstrapResponse", false, false),
Reboot: createMethod("/machine.MachineService/Reboot", ".machine.RebootRequest", ".machine.RebootResponse", false, false),
Shutdown: createMethod("/machine.MachineService/Shutdown", ".machine.ShutdownRequest", ".machine.ShutdownResponse", false, false),
Reset: createMethod("/machine.MachineService/Reset", ".machine.ResetRequest", ".machine.ResetResponse", false, false),
Upgrade: createMethod("/machine.MachineService/Upgrade", ".machine.UpgradeRequest", ".machine.UpgradeResponse", false, false),
Rollback: createMethod("/machine.MachineService/Rollback", ".machine.RollbackRequest", ".machine.RollbackResponse", false, false),
EtcdMemberList: createMethod("/machine.MachineService/EtcdMemberList", ".machine.EtcdMemberListRequest", ".machine.EtcdMemberListResponse", false, false),
EtcdRemoveMember: createMethod("/machine.MachineService/EtcdRemoveMember", ".machine.EtcdRemoveMemberRequest", ".machine.EtcdRemoveMemberResponse", false, false),
EtcdRemoveMemberByID: createMethod("/machine.MachineService/EtcdRemoveMemberByID", ".machine.EtcdRemoveMemberByIDRequest", ".machine.EtcdRemoveMemberByIDResponse", false, false),
EtcdLeaveCluster: createMethod("/machine.MachineService/EtcdLeaveCluster", ".machine.EtcdLeaveClusterRequest", ".machine.EtcdLeaveClusterResponse", false, false),
EtcdForfeitLeadership: createMethod("/machine.MachineService/EtcdForfeitLeadership", ".machine.EtcdForfeitLeadershipRequest", ".machine.EtcdForfeitLeadershipResponse", false, false),
EtcdSnapshot: createMethod("/machine.MachineService/EtcdSnapshot", ".machine.EtcdSnapshotRequest", ".common.Data", false, true),
EtcdRecover: createMethod("/machine.MachineService/EtcdRecover", ".common.Data", ".machine.EtcdRecoverResponse", true, false),
EtcdAlarmList: createMethod("/machine.MachineService/EtcdAlarmList", ".google.protobuf.Empty", ".machine.EtcdAlarmListResponse", false, false),
EtcdAlarmDisarm: createMethod("/machine.MachineService/EtcdAlarmDisarm", ".google.protobuf.Empty", ".machine.EtcdAlarmDisarmResponse", false, false),
EtcdDefragment: createMethod("/machine.MachineService/EtcdDefragment", ".google.protobuf.Empty", ".machine.EtcdDefragmentResponse", false, false),
EtcdStatus: createMethod("/machine.MachineService/EtcdStatus", ".google.protobuf.Empty", ".machine.EtcdStatusResponse", false, false),
EtcdDowngradeValidate: createMethod("/machine.MachineService/EtcdDowngradeValidate", ".machine.EtcdDowngradeValidateRequest", ".machine.EtcdDowngradeValidateResponse", false, false),
EtcdDowngradeEnable: createMethod("/machine.MachineService/EtcdDowngradeEnable", ".machine.EtcdDowngradeEnableRequest", ".machine.EtcdDowngradeEnableResponse", false, false),
EtcdDowngradeCancel: createMethod("/machine.MachineService/EtcdDowngradeCancel", ".google.protobuf.Empty", ".machine.EtcdDowngradeCancelResponse", false, false),
ImageList: createMethod("/machine.MachineService/ImageList", ".machine.ImageListRequest", ".machine.ImageListResponse", false, true),
ImagePull: createMethod("/machine.MachineService/ImagePull", ".machine.ImagePullRequest", ".machine.ImagePullResponse", false, false),
};
