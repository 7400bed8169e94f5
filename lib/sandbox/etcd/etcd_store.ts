/**
 * The stored etcd state of an embedded cluster, in `etcd.json` of the nodes' folder. A change is on
 * disk before its promise resolves.
 *
 * @module
 */
import { readTextIfPresent, writeFileAtomic } from "../../platform/files.ts";
import { createMember, type EtcdMember, type EtcdState } from "./membership.ts";

/** A node with the URLs that its member would have. */
export interface EtcdAddress {
  readonly name: string;
  readonly address: string;
}

interface Stored {
  readonly state: Omit<EtcdState, "members" | "leader"> & {
    readonly members: readonly (Omit<EtcdMember, "id"> & { readonly id: string })[];
    readonly leader: string | undefined;
  };
  readonly dataOf: readonly string[];
}

/** The membership of one cluster; changes run one after the other. */
export class EtcdStore {
  readonly #path: string;
  readonly #cluster: string;
  #state: EtcdState;
  /** Names of the nodes whose data directory is not empty. */
  #dataOf: ReadonlySet<string>;
  #changing: Promise<unknown> = Promise.resolve();

  private constructor(
    path: string,
    cluster: string,
    state: EtcdState,
    dataOf: ReadonlySet<string>,
  ) {
    this.#path = path;
    this.#cluster = cluster;
    this.#state = state;
    this.#dataOf = dataOf;
  }

  /** Opens the state in `path`; stores `initial` at the first start of a cluster. */
  static async open(path: string, cluster: string, initial: EtcdState): Promise<EtcdStore> {
    const text = await readTextIfPresent(path);
    if (text === undefined) {
      const store = new EtcdStore(path, cluster, initial, new Set());
      await store.#change(() => ({
        state: initial,
        dataOf: new Set(initial.members.map(({ name }) => name)),
      }));
      return store;
    }
    const { state, dataOf }: Stored = JSON.parse(text);
    const members = state.members.map((member) => ({ ...member, id: BigInt(`0x${member.id}`) }));
    const leader = members.find(({ name }) => name === state.leader);
    return new EtcdStore(path, cluster, { ...state, members, leader }, new Set(dataOf));
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
  async join(node: EtcdAddress): Promise<void> {
    await this.#change(async () => {
      const { state } = this;
      if (state.leader === undefined || this.memberOf(node.name) !== undefined) return undefined;
      // The raft index makes the id of a node that joins again a new one, as in etcd.
      const member = await createMember(node, `${this.#cluster} ${state.index}`);
      return {
        state: withMembers(state, [...state.members, member]),
        dataOf: new Set([...this.#dataOf, node.name]),
      };
    });
  }

  /** Makes a node the only member. */
  async bootstrap(node: EtcdAddress): Promise<void> {
    await this.#change(async () => {
      const member = await createMember(node, this.#cluster);
      const state = withMembers({ ...this.state, leader: undefined }, [member]);
      return { state, dataOf: new Set([node.name]) };
    });
  }

  /** Removes a member; its node keeps its data. */
  async remove(id: bigint): Promise<void> {
    await this.#change(() => {
      const members = this.state.members.filter((member) => member.id !== id);
      return { state: withMembers(this.state, members), dataOf: this.#dataOf };
    });
  }

  /** Removes the member of a node, if any, and its data. */
  async leave(name: string): Promise<void> {
    await this.#change(() => {
      const members = this.state.members.filter((member) => member.name !== name);
      const dataOf = new Set([...this.#dataOf].filter((one) => one !== name));
      return { state: withMembers(this.state, members), dataOf };
    });
  }

  /** Makes another member the leader. */
  async moveLeader(leader: EtcdMember): Promise<void> {
    await this.#change(() => {
      const { term, index } = this.state;
      const state = { ...this.state, leader, term: term + 1, index: index + 1 };
      return { state, dataOf: this.#dataOf };
    });
  }

  async #change(
    compute: () => Promise<Change | undefined> | Change | undefined,
  ): Promise<void> {
    const change = async () => {
      const next = await compute();
      if (next === undefined) return;
      const { members, leader, ...state } = next.state;
      const stored: Stored = {
        state: {
          ...state,
          members: members.map((member) => ({ ...member, id: member.id.toString(16) })),
          leader: leader?.name,
        },
        dataOf: [...next.dataOf],
      };
      const text = `${JSON.stringify(stored, undefined, 2)}\n`;
      await writeFileAtomic(this.#path, text, { mode: 0o600 });
      this.#state = next.state;
      this.#dataOf = next.dataOf;
    };
    const done = this.#changing.then(change);
    // A failed change must not block the next one; it rejects for its own caller.
    this.#changing = done.catch(() => {});
    await done;
  }
}

interface Change {
  readonly state: EtcdState;
  readonly dataOf: ReadonlySet<string>;
}

/** Returns the state after a membership change; elects a leader when the old one is gone. */
function withMembers(state: EtcdState, members: readonly EtcdMember[]): EtcdState {
  const sorted = members.toSorted((a, b) => a.id < b.id ? -1 : 1);
  const leader = sorted.find(({ id }) => id === state.leader?.id);
  return {
    ...state,
    members: sorted,
    leader: leader ?? sorted[0],
    term: leader === undefined ? state.term + 1 : state.term,
    index: state.index + 1,
  };
}
