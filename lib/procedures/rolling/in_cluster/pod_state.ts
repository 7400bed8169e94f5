/**
 * Why a pod of a rollout does not run, in its status.
 *
 * @module
 */
import type { Pod } from "../../../kubernetes/objects.ts";
import { oneLine } from "../../../output/text.ts";
import { MOVE_EXIT_CODE } from "./placement.ts";

/** Reasons of containers that will start without an action of the operator. */
const STARTING: readonly string[] = ["ContainerCreating", "PodInitializing"];

/** Returns where a pod runs, or why it does not; empty while it starts and after success. */
export function describePod(pod: Pod): string {
  const name = pod.metadata?.name ?? "";
  const problem = findPodProblem(pod);
  if (problem !== undefined) return `pod ${name} ${problem}`;
  return pod.status?.phase === "Running" ? `pod ${name} runs on ${pod.spec?.nodeName}` : "";
}

/** Returns why a pod does not run: it has no node, its container cannot start, or it failed. */
export function findPodProblem({ status }: Pod): string | undefined {
  if (status?.phase === "Pending") {
    const scheduled = status.conditions?.find(({ type }) => type === "PodScheduled");
    if (scheduled?.status === "False") {
      return `waits for a node: ${oneLine(scheduled.message ?? "")}`;
    }
  }
  for (const { state } of status?.containerStatuses ?? []) {
    const { reason = "", message = "" } = state?.waiting ?? {};
    if (reason !== "" && !STARTING.includes(reason)) {
      return `cannot start: ${join(reason, message)}`;
    }
    const ended = state?.terminated;
    if (status?.phase !== "Failed" || ended === undefined) continue;
    if (ended.exitCode === MOVE_EXIT_CODE) return undefined;
    // The message contains the end of the log; the last line is the error.
    const error = (ended.message ?? "").trimEnd().split("\n").at(-1)!;
    const what = ended.reason === "StartError" ? "could not start" : "failed";
    return `${what}: ${join(`${ended.reason} (exit code ${ended.exitCode})`, error)}`;
  }
  // Evicted, for example: no container reports it.
  if (status?.phase !== "Failed" || !status.reason) return undefined;
  return `failed: ${join(status.reason, status.message ?? "")}`;
}

function join(reason: string, message: string): string {
  return message === "" ? oneLine(reason) : `${oneLine(reason)}: ${oneLine(message)}`;
}
