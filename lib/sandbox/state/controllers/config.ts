/**
 * The machine configuration and the META keys of a node.
 *
 * @module
 */
import { DOMAIN } from "../../../distribution.ts";
import { hasOsFeature } from "../../../os_versions/mod.ts";
import type { LiveValue } from "../../live_value.ts";
import { type Controller, desired, type DesiredResource } from "../controller.ts";
import { MACHINE_CONFIG, META_KEY, TEXT_MACHINE_CONFIG } from "../definitions/config.ts";
import type { LiveNode } from "./controller_options.ts";

/** Id of the active machine configuration. */
const ACTIVE_ID = "v1alpha1";
/** Id of the stored machine configuration. */
const STORED_ID = "persistent";

/** Marks specs that are YAML strings. */
const TEXT_ANNOTATION = { [`${DOMAIN}/yaml-spec`]: "1" };

/** Returns the controllers of the machine configuration and of META. */
export function configControllers({ version, config, stored, meta }: LiveNode): Controller[] {
  const toResource = (id: string, text: string | undefined): DesiredResource[] => {
    if (text === undefined) return [];
    if (!hasOsFeature("yamlTextSpec", version)) return [desired(MACHINE_CONFIG, id, text)];
    return [{ ...desired(TEXT_MACHINE_CONFIG, id, text), annotations: TEXT_ANNOTATION }];
  };
  return [
    {
      name: "config.AcquireController",
      inputs: [],
      outputs: [{ definition: MACHINE_CONFIG, kind: "exclusive" }],
      // The runtime of a node writes the resource itself.
      owner: "",
      refresh: {
        kind: "push",
        listen(changed) {
          const ends = [config.onChange(changed), stored.onChange(changed)];
          return () => ends.forEach((end) => end());
        },
      },
      run: () => [
        ...toResource(ACTIVE_ID, config.value?.text),
        ...hasOsFeature("persistentConfig", version) ? toResource(STORED_ID, stored.value) : [],
      ],
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
