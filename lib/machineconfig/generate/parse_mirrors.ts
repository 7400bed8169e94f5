/**
 * Parses `--registry-mirror`.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { REDACTED } from "../../pki/redacted.ts";

/**
 * Parses values `host=URL` into URLs by host. The last one of a host wins.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function parseMirrors(texts: readonly string[]): Map<string, readonly string[]> {
  return new Map(texts.map((text) => {
    const [, host, url] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (host && url) return [host, [url]] as const;
    const problem = host === undefined
      ? 'no "="'
      : `no ${host === "" ? "registry before" : "URL after"} the "="`;
    // URLs may contain credentials.
    const shown = text.replace(/\/\/[^/]*@/, `//${REDACTED}@`);
    throw new OsctlError("usage", `invalid value "${shown}" for --registry-mirror: ${problem}`, {
      hint: "use registry=URL, such as docker.io=https://mirror.example.com",
    });
  }));
}
