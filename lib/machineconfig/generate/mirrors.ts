/**
 * Mirrors of registries as `--registry-mirror` takes them.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { REDACTED } from "../../pki/secrets_bundle.ts";

/**
 * The URLs by host, of texts `host=URL`. The last one for a host counts.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function parseMirrors(texts: readonly string[]): Map<string, readonly string[]> {
  return new Map(texts.map((text) => {
    const [, host, url] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (host && url) return [host, [url]] as const;
    const lacking = host === undefined
      ? 'no "="'
      : `no ${host === "" ? "registry before" : "URL behind"} the "="`;
    // A URL may tell how to log in.
    const shown = text.replace(/\/\/[^/]*@/, `//${REDACTED}@`);
    throw new OsctlError("usage", `--registry-mirror "${shown}" has ${lacking}`, {
      hint: "give a registry and a URL, like docker.io=https://mirror.example.com",
    });
  }));
}
