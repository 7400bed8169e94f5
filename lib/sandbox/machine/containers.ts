/**
 * `Containers` and `Stats`: a node's own services as the containers they are on other nodes. They
 * are all parts of this one program, so each tells what the whole program uses.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import { type Binding, type NodeFacts, unary } from "../types.ts";
import { ownUsage } from "./own_usage.ts";
import { failed } from "./refusal.ts";
import type { ServiceRecord, ServiceRegistry } from "./services.ts";

/** Where nodes keep the containers of their own services, and those of Kubernetes. */
const SYSTEM = "system";
const KUBERNETES = "k8s.io";

/** The services that run in containers; the others are programs of the node itself. */
const CONTAINED = ["apid", "trustd"];

/** Which containers are wanted. */
interface Wish {
  readonly namespace?: string | null | undefined;
  readonly driver?: common.ContainerDriver | null | undefined;
}

/** Answers for the containers of a node. Of Kubernetes it has none. */
export function containerBindings(books: (node: NodeFacts) => ServiceRegistry): Binding[] {
  return [
    unary(MachineService.Containers, (wish, { node }) => {
      const containers = contained(wish, books(node)).map((service) => ({
        ...names(service),
        pid: Deno.pid,
        status: service.state === "Running" ? "RUNNING" : "STOPPED",
      }));
      return Promise.resolve(machine.ContainersResponse.create({ messages: [{ containers }] }));
    }),
    unary(MachineService.Stats, (wish, { node }) => {
      const running = contained(wish, books(node)).filter(({ state }) => state === "Running");
      const { memory, cpu } = ownUsage();
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

/** @throws {StatusError} when no container runtime answers for the namespace. */
function contained({ namespace, driver }: Wish, book: ServiceRegistry): ServiceRecord[] {
  const { CONTAINERD, CRI } = common.ContainerDriver;
  const asked = driver ?? CONTAINERD;
  if (asked !== CONTAINERD && asked !== CRI) throw failed(`unsupported driver "${asked}"`);
  if (asked === CRI && namespace !== KUBERNETES) {
    throw failed(`CRI looks after namespace "${KUBERNETES}" only, not "${namespace ?? ""}"`);
  }
  if (namespace !== SYSTEM) return [];
  return book.list().filter(({ id }) => CONTAINED.includes(id));
}
