/**
 * Protects the quorum of etcd during a rolling change. Nodes from v1.13 on check nothing themselves
 * (`internal/app/lifecycle/lifecycle.go`); older ones check the members in `ValidateForUpgrade` only.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { callNode, toByteStream } from "../../client/collect.ts";
import { addNodeName } from "../../client/node_error.ts";
import type { NodeClient } from "../../client/types.ts";
import { sleep } from "../../async/sleep.ts";
import { MultiNodeError, OsctlError } from "../../errors.ts";
import { formatSize } from "../../output/size.ts";
import { formatCount } from "../../output/text.ts";
import { removeIfPresent, withFileErrors } from "../../platform/files.ts";
import type { Clock } from "../../platform/system.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";
import { NotYet, type Wait } from "../waits.ts";
import { decideQuorum, INTERRUPTION_HINT, toQuorumState } from "../quorum/decide_quorum.ts";
import { checkEtcd, type HealthyEtcd, UnhealthyEtcd } from "../quorum/check_etcd.ts";
import { type ControlPlane, readEtcd, readStatus } from "../quorum/read_etcd.ts";
import type { EtcdGuard, RollingNode } from "./types.ts";

/** Limit of a transfer of the leadership, milliseconds. */
const TRANSFER_MS = 15_000;
/** Bytes of a snapshot between two reports. */
const SNAPSHOT_STEP = 10_000_000;
/** Time between two attempts, milliseconds. */
const INTERVAL_MS = 250;

/** Options of {@linkcode createEtcdGuard}. */
export interface EtcdGuardOptions {
  readonly clock: Clock;
  readonly client: NodeClient;
  /** All control planes of the cluster, not only the changed ones. */
  readonly controlPlanes: readonly ControlPlane[];
  /** Restart control planes although etcd loses its quorum meanwhile. */
  readonly acceptsQuorumLoss: boolean;
}

/** An etcd guard, and the check of the gate `etcd`. */
export interface CheckingEtcdGuard extends EtcdGuard {
  /**
   * Checks once that etcd is healthy.
   *
   * @throws {OsctlError} with all reasons on one line.
   */
  check(signal: AbortSignal): Promise<void>;
}

/** Creates the guard of a cluster. */
export function createEtcdGuard(options: EtcdGuardOptions): CheckingEtcdGuard {
  return new NodeEtcdGuard(options);
}

class NodeEtcdGuard implements CheckingEtcdGuard {
  readonly #options: EtcdGuardOptions;

  constructor(options: EtcdGuardOptions) {
    this.#options = options;
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.#read(signal);
  }

  async awaitHealthy(wait: Wait, isInterrupted: boolean): Promise<void> {
    const { acceptsQuorumLoss } = this.#options;
    const { members, reports } = await this.#retry(wait, (signal) => this.#read(signal));
    if (!isInterrupted || acceptsQuorumLoss) return;
    // All members are healthy: the decision is the same for each.
    const affected = { nodes: [], ids: members.slice(0, 1).map(({ id }) => id) };
    const { outcome, text } = decideQuorum(toQuorumState(reports), affected, "restart");
    if (outcome === "kept") return;
    throw new OsctlError("node", text, { hint: INTERRUPTION_HINT });
  }

  async findLeader(nodes: readonly RollingNode[], wait: Wait): Promise<string | undefined> {
    const { leader } = await this.#retry(wait, (signal) => this.#read(signal));
    return nodes.find(({ address }) => address === leader)?.address;
  }

  async saveSnapshot(path: string, wait: Wait): Promise<void> {
    const { client } = this.#options;
    const { saveSnapshot } = await import("../../node/etcd/snapshot/mod.ts");
    // The leader has every committed entry.
    const { leader } = await this.#retry(wait, (signal) => this.#read(signal));
    // Reserves the name: an existing snapshot is never replaced, not even one of the same second.
    const reserved = { write: true, createNew: true, mode: 0o600 };
    (await withFileErrors("write", path, () => Deno.open(path, reserved))).close();
    try {
      const chunks = client.stream(MachineService.EtcdSnapshot, {}, leader, {
        signal: wait.signal,
      });
      let reported = 0;
      await saveSnapshot(path, toByteStream(chunks), (bytes) => {
        // Plain output has a line for each report; chunks of nodes have 1 kB.
        if (bytes < reported + SNAPSHOT_STEP) return;
        reported = bytes;
        wait.report(`snapshot of etcd: ${formatSize(bytes)}`);
      });
    } catch (error) {
      await removeIfPresent(path);
      throw addNodeName(leader, error);
    }
  }

  async moveLeadership(node: RollingNode, wait: Wait): Promise<void> {
    const { client } = this.#options;
    const { address } = node;
    await this.#retry(wait, async (signal) => {
      const { members } = await this.#read(signal);
      if (members.length === 1) return;
      const { id, leader } = await readStatus(client, address, { signal });
      if (leader !== "" && leader !== id) return;
      if (leader === "") throw new NotYet("etcd is electing a leader");
      const options = { signal, timeoutMs: TRANSFER_MS };
      await callNode(client, MachineService.EtcdForfeitLeadership, {}, address, options);
      throw new NotYet("transferring the leadership of etcd");
    });
  }

  async awaitCaughtUp({ address }: RollingNode, wait: Wait): Promise<void> {
    let target: bigint | undefined;
    await this.#retry(wait, async (signal) => {
      const { reports, leader } = await this.#read(signal);
      const statusOf = (of: string) => reports.find(({ node }) => node.address === of)?.status;
      const own = statusOf(address);
      // What the leader had when the wait began: its index grows meanwhile.
      target ??= statusOf(leader)!.index;
      if (own === undefined) throw new NotYet(`${address} is none of the control planes`);
      if (own.applied >= target) return;
      const lag = formatCount(Number(target - own.applied), "entry", "entries");
      throw new NotYet(`etcd is ${lag} behind the leader`);
    });
  }

  async #read(signal: AbortSignal): Promise<HealthyEtcd> {
    const { client, controlPlanes } = this.#options;
    return checkEtcd(await readEtcd(client, controlPlanes, { signal }));
  }

  /** Repeats an attempt with any error of etcd or of a node, until the limit of the wait. */
  async #retry<T>(wait: Wait, attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
    while (true) {
      try {
        return await attempt(wait.signal);
      } catch (error) {
        wait.signal.throwIfAborted();
        if (!(error instanceof OsctlError) || isFinal(error)) throw error;
        wait.report(error.message.replaceAll("\n", "; "), error.hint);
      }
      await sleep(this.#options.clock, INTERVAL_MS, wait.signal);
    }
  }
}

function isFinal(error: OsctlError): boolean {
  if (error instanceof UnhealthyEtcd) return error.isLasting;
  if (error instanceof MultiNodeError) return error.failures.some(({ error }) => isFinal(error));
  if (error.kind === "usage" || error.kind === "cancelled") return true;
  return error instanceof RpcError &&
    [StatusCode.permissionDenied, StatusCode.unauthenticated, StatusCode.unimplemented]
      .some((code) => code === error.code);
}
