/**
 * Handlers of `Containers` and `Stats`. They list the services that Talos nodes run in containers.
 * All of them are part of this process, so each reports the usage of the whole process.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import { unknownError } from "../status_errors.ts";
import { type Binding, type NodeFacts, unary } from "../types.ts";
import { readOwnUsage } from "./own_usage.ts";
import type { ServiceRecord, ServiceRegistry } from "./service_registry.ts";

/** containerd namespaces of system services and of Kubernetes. */
const SYSTEM = "system";
const KUBERNETES = "k8s.io";

/** Services that Talos nodes run in containers. */
export const CONTAINER_SERVICES: readonly string[] = ["apid", "trustd"];

/** The filter of a request. */
interface ContainerFilter {
  readonly namespace?: string | null | undefined;
  readonly driver?: common.ContainerDriver | null | undefined;
}

/**
 * Returns the bindings of `Containers` and `Stats`. Sandbox nodes have no Kubernetes containers.
 */
export function containerBindings(registryOf: (node: NodeFacts) => ServiceRegistry): Binding[] {
  return [
    unary(MachineService.Containers, (filter, { node }) => {
      const containers = selectContainers(filter, registryOf(node)).map((service) => ({
        ...names(service),
        pid: Deno.pid,
        status: service.state === "Running" ? "RUNNING" : "STOPPED",
      }));
      return Promise.resolve(machine.ContainersResponse.create({ messages: [{ containers }] }));
    }),
    unary(MachineService.Stats, (filter, { node }) => {
      const running = selectContainers(filter, registryOf(node))
        .filter(({ state }) => state === "Running");
      const { memory, cpu } = readOwnUsage();
      const stats = running.map((service) => ({
        ...names(service),
        memoryUsage: memory,
        cpuUsage: cpu,
      }));
      return Promise.resolve(machine.StatsResponse.create({ messages: [{ stats }] }));
    }),
  ];
}

function names({ id }: ServiceRecord) {
  return { namespace: SYSTEM, id, podId: id, name: id };
}

/**
 * Returns the containers that a filter selects.
 *
 * @throws {StatusError} When the driver does not serve the namespace.
 */
function selectContainers(
  { namespace, driver }: ContainerFilter,
  services: ServiceRegistry,
): ServiceRecord[] {
  const { CONTAINERD, CRI } = common.ContainerDriver;
  const runtime = driver ?? CONTAINERD;
  if (runtime !== CONTAINERD && runtime !== CRI) {
    throw unknownError(`unsupported driver "${runtime}"`);
  }
  if (runtime === CRI && namespace !== KUBERNETES) {
    throw unknownError(`CRI supports namespace "${KUBERNETES}" only, not "${namespace ?? ""}"`);
  }
  if (namespace !== SYSTEM) return [];
  return services.list().filter(({ id }) => CONTAINER_SERVICES.includes(id));
}
