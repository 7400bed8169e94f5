/**
 * A machine of the sandbox: its storage outlives boots; each boot has its own services, events,
 * resources and server.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import { common } from "../../../proto/common.ts";
import { machine } from "../../../proto/machine.ts";
import { runSequence } from "../events/mod.ts";
import type { History } from "../history.ts";
import type { NodeFaults } from "../node_faults.ts";
import type { MachineStage } from "../state/definitions/runtime.ts";
import type { NodePlatform } from "../types.ts";
import type { Boot, MachineOptions, SequenceRequest } from "./boot.ts";
import { mustRestartKubelet } from "./kubelet_inputs.ts";
import type { MachineConfig } from "../configuration/machine_config.ts";
import { UPGRADE_SERVICES } from "./node_services.ts";
import type { NodeStorage } from "./node_storage.ts";
import {
  BOOT,
  BOOT_MS,
  containerPhases,
  INITIALIZE,
  type PhasePlan,
  POWER_CYCLE_MS,
  type SequenceName,
  TAKES_OVER,
  TASK_MS,
} from "./sequences.ts";

interface RunningSequence {
  readonly sequence: SequenceName;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

const STAGES: Readonly<Partial<Record<SequenceName, MachineStage>>> = {
  install: "installing",
  reboot: "rebooting",
  shutdown: "shutting down",
  reset: "resetting",
  upgrade: "upgrading",
  stageUpgrade: "upgrading",
  maintenanceUpgrade: "upgrading",
};

/** Default time of a restart of the kubelet, milliseconds. */
const KUBELET_RESTART_MS = 1000;

/** Time for the response before the server of the node API restarts, milliseconds. */
const RESTART_MS = 50;

/** A machine, on or off. */
export class Machine {
  readonly name: string;
  readonly mode: NodePlatform["mode"];
  readonly storage: NodeStorage;
  readonly #options: MachineOptions;
  readonly #stopping = new AbortController();
  #boot: Boot | undefined;
  #isOn = false;
  #running: RunningSequence | undefined;
  #cancelRollback: (() => void) | undefined;

  constructor(options: MachineOptions) {
    this.name = options.name;
    this.mode = options.mode;
    this.storage = options.storage;
    this.#options = options;
  }

  /** The active boot, or the last one while the machine is off. */
  get boot(): Boot {
    if (this.#boot === undefined) throw new RangeError(`Machine "${this.name}" never booted`);
    return this.#boot;
  }

  /** The fault rules of the node. */
  get faults(): NodeFaults {
    return this.#options.faults;
  }

  /** Appends an entry about this node to the history of the cluster. */
  get history(): Pick<History, "record"> {
    return this.#options.history;
  }

  /** Whether a boot was created. */
  get hasBoot(): boolean {
    return this.#boot !== undefined;
  }

  /** Whether the machine is on. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Creates the next boot without starting it, so that its facts are known. */
  async prepare(): Promise<void> {
    this.#boot = await this.#options.createBoot();
  }

  /**
   * Boots the machine.
   *
   * @param ms duration of the boot, milliseconds.
   * @throws When the address is in use.
   */
  async powerOn(ms = 0): Promise<void> {
    await this.prepare();
    await this.start(ms);
  }

  /**
   * Starts the prepared boot. Resolves when the boot is complete, or waits for the bootstrap of etcd:
   * then it stays the running sequence until etcd runs.
   */
  async start(ms = 0): Promise<void> {
    const boot = this.boot;
    this.#isOn = true;
    boot.node.logStart();
    const { id: bootId, version } = boot;
    this.history.record({ event: "boot", node: this.name, bootId, version });
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, this.#stopping.signal]);
    const waiting = Promise.withResolvers<void>();
    const booting = this.#bootUp(boot, ms, signal, waiting.resolve);
    await Promise.race([booting, waiting.promise]);
    if (boot.live.stage.value !== "booting") return;
    const done = booting.catch((error) => {
      if (!signal.aborted) this.#options.report(error, `boot of ${this.name}`);
    });
    this.#setRunning({ sequence: "boot", abort, done });
  }

  async #bootUp(
    boot: Boot,
    ms: number,
    signal: AbortSignal,
    onWaiting: () => void,
  ): Promise<void> {
    const effects: Record<string, () => Promise<void> | void> = {
      startMachined: () => boot.services.markStarted("machined", "Serving the sandbox node"),
      startAllServices: async () => {
        await this.#listen(boot);
        await boot.startEtcd();
        await this.#options.onPowerChange();
        const { services } = boot;
        if (services.get("etcd") === undefined || services.get("etcd")?.state === "Running") return;
        this.#options.onListening();
        onWaiting();
        await services.whenRunning("etcd", signal);
      },
    };
    const startTask = async (task: string) => {
      if (task === "startAllServices") await sleep(this.#options.clock, ms, signal);
      boot.nodeServices.startAll(task);
      await effects[task]?.();
    };
    const run = (sequence: SequenceName, phases: readonly PhasePlan[]) =>
      runSequence(
        boot.events,
        sequence,
        (this.mode === "container" ? containerPhases(phases) : phases).map(([phase, ...tasks]) => [
          phase,
          ...tasks.map((task) => [task, () => startTask(task)] as const),
        ]),
      );
    boot.live.stage.set("booting");
    boot.publishStatus();
    await run("initialize", INITIALIZE);
    if (boot.config === undefined) {
      await boot.node.applyFaults();
      boot.live.stage.set("maintenance");
    } else {
      await run("install", []);
      await run("boot", BOOT);
      const { name: hostname, address } = boot.facts;
      boot.events.publish("AddressEvent", { hostname, addresses: [address] });
      boot.live.stage.set("running");
    }
    boot.publishStatus();
    this.#options.onListening();
  }

  async #listen({ node, services, facts }: Boot): Promise<void> {
    await node.applyFaults();
    services.markStarted("apid", `Listening on ${facts.address}:${facts.port}`, {
      waitsFor: 'service "containerd" to be "up", api certificates',
    });
  }

  /** Brings the listener into the state that the fault rules require. */
  async applyFaults(): Promise<void> {
    if (this.#isOn) await this.boot.node.applyFaults();
  }

  /** Reports whether {@linkcode Machine.run} would start a sequence. */
  canRun(sequence: SequenceName): boolean {
    const running = this.#running;
    return running === undefined || (TAKES_OVER[sequence] ?? []).includes(running.sequence);
  }

  /**
   * Starts a sequence and returns at once. Publishes an error event instead when another sequence
   * runs that it may not cancel.
   */
  run(request: SequenceRequest): void {
    const { sequence, takeover = false } = request;
    const running = this.#running;
    const boot = this.boot;
    if (running !== undefined) {
      if (!takeover && !this.canRun(sequence)) {
        boot.events.publish("SequenceEvent", {
          sequence,
          action: machine.SequenceEvent.Action.NOOP,
          error: { code: common.Code.LOCKED, message: "sequence not started: locked" },
        });
        return;
      }
      running.abort.abort();
    }
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, this.#stopping.signal]);
    const play = async () => {
      await running?.done;
      try {
        await this.#play(boot, request, signal);
      } catch (error) {
        if (!signal.aborted) this.#options.report(error, `${sequence} of ${this.name}`);
      }
    };
    this.#setRunning({ sequence, abort, done: play() });
  }

  #setRunning(started: RunningSequence): void {
    this.#running = started;
    started.done.finally(() => {
      if (this.#running === started) this.#running = undefined;
    });
  }

  async #play(
    boot: Boot,
    { sequence, phases, actorId = "", effects = {} }: SequenceRequest,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    const { clock } = this.#options;
    const runTask = async (task: string) => {
      await effects[task]?.();
      if (task === "cordonAndDrainNode") await this.#options.drain(signal);
      if (task === "stopServicesForUpgrade") this.#stopServices(boot, UPGRADE_SERVICES);
      if (task === "stopAllServices") this.#stopServices(boot, ["machined"]);
      await sleep(clock, TASK_MS[task] ?? 0, signal);
      if (task === "stopAllServices") await this.#powerOff(boot, sequence);
    };
    const stage = STAGES[sequence];
    const run = runSequence(
      boot.events,
      sequence,
      phases.map(([phase, ...tasks]) => [
        phase,
        ...tasks.map((task) => [task, () => runTask(task)] as const),
      ]),
      actorId,
      () => {
        if (stage === undefined) return;
        boot.live.stage.set(stage);
        boot.publishStatus();
      },
    );
    try {
      await run;
    } catch (error) {
      if (signal.aborted || this.mode === "container") throw error;
      const reason = error instanceof Error ? error.message : error;
      boot.node.log(`fatal sequencer error in "${sequence}" sequence: ${reason}`);
      await this.#recover(boot, sequence);
      return;
    }
    const ends = (name: string) => phases.some(([, ...tasks]) => tasks.includes(name));
    const { power } = this.#options;
    if (ends("shutdown")) power?.off();
    if (!ends("reboot")) return;
    if (power?.reboot !== undefined) return power.reboot();
    await this.#cyclePower(boot);
  }

  /** Reboots into the version that ran, as a node does after a failed sequence. */
  async #recover(boot: Boot, sequence: SequenceName): Promise<void> {
    await this.storage.revertTo(boot.version);
    if (this.#isOn) {
      this.#stopServices(boot, ["machined"]);
      await this.#powerOff(boot, sequence);
    }
    await this.#cyclePower(boot);
  }

  async #cyclePower({ version }: Boot): Promise<void> {
    const { clock, faults } = this.#options;
    const { signal } = this.#stopping;
    await sleep(clock, POWER_CYCLE_MS, signal);
    await faults.whenCleared("no-boot", signal);
    if (faults.has("old-version")) await this.storage.revertTo(version);
    await this.powerOn(BOOT_MS + faults.delayMs("slow-boot"));
  }

  /** Boots again into the stored configuration without a power cycle, as a container does. */
  continueBoot(): void {
    const restart = async () => {
      await sleep(this.#options.clock, RESTART_MS, this.#stopping.signal);
      await this.#powerOff(this.boot, "boot");
      await this.powerOn();
    };
    restart().catch((error) => {
      if (!this.#stopping.signal.aborted) this.#options.report(error, `boot of ${this.name}`);
    });
  }

  #stopServices({ services }: Boot, except: readonly string[]): void {
    for (const { id } of services.list()) if (!except.includes(id)) services.markStopped(id);
  }

  async #powerOff({ node }: Boot, sequence: SequenceName): Promise<void> {
    this.cancelRollback();
    this.#isOn = false;
    this.history.record({ event: "off", node: this.name, sequence });
    await this.#options.onPowerChange();
    await node.stop();
  }

  /** Restarts the server of the node API after the response to the call that requested it. */
  restartApid(): void {
    const boot = this.boot;
    const restart = async () => {
      await sleep(this.#options.clock, RESTART_MS, this.#stopping.signal);
      if (!this.#isOn || this.#boot !== boot) return;
      boot.services.markStopped("apid");
      await boot.node.closeListener();
      await this.#listen(boot);
    };
    restart().catch((error) => {
      if (!this.#stopping.signal.aborted) this.#options.report(error, "restart of apid");
    });
  }

  /** Calls `rollback` after `ms` milliseconds unless canceled or the machine stops. */
  rollbackAfter(ms: number, rollback: () => void): void {
    this.cancelRollback();
    this.#cancelRollback = this.#options.clock.after(ms, () => {
      this.#cancelRollback = undefined;
      rollback();
    });
  }

  /** Cancels the pending rollback of a configuration. */
  cancelRollback(): void {
    this.#cancelRollback?.();
    this.#cancelRollback = undefined;
  }

  /** Activates a configuration on the active boot; restarts the kubelet when it concerns it. */
  activate(config: MachineConfig): void {
    const { boot } = this;
    boot.config = config;
    boot.live.config.set(config);
    const { kubelet } = boot;
    if (kubelet !== undefined && mustRestartKubelet(kubelet.documents, config.documents)) {
      this.#restartKubelet(boot);
    }
  }

  #restartKubelet(boot: Boot): void {
    const { clock, kubeletRestartMs = KUBELET_RESTART_MS, report } = this.#options;
    const start = async () => {
      await sleep(clock, kubeletRestartMs, this.#stopping.signal);
      const isActive = this.#isOn && this.#boot === boot && boot.live.stage.value === "running";
      if (isActive && boot.kubelet === undefined) boot.nodeServices.start("kubelet");
    };
    boot.nodeServices.stop("kubelet");
    start().catch((error) => {
      if (!this.#stopping.signal.aborted) report(error, `restart of the kubelet of ${this.name}`);
    });
  }

  /** Stops the machine permanently, in the middle of a sequence if one runs. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.done;
    if (this.#isOn) await this.#powerOff(this.boot, "shutdown");
  }
}
