/**
 * The services of a node, as they are.
 *
 * @module
 */
import type { ServiceRegistry } from "../../machine/mod.ts";
import { type Controller, wanted } from "../controller.ts";
import { SERVICE } from "../definitions/runtime.ts";

/** Tells of every service that runs; one that does not has no resource. */
export function serviceController(services: ServiceRegistry): Controller {
  return {
    name: "v1alpha1.ServiceController",
    inputs: [],
    outputs: [{ definition: SERVICE, kind: "exclusive" }],
    refresh: { kind: "push", listen: (changed) => services.onChange(changed) },
    run: () =>
      services.list().filter(({ state }) => state === "Running").map(({ id, health }) =>
        wanted(SERVICE, id, {
          running: true,
          healthy: health.healthy,
          unknown: health.unknown,
        })
      ),
  };
}
