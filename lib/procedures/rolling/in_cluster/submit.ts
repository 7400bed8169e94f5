/**
 * Prints manifests, or applies them to the cluster.
 *
 * @module
 */
import { sleep } from "../../../async/sleep.ts";
import { DOMAIN } from "../../../distribution.ts";
import { OsctlError } from "../../../errors.ts";
import { isNotFound } from "../../../kubernetes/kubernetes_error.ts";
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  CONFIG_MAPS,
  CRON_JOBS,
  JOBS,
  type KubernetesObject,
  NAMESPACES,
  type ResourceType,
  ROLE_BINDINGS,
  ROLES,
  SECRETS,
  SERVICE_ACCOUNTS,
} from "../../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../../kubernetes/types.ts";
import { escapeControls } from "../../../output/text.ts";
import type { Clock } from "../../../platform/system.ts";
import { writeYaml, type YamlValue } from "../../../yaml/mod.ts";
import type { Manifest } from "./manifests.ts";

/** Service accounts of the node API. */
const NODE_ACCOUNTS: ResourceType<KubernetesObject & { readonly status?: AccountStatus }> = {
  group: DOMAIN,
  version: "v1alpha1",
  kind: "ServiceAccount",
  plural: "serviceaccounts",
  isNamespaced: true,
};

interface AccountStatus {
  readonly failureReason?: string;
}

const TYPES: readonly ResourceType[] = [
  NAMESPACES,
  SERVICE_ACCOUNTS,
  NODE_ACCOUNTS,
  CLUSTER_ROLES,
  CLUSTER_ROLE_BINDINGS,
  ROLES,
  ROLE_BINDINGS,
  SECRETS,
  CONFIG_MAPS,
  JOBS,
  CRON_JOBS,
];

/** Limit of the wait for the credentials of the node API, milliseconds. */
const CREDENTIALS_MS = 30_000;
const POLL_MS = 250;

/** Returns the manifests as YAML documents. */
export function printManifests(manifests: readonly Manifest[]): string {
  return manifests.map((manifest) => `---\n${writeYaml(manifest as YamlValue)}`).join("");
}

/** Applies manifests in their order. Objects that exist are changed, except a Job. */
export async function applyManifests(
  client: KubernetesClient,
  manifests: readonly Manifest[],
  signal: AbortSignal,
): Promise<void> {
  for (const manifest of manifests) {
    const type = typeOf(manifest);
    const { name = "", namespace } = manifest.metadata ?? {};
    try {
      await client.patch(
        type,
        { name, namespace },
        { type: "apply", body: manifest, force: true },
        {
          signal,
        },
      );
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      throw new OsctlError(error.kind, `${type.kind} "${name}" not applied: ${error.message}`, {
        cause: error,
        ...error.hint === undefined ? {} : { hint: error.hint },
      });
    }
  }
}

function typeOf({ apiVersion, kind }: Manifest): ResourceType {
  const group = apiVersion?.includes("/") ? apiVersion.split("/")[0] : "";
  const type = TYPES.find((one) => one.kind === kind && one.group === group);
  if (type === undefined) throw new RangeError(`no resource type for ${apiVersion} ${kind}`);
  return type;
}

/**
 * Waits until the nodes have written the credentials of a service account, which its pods mount.
 *
 * @throws {OsctlError} the reason why they do not.
 */
export async function awaitCredentials(
  client: KubernetesClient,
  manifests: readonly Manifest[],
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const account = manifests.find((one) =>
    one.kind === NODE_ACCOUNTS.kind && typeOf(one) === NODE_ACCOUNTS
  );
  const { name = "", namespace } = account?.metadata ?? {};
  const until = clock.now() + CREDENTIALS_MS;
  for (;;) {
    try {
      await client.get(SECRETS, { name, namespace }, { signal });
      return;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    const { status } = await client.get(NODE_ACCOUNTS, { name, namespace }, { signal });
    const { failureReason } = status ?? {};
    if (failureReason !== undefined || clock.now() >= until) {
      const reason = failureReason ?? "no control plane has written them";
      throw new OsctlError(
        "node",
        escapeControls(`no credentials of the node API for namespace "${namespace}": ${reason}`),
        { hint: "see kubernetesTalosAPIAccess in the configuration of the control planes" },
      );
    }
    await sleep(clock, POLL_MS, signal);
  }
}
