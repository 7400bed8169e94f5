/**
 * The services of a metal node: what starts them at boot, what they wait for, and which operations
 * their API allows. Those without a process in the sandbox change their states only.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import type { ServiceRegistry } from "../machine/mod.ts";
import { ServiceLog } from "../service_log.ts";
import type { NodeFacts } from "../types.ts";

/** Operations on services. */
export type ServiceOperation = "start" | "stop" | "restart";

/** A service that no process of the sandbox backs. */
interface ServicePlan {
  readonly id: string;
  /** Task of the boot that starts it. */
  readonly startedBy: string;
  readonly waitsFor?: string;
  readonly isHealthChecked?: boolean;
  readonly controlPlaneOnly?: boolean;
}

const NETWORK = "network";
const SERVICES: readonly ServicePlan[] = [
  { id: "udevd", startedBy: "startUdevd" },
  { id: "syslogd", startedBy: "startSyslogd", waitsFor: 'service "machined" to be "up"' },
  { id: "containerd", startedBy: "startContainerd" },
  {
    id: "dashboard",
    startedBy: "startDashboard",
    waitsFor: 'service "machined" to be "up"',
    isHealthChecked: false,
  },
  { id: "cri", startedBy: "startAllServices", waitsFor: NETWORK },
  {
    id: "trustd",
    startedBy: "startAllServices",
    waitsFor: `service "containerd" to be "up", time sync, ${NETWORK}`,
    controlPlaneOnly: true,
  },
  {
    id: "kubelet",
    startedBy: "startAllServices",
    waitsFor: `service "cri" to be "up", time sync, ${NETWORK}`,
  },
];

/** Services whose API allows operations; all others allow none. */
const OPERATIONS: Readonly<Record<string, readonly ServiceOperation[]>> = {
  kubelet: ["start", "restart"],
};

/** Services that keep running while an upgrade stops those with data on the disk. */
export const UPGRADE_SERVICES: readonly string[] = [
  ...["apid", "containerd", "dashboard", "machined", "syslogd"],
];

const MESSAGE = "Started; no process runs in the sandbox";

/** Reports whether clients may start, stop or restart a service. */
export function isOperationAllowed(id: string, operation: ServiceOperation): boolean {
  return OPERATIONS[id]?.includes(operation) ?? false;
}

/** The services of one boot that no process backs. */
export class NodeServices {
  readonly #node: NodeFacts;
  readonly #registry: ServiceRegistry;
  readonly #clock: Pick<Clock, "now">;

  constructor(node: NodeFacts, registry: ServiceRegistry, clock: Pick<Clock, "now">) {
    this.#node = node;
    this.#registry = registry;
    this.#clock = clock;
  }

  /** Starts the services of a boot task. */
  startAll(task: string): void {
    for (const { id, startedBy, controlPlaneOnly } of SERVICES) {
      const isPresent = !controlPlaneOnly || this.#node.type === "controlplane";
      if (startedBy === task && isPresent) this.start(id);
    }
  }

  /** Starts one service; no effect on services with a process. */
  start(id: string): void {
    const plan = SERVICES.find((service) => service.id === id);
    if (plan === undefined) return;
    this.#log(id, "started; no process runs in the sandbox");
    this.#registry.markStarted(id, MESSAGE, plan);
  }

  /** Stops one service; no effect unless it runs. */
  stop(id: string): void {
    if (this.#registry.get(id)?.state !== "Running") return;
    this.#log(id, "stopped");
    this.#registry.markStopped(id);
  }

  #log(id: string, text: string): void {
    const log = new ServiceLog(this.#node.folder, id, this.#clock);
    try {
      log.write(text);
    } finally {
      log[Symbol.dispose]();
    }
  }
}
