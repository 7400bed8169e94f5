/**
 * The service log of an etcd member: its state at start, the snapshots it served, and its stop.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import { ServiceLog } from "../service_log.ts";
import type { EtcdStore } from "./etcd_store.ts";
import type { EtcdMember } from "./membership.ts";

/** The open service log of one member. */
export class MemberLog implements Disposable {
  readonly #store: Pick<EtcdStore, "state">;
  readonly #member: EtcdMember;
  readonly #log: ServiceLog;

  /** @param folder folder of the member's node. */
  constructor(
    store: Pick<EtcdStore, "state">,
    member: EtcdMember,
    folder: string,
    clock: Pick<Clock, "now">,
  ) {
    this.#store = store;
    this.#member = member;
    this.#log = new ServiceLog(folder, "etcd", clock);
  }

  /** Logs the state of the cluster. */
  logStart(): void {
    const { members, leader, term, index, alarms } = this.#store.state;
    this.#log.write(`${formatMember(this.#member)} serves stored state; no database runs`);
    for (const member of members) {
      const { peerUrl, clientUrl } = member;
      this.#log.write(`${formatMember(member)} is a voter, peer ${peerUrl}, client ${clientUrl}`);
    }
    if (leader !== undefined) {
      this.#log.write(`${formatMember(leader)} is leader, term ${term}, applied index ${index}`);
    }
    const names = alarms.map(({ kind }) => kind).join(", ");
    this.#log.write(names === "" ? "no alarms" : `alarms: ${names}`);
  }

  /** Logs a snapshot of `size` bytes of which `sent` bytes reached the client. */
  logSnapshot(sent: number, size: number): void {
    this.#log.write(
      sent === size
        ? `sent snapshot of ${size} bytes`
        : `snapshot canceled after ${sent} of ${size} bytes`,
    );
  }

  [Symbol.dispose](): void {
    this.#log.write(`${formatMember(this.#member)} stopped`);
    this.#log[Symbol.dispose]();
  }
}

/** Returns, for example, `member 8ba3aa3e864c98e5 (demo-controlplane-1)`. */
function formatMember({ id, name }: EtcdMember): string {
  return `member ${id.toString(16).padStart(16, "0")} (${name})`;
}
