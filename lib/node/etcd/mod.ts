/**
 * The etcd cluster of control plane nodes.
 *
 * @module
 */
export {
  etcdAlarmsView,
  etcdDowngradeView,
  etcdMembersView,
  etcdStatusView,
  formatMemberId,
  getAlarmName,
} from "./etcd_views.ts";
export { addQuorumHint, type MemberReference, parseMember, removeMember } from "./membership.ts";
