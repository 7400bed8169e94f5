/**
 * States of the conformance pod.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { isNotFound } from "../../kubernetes/kubernetes_error.ts";
import { type Pod, PODS } from "../../kubernetes/objects.ts";
import type { KubernetesClient, RequestOptions } from "../../kubernetes/types.ts";
import { NAMESPACE, POD_NAME, TEST_CONTAINER } from "./objects.ts";

/** Reasons of containers whose image cannot be used. */
const PULL_FAILURES = new Set([
  "ErrImagePull",
  "ImagePullBackOff",
  "ImageInspectError",
  "ErrImageNeverPull",
  "InvalidImageName",
]);
/** Reasons of containers that cannot be created. */
const CREATE_FAILURES = new Set([
  "CrashLoopBackOff",
  "CreateContainerConfigError",
  "CreateContainerError",
  "RunContainerError",
]);

/** Fetches the pod; an error names it when it was deleted. */
export async function getPod(client: KubernetesClient, options: RequestOptions): Promise<Pod> {
  try {
    return await client.get(PODS, { name: POD_NAME, namespace: NAMESPACE }, options);
  } catch (error) {
    throw isNotFound(error) ? deletedError() : error;
  }
}

/** The error for a pod that was deleted during the run. */
export function deletedError(): OsctlError {
  return new OsctlError("node", `the pod ${NAMESPACE}/${POD_NAME} was deleted during the tests`);
}

/** Returns the exit code of the tests; undefined while they run. */
export function exitCodeOf({ status }: Pod): number | undefined {
  const tests = status?.containerStatuses?.find(({ name }) => name === TEST_CONTAINER);
  const code = tests?.state?.terminated?.exitCode;
  if (code !== undefined) return code;
  if (status?.phase !== "Failed" && status?.phase !== "Succeeded") return undefined;
  const reason = [status.reason, status.message].filter((text) => text !== undefined).join(": ");
  throw new OsctlError("node", `the conformance pod ended: ${reason || status.phase}`);
}

/** Returns the error of a pod that cannot start; undefined while it can. */
export function startFailure({ spec, status }: Pod): OsctlError | undefined {
  for (const { image, state } of status?.containerStatuses ?? []) {
    const { reason = "", message = "" } = state?.waiting ?? {};
    const where = spec?.nodeName === undefined ? "" : ` on node ${spec.nodeName}`;
    if (PULL_FAILURES.has(reason)) {
      const text = `cannot pull image "${image}"${where}: ${message || reason}`;
      return new OsctlError("node", text, { hint: pullHint(message) });
    }
    if (CREATE_FAILURES.has(reason)) {
      return new OsctlError("node", `container not started${where}: ${message || reason}`);
    }
  }
  return undefined;
}

function pullHint(message: string): string {
  if (/not found|manifest unknown/i.test(message) && !/host/i.test(message)) {
    return "check that the registry has this version; --kubernetes-version selects another";
  }
  return "check that the nodes reach the registry, or set a mirror in machine.registries.mirrors";
}

/** Why a pod has not started yet. */
export function pendingReason({ status }: Pod): string {
  const unscheduled = status?.conditions?.find(({ type, status: value }) =>
    type === "PodScheduled" && value === "False"
  );
  if (unscheduled?.message !== undefined) return unscheduled.message;
  const waiting = status?.containerStatuses?.map(({ state }) => state?.waiting?.reason)
    .find((reason) => reason !== undefined);
  return waiting ?? status?.phase ?? "unknown";
}
