/**
 * DELETE of objects and collections, and eviction.
 *
 * @module
 */
import { ApiError, conflict } from "./api_error.ts";
import { parseOptions } from "./body.ts";
import { budgetsOf } from "./controllers/disruption_budgets.ts";
import { isReady } from "./controllers/controller.ts";
import { apiVersionOf, type Kind, kindOf } from "../objects/kinds.ts";
import { type JsonMap, type KubeObject, mapAt, numberAt, stringAt } from "../objects/objects.ts";
import type { DeleteOptions, ObjectWriter, Propagation } from "./object_writer.ts";
import { getObject, listObjects } from "./read.ts";
import { parseCount, type ResourceRequest } from "./request.ts";
import { isDryRun } from "./write.ts";

const POD = kindOf("Pod");
const BUDGET = kindOf("PodDisruptionBudget.policy");
const PROPAGATIONS: readonly Propagation[] = ["Background", "Foreground", "Orphan"];

function readOptions(request: ResourceRequest, body: JsonMap): DeleteOptions {
  const { query } = request;
  const policy = stringAt(body, "propagationPolicy") || query.get("propagationPolicy") || "";
  const propagation = PROPAGATIONS.find((one) => one === policy);
  if (policy !== "" && propagation === undefined) {
    throw new ApiError("Invalid", `propagationPolicy: Unsupported value: "${policy}"`);
  }
  const isOrphan = body["orphanDependents"] === true;
  return {
    graceSeconds: numberAt(body, "gracePeriodSeconds") ?? parseCount(query, "gracePeriodSeconds"),
    propagation: isOrphan ? "Orphan" : propagation,
  };
}

/** Deletes an object. Returns it while it remains, or the `Status` of a completed deletion. */
export function deleteObject(writer: ObjectWriter, request: ResourceRequest): JsonMap {
  const body = parseOptions(request);
  const object = getObject(writer.store, request);
  checkPreconditions(request.kind, object, mapAt(body, "preconditions"));
  if (isDryRun(request, body)) return object;
  const deleted = writer.delete(request.kind, object, readOptions(request, body));
  const isPresent = deleted.metadata.deletionTimestamp !== undefined;
  return isPresent || request.kind.isGraceful ? deleted : deletedStatus(request.kind, object);
}

function checkPreconditions(kind: Kind, { metadata }: KubeObject, preconditions: JsonMap): void {
  for (const [name, label] of [["uid", "UID"], ["resourceVersion", "ResourceVersion"]] as const) {
    const wanted = preconditions[name];
    if (wanted === undefined || wanted === metadata[name]) continue;
    throw conflict(
      kind,
      metadata.name,
      `Precondition failed: ${label} in precondition: ${wanted}, ${label} in object meta: ` +
        metadata[name],
    );
  }
}

function deletedStatus(kind: Kind, { metadata: { name, uid } }: KubeObject): JsonMap {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: {
      name,
      ...(kind.group === "" ? {} : { group: kind.group }),
      kind: kind.plural,
      uid,
    },
  };
}

/** Deletes the selected objects of a collection and returns them as a list. */
export function deleteCollection(writer: ObjectWriter, request: ResourceRequest): JsonMap {
  const body = parseOptions(request);
  const { items, metadata } = listObjects(writer.store, request);
  const options = readOptions(request, body);
  const deleted = isDryRun(request, body)
    ? items
    : items.map((object) => writer.delete(request.kind, object, options));
  return {
    kind: `${request.kind.kind}List`,
    apiVersion: apiVersionOf(request.kind),
    metadata,
    items: deleted,
  };
}

/** Reports whether the eviction of a pod disrupts nothing: it does not run, or is about to end. */
function isDisruptionless(pod: KubeObject): boolean {
  return pod.metadata.deletionTimestamp !== undefined ||
    ["Succeeded", "Failed", "Pending"].includes(stringAt(pod, "status", "phase"));
}

/** Takes one disruption from a budget, unless the pod does not count for it. */
function disrupt(
  writer: ObjectWriter,
  budget: KubeObject,
  pod: KubeObject,
  isSimulated: boolean,
): void {
  const { name, generation = 1 } = budget.metadata;
  const count = (field: string) => numberAt(budget, "status", field) ?? 0;
  const [needed, current] = [count("desiredHealthy"), count("currentHealthy")];
  const policy = stringAt(budget, "spec", "unhealthyPodEvictionPolicy") || "IfHealthyBudget";
  if (!isReady(pod)) {
    if (policy === "AlwaysAllow" || current >= needed && needed > 0) return;
  }
  const refuse = (message: string, retryAfterSeconds?: number) =>
    new ApiError(
      "TooManyRequests",
      "Cannot evict pod as it would violate the pod's disruption budget.",
      {
        ...retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
        causes: [{ reason: "DisruptionBudget", message }],
      },
    );
  if (count("observedGeneration") < generation) {
    throw refuse(`The disruption budget ${name} is still being processed by the server.`, 10);
  }
  const disruptionsAllowed = count("disruptionsAllowed");
  if (disruptionsAllowed < 1) {
    throw refuse(
      `The disruption budget ${name} needs ${needed} healthy pods and has ${current} currently`,
    );
  }
  if (isSimulated) return;
  // Before the controller counts the pods again, another eviction may come.
  writer.patch(BUDGET, budget, {
    status: { ...mapAt(budget, "status"), disruptionsAllowed: disruptionsAllowed - 1 },
  });
}

/**
 * Evicts a pod.
 *
 * @throws {ApiError} TooManyRequests when a disruption budget forbids it.
 */
export function evictPod(writer: ObjectWriter, request: ResourceRequest): JsonMap {
  const pod = getObject(writer.store, request);
  const body = parseOptions(request);
  const deleteOptions = mapAt(body, "deleteOptions");
  evict(writer, pod, readOptions(request, deleteOptions), {
    isSimulated: isDryRun(request, deleteOptions),
    // As kube-apiserver v1.34.1: a budget that blocks is reported for any UID.
    checkPod: () => checkPreconditions(request.kind, pod, mapAt(deleteOptions, "preconditions")),
  });
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
}

/** Parts of an eviction by request. */
export interface EvictChecks {
  /** Checks the budget only. */
  readonly isSimulated?: boolean;
  /** Checks the pod once its budget allows the eviction. */
  checkPod?(): void;
}

/**
 * Deletes a pod if its disruption budget allows it.
 *
 * @throws {ApiError} TooManyRequests when the budget forbids it, InternalError with several
 *   budgets.
 */
export function evict(
  writer: ObjectWriter,
  pod: KubeObject,
  options: DeleteOptions,
  { isSimulated = false, checkPod }: EvictChecks = {},
): void {
  const budgets = isDisruptionless(pod) ? [] : budgetsOf(writer.store, pod);
  if (budgets.length > 1) {
    throw new ApiError(
      "InternalError",
      "This pod has more than one PodDisruptionBudget, which the eviction subresource does not " +
        "support.",
    );
  }
  for (const budget of budgets) disrupt(writer, budget, pod, isSimulated);
  checkPod?.();
  if (!isSimulated) writer.delete(POD, pod, options);
}
