/** Clusters of containers in tests: a free network, and what is left of a cluster. */
import { docker } from "./docker.ts";

/** A name and a network that no other cluster uses. */
export interface ClusterPlace {
  readonly name: string;
  readonly cidr: string;
}

/** Returns a random name and network. */
export function randomPlace(): ClusterPlace {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint8Array(2));
  const id = crypto.randomUUID().slice(0, 6);
  return { name: `test-${id}`, cidr: `10.${100 + a % 100}.${b}.0/24` };
}

/** Returns containers, networks and volumes with the label of a cluster. */
export async function leftObjects(cluster: string): Promise<string[]> {
  const label = ["--filter", `label=talos.cluster.name=${cluster}`];
  const lists = await Promise.all([
    docker("ps", "--all", "--quiet", ...label),
    docker("network", "ls", "--quiet", ...label),
    docker("volume", "ls", "--quiet", ...label),
  ]);
  return lists.flatMap((text) => text.split("\n")).filter((line) => line !== "");
}

/** Removes everything with the label of a cluster. */
export async function removeObjects(cluster: string): Promise<void> {
  const label = ["--filter", `label=talos.cluster.name=${cluster}`];
  const remove = async (list: readonly string[], remove: readonly string[]) => {
    const ids = (await docker(...list, "--quiet", ...label)).split("\n").filter((id) => id !== "");
    if (ids.length > 0) await docker(...remove, ...ids);
  };
  await remove(["ps", "--all"], ["rm", "--force", "--volumes"]);
  await remove(["network", "ls"], ["network", "rm"]);
  await remove(["volume", "ls"], ["volume", "rm"]);
}
