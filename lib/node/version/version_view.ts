/**
 * Versions of the client and of nodes.
 *
 * @module
 */
import type { View } from "../../output/rows.ts";
import { escapeControls } from "../../output/text.ts";

/** A node's answer; absent fields are empty. */
export interface Version {
  readonly version?: VersionInfo | null | undefined;
  readonly platform?:
    | {
      readonly name?: string | null | undefined;
      readonly mode?: string | null | undefined;
    }
    | null
    | undefined;
  readonly features?: { readonly rbac?: boolean | null | undefined } | null | undefined;
}

/** What is known of a build. */
export interface VersionInfo {
  readonly tag?: string | null | undefined;
  readonly sha?: string | null | undefined;
  readonly built?: string | null | undefined;
  readonly goVersion?: string | null | undefined;
  readonly os?: string | null | undefined;
  readonly arch?: string | null | undefined;
}

function line(label: string, value: string): string {
  return `\t${`${label}:`.padEnd(13)}${escapeControls(value)}\n`;
}

/** The lines about a build, each indented by a tab. */
export function buildBlock(info: VersionInfo | null | undefined): string {
  const { tag, sha, built, goVersion, os, arch } = info ?? {};
  return line("Tag", tag ?? "") + line("SHA", sha ?? "") + line("Built", built ?? "") +
    line("Go version", goVersion ?? "") + line("OS/Arch", `${os ?? ""}/${arch ?? ""}`);
}

/** The lines about a node. */
export function nodeBlock(node: string, answer: Version): string {
  return line("NODE", node) + buildBlock(answer.version) +
    line("Enabled", answer.features?.rbac ? "RBAC" : "");
}

/** The documented fields. */
export const versionFields: View<Version>["fields"] = {
  tag: ({ version }) => version?.tag ?? "",
  sha: ({ version }) => version?.sha ?? "",
  built: ({ version }) => version?.built ?? "",
  goVersion: ({ version }) => version?.goVersion ?? "",
  os: ({ version }) => version?.os ?? "",
  arch: ({ version }) => version?.arch ?? "",
  platform: ({ platform }) => platform?.name ?? null,
  mode: ({ platform }) => platform?.mode ?? null,
  rbac: ({ features }) => features?.rbac ?? null,
};

/** This client's build: it follows an interface release and is no Go program. */
export function clientVersion(tag: string): VersionInfo {
  const arch = { x86_64: "amd64", aarch64: "arm64" }[Deno.build.arch];
  return {
    tag,
    sha: "undefined",
    built: "",
    goVersion: `none (deno ${Deno.version.deno})`,
    os: Deno.build.os,
    arch,
  };
}

/** One node's answer as one line: an object without empty fields, in the protocol's JSON. */
export function protocolJson(node: string, { version, platform, features }: Version): string {
  const filled = (part: object | null | undefined) =>
    part && Object.fromEntries(Object.entries(part).filter(([, value]) => value));
  const { tag, sha, built, goVersion, os, arch } = version ?? {};
  const text = JSON.stringify({
    metadata: { hostname: node },
    version: version ? filled({ tag, sha, built, goVersion, os, arch }) : undefined,
    platform: platform ? filled({ name: platform.name, mode: platform.mode }) : undefined,
    features: features ? filled({ rbac: features.rbac }) : undefined,
  });
  return `${text}\n`;
}
