/**
 * The methods of the node API by path.
 *
 * @module
 */
import { ClusterService } from "../../proto/cluster.ts";
import { State } from "../../proto/cosi.ts";
import { InspectService } from "../../proto/inspect.ts";
import { ImageService, LifecycleService, MachineService } from "../../proto/machine.ts";
import { SecurityService } from "../../proto/security.ts";
import { StorageService } from "../../proto/storage.ts";
import { TimeService } from "../../proto/time.ts";
import { hasOsMethod } from "../os_versions/mod.ts";
import type { Direction } from "./proxy.ts";

const SERVICES: readonly Readonly<Record<string, Direction & { readonly path: string }>>[] = [
  MachineService,
  ImageService,
  LifecycleService,
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

/** Returns the streaming directions of a method; undefined for an unknown path. */
export function methodDirection(path: string): Direction | undefined {
  return METHODS.get(path);
}

/** Returns the status message of a Talos node of version `tag` for a call without handler. */
export function unimplemented(path: string, tag: string): string {
  const [, service = "", method = ""] = path.split("/");
  const exists = (path: string) => METHODS.has(path) && hasOsMethod(path, tag);
  if (exists(path)) return `method ${method} not implemented`;
  const hasService = [...METHODS.keys()].some((other) =>
    other.startsWith(`/${service}/`) && exists(other)
  );
  return hasService
    ? `unknown method ${method} for service ${service}`
    : `unknown service ${service}`;
}
