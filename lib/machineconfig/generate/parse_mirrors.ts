/**
 * Parses `--registry-mirror`.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { REDACTED } from "../../pki/redacted.ts";
import { type Contract, hasFeature } from "./contract.ts";

/**
 * Parses values `host=URL` into URLs by host.
 *
 * @param contract Until v1.11 the last URL of a host is used, from v1.12 on all of them.
 * @throws {OsctlError} of kind `usage`.
 */
export function parseMirrors(
  texts: readonly string[],
  contract: Contract,
): Map<string, readonly string[]> {
  const hasSeveral = hasFeature("networkDocuments", contract);
  const mirrors = new Map<string, readonly string[]>();
  for (const text of texts) {
    const [host, url] = parseMirror(text);
    mirrors.set(host, [...hasSeveral ? mirrors.get(host) ?? [] : [], url]);
  }
  return mirrors;
}

function parseMirror(text: string): readonly [host: string, url: string] {
  const [, host, url] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (host && url) return [host, url];
  const problem = host === undefined
    ? 'no "="'
    : `no ${host === "" ? "registry before" : "URL after"} the "="`;
  // URLs may contain credentials.
  const shown = text.replace(/\/\/[^/]*@/, `//${REDACTED}@`);
  throw new OsctlError("usage", `invalid value "${shown}" for --registry-mirror: ${problem}`, {
    hint: "use registry=URL, such as docker.io=https://mirror.example.com",
  });
}
