/**
 * Sockets of nodes.
 *
 * @module
 */
export {
  listPodSockets,
  listSocketsWithPods,
  type PodNetworks,
  toNetstatRequest,
} from "./netstat.ts";
export { netstatView } from "./netstat_view.ts";
