/**
 * Every method of the node API by its path, and what is said to paths that are none.
 *
 * @module
 */
import { ClusterService } from "../../proto/cluster.ts";
import { State } from "../../proto/cosi.ts";
import { InspectService } from "../../proto/inspect.ts";
import { MachineService } from "../../proto/machine.ts";
import { SecurityService } from "../../proto/security.ts";
import { StorageService } from "../../proto/storage.ts";
import { TimeService } from "../../proto/time.ts";
import type { Direction } from "./proxy.ts";

const SERVICES: readonly Readonly<Record<string, Direction & { readonly path: string }>>[] = [
  MachineService,
  ClusterService,
  InspectService,
  SecurityService,
  State,
  StorageService,
  TimeService,
];

const METHODS: ReadonlyMap<string, Direction> = new Map(
  SERVICES.flatMap((service) => Object.values(service)).map((method) => [method.path, method]),
);

const SERVICE_NAMES = new Set([...METHODS.keys()].map((path) => path.split("/")[1]!));

/** How messages of a method flow; undefined for a path that is no method. */
export function directionOf(path: string): Direction | undefined {
  return METHODS.get(path);
}

/** What a node says to a call that it has nothing to answer with. */
export function unimplemented(path: string): string {
  const [, service = "", method = ""] = path.split("/");
  if (METHODS.has(path)) return `method ${method} not implemented`;
  if (SERVICE_NAMES.has(service)) return `unknown method ${method} for service ${service}`;
  return `unknown service ${service}`;
}
