/**
 * The version that sandbox nodes report.
 *
 * @module
 */
import { type NodePlatform, SANDBOX_PLATFORM } from "../types.ts";
import { DEFAULT_RELEASE, OS_VERSION } from "../../distribution.ts";

/** Go architecture names by Deno's. */
const ARCHITECTURE: Readonly<Record<string, string>> = { x86_64: "amd64", aarch64: "arm64" };

/** Returns the version message of a node that runs version `tag`. Commit and build time are not known; `goVersion` names Deno. */
export function nodeVersion(
  tag: string = OS_VERSION[DEFAULT_RELEASE],
  platform: NodePlatform = SANDBOX_PLATFORM,
) {
  return {
    version: {
      tag,
      sha: "sandbox",
      built: "",
      goVersion: `deno${Deno.version.deno}`,
      os: Deno.build.os,
      arch: ARCHITECTURE[Deno.build.arch] ?? Deno.build.arch,
    },
    platform: { ...platform },
    features: { rbac: true },
  };
}
