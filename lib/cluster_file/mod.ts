/**
 * Clusters declared in a file: the file's schema, and the configurations of its nodes.
 *
 * @module
 */
export { explainedText } from "./explain_lines.ts";
export { loadCluster, type LoadedCluster } from "./load_cluster.ts";
export { type ReadContext, relativeTo } from "./read_files.ts";
export { type ConfigLayer, layersOf, renderNode } from "./render_node.ts";
export type {
  DeclaredCluster,
  DeclaredNode,
  DeclaredPatch,
  MachineIdentity,
  UpdateStrategy,
} from "./types.ts";
