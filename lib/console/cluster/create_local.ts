/**
 * Creation of a declared cluster on local machines.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { ClusterState } from "../../cluster/cluster_state.ts";
import type { FinishCluster } from "../../cluster/create_cluster.ts";
import type { ClusterRecord, DeclaredMachines, ProvisionerName } from "../../cluster/types.ts";
import {
  type DeclaredCluster,
  type DeclaredNode,
  layersOf,
  renderNode,
} from "../../cluster_file/mod.ts";
import { OsctlError } from "../../errors.ts";
import { bundleOptionsFor, writeBundle } from "../../machineconfig/generate/mod.ts";
import { escapeControls } from "../../output/text.ts";
import { issueClientCertificate } from "../../pki/issue.ts";
import { createBundle, type SecretsBundle } from "../../pki/secrets_bundle.ts";
import { writeFileAtomic } from "../../platform/files.ts";
import type { ConsoleContext } from "../context.ts";
import { configureNew } from "../../procedures/cluster/configure_new.ts";
import {
  describeAdaptation,
  localise,
  type LocalMachines,
} from "../../procedures/cluster/localise.ts";
import { type ClusterFileOptions, openCluster } from "../../procedures/cluster/open_cluster.ts";
import { localMachines } from "../../procedures/cluster/open_running.ts";
import type { PlannedNode } from "../../procedures/cluster/plan_cluster.ts";
import { printNotices } from "../print_notices.ts";

type Context = ConsoleContext<NodeClient>;

/** Validity of the client certificate, milliseconds. */
const CLIENT_MS = 365 * 24 * 60 * 60_000;

/** Where and how to create the machines. */
export interface LocalOptions {
  readonly provisioner: ProvisionerName;
  /** Parent of the clusters' state folders, resolved. */
  readonly stateFolder: string;
  /** Whether nodes receive their configuration; else they stay in maintenance mode (sandbox). */
  readonly isConfigured: boolean;
  /** Whether to wait until the nodes are ready. */
  readonly isAwaited: boolean;
  /** Limit of each wait, milliseconds. */
  readonly timeoutMs: number;
}

/** A declared cluster to create. */
export interface LocalCreation {
  /** Name in the cluster file. */
  readonly name: string;
  readonly declared: DeclaredMachines;
  /** Returns the last steps: stores the secrets, configures nodes, then runs the other steps. */
  finish(rest: FinishCluster): FinishCluster;
}

/**
 * Loads a cluster file and generates secrets for a local cluster: with the secrets of the declared
 * cluster, its nodes and the local ones would find each other by the discovery service.
 *
 * @throws {OsctlError} of kind `input` with all problems and their places; of kind `file` or `usage`.
 */
export async function openLocalCreation(
  context: Context,
  flags: ClusterFileOptions,
  options: LocalOptions,
): Promise<LocalCreation> {
  const cluster = await openCluster(context, flags, printNotices(context));
  const nodes = cluster.nodes.filter(({ remove }) => !remove);
  const bundle = await createBundle(bundleOptionsFor(cluster.contract), context);
  const { provisioner, stateFolder } = options;
  return {
    name: cluster.name,
    declared: {
      contract: cluster.contract,
      nodes: nodes.map(({ name, role, osVersion }) => ({ name, type: role, osVersion })),
      createClient: async (target) => {
        const { os } = bundle.certs;
        const pair = await issueClientCertificate(
          os,
          { roles: ["os:admin"], ttl: CLIENT_MS },
          context,
        );
        return { ...target, ca: os.crt, ...pair };
      },
      createConfigs: async (machines, adaptation) => {
        const addresses = new Map(machines.map((one) => [one.name, one.addresses]));
        const local = { provisioner, adaptation, secrets: "", addresses };
        const localised = localise(cluster, local);
        const texts = new Map<string, string>();
        for (const node of localised.nodes) {
          const { text, warnings } = renderNode(localised, node, bundle);
          texts.set(node.name, text);
          for (const line of warnings) {
            await context.stderr.write(`osctl: warning: ${escapeControls(line)}\n`);
          }
        }
        return { isInjected: true, textOf: (name) => Promise.resolve(texts.get(name)!) };
      },
    },
    finish: (rest) => async (created, machines, save) => {
      const { declaredSecretsPath } = new ClusterState(stateFolder, created.record.name);
      await writeFileAtomic(declaredSecretsPath, writeBundle(bundle), { mode: 0o600 });
      const local = requireMachines(created.record, declaredSecretsPath);
      await reportAdaptation(context, cluster, { local, bundle, nodes });
      if (!options.isConfigured) return created.record;
      if (machines === undefined) {
        const localised = localise(cluster, local);
        const { osconfig } = created.record;
        await configureNew(context, {
          cluster: localised,
          bundle,
          nodes: localised.nodes.map(toNew),
          isUnborn: true,
          report: (text) => context.stderr.write(`${text}\n`),
          connection: {
            ...{ cluster: "", endpoints: [], nodes: [] },
            context: osconfig!.context,
            osconfig: osconfig!.path,
            noPreferences: true,
          },
          timeoutMs: options.timeoutMs,
          isAwaited: options.isAwaited,
        });
      }
      return await rest(created, machines, save);
    },
  };
}

function requireMachines(record: ClusterRecord, secrets: string): LocalMachines {
  const local = localMachines(record, secrets);
  if (local === undefined) throw new TypeError(`${record.name} has no adaptation`);
  return local;
}

function toNew(node: DeclaredNode): PlannedNode {
  return {
    node,
    state: "new",
    differences: undefined,
    diff: "",
    reason: undefined,
    found: { kind: "maintenance" },
  };
}

async function reportAdaptation(
  { stderr }: Context,
  cluster: DeclaredCluster,
  { local, bundle, nodes }: {
    readonly local: LocalMachines;
    readonly bundle: SecretsBundle;
    readonly nodes: readonly DeclaredNode[];
  },
): Promise<void> {
  // The field of the virtual IP adds its interface.
  const plain = { ...cluster, vip: undefined };
  const lines = describeAdaptation(
    { ...cluster, nodes },
    local,
    (node) => layersOf(plain, node, bundle).at(-1)!.documents,
  );
  await stderr.write("adapted to local machines:\n");
  for (const line of lines) await stderr.write(`  ${escapeControls(line)}\n`);
}

/** Flags that a cluster file replaces, by camelCase key. */
const REPLACED = [
  ...["controlplanes", "workers", "masters", "unconfigured", "controlPlanePort", "useVip"],
  ...["withUuidHostnames", "withInitNode", "withApplyConfig", "inputDir", "osVersion"],
  ...["configPatch", "configPatchControlPlane", "configPatchWorker", "customCniUrl", "dnsDomain"],
  ...["installImage", "kubernetesVersion", "localproxyPort", "registryInsecureSkipVerify"],
  ...["registryMirror", "withClusterDiscovery", "withDebug", "withFirewall", "withMeshnet"],
  ...["wireguardCidr", "initNodeAsEndpoint", "state"],
];

/**
 * Rejects flags that a cluster file replaces.
 *
 * @throws {OsctlError} of kind `usage` with the first one.
 */
export function rejectReplacedFlags(
  given: ReadonlySet<string>,
  provisioner: ProvisionerName,
): void {
  const replaced = provisioner === "sandbox" ? REPLACED : [...REPLACED, "skipInjectingConfig"];
  const key = replaced.find((name) => given.has(name));
  if (key === undefined) return;
  const flag = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new OsctlError("usage", `--${flag} and --file exclude each other`, {
    hint: "change the cluster file, or remove the flag",
  });
}
