/**
 * Lists the containers and networks of clusters.
 *
 * @module
 */
import type { EngineClient } from "./engine.ts";
import { clusterFilter, type EngineNetwork, type ListedContainer } from "./objects.ts";

/** Lists the containers of a cluster, or of all clusters; stopped ones, too. */
export async function listContainers(
  engine: EngineClient,
  cluster: string | undefined,
  signal: AbortSignal,
): Promise<ListedContainer[]> {
  const query = { ...clusterFilter(cluster), all: "1" };
  return await engine.request<ListedContainer[]>("GET", "/containers/json", { query, signal });
}

/** Lists the containers and networks of a cluster, or of all clusters. */
export async function listObjects(
  engine: EngineClient,
  cluster: string | undefined,
  signal: AbortSignal,
): Promise<[containers: ListedContainer[], networks: EngineNetwork[]]> {
  const query = clusterFilter(cluster);
  return await Promise.all([
    listContainers(engine, cluster, signal),
    engine.request<EngineNetwork[]>("GET", "/networks", { query, signal }),
  ]);
}
