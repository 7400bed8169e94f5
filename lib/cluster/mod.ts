/**
 * Local clusters: provisioners behind one interface, and their state.
 *
 * @module
 */
export { addContext, createContext, removeContext } from "./client_context.ts";
export {
  allProvisioners,
  chooseProvisioner,
  findProvisioner,
  rejectUnsupportedFlags,
  requireSandbox,
  resolveStateFolder,
  selectCluster,
} from "./choose_provisioner.ts";
export { selectCurrentCluster } from "./current_cluster.ts";
export type {
  ClusterNode,
  ClusterPlan,
  ClusterRecord,
  ClusterStatus,
  CreatedCluster,
  CreateRequest,
  ListedCluster,
  MachineSettings,
  PlannedNode,
  PreparedCluster,
  Provisioner,
  ProvisionerName,
  ProvisionerSystem,
} from "./types.ts";
