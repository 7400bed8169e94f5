/**
 * The etcd membership of an embedded cluster.
 *
 * @module
 */
export { etcdBindings } from "./bindings.ts";
export { etcdChangeBindings, upgradeProblem } from "./change_bindings.ts";
export { etcdDowngradeBindings } from "./downgrade_bindings.ts";
export { EtcdGroup, type GroupStatus } from "./etcd_group.ts";
export { EtcdMembers } from "./etcd_members.ts";
export { EtcdStore } from "./etcd_store.ts";
export { FaultAlarms } from "./fault_alarms.ts";
export { MemberLog } from "./member_log.ts";
export { createEtcdState, type EtcdMember, type EtcdState } from "./membership.ts";
export type { EtcdOperation, StoredEtcd } from "./stored_etcd.ts";
