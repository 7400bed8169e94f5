/**
 * Local validation of a machine configuration before it is sent.
 *
 * @module
 */
import { combineErrors, MultiError, type NodeFailure, type OsctlError } from "../../errors.ts";
import { decodeMachineConfig, type Source } from "../../machineconfig/load/mod.ts";
import { errorOf } from "../../machineconfig/patch/problems.ts";
import { printProblems } from "../../machineconfig/validate/print_problems.ts";
import { NEWEST, releaseOfVersion, schemaRelease } from "../../machineconfig/schema/releases.ts";
import type { ConfigRelease } from "../../machineconfig/schema/types.ts";
import { isNewerThanKnown } from "../../os_versions/mod.ts";
import { rulesRelease, validate } from "../../machineconfig/validate/mod.ts";
import type { Release } from "../../distribution.ts";

/** Errors and warnings of a configuration. */
export interface CheckedConfig {
  readonly errors: readonly OsctlError[];
  /** Warnings as lines. */
  readonly warnings: string;
}

/** The release of a node; `newer` than the newest known one. */
export type NodeRelease = ConfigRelease | "newer";

/** Releases by node; nodes that did not report their version are absent. */
export type NodeReleases = ReadonlyMap<string, NodeRelease>;

/** Returns the releases of versions. */
export function toReleases(
  tags: readonly { readonly node: string; readonly tag: string }[],
): NodeReleases {
  return new Map(
    tags.map(({ node, tag }) => [node, isNewerThanKnown(tag) ? "newer" : releaseOfVersion(tag)]),
  );
}

/**
 * Validates a configuration by the rules common to all platforms; the node checks the rules of its own.
 *
 * @param release Release of the interface.
 * @param nodeRelease Release of the node, which has its own schema and rules; when unknown, the
 * rules come from the oldest release with all documents and fields. Keys and kinds that are
 * unknown here are warnings for newer nodes.
 */
export function findConfigErrors(
  source: Source,
  release: Release,
  nodeRelease?: NodeRelease,
): CheckedConfig {
  const isLenient = nodeRelease === "newer";
  const known = nodeRelease === "newer" ? NEWEST : nodeRelease;
  const loaded = decodeMachineConfig(source.text, {
    release: known ?? schemaRelease(release),
    isLenient,
  });
  // Mode cloud has no rules of its own. The platform of a node is unknown here.
  const rules = known ?? rulesRelease(loaded.documents, release);
  const isForNode = known !== undefined && !isLenient;
  const found = validate(loaded, { mode: "cloud", release: rules, isForNode });
  const problems = [...loaded.problems, ...found].toSorted((a, b) => a.offset - b.offset);
  const error = errorOf(problems, source);
  if (error === undefined) return { errors: [], warnings: printProblems(problems, source) };
  return { errors: error instanceof MultiError ? error.errors : [error], warnings: "" };
}

/**
 * Validates a configuration.
 *
 * @returns Warnings as lines.
 * @throws {OsctlError} of kind `input` with the position of each error.
 */
export function checkConfig(
  source: Source,
  release: Release,
  nodeRelease?: NodeRelease,
): string {
  const { errors, warnings } = findConfigErrors(source, release, nodeRelease);
  throwErrors(errors);
  return warnings;
}

/**
 * Checks syntax and types before any node is contacted, by the newest schema. Unknown keys and kinds
 * are up to the release of the node.
 *
 * @throws {OsctlError} of kind `input` with the position of each error.
 */
export function checkSchema(source: Source): void {
  const { problems } = decodeMachineConfig(source.text, { release: NEWEST, isLenient: true });
  const error = errorOf(problems, source);
  if (error !== undefined) throw error;
}

/** Nodes that receive the same configuration. */
export interface ConfigNodes {
  readonly nodes: readonly string[];
  readonly releases: NodeReleases;
}

/**
 * Validates a configuration for several nodes, by the rules of each one's release.
 *
 * @returns Warnings as lines, with the names of nodes when their releases differ.
 * @throws {OsctlError} of kind `input` with the position of each error that all nodes report.
 */
export function checkConfigForNodes(
  source: Source,
  release: Release,
  { nodes, releases }: ConfigNodes,
): { readonly warnings: string; readonly failures: readonly NodeFailure[] } {
  const groups = Map.groupBy(nodes, (node) => releases.get(node));
  const checked = [...groups].map(([nodeRelease, members]) => ({
    members,
    ...findConfigErrors(source, release, nodeRelease),
  }));
  const texts = checked.map(({ errors, warnings }) =>
    JSON.stringify([warnings, errors.map(({ message, hint }) => [message, hint])])
  );
  if (new Set(texts).size === 1) {
    throwErrors(checked[0]!.errors);
    return { warnings: checked[0]!.warnings, failures: [] };
  }
  return {
    warnings: checked.flatMap(({ members, warnings }) =>
      members.map((node) => warnings.replaceAll(/^(?=.)/gm, `${node}: `))
    ).join(""),
    failures: checked.flatMap(({ members, errors }) =>
      members.flatMap((node) => errors.map((error) => ({ node, error })))
    ),
  };
}

function throwErrors(errors: readonly OsctlError[]): void {
  const combined = combineErrors(errors);
  if (combined !== undefined) throw combined;
}
