/**
 * Specs as YAML, as nodes write them.
 *
 * @module
 */
import { RawScalar, writeYaml, type YamlValue } from "../../yaml/write.ts";

export type { YamlValue };

/** A decimal number; without a fraction, 2 is written `2` and 1e21 `1e+21`. */
export class Decimal extends RawScalar {
  constructor(value: number) {
    super(decimalText(value), value);
  }
}

/** Go's shortest form: exponents below 1e-4 and from 1e21. */
function decimalText(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e21)) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}

/** Writes a spec. */
export function yamlText(value: YamlValue): string {
  return writeYaml(value);
}
