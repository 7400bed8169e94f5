/**
 * Requires a feature of all nodes, for one that older nodes ignore.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { splitResults, throwFailures } from "../../client/mod.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import {
  hasOsFeature,
  OS_FEATURES,
  type OsFeature,
  type OsFeatureId,
} from "../../os_versions/mod.ts";

/**
 * Throws when a node does not have a feature, before anything is changed.
 *
 * @param option the option that needs it, for the error.
 * @throws {MultiNodeError} for these nodes, and for unreachable ones.
 */
export async function requireFeature(
  client: NodeClient,
  id: OsFeatureId,
  option: string,
): Promise<void> {
  const { since = "" }: OsFeature = OS_FEATURES[id];
  const { values, failures } = splitResults(await client.call(MachineService.Version, {}));
  const older = values.flatMap(({ node, value }) => {
    const tag = value.version?.tag ?? "";
    if (hasOsFeature(id, tag)) return [];
    const error = new OsctlError(
      "unsupported",
      `${option} requires ${since}, the node runs ${tag}`,
    );
    return [{ node, error }];
  });
  throwFailures([...failures, ...older]);
}
