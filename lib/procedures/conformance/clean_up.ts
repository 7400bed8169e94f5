/**
 * Removes the objects of a conformance run.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { createDeadline } from "../../async/deadline.ts";
import { OsctlError } from "../../errors.ts";
import { isConflict, isNotFound } from "../../kubernetes/kubernetes_error.ts";
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  type KubernetesObject,
  type Namespace,
  NAMESPACES,
  type ResourceType,
  SERVICE_ACCOUNTS,
} from "../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import { ACCOUNT_NAME, BINDING_NAME, LABELS, NAMESPACE, ROLE_NAME } from "./objects.ts";

const DELETE_MS = 300_000;

/**
 * Deletes the objects of a conformance run, if there are any. The API removes the namespace later.
 *
 * @returns whether the namespace existed.
 */
export async function deleteObjects(
  client: KubernetesClient,
  signal: AbortSignal,
): Promise<boolean> {
  const remove = <T extends KubernetesObject>(type: ResourceType<T>, name: string) =>
    deletePresent(client, type, name, signal);
  await remove(CLUSTER_ROLE_BINDINGS, BINDING_NAME);
  await remove(CLUSTER_ROLES, ROLE_NAME);
  return await remove(NAMESPACES, NAMESPACE);
}

/** Deletes an object; returns whether it existed. */
async function deletePresent<T extends KubernetesObject>(
  client: KubernetesClient,
  type: ResourceType<T>,
  name: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await client.delete(type, { name }, { signal });
    return true;
  } catch (error) {
    // The API answers a conflict for a namespace that is being deleted.
    if (isConflict(error)) return true;
    if (isNotFound(error)) return false;
    throw error;
  }
}

/**
 * Waits until the namespace is gone.
 *
 * @throws {OsctlError} after 5 minutes.
 */
export async function awaitRemoval(
  client: KubernetesClient,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  let last: Namespace | undefined;
  const expired = () =>
    new OsctlError("node", `namespace ${NAMESPACE} not deleted within 5m${remainder(last)}`, {
      hint: `see kubectl get namespace ${NAMESPACE} -o yaml`,
    });
  using deadline = createDeadline({ clock, ms: DELETE_MS, signals: [signal], expired });
  const events = client.watch(NAMESPACES, {
    fieldSelector: `metadata.name=${NAMESPACE}`,
    signal: deadline.signal,
  });
  for await (const event of events) {
    if (event.kind === "deleted" || (event.kind === "synced" && last === undefined)) return;
    if (event.kind !== "synced") last = event.object;
  }
}

function remainder(namespace: Namespace | undefined): string {
  const messages = namespace?.status?.conditions
    ?.filter(({ status, message }) => status === "True" && message !== undefined)
    .map(({ message }) => message) ?? [];
  return messages.length === 0 ? "" : `: ${messages.join("; ")}`;
}

/**
 * Rejects a namespace of the same name that no conformance run created.
 *
 * @throws {OsctlError}
 */
export async function requireOwnNamespace(
  client: KubernetesClient,
  signal: AbortSignal,
): Promise<void> {
  const find = async <T extends KubernetesObject>(
    type: ResourceType<T>,
    ref: { name: string; namespace?: string },
  ) => {
    try {
      return await client.get(type, ref, { signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  };
  const found = await find(NAMESPACES, { name: NAMESPACE });
  if (found === undefined || found.metadata?.labels?.["component"] === LABELS.component) return;
  const account = await find(SERVICE_ACCOUNTS, { name: ACCOUNT_NAME, namespace: NAMESPACE });
  if (account !== undefined || found.metadata?.deletionTimestamp !== undefined) return;
  throw new OsctlError(
    "input",
    `namespace "${NAMESPACE}" exists, and is not of a conformance run`,
    {
      hint: "the tests need this name: delete or rename the namespace",
    },
  );
}
