/**
 * Mirrors of registries as `--registry-mirror` takes them.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";

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
    throw new OsctlError("usage", `--registry-mirror "${text}" has ${lacking}`, {
      hint: "give a registry and a URL, like docker.io=https://mirror.example.com",
    });
  }));
}
