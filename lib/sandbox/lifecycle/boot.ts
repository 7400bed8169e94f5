/**
 * A boot of a machine, and what a machine needs to boot and to run sequences.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import type { PemPair } from "../../pki/mod.ts";
import type { EventLog } from "../events/mod.ts";
import type { History } from "../history.ts";
import type { ServiceRegistry } from "../machine/mod.ts";
import type { SandboxNode } from "../node.ts";
import type { NodeFaults } from "../node_faults.ts";
import type { LiveNode } from "../state/mod.ts";
import type { NodeFacts, NodePlatform } from "../types.ts";
import type { MachineConfig } from "../configuration/machine_config.ts";
import type { NodeServices } from "./node_services.ts";
import type { NodeStorage } from "./node_storage.ts";
import type { PhasePlan, SequenceName } from "./sequences.ts";

/** One boot of a machine. */
export interface Boot {
  readonly facts: NodeFacts;
  /** The kernel's boot id, a UUID. */
  readonly id: string;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly version: string;
  readonly services: ServiceRegistry;
  /** Whether its static pods crash while the fault rule remains with which it started. */
  readonly crashesStaticPods: boolean;
  /** Services without a process. */
  readonly nodeServices: NodeServices;
  readonly events: EventLog;
  readonly live: LiveNode;
  readonly node: SandboxNode;
  /** The active configuration; undefined in maintenance mode. */
  config: MachineConfig | undefined;
  /** The configuration with which the kubelet started; undefined while it does not run. */
  readonly kubelet: MachineConfig | undefined;
  /** Issuing authority of the node API; undefined on workers and in maintenance mode. */
  readonly issuer: PemPair | undefined;
  /** Publishes the machine status as an event. */
  publishStatus(): void;
  /** Starts etcd on a control plane. */
  startEtcd(): Promise<void> | void;
}

/** The power switch of a dedicated machine or container. */
export interface PowerSwitch {
  /** Restarts it after the node stopped. Without it, the node boots again in this process. */
  reboot?(): void;
  /** Turns it off after the node stopped. */
  off(): void;
}

/** Options of a machine. */
export interface MachineOptions {
  readonly name: string;
  readonly mode: NodePlatform["mode"];
  /** Without it, power cycles are simulated in this process. */
  readonly power?: PowerSwitch;
  readonly storage: NodeStorage;
  readonly clock: Clock;
  /** The fault rules of the node. */
  readonly faults: NodeFaults;
  readonly history: Pick<History, "record">;
  /** Creates a boot from the storage, without starting it. */
  readonly createBoot: () => Promise<Boot>;
  /** Called when the services of a boot have started, and when the machine is off. */
  readonly onPowerChange: () => Promise<void> | void;
  /** Evicts the pods of the node. */
  readonly drain: (signal: AbortSignal) => Promise<void>;
  /** Called when a boot listens. */
  readonly onListening: () => void;
  /** Time of a restart of the kubelet, milliseconds; default 1000. */
  readonly kubeletRestartMs?: number | undefined;
  /** Called with internal errors. */
  readonly report: (error: unknown, where: string) => void;
}

/** A sequence to run on the active boot. */
export interface SequenceRequest {
  readonly sequence: SequenceName;
  readonly phases: readonly PhasePlan[];
  /** Id of the client's action; empty without one. */
  readonly actorId?: string;
  /** Cancels any running sequence. */
  readonly takeover?: boolean;
  /** Effects of tasks of this sequence, in addition to the built-in ones. */
  readonly effects?: Readonly<Record<string, () => Promise<void> | void>>;
}
