/**
 * Versions of the client and of nodes.
 *
 * @module
 */
import type { View } from "../../output/rows.ts";
import { escapeControls } from "../../output/text.ts";

/** Version of a node; absent fields are empty. */
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

/** Version of a node and its name. */
interface NodeVersion {
  readonly node: string;
  readonly row: Version;
}

/** Version of a build. */
export interface VersionInfo {
  readonly tag?: string | null | undefined;
  readonly sha?: string | null | undefined;
  readonly built?: string | null | undefined;
  readonly goVersion?: string | null | undefined;
  readonly os?: string | null | undefined;
  readonly arch?: string | null | undefined;
}

function formatLine(label: string, value: string): string {
  return `\t${`${label}:`.padEnd(13)}${escapeControls(value)}\n`;
}

/** Version of this program, beside the version of the interface. */
export interface OwnVersion {
  readonly version: string;
  readonly commit: string;
}

/** Formats the version of this program as one more line of its build. */
export function formatOwnVersion({ version, commit }: OwnVersion): string {
  return formatLine("osctl", `${version} (commit ${commit})`);
}

/** Formats a build, one field per line, indented by a tab. */
export function formatBuild(info: VersionInfo | null | undefined): string {
  const { tag, sha, built, goVersion, os, arch } = info ?? {};
  return formatLine("Tag", tag ?? "") + formatLine("SHA", sha ?? "") +
    formatLine("Built", built ?? "") +
    formatLine("Go version", goVersion ?? "") + formatLine("OS/Arch", `${os ?? ""}/${arch ?? ""}`);
}

/** Formats the versions of nodes, one indented block per node. */
export function formatVersions(rows: readonly NodeVersion[]): string {
  return rows.map(({ node, row }) =>
    formatLine("NODE", node) + formatBuild(row.version) +
    formatLine("Enabled", row.features?.rbac ? "RBAC" : "")
  ).join("");
}

/** View of versions; the text output is not a table. */
export const versionView: View<Version> = {
  name: "node",
  columns: [],
  fields: {
    tag: ({ version }) => version?.tag ?? "",
    sha: ({ version }) => version?.sha ?? "",
    built: ({ version }) => version?.built ?? "",
    goVersion: ({ version }) => version?.goVersion ?? "",
    os: ({ version }) => version?.os ?? "",
    arch: ({ version }) => version?.arch ?? "",
    platform: ({ platform }) => platform?.name ?? null,
    mode: ({ platform }) => platform?.mode ?? null,
    rbac: ({ features }) => features?.rbac ?? null,
  },
};

/** Returns the client's build, with the version of the selected interface. */
export function clientVersion(tag: string, commit: string): VersionInfo {
  const arch = { x86_64: "amd64", aarch64: "arm64" }[Deno.build.arch];
  return {
    tag,
    sha: commit,
    built: "",
    goVersion: `none (deno ${Deno.version.deno})`,
    os: Deno.build.os,
    arch,
  };
}

/** Fields of the client's version. */
export const clientFields: View<Version & { readonly own: OwnVersion }>["fields"] = {
  ...versionView.fields,
  osctl: ({ own }) => own.version,
};

/** Formats versions as one JSON object per line, in the protobuf mapping without empty fields. */
export function formatJson(rows: readonly NodeVersion[]): string {
  const omitEmpty = (part: object | null | undefined) =>
    part && Object.fromEntries(Object.entries(part).filter(([, value]) => value));
  return rows.map(({ node, row: { version, platform, features } }) => {
    const { tag, sha, built, goVersion, os, arch } = version ?? {};
    const text = JSON.stringify({
      metadata: { hostname: node },
      version: version ? omitEmpty({ tag, sha, built, goVersion, os, arch }) : undefined,
      platform: platform ? omitEmpty({ name: platform.name, mode: platform.mode }) : undefined,
      features: features ? omitEmpty({ rbac: features.rbac }) : undefined,
    });
    return `${text}\n`;
  }).join("");
}
