/**
 * Local clusters: provisioners behind one interface, and their state.
 *
 * @module
 */
export { addContext, createContext, removeContext } from "./client_context.ts";
export {
  chooseProvisioner,
  findProvisioner,
  rejectUnsupportedFlags,
  resolveStateFolder,
} from "./choose_provisioner.ts";
export type {
  ClusterNode,
  ClusterRecord,
  ClusterStatus,
  CreatedCluster,
  CreateRequest,
  Provisioner,
  ProvisionerName,
  ProvisionerSystem,
} from "./types.ts";
