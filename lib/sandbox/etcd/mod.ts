/**
 * The etcd membership of an embedded cluster.
 *
 * @module
 */
export { etcdBindings } from "./bindings.ts";
export { type EtcdMember, type EtcdState, etcdState } from "./membership.ts";
