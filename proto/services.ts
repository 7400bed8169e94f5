/**
 * All methods of all services, for servers and proxies. A client imports one service instead, which
 * loads less code.
 *
 * @module
 */
import { ClusterService } from "./cluster.ts";
import { State } from "./cosi.ts";
import { InspectService } from "./inspect.ts";
import { ImageService, LifecycleService, MachineService } from "./machine.ts";
import type { Method } from "./method.ts";
import { SecurityService } from "./security.ts";
import { StorageService } from "./storage.ts";
import { TimeService } from "./time.ts";

/** Methods by path, for example `/machine.MachineService/Version`. */
export const methods: ReadonlyMap<string, Method<unknown, unknown>> = new Map(
  [
    MachineService,
    ImageService,
    LifecycleService,
    State,
    ClusterService,
    StorageService,
    TimeService,
    InspectService,
    SecurityService,
  ].flatMap((service) => Object.values<Method<unknown, unknown>>(service))
    .map((method) => [method.path, method]),
);
