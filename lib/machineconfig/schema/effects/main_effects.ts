/**
 * Effects of the fields of the main document, from the sources of Talos v1.4 to v1.14: the tasks of the
 * boot sequence, the start of services and the inputs of controllers. Services other than kubelet and
 * extensions cannot be restarted through the node API, so what they read at their start takes effect
 * after a reboot.
 *
 * @module
 */
import {
  type EffectTable,
  IMMEDIATE,
  INSTALLATION,
  MANIFESTS,
  NONE,
  REBOOT,
  restart,
  until,
} from "./types.ts";

/** The node creates new objects at once. */
const NEW_MANIFESTS = { ...MANIFESTS, added: "immediate" } as const;

const KUBELET = restart("kubelet");
const API_SERVER = restart("kube-apiserver");
const CONTROLLER_MANAGER = restart("kube-controller-manager");
const SCHEDULER = restart("kube-scheduler");
const CRI = restart("cri");

/** Effects of the main document. */
export const MAIN_EFFECTS: EffectTable = {
  "version": NONE,
  // Services read it when they start.
  "debug": REBOOT,
  "persist": until("v1.5", REBOOT, NONE),
  // The boot sequence starts the services of a type.
  "machine.type": REBOOT,
  "machine.token": until("v1.13", REBOOT, IMMEDIATE),
  "machine.ca": until("v1.6", REBOOT, IMMEDIATE),
  "machine.acceptedCAs": IMMEDIATE,
  "machine.certSANs": IMMEDIATE,
  "machine.controlPlane": IMMEDIATE,
  "machine.kubelet": KUBELET,
  "machine.pods": IMMEDIATE,
  "machine.network": IMMEDIATE,
  // A ready volume is not provisioned again.
  "machine.disks": until("v1.13", REBOOT, { ...REBOOT, added: "immediate" }),
  "machine.install": INSTALLATION,
  // The boot sequence writes them.
  "machine.files": REBOOT,
  // Services read them when they start.
  "machine.env": REBOOT,
  "machine.time": IMMEDIATE,
  "machine.sysctls": IMMEDIATE,
  "machine.sysfs": IMMEDIATE,
  "machine.registries": IMMEDIATE,
  // containerd reads it when it starts; nodes of v1.14 or later restart it.
  "machine.registries.config.*.auth": until("v1.13", REBOOT, CRI),
  "machine.systemDiskEncryption": REBOOT,
  // apid gets them as arguments.
  "machine.features.rbac": until("v1.11", REBOOT, NONE),
  "machine.features.apidCheckExtKeyUsage": until("v1.11", REBOOT, NONE),
  "machine.features.stableHostname": until("v1.13", REBOOT, IMMEDIATE),
  "machine.features.kubernetesTalosAPIAccess": IMMEDIATE,
  // An option of a mount.
  "machine.features.diskQuotaSupport": REBOOT,
  // Its port is in the kubeconfig of kubelet.
  "machine.features.kubePrism": KUBELET,
  "machine.features.hostDNS": IMMEDIATE,
  "machine.features.imageCache": IMMEDIATE,
  "machine.features.nodeAddressSortAlgorithm": IMMEDIATE,
  "machine.udev": until("v1.13", REBOOT, IMMEDIATE),
  "machine.logging": IMMEDIATE,
  // Modules are loaded, never unloaded.
  "machine.kernel.modules": { ...REBOOT, added: "immediate" },
  "machine.seccompProfiles": IMMEDIATE,
  "machine.baseRuntimeSpecOverrides": until("v1.13", REBOOT, CRI),
  "machine.nodeLabels": IMMEDIATE,
  "machine.nodeAnnotations": IMMEDIATE,
  // kubelet registers with them.
  "machine.nodeTaints": until("v1.13", IMMEDIATE, KUBELET),
  "cluster.id": IMMEDIATE,
  "cluster.secret": IMMEDIATE,
  "cluster.controlPlane.endpoint": KUBELET,
  "cluster.controlPlane.localAPIServerPort": API_SERVER,
  "cluster.clusterName": IMMEDIATE,
  "cluster.network.cni": MANIFESTS,
  "cluster.network.dnsDomain": KUBELET,
  "cluster.network.podSubnets": CONTROLLER_MANAGER,
  "cluster.network.serviceSubnets": API_SERVER,
  "cluster.token": KUBELET,
  "cluster.aescbcEncryptionSecret": API_SERVER,
  "cluster.secretboxEncryptionSecret": API_SERVER,
  // Of all nodes; control planes restart the API server, too.
  "cluster.ca": KUBELET,
  "cluster.acceptedCAs": KUBELET,
  "cluster.aggregatorCA": API_SERVER,
  "cluster.serviceAccount": API_SERVER,
  "cluster.apiServer": API_SERVER,
  "cluster.controllerManager": CONTROLLER_MANAGER,
  "cluster.proxy": MANIFESTS,
  "cluster.scheduler": SCHEDULER,
  "cluster.discovery": IMMEDIATE,
  // etcd reads them when it starts.
  "cluster.etcd": REBOOT,
  "cluster.coreDNS": MANIFESTS,
  "cluster.externalCloudProvider.enabled": KUBELET,
  "cluster.externalCloudProvider.manifests": NEW_MANIFESTS,
  "cluster.extraManifests": NEW_MANIFESTS,
  "cluster.extraManifestHeaders": IMMEDIATE,
  "cluster.inlineManifests": NEW_MANIFESTS,
  "cluster.adminKubeconfig": IMMEDIATE,
  // kubelet registers with a taint.
  "cluster.allowSchedulingOnMasters": until("v1.8", IMMEDIATE, KUBELET),
  "cluster.allowSchedulingOnControlPlanes": until("v1.8", IMMEDIATE, KUBELET),
};
