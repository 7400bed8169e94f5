/**
 * Resource types of the machine configuration and of META.
 *
 * @module
 */
import { yamlText } from "../../../yaml/write_scalar.ts";
import { encodeFields, STRING } from "../encode_fields.ts";
import { define, type Definition } from "./definition.ts";

const MACHINE_CONFIG_ROW = {
  name: "MachineConfigs.config",
  namespace: "config",
  sensitive: true,
  message: (text: string) =>
    encodeFields({ yamlMarshalled: [1, STRING] }, { yamlMarshalled: text }),
} as const;

/** A machine configuration; the spec is its text, as it was applied. */
export const MACHINE_CONFIG: Definition<string> = define<string>({
  ...MACHINE_CONFIG_ROW,
  yaml: (text) => text,
});

/** The same as nodes from v1.12 on send it: the spec is a YAML string. */
export const TEXT_MACHINE_CONFIG: Definition<string> = define<string>({
  ...MACHINE_CONFIG_ROW,
  yaml: (text) => `${yamlText(text, { indent: 4 })}\n`,
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
