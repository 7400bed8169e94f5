/**
 * The rule by which nodes before v1.14 decide whether they reboot: the fields of the main document that
 * may differ without a reboot (`CanApplyImmediate` in Talos). Changes of other documents never cause
 * one. Nodes of v1.14 or later never reboot by themselves.
 *
 * @module
 */
import type { ConfigRelease } from "../types.ts";

/** Fields that may differ, with the first release of the rule that lists them; v1.4 where absent. */
export const IMMEDIATE_FIELDS: Readonly<Record<string, ConfigRelease | undefined>> = {
  "debug": undefined,
  "cluster": undefined,
  "machine.ca": "v1.7",
  "machine.acceptedCAs": "v1.7",
  "machine.time": undefined,
  "machine.certSANs": undefined,
  "machine.install": undefined,
  "machine.network": undefined,
  "machine.sysfs": undefined,
  "machine.sysctls": undefined,
  "machine.logging": undefined,
  "machine.controlPlane": undefined,
  "machine.kubelet": undefined,
  "machine.kernel": undefined,
  "machine.registries": undefined,
  "machine.pods": undefined,
  "machine.seccompProfiles": undefined,
  "machine.nodeLabels": undefined,
  "machine.nodeTaints": "v1.6",
  "machine.nodeAnnotations": "v1.8",
  "machine.features.kubernetesTalosAPIAccess": undefined,
  "machine.features.kubePrism": "v1.5",
  "machine.features.hostDNS": "v1.7",
  "machine.features.imageCache": "v1.9",
  "machine.features.nodeAddressSortAlgorithm": "v1.9",
};

/** The first release whose nodes do not reboot by themselves. */
export const NO_REBOOT_SINCE: ConfigRelease = "v1.14";
