/**
 * The members of an etcd cluster as a raft group: who runs, who leads, how far each member has
 * applied the log. No etcd server runs; the rules follow etcd 3.5 and 3.6.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { onAbort } from "../../async/on_abort.ts";
import type { EtcdStore } from "./etcd_store.ts";
import type { AlarmKind, EtcdMember } from "./membership.ts";

/** Time without a leader before an election, milliseconds: etcd's default election timeout. */
const ELECTION_MS = 1000;
/** Time in which a restarted member applies the entries that it missed, milliseconds. */
const CATCH_UP_MS = 500;

/** Options of a group. */
export interface EtcdGroupOptions {
  readonly store: Pick<EtcdStore, "state" | "moveLeader" | "onChange">;
  readonly clock: Clock;
  /**
   * Whether the members of the cluster run in this process. Otherwise the group takes all of them
   * for running, because it does not see the others stop.
   */
  readonly isComplete: boolean;
  /** Reports whether the other members reach a node. */
  readonly isReachable: (name: string) => boolean;
  /** Returns the additional time of a member to catch up after its start, milliseconds. */
  readonly lagOf?: (name: string) => number;
  /** Reports whether the member of a node must stay a learner. */
  readonly isLearner?: (name: string) => boolean;
  /** Default 1000. */
  readonly electionMs?: number | undefined;
  /** Default 500. */
  readonly catchUpMs?: number | undefined;
  /** Called with internal errors. */
  readonly report: (error: unknown, where: string) => void;
}

/** State of a member. */
export interface MemberStatus {
  readonly name: string;
  readonly isRunning: boolean;
  readonly isLearner: boolean;
  readonly isLeader: boolean;
  /** Index of the last applied entry. */
  readonly index: number;
}

/** State of the group at one time. */
export interface GroupStatus {
  readonly members: readonly MemberStatus[];
  readonly hasQuorum: boolean;
  /** Name of the leader; undefined during an election, and without a quorum. */
  readonly leader: string | undefined;
  readonly term: number;
  readonly index: number;
}

interface CatchUp {
  /** Index at the start of the member. */
  readonly from: number;
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
}

/** The raft group of a cluster. */
export class EtcdGroup implements Disposable {
  readonly #options: EtcdGroupOptions;
  /** Names of the nodes whose etcd service runs. */
  readonly #started = new Set<string>();
  /** Last applied index of members that stopped. */
  readonly #stoppedAt = new Map<string, number>();
  readonly #catchUps = new Map<string, CatchUp>();
  /** Ids of the members that have voted: a new one is a learner until it has started. */
  readonly #voters: Set<bigint>;
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: () => void;
  /** Entries since the last stored change of the membership. */
  #written = 0;
  #wasFormed = false;
  #lostLeader = false;
  #isElecting = false;
  #cancelElection: (() => void) | undefined;
  #isDisposed = false;

  constructor(options: EtcdGroupOptions) {
    this.#options = options;
    this.#voters = new Set(options.store.state.members.map(({ id }) => id));
    this.#unsubscribe = options.store.onChange(() => this.refresh());
  }

  /** Index of the last committed entry. */
  get index(): number {
    return this.#options.store.state.index + this.#written;
  }

  /** Whether a majority of the voting members runs. */
  get hasQuorum(): boolean {
    if (!this.#options.isComplete) return true;
    const voters = this.#votingMembers();
    return voters.filter(({ name }) => this.isRunning(name)).length > voters.length / 2;
  }

  /** Whether a majority ran at some time since the group was created. */
  get wasFormed(): boolean {
    return this.#wasFormed;
  }

  /** The leader; undefined during an election, and without a quorum. */
  get leader(): EtcdMember | undefined {
    const { leader } = this.#options.store.state;
    if (!this.#options.isComplete) return leader;
    if (leader === undefined || !this.hasQuorum || this.#lostLeader) return undefined;
    return this.isRunning(leader.name) ? leader : undefined;
  }

  /** Reports whether the member of a node runs and the other members reach it. */
  isRunning(name: string): boolean {
    return !this.#options.isComplete ||
      this.#started.has(name) && this.#options.isReachable(name);
  }

  /** Reports whether the member of a node does not vote. */
  isLearner(name: string): boolean {
    return this.#options.isLearner?.(name) ?? false;
  }

  /** Returns the index of the last entry that the member of a node has applied. */
  indexOf(name: string): number {
    const { index } = this;
    if (!this.#options.isComplete) return index;
    const stopped = this.#stoppedAt.get(name);
    if (!this.isRunning(name)) return stopped ?? index;
    const catchUp = this.#catchUps.get(name);
    if (catchUp === undefined) return index;
    const { catchUpMs = CATCH_UP_MS, lagOf, clock } = this.#options;
    const part = (clock.now() - catchUp.since) / (catchUpMs + (lagOf?.(name) ?? 0));
    // The last entry comes at the end: a member that has not caught up never returns the same
    // index.
    return part >= 1
      ? index
      : Math.min(index - 1, catchUp.from + Math.floor((index - catchUp.from) * part));
  }

  /** Kinds of the active alarms of all members. */
  get alarms(): readonly AlarmKind[] {
    return this.#options.store.state.alarms.map(({ kind }) => kind);
  }

  /** Returns the state of all members. */
  get status(): GroupStatus {
    const { leader, index } = this;
    return {
      members: this.#options.store.state.members.map(({ name }) => ({
        name,
        isRunning: this.isRunning(name),
        isLearner: this.isLearner(name),
        isLeader: leader?.name === name,
        index: this.indexOf(name),
      })),
      hasQuorum: this.hasQuorum,
      leader: leader?.name,
      term: this.#options.store.state.term,
      index,
    };
  }

  /** Records entries that clients of etcd wrote. */
  recordWrites(count = 1): void {
    this.#written += count;
  }

  /** Starts the member of a node; one that stopped before has to catch up. */
  start(name: string): void {
    const { store, clock } = this.#options;
    const member = store.state.members.find((one) => one.name === name);
    if (member !== undefined) this.#voters.add(member.id);
    const from = this.#stoppedAt.get(name);
    if (!this.#started.has(name) && from !== undefined) {
      // A member publishes its name and client URLs when it starts.
      this.recordWrites();
      this.#catchUps.set(name, { from, since: clock.now() });
    }
    this.#started.add(name);
    this.#stoppedAt.delete(name);
    this.refresh();
  }

  /**
   * Stops the member of a node. A leader that is stopped in order transfers its leadership first,
   * as etcd does on SIGTERM.
   */
  stop(name: string): void {
    if (!this.#started.has(name)) return;
    const wasLeader = this.leader?.name === name;
    this.#stoppedAt.set(name, this.indexOf(name));
    this.#catchUps.delete(name);
    this.#started.delete(name);
    if (wasLeader && this.hasQuorum) this.#elect();
    this.refresh();
  }

  /** Starts or ends an election after a change of the members or of their reachability. */
  refresh(): void {
    if (this.#isDisposed || !this.#options.isComplete) return;
    const { electionMs = ELECTION_MS, clock, store } = this.#options;
    if (this.hasQuorum) {
      const { leader, members } = store.state;
      const isLed = leader !== undefined && this.isRunning(leader.name);
      // The stored leader leads again when the whole cluster starts, and a single member always.
      this.#lostLeader = !isLed || this.#lostLeader && members.length > 1;
      this.#wasFormed = true;
      if (this.#lostLeader) this.#cancelElection ??= clock.after(electionMs, () => this.#elect());
      else this.#endElection();
    } else {
      this.#endElection();
      this.#lostLeader ||= this.#wasFormed;
    }
    for (const listener of this.#listeners) listener();
  }

  #endElection(): void {
    this.#cancelElection?.();
    this.#cancelElection = undefined;
  }

  /** Makes the voter with the longest log the leader of the next term. */
  #elect(): void {
    this.#endElection();
    if (this.#isElecting || this.#isDisposed) return;
    const candidates = this.#votingMembers().filter(({ name }) => this.isRunning(name));
    const [leader] = candidates.toSorted((one, other) =>
      this.indexOf(other.name) - this.indexOf(one.name) || (one.name < other.name ? -1 : 1)
    );
    if (leader === undefined || !this.hasQuorum) return;
    const { store, report } = this.#options;
    this.#isElecting = true;
    store.moveLeader(leader)
      .then(() => this.#lostLeader = false)
      .catch((error) => report(error, "election of an etcd leader"))
      .finally(() => {
        this.#isElecting = false;
        this.refresh();
      });
  }

  #votingMembers(): readonly EtcdMember[] {
    return this.#options.store.state.members
      .filter(({ id, name }) => this.#voters.has(id) && !this.isLearner(name));
  }

  /** Calls `listener` after each change until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Resolves with true when the group has a leader, with false after `ms` milliseconds without one;
   * without `ms` it waits without a limit.
   *
   * @throws The reason of `signal` when that is aborted before.
   */
  whenLed(signal: AbortSignal, ms?: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (this.leader !== undefined) return resolve(true);
      const end = (settle: () => void) => {
        stop();
        remove();
        cancel?.();
        settle();
      };
      const stop = this.onChange(() => {
        if (this.leader !== undefined) end(() => resolve(true));
      });
      const remove = onAbort(signal, () => end(() => reject(signal.reason)));
      const cancel = ms === undefined
        ? undefined
        : this.#options.clock.after(ms, () => end(() => resolve(false)));
    });
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#endElection();
    this.#unsubscribe();
  }
}
