/**
 * Waits for the kubelet and for Kubernetes after a change of its authorities.
 *
 * @module
 */
import { raceWithAbort } from "../../async/deadline.ts";
import { DOMAIN } from "../../distribution.ts";
import { MultiNodeError } from "../../errors.ts";
import { isMap } from "../../output/value.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";
import { ResourceReader } from "../../resource/client.ts";
import { specOf } from "../../resource/document.ts";
import type { NodeReader } from "./node_config.ts";
import { NotYet } from "../waits.ts";

const SERVICES = { namespace: "runtime", type: `Services.v1alpha1.${DOMAIN}` };
const KUBELET = "kubelet";

/** The state of a kubelet. */
export interface KubeletState {
  /** Start of the service; differs after a restart. Empty when it does not run. */
  readonly startedAt: string;
  readonly isHealthy: boolean;
}

/** Reads the state of the kubelet of a node. */
export async function readKubelet(
  { client, clock, callMs }: NodeReader,
  node: string,
  signal: AbortSignal,
): Promise<KubeletState> {
  const reader = new ResourceReader(client, { clock, callMs });
  try {
    const resource = await raceWithAbort(reader.get(node, SERVICES, KUBELET), signal);
    const spec = await specOf(resource);
    const { running, healthy } = isMap(spec) ? spec : {};
    if (running !== true) return { startedAt: "", isHealthy: false };
    const { seconds, nanos } = resource.created ?? {};
    return { startedAt: `${seconds ?? ""}.${nanos ?? ""}`, isHealthy: healthy === true };
  } catch (error) {
    if (isNotFound(error)) return { startedAt: "", isHealthy: false };
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  if (error instanceof MultiNodeError) return error.failures.every((one) => isNotFound(one.error));
  return error instanceof RpcError && error.code === StatusCode.notFound;
}

/**
 * Tracks a restart: each call reads the state once.
 *
 * @param before the state before the change; undefined when no restart is expected.
 */
export class KubeletRestart {
  readonly #before: KubeletState | undefined;
  #hasStopped = false;

  constructor(before: KubeletState | undefined) {
    this.#before = before;
  }

  /** @throws {NotYet} until the kubelet has restarted and is healthy. */
  check(state: KubeletState): void {
    const { startedAt, isHealthy } = state;
    if (startedAt === "" || startedAt !== this.#before?.startedAt) this.#hasStopped = true;
    if (this.#before !== undefined && !this.#hasStopped) {
      throw new NotYet("the kubelet has not restarted");
    }
    if (!isHealthy) throw new NotYet("the kubelet is not healthy");
  }
}
