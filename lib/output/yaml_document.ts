/**
 * A value as a YAML document. The library is imported statically here, and this module lazily by
 * those who need it: the bundler cannot give the names of a CommonJS library that is itself imported
 * lazily.
 *
 * @module
 */
import { stringify } from "yaml";

/** The document, with a line break at its end. What occurs twice is written twice. */
export function yamlDocument(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}
