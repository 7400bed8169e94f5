/**
 * New client configuration files.
 *
 * @module
 */
import { writeYaml } from "../yaml/write.ts";
import { encodeBase64 } from "./base64.ts";

/** A context and its credentials as PEM texts. */
export interface NewContext {
  readonly endpoints: readonly string[];
  readonly ca: string;
  readonly crt: string;
  readonly key: string;
}

/** Returns the text of a client configuration with one context, which is the current one. */
export function newConfigText(name: string, { endpoints, ca, crt, key }: NewContext): string {
  const context = {
    endpoints,
    ca: encodeBase64(ca),
    crt: encodeBase64(crt),
    key: encodeBase64(key),
  };
  return writeYaml({ context: name, contexts: { [name]: context } });
}
