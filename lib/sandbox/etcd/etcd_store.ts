/**
 * The stored etcd state of an embedded cluster: `etcd.json` in the nodes' folder, and beside it the
 * database of the last restore, if any. A change is on disk before its promise resolves.
 *
 * @module
 */
import { readerOf } from "../../bolt/bolt_pages.ts";
import { removeIfPresent, writeFileAtomic } from "../../platform/files.ts";
import { dirname } from "../../platform/paths.ts";
import { StatusCode, StatusError } from "../../rpc/status.ts";
import { readState } from "../state_file.ts";
import { decodeDatabase } from "./database.ts";
import type { DatabaseFile } from "./uploaded_snapshot.ts";
import {
  createMember,
  type EtcdAlarm,
  type EtcdMember,
  type EtcdState,
  withMembers,
} from "./membership.ts";
import {
  type EtcdAddress,
  type EtcdChange,
  type EtcdOperation,
  type ForwardOperation,
  fromStored,
  isStoredEtcd,
  type StoredEtcd,
  toStored,
} from "./stored_etcd.ts";

/**
 * The membership of one cluster; changes run one after the other. A store may follow the store of
 * another process: then it has a copy, and forwards changes.
 */
export class EtcdStore {
  readonly #path: string;
  readonly #cluster: string;
  #state: EtcdState;
  /** Names of the nodes whose data directory is not empty. */
  #dataOf: ReadonlySet<string>;
  /** File name of the restored database. */
  #database: string | undefined;
  #changing: Promise<unknown> = Promise.resolve();
  #forward: ForwardOperation | undefined;
  #lacksDatabase = false;
  /** Name of the node whose member must not leave before the others. */
  #protected: string | undefined;
  readonly #listeners = new Set<() => void>();

  private constructor(
    path: string,
    cluster: string,
    state: EtcdState,
    dataOf: ReadonlySet<string>,
    database?: string,
  ) {
    this.#path = path;
    this.#cluster = cluster;
    this.#state = state;
    this.#dataOf = dataOf;
    this.#database = database;
  }

  /** Opens the state in `path`; stores `initial` at the first start of a cluster. */
  static async open(path: string, cluster: string, initial: EtcdState): Promise<EtcdStore> {
    const stored = await readState<StoredEtcd>(path, isStoredEtcd);
    if (stored === undefined) {
      const store = new EtcdStore(path, cluster, initial, new Set());
      await store.#change(() => ({
        state: initial,
        dataOf: new Set(initial.members.map(({ name }) => name)),
      }));
      return store;
    }
    const { dataOf, database } = stored;
    const state = fromStored(stored);
    if (database === undefined) return new EtcdStore(path, cluster, state, new Set(dataOf));
    using file = await Deno.open(`${dirname(path)}/${database}`);
    const restored = await decodeDatabase(readerOf(file), (await file.stat()).size);
    return new EtcdStore(path, cluster, { ...state, restored }, new Set(dataOf), database);
  }

  /** Whether the state is in this process, and some member is the leader. */
  get isBootstrapped(): boolean {
    return this.#forward === undefined && this.#state.leader !== undefined;
  }

  /** Whether another process has a restored database, which the copy of the state lacks. */
  get lacksDatabase(): boolean {
    return this.#lacksDatabase;
  }

  /**
   * Rejects removing the member of a node before all others, which need the state in this process.
   */
  protect(name: string): void {
    this.#protected = name;
  }

  #checkProtection(name: string | undefined): void {
    if (this.#forward !== undefined || name === undefined || name !== this.#protected) return;
    if (this.state.members.length < 2) return;
    throw new StatusError(
      StatusCode.failedPrecondition,
      `${name} has the state of the cluster; its member cannot be removed before all others`,
    );
  }

  /** Follows the state of another process: changes are forwarded. */
  follow(forward: ForwardOperation): void {
    this.#forward = forward;
  }

  /** Replaces the copy of the other process's state, unless the copy is newer. */
  adopt(stored: StoredEtcd): void {
    const isOlder = stored.state.index < this.#state.index && this.#state.leader !== undefined;
    if (this.#forward === undefined || isOlder) return;
    this.#state = fromStored(stored);
    this.#dataOf = new Set(stored.dataOf);
    this.#lacksDatabase = stored.database !== undefined;
    for (const listener of this.#listeners) listener();
  }

  /** Returns the state as a message. */
  toStored(): StoredEtcd {
    const change = { state: this.#state, dataOf: this.#dataOf };
    return toStored(
      this.#database === undefined ? change : { ...change, database: this.#database },
    );
  }

  /** Performs the change of another process. */
  async perform(operation: EtcdOperation): Promise<void> {
    switch (operation.kind) {
      case "join":
        return await this.join(operation.node);
      case "remove":
        return await this.remove(BigInt(`0x${operation.id}`));
      case "leave":
        return await this.leave(operation.name);
      case "moveLeader": {
        const leader = this.memberOf(operation.name);
        if (leader !== undefined) await this.moveLeader(leader);
        return;
      }
      case "disarm":
        return void await this.disarm();
      case "setDowngrade":
        return await this.setDowngrade(operation.version);
    }
  }

  /** Calls `listener` after each change until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Forwards a change; false when the state is in this process. */
  async #forwarded(operation: EtcdOperation): Promise<boolean> {
    if (this.#forward === undefined) return false;
    this.adopt(await this.#forward(operation));
    return true;
  }

  /** The current state. */
  get state(): EtcdState {
    return this.#state;
  }

  /** Returns the member of a node; undefined without one. */
  memberOf(name: string): EtcdMember | undefined {
    return this.#state.members.find((member) => member.name === name);
  }

  /** Reports whether the data directory of a node is not empty. */
  hasData(name: string): boolean {
    return this.#dataOf.has(name);
  }

  /** Adds a node to a running cluster. */
  async join({ name, address }: EtcdAddress): Promise<void> {
    const node = { name, address };
    if (await this.#forwarded({ kind: "join", node })) return;
    await this.#change(async () => {
      const { state } = this;
      if (state.leader === undefined || this.memberOf(node.name) !== undefined) return undefined;
      // The raft index makes the id of a node that joins again a new one, as in etcd.
      const member = await createMember(node, `${this.#cluster} ${state.index}`);
      return {
        ...this.#withState(withMembers(state, [...state.members, member])),
        dataOf: new Set([...this.#dataOf, node.name]),
      };
    });
  }

  /**
   * Makes a node the only member.
   *
   * @param database The database to restore; without it the cluster starts with no keys.
   * @throws {BoltError} For a corrupt database; nothing is changed.
   */
  async bootstrap(node: EtcdAddress, database?: DatabaseFile): Promise<void> {
    await this.#change(async () => {
      const member = await createMember(node, this.#cluster);
      const { term, index, version } = this.state;
      const empty = {
        term,
        index,
        members: [],
        leader: undefined,
        pairs: [],
        alarms: [],
        ...version === undefined ? {} : { version },
      };
      const dataOf = new Set([node.name]);
      if (database === undefined) return { state: withMembers(empty, [member]), dataOf };
      const restored = await decodeDatabase(database.readAt, database.size);
      const file = `etcd-${database.digest.slice(0, 16)}.db`;
      await writeFileAtomic(`${dirname(this.#path)}/${file}`, database.chunks(), { mode: 0o600 });
      return { state: withMembers({ ...empty, restored }, [member]), dataOf, database: file };
    });
  }

  /** Removes a member; its node keeps its data. */
  async remove(id: bigint): Promise<void> {
    if (await this.#forwarded({ kind: "remove", id: id.toString(16) })) return;
    this.#checkProtection(this.state.members.find((member) => member.id === id)?.name);
    await this.#change(() => {
      const members = this.state.members.filter((member) => member.id !== id);
      return this.#withState(withMembers(this.state, members));
    });
  }

  /** Removes the member of a node, if any, and its data. */
  async leave(name: string): Promise<void> {
    if (await this.#forwarded({ kind: "leave", name })) return;
    this.#checkProtection(name);
    await this.#change(() => {
      const members = this.state.members.filter((member) => member.name !== name);
      const dataOf = new Set([...this.#dataOf].filter((one) => one !== name));
      return { ...this.#withState(withMembers(this.state, members)), dataOf };
    });
  }

  /** Raises an alarm; no effect when it is active. */
  async raiseAlarm(alarm: EtcdAlarm): Promise<void> {
    await this.#change(() => {
      const { alarms, index } = this.state;
      const isActive = alarms.some(({ memberId, kind }) =>
        memberId === alarm.memberId && kind === alarm.kind
      );
      if (isActive) return undefined;
      return this.#withState({ ...this.state, alarms: [...alarms, alarm], index: index + 1 });
    });
  }

  /** Removes all alarms and returns them. */
  async disarm(): Promise<readonly EtcdAlarm[]> {
    let disarmed: readonly EtcdAlarm[] = this.state.alarms;
    if (await this.#forwarded({ kind: "disarm" })) return disarmed;
    await this.#change(() => {
      disarmed = this.state.alarms;
      if (disarmed.length === 0) return undefined;
      const index = this.state.index + disarmed.length;
      return this.#withState({ ...this.state, alarms: [], index });
    });
    return disarmed;
  }

  /** Starts a downgrade of the storage version; undefined cancels it. */
  async setDowngrade(version: string | undefined): Promise<void> {
    if (await this.#forwarded({ kind: "setDowngrade", ...version && { version } })) return;
    await this.#change(() => {
      const { downgrade: _, ...state } = this.state;
      const index = state.index + 1;
      return this.#withState({ ...state, index, ...version && { downgrade: version } });
    });
  }

  /** Makes another member the leader. */
  async moveLeader(leader: EtcdMember): Promise<void> {
    if (await this.#forwarded({ kind: "moveLeader", name: leader.name })) return;
    await this.#change(() => {
      const { term, index } = this.state;
      return this.#withState({ ...this.state, leader, term: term + 1, index: index + 1 });
    });
  }

  /** Returns a change of the state alone. */
  #withState(state: EtcdState): EtcdChange {
    const change = { state, dataOf: this.#dataOf };
    return this.#database === undefined ? change : { ...change, database: this.#database };
  }

  async #change(
    compute: () => Promise<EtcdChange | undefined> | EtcdChange | undefined,
  ): Promise<void> {
    const change = async () => {
      const next = await compute();
      if (next === undefined) return;
      const text = `${JSON.stringify(toStored(next), undefined, 2)}\n`;
      await writeFileAtomic(this.#path, text, { mode: 0o600 });
      const obsolete = this.#database === next.database ? undefined : this.#database;
      this.#state = next.state;
      this.#dataOf = next.dataOf;
      this.#database = next.database;
      if (obsolete !== undefined) await removeIfPresent(`${dirname(this.#path)}/${obsolete}`);
      for (const listener of this.#listeners) listener();
    };
    const done = this.#changing.then(change);
    // A failed change must not block the next one; it rejects for its own caller.
    this.#changing = done.catch(() => {});
    await done;
  }
}
