/**
 * The services of a node.
 *
 * @module
 */
import type { ServiceRegistry } from "../../machine/mod.ts";
import { type Controller, desired } from "../controller.ts";
import { SERVICE } from "../definitions/runtime.ts";

/** Returns the controller of services. Only running services have a resource. */
export function serviceController(services: ServiceRegistry): Controller {
  return {
    name: "v1alpha1.ServiceController",
    inputs: [],
    outputs: [{ definition: SERVICE, kind: "exclusive" }],
    refresh: { kind: "push", listen: (changed) => services.onChange(changed) },
    run: () =>
      services.list().filter(({ state }) => state === "Running").map(({ id, health }) =>
        desired(SERVICE, id, {
          running: true,
          healthy: health.healthy,
          unknown: health.unknown,
        })
      ),
  };
}
