/**
 * The methods of the node API by path.
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

/** Returns the streaming directions of a method; undefined for an unknown path. */
export function methodDirection(path: string): Direction | undefined {
  return METHODS.get(path);
}

/** Returns the status message of Talos nodes for a call without handler. */
export function unimplemented(path: string): string {
  const [, service = "", method = ""] = path.split("/");
  if (METHODS.has(path)) return `method ${method} not implemented`;
  if (SERVICE_NAMES.has(service)) return `unknown method ${method} for service ${service}`;
  return `unknown service ${service}`;
}
