/**
 * The table of rules.
 *
 * @module
 */
import type { Rule } from "../types.ts";
import { BOOT_RULES } from "./boot.ts";
import { CONNECTION_RULES } from "./connection.ts";
import { ETCD_RULES } from "./etcd.ts";
import { ETCD_LOG_RULES } from "./etcd_log.ts";
import { IMAGE_RULES } from "./images.ts";
import { KUBELET_RULES } from "./kubelet.ts";
import { KUBERNETES_RULES } from "./kubernetes.ts";
import { MACHINE_RULES } from "./machine.ts";
import { MEMBERSHIP_RULES } from "./membership.ts";
import { NETWORK_RULES } from "./network.ts";
import { SECURITY_RULES } from "./security.ts";
import { SERVICE_RULES } from "./services.ts";
import { TIME_RULES } from "./time.ts";

/** All rules, in the order of the graph of checks. */
export const RULES: readonly Rule[] = [
  ...CONNECTION_RULES,
  ...MACHINE_RULES,
  ...NETWORK_RULES,
  ...TIME_RULES,
  ...BOOT_RULES,
  ...SECURITY_RULES,
  ...MEMBERSHIP_RULES,
  ...SERVICE_RULES,
  ...IMAGE_RULES,
  ...ETCD_RULES,
  ...ETCD_LOG_RULES,
  ...KUBELET_RULES,
  ...KUBERNETES_RULES,
];
