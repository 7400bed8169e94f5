/**
 * Resource types of the machine configuration and of META.
 *
 * @module
 */
import { encodeFields, STRING } from "../encode_fields.ts";
import { define, type Definition } from "./definition.ts";

/** A machine configuration; the spec is its text, as it was applied. */
export const MACHINE_CONFIG: Definition<string> = define<string>({
  name: "MachineConfigs.config",
  namespace: "config",
  sensitive: true,
  yaml: (text) => text,
  message: (text) => encodeFields({ yamlMarshalled: [1, STRING] }, { yamlMarshalled: text }),
});

/** The value of a META key. */
export interface MetaKey {
  value: string;
}

/** META keys; ids are hexadecimal, for example `0x0a`. */
export const META_KEY: Definition<MetaKey> = define<MetaKey>({
  name: "MetaKeys.runtime",
  namespace: "runtime",
  aliases: ["meta"],
  columns: [["Value", "{.value}"]],
  message: { value: [1, STRING] },
});
