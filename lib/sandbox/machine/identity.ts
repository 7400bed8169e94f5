/**
 * `Version` and `Hostname`: what the node says it is.
 *
 * @module
 */
import { DEFAULT_RELEASE, OS_VERSION } from "../../distribution.ts";

/** Processor names as nodes spell them. */
const ARCHITECTURE: Readonly<Record<string, string>> = { x86_64: "amd64", aarch64: "arm64" };

/** The version a node reports. It is built from no commit, at no time, and not with Go. */
export function nodeVersion() {
  return {
    version: {
      tag: OS_VERSION[DEFAULT_RELEASE],
      sha: "undefined",
      built: "",
      goVersion: `deno${Deno.version.deno}`,
      os: Deno.build.os,
      arch: ARCHITECTURE[Deno.build.arch] ?? Deno.build.arch,
    },
    platform: { name: "sandbox", mode: "metal" },
    features: { rbac: true },
  };
}
