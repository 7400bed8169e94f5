/**
 * Bindings of sandbox nodes that perform reboots, shutdowns, resets and upgrades by a script: events,
 * loss of the connections, a new boot ID.
 *
 * @module
 */
import { cosi, State } from "../../proto/cosi.ts";
import { common } from "../../proto/common.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { StatusError } from "../../lib/rpc/status.ts";
import { type Binding, type NodeFacts, stream, unary } from "../../lib/sandbox/types.ts";
import type { Sandbox } from "./sandbox.ts";

const { MachineStage } = machine.MachineStatusEvent;

/** State of one scripted node. */
export interface NodeState {
  bootId: string;
  nodeId: string;
  stage: string;
  ready: boolean;
}

/** What a script may do with its node. */
export interface Script {
  readonly node: NodeFacts;
  readonly actor: string;
  readonly state: NodeState;
  publish: ReturnType<Sandbox["cluster"]["eventsOf"]>["publish"];
  /** Publishes a task of the action. */
  task(name: string): void;
  /** Stops or starts the listener. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Starts again with a new boot ID, not ready yet. */
  boot(): Promise<void>;
  /** Runs and is ready. */
  ready(): void;
}

/** Milliseconds as a promise. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Stops all services, drops the connections, and boots. */
export async function restart(script: Script): Promise<void> {
  script.publish("SequenceEvent", { sequence: "reboot", action: 1 }, script.actor);
  script.publish("PhaseEvent", { phase: "stopEverything", action: 0 }, script.actor);
  script.task("stopAllServices");
  await pause(30);
  await script.down();
  await pause(50);
  await script.boot();
  await pause(50);
  script.ready();
}

/** Nodes whose actions run a script. */
export class RestartingNodes {
  /** Recorded requests: `Reboot <node> <request as JSON>`. */
  readonly calls: string[] = [];
  /** Runs after the acknowledgement. */
  script: (script: Script) => Promise<void> = restart;
  /** Thrown instead of the acknowledgement. */
  refusal: StatusError | undefined;
  /** Awaited before the acknowledgement. */
  beforeAck: (() => Promise<void>) | undefined;
  /** Whether boot IDs cannot be read. */
  hidesBootId = false;
  /** YAML specs of the listed extensions. */
  extensions: string[] = [];
  #sandbox: Sandbox | undefined;
  readonly #states = new Map<string, NodeState>();
  readonly #down = new Set<string>();
  readonly #running: Promise<void>[] = [];
  #actors = 0;
  #boots = 0;

  /** Connects the scripts with a running sandbox. */
  attach(sandbox: Sandbox): void {
    this.#sandbox = sandbox;
  }

  /** Resolves when all scripts have ended. */
  async waitForScripts(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Starts the listeners of all nodes again. */
  async reviveAll(): Promise<void> {
    await this.waitForScripts();
    this.#down.clear();
    await this.#applyDown();
  }

  stateOf({ name }: Pick<NodeFacts, "name">): NodeState {
    return this.#states.getOrInsertComputed(name, () => ({
      bootId: `boot-${++this.#boots}`,
      nodeId: `id-of-${name}`,
      stage: "running",
      ready: true,
    }));
  }

  get bindings(): Binding[] {
    const performAction =
      (name: string) => async (request: unknown, { node }: { node: NodeFacts }) => {
        // Without zero values, which are not on the wire.
        const fields = JSON.stringify(request, (_, value) => value || undefined);
        this.calls.push(`${name} ${node.name} ${fields}`);
        await this.beforeAck?.();
        if (this.refusal !== undefined) throw this.refusal;
        const actorId = `actor-${++this.#actors}`;
        this.#running.push(pause(20).then(() => this.script(this.#scriptOf(node, actorId))));
        return { messages: [{ actorId, ack: "Upgrade request received" }] };
      };
    return [
      { method: MachineService.Reboot, handler: performAction("Reboot") },
      { method: MachineService.Shutdown, handler: performAction("Shutdown") },
      { method: MachineService.Reset, handler: performAction("Reset") },
      { method: MachineService.Upgrade, handler: performAction("Upgrade") },
      stream(MachineService.Dmesg, (request, { node }) => this.#kernelLog(node, request)),
      stream(MachineService.Read, (_, { node }) => this.#read(node)),
      unary(State.Get, (request, { node }) => Promise.resolve(this.#get(request, node))),
      stream(State.List, () => this.#list()),
    ];
  }

  #scriptOf(node: NodeFacts, actor: string): Script {
    const { cluster } = this.#sandbox!;
    const state = this.stateOf(node);
    const log = cluster.eventsOf(node);
    const publish = log.publish.bind(log);
    const move = async (isDown: boolean) => {
      if (isDown) this.#down.add(node.name);
      else this.#down.delete(node.name);
      await this.#applyDown();
    };
    const status = (stage: machine.MachineStatusEvent.MachineStage, ready: boolean) =>
      publish("MachineStatusEvent", { stage, status: { ready, unmetConditions: [] } });
    return {
      node,
      actor,
      state,
      publish,
      task: (task) => publish("TaskEvent", { task, action: 0 }, actor),
      down: () => move(true),
      up: () => move(false),
      boot: async () => {
        Object.assign(state, { bootId: `boot-${++this.#boots}`, stage: "booting", ready: false });
        await move(false);
        publish("SequenceEvent", { sequence: "boot", action: 1 });
        status(MachineStage.BOOTING, false);
      },
      ready: () => {
        Object.assign(state, { stage: "running", ready: true });
        status(MachineStage.RUNNING, true);
      },
    };
  }

  async #applyDown(): Promise<void> {
    const { cluster } = this.#sandbox!;
    cluster.faults.set(
      [...this.#down].map((name) => ({ id: name, action: "down", node: name, method: "*" })),
    );
    await cluster.applyFaults();
  }

  async *#kernelLog(
    node: NodeFacts,
    { follow, tail }: machine.IDmesgRequest,
  ): AsyncGenerator<common.Data> {
    await Promise.resolve();
    const bytes = new TextEncoder().encode(`kern: ${node.name} follow ${follow} tail ${tail}\n`);
    yield common.Data.create({ bytes });
  }

  async *#read(node: NodeFacts): AsyncGenerator<common.Data> {
    await Promise.resolve();
    if (this.hidesBootId) throw new StatusError(7, "not authorized");
    const bytes = new TextEncoder().encode(`${this.stateOf(node).bootId}\n`);
    yield common.Data.create({ bytes });
  }

  #get({ type }: cosi.resource.IGetRequest, node: NodeFacts): cosi.resource.GetResponse {
    const { nodeId, stage, ready } = this.stateOf(node);
    const unmet = ready ? "[]" : "[{name: services, reason: not ready}]";
    const yamlSpec = type?.startsWith("Identities.")
      ? `nodeId: ${nodeId}\n`
      : type?.startsWith("MachineTypes.")
      ? `${node.type}\n`
      : `stage: ${stage}\nstatus: {ready: ${ready}, unmetConditions: ${unmet}}\n`;
    return cosi.resource.GetResponse.create({ resource: { metadata: {}, spec: { yamlSpec } } });
  }

  async *#list(): AsyncGenerator<cosi.resource.ListResponse> {
    await Promise.resolve();
    for (const yamlSpec of this.extensions) {
      yield cosi.resource.ListResponse.create({ resource: { metadata: {}, spec: { yamlSpec } } });
    }
  }
}
