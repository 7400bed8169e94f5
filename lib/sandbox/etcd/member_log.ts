/**
 * The service log of a member: how it stands when the node starts, who took a snapshot, and that the
 * node stops. Nothing else ever happens to a member of the sandbox.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import { ServiceLog } from "../service_log.ts";
import type { EtcdMember, EtcdState } from "./membership.ts";

/** The log of one member, in its node's folder. */
export class MemberLog implements Disposable {
  readonly #state: EtcdState;
  readonly #member: EtcdMember;
  readonly #log: ServiceLog;

  /** @param folder that of the member's node. */
  constructor(state: EtcdState, member: EtcdMember, folder: string, clock: Pick<Clock, "now">) {
    this.#state = state;
    this.#member = member;
    this.#log = new ServiceLog(folder, "etcd", clock);
  }

  /** Says how the member stands. */
  started(): void {
    const { members, leader, term, index } = this.#state;
    this.#log.write(`${named(this.#member)} answers from kept state, no database runs`);
    for (const member of members) {
      this.#log.write(`${named(member)} votes, peer ${member.peerUrl}, client ${member.clientUrl}`);
    }
    if (leader !== undefined) {
      this.#log.write(`${named(leader)} leads in term ${term}, entry ${index} is applied`);
    }
    this.#log.write("there are no alarms");
  }

  /** Says that somebody fetched a snapshot of `size` bytes, or `sent` of them before going away. */
  snapshot(sent: number, size: number): void {
    this.#log.write(
      sent === size
        ? `sent a snapshot of ${size} bytes`
        : `a snapshot was broken off after ${sent} of ${size} bytes`,
    );
  }

  /** The node stops. */
  [Symbol.dispose](): void {
    this.#log.write(`${named(this.#member)} stops`);
    this.#log[Symbol.dispose]();
  }
}

/** A member in a sentence: `member 8ba3aa3e864c98e5 (demo-controlplane-1)`. */
function named({ id, name }: EtcdMember): string {
  return `member ${id.toString(16).padStart(16, "0")} (${name})`;
}
