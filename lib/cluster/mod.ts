/**
 * Local clusters: provisioners behind one interface, and their state.
 *
 * @module
 */
export { addContext, contextOf, removeContext } from "./client_context.ts";
export { chooseProvisioner, refuseFlags, stateFolder } from "./choose.ts";
export type {
  ClusterNode,
  ClusterRecord,
  ClusterStatus,
  CreatedCluster,
  CreateRequest,
  Provisioner,
  ProvisionerName,
  Surroundings,
} from "./types.ts";
