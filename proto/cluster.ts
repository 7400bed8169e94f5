/** The cluster service: `ClusterService.<Method>`, and its messages as `cluster.<Message>`. */
export { cluster, ClusterService } from "./gen/cluster.js";
