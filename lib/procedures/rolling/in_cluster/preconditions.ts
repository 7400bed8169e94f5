/**
 * Requirements of a cluster before its pods can call the node API, and the patch that adds missing
 * ones.
 *
 * @module
 */
import { DOMAIN } from "../../../distribution.ts";
import { OsctlError } from "../../../errors.ts";
import type { KubernetesClient } from "../../../kubernetes/types.ts";
import { isNotFound } from "../../../kubernetes/kubernetes_error.ts";
import { NODES, PERSISTENT_VOLUME_CLAIMS as CLAIMS, SECRETS } from "../../../kubernetes/objects.ts";
import { shellQuoted } from "../../../output/shell_quoted.ts";
import type { Role } from "../../../pki/roles.ts";
import { readMachineConfigs, type ResourceReader } from "../../../resource/mod.ts";
import { isMap, parseYaml, toData, type YamlData } from "../../../yaml/mod.ts";

/** Requirements of a task. */
export interface Needs {
  readonly namespace: string;
  readonly nodeRole: Role;
}

/** Access of pods to the node API in a configuration. */
interface Access {
  readonly isEnabled: boolean;
  readonly roles: readonly string[];
  readonly namespaces: readonly string[];
}

/**
 * Checks that every control plane permits pods of a namespace to call the node API.
 *
 * @throws {OsctlError} with the command that applies what is missing.
 */
export async function requireNodeAccess(
  reader: ResourceReader,
  controlPlanes: readonly string[],
  needs: Needs,
): Promise<void> {
  const { configs, failures } = await readMachineConfigs(reader, {
    nodes: controlPlanes,
    name: "machineconfig",
    id: undefined,
    namespace: "",
    verb: "read",
  });
  const [failure] = failures;
  if (failure !== undefined) {
    const { node, error } = failure;
    throw new OsctlError(
      error.kind,
      `access of pods to the node API unknown: ${node}: ${error.message}`,
      {
        cause: error,
        hint: "all control planes must respond before a change runs in the cluster",
      },
    );
  }
  const missing = configs.map(({ node, text }) => ({ node, patch: missingAccess(text, needs) }))
    .filter(({ patch }) => patch !== undefined);
  if (missing.length === 0) return;
  const { patch } = missing[0]!;
  const nodes = missing.map(({ node }) => node).join(",");
  const others = missing.some((one) => one.patch !== patch)
    ? "; repeat the command to change the others"
    : "";
  throw new OsctlError(
    "node",
    `pods of namespace "${needs.namespace}" may not call the node API as ${needs.nodeRole}`,
    {
      hint: `permit it with: osctl patch machineconfig -n ${nodes} --patch ${
        shellQuoted(patch!)
      }${others}`,
    },
  );
}

/** Returns the JSON of the merge patch that a configuration lacks; undefined when it has all. */
function missingAccess(text: string, { namespace, nodeRole }: Needs): string | undefined {
  const { isEnabled, roles, namespaces } = readAccess(text);
  // Lists of a merge patch are appended.
  const lacksRole = !roles.includes(nodeRole);
  const lacksNamespace = !namespaces.includes(namespace);
  if (isEnabled && !lacksRole && !lacksNamespace) return undefined;
  return JSON.stringify({
    machine: {
      features: {
        kubernetesTalosAPIAccess: {
          ...isEnabled ? {} : { enabled: true },
          ...lacksRole ? { allowedRoles: [nodeRole] } : {},
          ...lacksNamespace ? { allowedKubernetesNamespaces: [namespace] } : {},
        },
      },
    },
  });
}

function readAccess(text: string): Access {
  const documents = parseYaml(text).documents.map(({ root }) => toData(root));
  const main = documents.find((data) => isMap(data) && data["machine"] !== undefined);
  const at = (value: YamlData | undefined, key: string) =>
    value !== undefined && isMap(value) ? value[key] : undefined;
  const access = at(at(at(main, "machine"), "features"), "kubernetesTalosAPIAccess");
  const texts = (value: YamlData | undefined) => Array.isArray(value) ? value.map(String) : [];
  return {
    isEnabled: at(access, "enabled") === true,
    roles: texts(at(access, "allowedRoles")),
    namespaces: texts(at(access, "allowedKubernetesNamespaces")),
  };
}

/** @throws {OsctlError} of kind `input` without the claim. */
export async function requireClaim(
  client: KubernetesClient,
  ref: { readonly name: string; readonly namespace: string },
  signal: AbortSignal,
): Promise<void> {
  try {
    await client.get(CLAIMS, ref, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const { name, namespace } = ref;
    throw new OsctlError("input", `no claim "${name}" in namespace "${namespace}"`, {
      hint: "create a PersistentVolumeClaim for the snapshots there",
    });
  }
}

/** @throws {OsctlError} of kind `input` without the Secret, or a key that it lacks. */
export async function requireSecret(
  client: KubernetesClient,
  ref: { readonly name: string; readonly namespace: string },
  signal: AbortSignal,
): Promise<void> {
  const { name, namespace } = ref;
  const fail = (what: string) =>
    new OsctlError("input", what, {
      hint: `kubectl create secret generic ${name} -n ${namespace} --from-literal=` +
        "AWS_ACCESS_KEY_ID=… --from-literal=AWS_SECRET_ACCESS_KEY=…",
    });
  try {
    const { data = {} } = await client.get(SECRETS, ref, { signal });
    const missing = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"].filter((key) => !data[key]);
    if (missing.length > 0) throw fail(`no ${missing.join(" and ")} in Secret "${name}"`);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw fail(`no Secret "${name}" in namespace "${namespace}"`);
  }
}

/**
 * Versions of Kubernetes whose Jobs replace pods of lost nodes: from this minor version of v1 on.
 */
const OLDEST_MINOR = 26;

/**
 * Checks that the API serves service accounts of the node API, and that a pod can leave a node that
 * is changed.
 *
 * @throws {OsctlError} for the first condition that is not met.
 */
export async function requireCluster(
  client: KubernetesClient,
  { leaves, stopped = [] }: {
    /** Nodes that change at the same time; 0 for none. */
    readonly leaves: number;
    /** Names of the nodes that stop permanently. */
    readonly stopped?: readonly string[];
  },
  signal: AbortSignal,
): Promise<void> {
  const { major, minor, gitVersion } = await client.version({ signal });
  if (Number(major) === 1 && Number.parseInt(minor) < OLDEST_MINOR) {
    throw new OsctlError("unsupported", `Kubernetes ${gitVersion} is too old for --in-cluster`, {
      hint: `it requires v1.${OLDEST_MINOR}`,
    });
  }
  await client.resolveType(`${DOMAIN}/v1alpha1`, "ServiceAccount", { signal });
  if (leaves === 0) return;
  const { items } = await client.list(NODES, { signal });
  const accepting = items.filter(({ spec }) => spec?.unschedulable !== true);
  const usable = accepting.length;
  const lasting =
    accepting.filter(({ metadata }) => !stopped.includes(metadata?.name ?? "")).length;
  if (lasting === 0 && usable > 0) {
    throw new OsctlError(
      "node",
      "the pod cannot leave nodes that stop: no other node accepts pods",
      {
        hint: "run the change without --in-cluster, or leave out one node",
      },
    );
  }
  if (usable > leaves) return;
  throw new OsctlError(
    "node",
    `the pod cannot leave nodes that change: ${usable} of ${items.length} nodes accept pods`,
    { hint: "run the change without --in-cluster, or lower --max-unavailable" },
  );
}
