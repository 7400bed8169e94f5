/**
 * The machine configuration and the META keys of a node.
 *
 * @module
 */
import type { LiveValue } from "../../live_value.ts";
import { type Controller, desired } from "../controller.ts";
import { MACHINE_CONFIG, META_KEY } from "../definitions/config.ts";
import type { LiveNode } from "./controller_options.ts";

/** Id of the active machine configuration. */
const ACTIVE_ID = "v1alpha1";

/** Returns the controllers of the machine configuration and of META. */
export function configControllers({ config, meta }: LiveNode): Controller[] {
  return [
    {
      name: "config.AcquireController",
      inputs: [],
      outputs: [{ definition: MACHINE_CONFIG, kind: "exclusive" }],
      // The runtime of a node writes the resource itself.
      owner: "",
      refresh: onChangeOf(config),
      run: () =>
        config.value === undefined ? [] : [desired(MACHINE_CONFIG, ACTIVE_ID, config.value.text)],
    },
    {
      name: "runtime.MetaController",
      inputs: [],
      outputs: [{ definition: META_KEY, kind: "exclusive" }],
      refresh: onChangeOf(meta),
      run: () => Object.entries(meta.value).map(([id, value]) => desired(META_KEY, id, { value })),
    },
  ];
}

/** Returns the refresh of a controller that runs after each change of a value. */
export function onChangeOf(value: LiveValue<unknown>): Controller["refresh"] {
  return { kind: "push", listen: (changed) => value.onChange(changed) };
}
