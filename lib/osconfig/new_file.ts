/**
 * New client configuration files, written without a YAML library.
 *
 * @module
 */
import { yamlText } from "../yaml/write_scalar.ts";
import { encodeBase64 } from "./base64.ts";

/** A context and its credentials as PEM texts. */
export interface NewContext {
  readonly endpoints: readonly string[];
  readonly ca: string;
  readonly crt: string;
  readonly key: string;
}

/** The text of a client configuration with one context, which is the current one. */
export function newConfigText(name: string, context: NewContext): string {
  const { endpoints } = context;
  const list = endpoints.map((endpoint) => `            - ${yamlText(endpoint, { indent: 12 })}\n`);
  const lines = [
    `context: ${textOf(name)}\n`,
    "contexts:\n",
    `    ${yamlText(name, { indent: 4, isKey: true })}:\n`,
    ...(list.length === 0 ? ["        endpoints: []\n"] : ["        endpoints:\n", ...list]),
    ...(["ca", "crt", "key"] as const).map((key) =>
      `        ${key}: ${encodeBase64(context[key])}\n`
    ),
  ];
  return lines.join("");
}

function textOf(name: string): string {
  return name === "" ? '""' : yamlText(name, { indent: 4 });
}
