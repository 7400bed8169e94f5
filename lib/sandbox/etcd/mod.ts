/**
 * The etcd membership of an embedded cluster.
 *
 * @module
 */
export { etcdBindings } from "./bindings.ts";
export { MemberLog } from "./member_log.ts";
export { createEtcdState, type EtcdMember, type EtcdState } from "./membership.ts";
