/**
 * A simulated cluster for the engine of rolling changes, and processes that are killed at any step.
 *
 * @module
 */
import { deepEqual } from "node:assert/strict";
import { OsctlError } from "../../../../lib/errors.ts";
import {
  createJournal,
  type JournalStore,
  type RollingJournal,
} from "../../../../lib/procedures/rolling/journal.ts";
import { planBatches, type PlanOptions } from "../../../../lib/procedures/rolling/plan.ts";
import type { RollingRun } from "../../../../lib/procedures/rolling/rolling_run.ts";
import { runRolling } from "../../../../lib/procedures/rolling/run.ts";
import type {
  ChangeState,
  EtcdGuard,
  Gates,
  NodeBaseline,
  NodeChange,
  RollingLock,
  RollingNode,
  Workload,
} from "../../../../lib/procedures/rolling/types.ts";
import type { Wait } from "../../../../lib/procedures/waits.ts";
import { sleep } from "../../../../lib/async/sleep.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

/** Faults of a simulated node. */
export interface NodeFaults {
  /** `old`: boots the old version; `never`: stays off; `refused`: the request is refused. */
  readonly returns?: "old" | "never" | "refused";
  /** The request takes effect, but its response is lost. */
  readonly losesResponse?: boolean;
  /** The request is lost. */
  readonly losesRequest?: boolean;
  /** Reason of a blocked drain. */
  readonly blockedBy?: string;
}

/** A simulated node. */
export class SimulatedNode implements RollingNode {
  readonly address: string;
  readonly name: string;
  readonly role: RollingNode["role"];
  faults: NodeFaults = {};
  boots = 0;
  requests = 0;
  version = "v1";
  installed = "v1";
  isUp = true;
  isStopping = false;
  isReady = true;
  isCordoned = false;
  isCaughtUp = true;
  pods = 1;

  constructor(name: string, role: RollingNode["role"]) {
    this.name = name;
    this.address = `address-${name}`;
    this.role = role;
  }

  get bootId(): string {
    return `boot-${this.boots}`;
  }
}

/** A simulated cluster. */
export class World {
  readonly clock = new FakeClock();
  readonly nodes: SimulatedNode[];
  /** Names of the nodes, in the order of their restarts. */
  readonly restarts: string[] = [];
  leader: string;
  /** Steps of all operators, newest last. */
  readonly log: string[] = [];
  /** What a gate returns; undefined when it holds. */
  gate: (phase: string, node: string | undefined) => string | undefined = () => undefined;
  /** Most nodes down at the same time, by role. */
  readonly mostDown = { controlplane: 0, worker: 0 };

  constructor(controlPlanes: number, workers: number) {
    const create = (count: number, prefix: string, role: RollingNode["role"]) =>
      Array.from(
        { length: count },
        (_, index) => new SimulatedNode(`${prefix}-${index + 1}`, role),
      );
    this.nodes = [
      ...create(controlPlanes, "cp", "controlplane"),
      ...create(workers, "w", "worker"),
    ];
    this.leader = "cp-1";
  }

  node({ address }: RollingNode): SimulatedNode {
    return this.nodes.find((node) => node.address === address)!;
  }

  named(name: string): SimulatedNode {
    return this.nodes.find((node) => node.name === name)!;
  }

  /** Restarts a node, unless a restart is in progress. */
  restart(node: SimulatedNode): void {
    node.requests++;
    if (node.isStopping || !node.isUp) return;
    node.isStopping = true;
    this.clock.after(300, () => {
      node.isStopping =
        node.isUp =
        node.isReady =
        node.isCaughtUp =
          false;
      this.restarts.push(node.name);
      this.#count();
      if (node.name === this.leader) this.leader = "";
      if (node.faults.returns === "never") return;
      this.clock.after(2000, () => {
        node.isUp = true;
        node.boots++;
        if (node.faults.returns !== "old") node.version = node.installed;
        this.clock.after(1000, () => node.isCaughtUp = true);
        this.clock.after(1500, () => node.isReady = true);
      });
    });
  }

  #count(): void {
    for (const role of ["controlplane", "worker"] as const) {
      const down = this.nodes.filter((node) => node.role === role && !node.isCaughtUp).length;
      this.mostDown[role] = Math.max(this.mostDown[role], down);
    }
  }

  /** Runs the simulation until `work` settles, at most ten simulated minutes. */
  async drive<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
    let result: PromiseSettledResult<T> | undefined;
    work.then(
      (value) => result = { status: "fulfilled", value },
      (reason) => result = { status: "rejected", reason },
    );
    for (let steps = 0; steps < 6000; steps++) {
      // Everything is in memory: promises settle by microtasks alone.
      for (let turns = 0; turns < 100; turns++) await Promise.resolve();
      if (result !== undefined) return result;
      await this.clock.advance(100);
    }
    return { status: "rejected", reason: new Error("not settled within ten simulated minutes") };
  }
}

/** Never settles: a killed process does not continue. */
const NEVER = new Promise<never>(() => {});

/** A process that is killed after a number of steps: it then hangs, and changes nothing more. */
export class Process {
  #left: number;
  readonly killed = Promise.withResolvers<void>();

  constructor(steps = Infinity) {
    this.#left = steps;
  }

  /** Number of steps so far. */
  steps = 0;

  async touch(): Promise<void> {
    this.steps++;
    if (this.#left-- > 0) return;
    this.killed.resolve();
    await NEVER;
  }

  /** Makes every method of an object a step, before and after its effect. */
  step<Method extends (...args: never[]) => unknown>(method: Method): Method {
    const stepped = async (...args: never[]) => {
      await this.touch();
      const result = await method(...args);
      await this.touch();
      return result;
    };
    return stepped as unknown as Method;
  }
}

/** Options of {@linkcode startProcess}. */
export interface ProcessOptions {
  readonly kind?: "reboot" | "upgrade";
  readonly process?: Process;
  readonly signal?: AbortSignal;
  readonly journal?: RollingJournal;
  readonly plan?: Partial<PlanOptions>;
  readonly pauseMs?: number;
  readonly hasGates?: boolean;
  readonly parts?: Partial<RollingRun>;
}

/** A running engine and the journal on its disk. */
export interface EngineProcess {
  readonly done: Promise<void>;
  /** The journal as last written. */
  stored(): RollingJournal;
}

/** Starts the engine, new or with a journal. */
export function startProcess(world: World, options: ProcessOptions = {}): EngineProcess {
  const { process = new Process(), kind = "reboot" } = options;
  const journal = options.journal ?? createJournal({
    id: "change",
    change: { kind, title: kind, digest: "", parameters: {} },
    settings: { gates: [], pauseMs: 0, window: "", acceptsQuorumLoss: false, isDrained: true },
    context: "test",
    controlPlanes: [],
    startedAt: world.clock.now(),
    batches: planBatches(world.nodes, {
      leader: world.nodes.find(({ name }) => name === world.leader)?.address,
      maxUnavailable: { kind: "count", value: 2 },
      canary: 1,
      order: { kind: "name" },
      ...options.plan,
    }),
  });
  let stored = structuredClone(journal);
  const store: JournalStore = {
    journal,
    store: process.step(() => {
      stored = structuredClone(journal);
      return Promise.resolve();
    }),
  };
  const run: RollingRun = {
    system: { clock: world.clock, signal: options.signal ?? new AbortController().signal },
    change: createChange(world, process, kind),
    journal: store,
    gates: createGates(world, process, options.hasGates ?? true),
    lock: createLock(process),
    workload: createWorkload(world, process),
    etcd: createEtcd(world, process),
    limits: { stepMs: 60_000, drainMs: 20_000 },
    pauseMs: options.pauseMs ?? 0,
    window: undefined,
    report: ({ kind, node, text }) => world.log.push(`${kind} ${node ?? "cluster"}: ${text}`),
    ...options.parts,
  };
  return { done: runRolling(run), stored: () => structuredClone(stored) };
}

function createChange(world: World, process: Process, kind: "reboot" | "upgrade"): NodeChange {
  const reach = (one: RollingNode) => {
    const node = world.node(one);
    if (!node.isUp) throw lost(`${node.name} does not respond`);
    return node;
  };
  return {
    kind,
    title: kind,
    isFinal: false,
    readBaseline: process.step((one): Promise<NodeBaseline> => {
      const { bootId, version } = reach(one);
      return Promise.resolve({ bootId, version, restarts: true });
    }),
    isUnneeded: process.step((one) => {
      const isDone = kind === "upgrade" && reach(one).version === "v2";
      return Promise.resolve(isDone ? "already runs v2" : undefined);
    }),
    prepare: process.step((one) => {
      if (kind === "upgrade") reach(one).installed = "v2";
      return Promise.resolve();
    }),
    start: process.step((one) => {
      const node = reach(one);
      const { faults } = node;
      world.log.push(`request ${node.address}`);
      if (faults.returns === "refused") {
        throw new OsctlError("node", "refused by the node");
      }
      if (!faults.losesRequest) world.restart(node);
      if (faults.losesRequest || faults.losesResponse) throw lost("response lost");
      return Promise.resolve();
    }),
    isStarted: process.step((one) => Promise.resolve(reach(one).isStopping)),
    observe: process.step((one, baseline): Promise<ChangeState> => {
      const node = reach(one);
      const { bootId, version } = node;
      if (bootId === baseline.bootId) {
        return Promise.resolve({ kind: "pending", reason: "the boot ID has not changed" });
      }
      if (kind === "upgrade" && version !== "v2") {
        return Promise.resolve({ kind: "failed", reason: `restarted with ${version}` });
      }
      return Promise.resolve({ kind: "done", bootId });
    }),
  };
}

function lost(message: string): OsctlError {
  return new OsctlError("connection", message);
}

async function until(world: World, wait: Wait, reason: () => string | undefined): Promise<void> {
  while (true) {
    const text = reason();
    if (text === undefined) return;
    wait.report(text);
    await sleep(world.clock, 200, wait.signal);
  }
}

function createGates(world: World, process: Process, has: boolean): Gates {
  return {
    names: has ? ["health"] : [],
    prepare: process.step(() => Promise.resolve()),
    awaitAll: process.step(async ({ node, phase, changing }, wait) => {
      await until(world, wait, () => {
        const down = world.nodes.find((one) => !one.isReady && !changing.has(one.name));
        return down === undefined ? world.gate(phase, node?.name) : `${down.name} is not ready`;
      });
    }),
    save: () => ({}),
    restore() {},
  };
}

function createLock(process: Process): RollingLock {
  return {
    lost: new AbortController().signal,
    report: process.step(() => Promise.resolve()),
    release: process.step(() => Promise.resolve()),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function createWorkload(world: World, process: Process): Workload {
  return {
    cordonState: process.step((one) => {
      return Promise.resolve(world.node(one).isCordoned ? "cordoned" : "schedulable");
    }),
    cordon: process.step((one) => {
      world.node(one).isCordoned = true;
      return Promise.resolve();
    }),
    drain: process.step(async (one, wait) => {
      const node = world.node(one);
      await until(world, wait, () => node.faults.blockedBy);
      node.pods = 0;
    }),
    awaitDetached: process.step(() => Promise.resolve()),
    awaitReady: process.step(async (one, bootId, wait) => {
      const node = world.node(one);
      await until(world, wait, () => {
        if (bootId !== node.bootId) return `boot ID ${bootId}, not ${node.bootId}`;
        return node.isReady ? undefined : "not ready";
      });
    }),
    uncordon: process.step((one) => {
      world.node(one).isCordoned = false;
      return Promise.resolve();
    }),
  };
}

function createEtcd(world: World, process: Process): EtcdGuard {
  const members = () => world.nodes.filter(({ role }) => role === "controlplane");
  return {
    awaitHealthy: process.step(async (wait) => {
      await until(world, wait, () => {
        const down = members().find(({ isCaughtUp }) => !isCaughtUp);
        return down === undefined ? undefined : `member ${down.name} is not healthy`;
      });
    }),
    findLeader: process.step(() => Promise.resolve(world.named(world.leader)?.address)),
    saveSnapshot: process.step(() => Promise.resolve()),
    moveLeadership: process.step((one) => {
      const node = world.node(one);
      if (world.leader === node.name) {
        const others = members().filter((member) => member !== node && member.isUp);
        world.leader = others[0]?.name ?? world.leader;
      }
      return Promise.resolve();
    }),
    awaitCaughtUp: process.step(async (one, wait) => {
      const node = world.node(one);
      await until(world, wait, () => node.isCaughtUp ? undefined : "behind the leader");
    }),
  };
}

/** Runs a change to its end without faults. */
export async function runToEnd(world: World, options: ProcessOptions = {}) {
  const engine = startProcess(world, options);
  const result = await world.drive(engine.done);
  return { result, journal: engine.stored() };
}

/** Checks that every node has restarted once, runs and is schedulable. */
export function assertChangedOnce(world: World): void {
  deepEqual(
    world.nodes.map(({ name, boots, isCordoned, isReady }) => ({
      name,
      boots,
      isCordoned,
      isReady,
    })),
    world.nodes.map(({ name }) => ({ name, boots: 1, isCordoned: false, isReady: true })),
  );
}
