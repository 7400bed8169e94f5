/**
 * Writes the cluster file of an existing cluster.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { splitResults, throwFailures } from "../../client/mod.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { relativeTo } from "../../cluster_file/mod.ts";
import { hostnameOf } from "../../cluster_file/import/derive_fields.ts";
import { importCluster } from "../../cluster_file/import/import_cluster.ts";
import { checkRecipients, type EncryptionOptions, encryptText } from "../../encrypted_files/mod.ts";
import { OsctlError } from "../../errors.ts";
import { bundleFromConfig } from "../../machineconfig/generate/bundle_from_config.ts";
import { writeBundle } from "../../machineconfig/generate/write_bundle.ts";
import { decodeMachineConfig } from "../../machineconfig/load/mod.ts";
import { NEWEST, releaseOfVersion } from "../../machineconfig/schema/releases.ts";
import { compareNatural } from "../../output/natural_order.ts";
import { oneLine } from "../../output/text.ts";
import { writeFileSet } from "../../platform/file_set.ts";
import { rejectExistingFiles, requireParentFolders } from "../../platform/new_files.ts";
import { resolve } from "../../platform/paths.ts";
import { listMembers, readMachineConfigs, ResourceReader } from "../../resource/mod.ts";
import type { ConsoleContext } from "../context.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import {
  type ConfigSource,
  readConfigFolder,
} from "../../procedures/cluster/read_config_folder.ts";

/** Flags of `cluster import`. */
export interface ImportFlags extends ConnectionOptions, EncryptionOptions {
  readonly file: string;
  readonly force: boolean;
}

const SECRETS = "secrets.yaml";

/**
 * Writes the file of a cluster, and its secrets with mode 0600, or neither.
 *
 * @param folder Folder with the configurations of all nodes; undefined: the nodes themselves.
 * @throws {OsctlError} of kind `input`, `file` or `node`.
 */
export async function importFrom(
  context: ConsoleContext<NodeClient>,
  folder: string | undefined,
  flags: ImportFlags,
): Promise<void> {
  const { cwd, stderr } = context;
  const { file, force } = flags;
  const secrets = relativeTo(file, SECRETS);
  const place = { cwd, force };
  await requireParentFolders([file], place);
  await rejectExistingFiles([file, secrets], place);
  await checkRecipients(flags);
  const sources = folder === undefined
    ? await readNodes(context, flags)
    : await readConfigFolder(resolve(cwd, folder), folder);
  const { bundle, warnings } = await findSecrets(sources);
  for (const warning of warnings) await stderr.write(`osctl: warning: ${oneLine(warning)}\n`);
  const nodes = sources.map(({ node }) => node)
    .toSorted((a, b) => compareNatural(a.name, b.name));
  const { text, remaining } = await importCluster(nodes, bundle, { secrets: SECRETS });
  const secretsText = await encryptText(writeBundle(bundle), secrets, flags, context);
  await writeFileSet(
    new Map([[resolve(cwd, file), text], [resolve(cwd, secrets), secretsText]]),
    { mode: 0o600, overwrite: force },
  );
  await stderr.write(`Created ${file}\nCreated ${secrets}\n`);
  const different = [...remaining].filter(([, paths]) => paths.length > 0);
  for (const [name, paths] of different) {
    await stderr.write(`osctl: warning: ${oneLine(`${name}: differs in ${paths.join(", ")}`)}\n`);
  }
  if (different.length === 0) {
    const count = nodes.length === 1 ? "the node" : `all ${nodes.length} nodes`;
    await stderr.write(`verified: it renders the configuration of ${count}\n`);
  }
}

/** Finds the secrets in the first configuration of a control plane. */
async function findSecrets(sources: readonly ConfigSource[]) {
  let failure: unknown = new OsctlError("input", "no machine configuration found");
  for (const { name, text } of sources) {
    try {
      return await bundleFromConfig(text, { name, release: NEWEST });
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Reads the configurations of running nodes. */
async function readNodes(
  context: ConsoleContext<NodeClient>,
  flags: ConnectionOptions,
): Promise<ConfigSource[]> {
  const { clock, env, signal } = context;
  await using client = await context.openClient({ connection: flags });
  const { callMs } = parseTimeouts(env);
  const reader = new ResourceReader(client, { clock, callMs });
  const { values, failures } = splitResults(await client.call(MachineService.Version, {}));
  throwFailures(failures);
  const versions = new Map(values.map(({ node, value }) => [node, value.version?.tag ?? ""]));
  const found = await readMachineConfigs(reader, {
    nodes: client.nodes,
    name: "machineconfig",
    id: undefined,
    namespace: "",
    verb: "imported",
  });
  throwFailures(found.failures);
  const members = await listMembers(reader, client.nodes[0]!, signal);
  return found.configs.map(({ node, text }) => {
    const osVersion = versions.get(node) ?? "";
    const release = releaseOfVersion(osVersion);
    const { documents } = decodeMachineConfig(text, { release, isLenient: true });
    const member = members.find(({ hostname, addresses }) =>
      [hostname, ...addresses].includes(node)
    );
    const name = hostnameOf(documents) ?? member?.hostname ?? node;
    const addresses = node === member?.hostname ? member.addresses : [node];
    return { name: node, file: "", text, node: { name, addresses, osVersion, documents } };
  });
}
