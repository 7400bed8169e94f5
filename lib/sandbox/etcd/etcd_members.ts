/**
 * The etcd services of a cluster's control planes, with their logs.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import type { ServiceRegistry } from "../machine/mod.ts";
import type { EtcdGroup } from "./etcd_group.ts";
import type { EtcdStore } from "./etcd_store.ts";
import { MemberLog } from "./member_log.ts";

/** Conditions of the start of etcd. */
const WAITS_FOR = 'service "cri" to be "up", time sync, network, etcd spec';

/** The part of a node's boot that concerns etcd. */
export interface EtcdBoot {
  readonly facts: { readonly name: string; readonly address: string };
  readonly services: ServiceRegistry;
}

/** Starts and stops the etcd services. */
export class EtcdMembers implements Disposable {
  readonly #store: EtcdStore;
  readonly #nodesFolder: string;
  readonly #clock: Clock;
  readonly #group: EtcdGroup;
  /** Services of the boots in which members run, by the name of their node. */
  readonly #services = new Map<string, ServiceRegistry>();
  readonly #unsubscribe: () => void;
  readonly #logs = new Map<string, MemberLog>();
  readonly #onStart = new Set<() => void>();

  constructor(store: EtcdStore, nodesFolder: string, clock: Clock, group: EtcdGroup) {
    this.#store = store;
    this.#nodesFolder = nodesFolder;
    this.#clock = clock;
    this.#group = group;
    this.#unsubscribe = group.onChange(() => this.#checkHealth());
  }

  /** Sets the health of the services: each of them reads a key, which requires a leader. */
  #checkHealth(): void {
    if (!this.#group.wasFormed) return;
    const isHealthy = this.#group.leader !== undefined;
    // An election is shorter than the interval of the checks.
    if (!isHealthy && this.#group.hasQuorum) return;
    for (const services of this.#services.values()) {
      if (services.get("etcd")?.state !== "Running") continue;
      services.setHealth("etcd", isHealthy, isHealthy ? "" : "context deadline exceeded");
    }
  }

  /** Returns the log of a node's running member. */
  logOf(name: string): MemberLog | undefined {
    return this.#logs.get(name);
  }

  /** Returns the id of a node's member; undefined without one. */
  idOf(name: string): bigint | undefined {
    return this.#store.memberOf(name)?.id;
  }

  /**
   * Resolves when the member of a node serves requests, or any member without `name`. Clients of
   * nodes wait as well: etcd's client repeats a request until a member answers.
   *
   * @throws The reason of `signal` when that is aborted before.
   */
  whenServing(name: string | undefined, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const isServing = () => name === undefined ? this.#logs.size > 0 : this.#logs.has(name);
      if (signal.aborted) return reject(signal.reason);
      if (isServing()) return resolve();
      const end = (settle: () => void) => {
        this.#onStart.delete(check);
        signal.removeEventListener("abort", abort);
        settle();
      };
      const check = () => {
        if (isServing()) end(resolve);
      };
      const abort = () => end(() => reject(signal.reason));
      this.#onStart.add(check);
      signal.addEventListener("abort", abort, { once: true });
    });
  }

  /** Starts etcd at boot: joins a bootstrapped cluster, or waits for the bootstrap. */
  async boot(
    node: { readonly name: string; readonly address: string },
    services: ServiceRegistry,
  ): Promise<void> {
    const { name } = node;
    if (this.#store.memberOf(name) === undefined && !this.#store.hasData(name)) {
      await this.#store.join(node);
    }
    if (this.#store.memberOf(name) !== undefined) this.start(name, services);
    else if (this.#store.hasData(name)) {
      services.setState(
        "etcd",
        "Failed",
        "the member has been permanently removed from the cluster",
      );
    } else services.markPreparing("etcd", WAITS_FOR);
  }

  /** Starts the services that wait for the bootstrap because their nodes can join now. */
  async joinWaiting(boots: Iterable<EtcdBoot>): Promise<void> {
    for (const { facts, services } of boots) {
      if (services.get("etcd")?.state !== "Preparing") continue;
      await this.#store.join(facts);
      this.start(facts.name, services);
    }
  }

  /** Starts the service of a member. */
  start(name: string, services: ServiceRegistry): void {
    const member = this.#store.memberOf(name);
    if (member === undefined) return;
    this.#logs.get(name)?.[Symbol.dispose]();
    const log = new MemberLog(this.#store, member, `${this.#nodesFolder}/${name}`, this.#clock);
    this.#logs.set(name, log);
    log.logStart();
    services.markStarted("etcd", "Serving stored state; no database runs", {
      waitsFor: WAITS_FOR,
    });
    if (this.#services.get(name) !== services) {
      this.#services.set(name, services);
      services.onChange(({ id, state }) => {
        const isOwn = id === "etcd" && this.#services.get(name) === services;
        if (isOwn && (state === "Finished" || state === "Failed")) this.#markStopped(name);
      });
    }
    this.#group.start(name);
    this.#checkHealth();
    for (const check of this.#onStart) check();
  }

  /** Stops the service of a former member. */
  stop(name: string, services: ServiceRegistry): void {
    services.markStopped("etcd");
    this.#markStopped(name);
  }

  #markStopped(name: string): void {
    this.#group.stop(name);
    this.#logs.get(name)?.[Symbol.dispose]();
    this.#logs.delete(name);
  }

  [Symbol.dispose](): void {
    this.#unsubscribe();
    for (const log of this.#logs.values()) log[Symbol.dispose]();
  }
}
