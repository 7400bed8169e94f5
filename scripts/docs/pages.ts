/**
 * Content of a page: a command or group with its flags, taken from the definitions.
 *
 * @module
 */
import { tree } from "../../commands/tree.ts";
import type { CommandDefinition, GroupDefinition } from "../../lib/cli/command.ts";
import {
  argumentText,
  type Chain,
  childrenOf,
  endOf,
  flagsAt,
  type ScopedFlag,
  typedPath,
  walk,
} from "../../lib/cli/tree.ts";
import { allowedValues, shownDefault } from "../../lib/cli/values.ts";
import { DEFAULT_RELEASE, type Release, RELEASES } from "../../lib/distribution.ts";
import { existsIn } from "../../lib/cli/release.ts";
import { type Surroundings, surroundingsOf } from "./surroundings.ts";

/** Number of examples on the page of a group. */
const GROUP_EXAMPLES = 5;

/** A flag of a page. */
export interface PageFlag {
  /** `-n, --nodes <addresses>`. */
  readonly syntax: string;
  readonly help: string;
  /** Allowed values; empty when there is no list. */
  readonly values: readonly string[];
  readonly default: string | undefined;
  /** The releases that have it, when not all. */
  readonly only: readonly Release[];
  readonly extra: boolean;
  /** Heading; undefined for the first flags. */
  readonly section?: string | undefined;
}

/** A page. */
export interface Page {
  /** `osctl cluster create`. */
  readonly title: string;
  /** `cluster-create`; `osctl` for the program. */
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly aliases: readonly string[];
  readonly details: string;
  readonly examples: CommandDefinition["examples"];
  readonly flags: readonly PageFlag[];
  readonly inherited: readonly PageFlag[];
  /** Pages of the commands of a group. */
  readonly children: readonly { readonly title: string; readonly name: string; summary: string }[];
  /** The releases that have it, when not all. */
  readonly only: readonly Release[];
  /** Whether it is an osctl extension, outside of the interface. */
  readonly extra: boolean;
  readonly surroundings: Surroundings;
}

/** Returns the pages of all visible commands and groups, parents first. */
export function createPages(): Page[] {
  const chains = [...walk([tree as GroupDefinition])];
  return chains.filter((chain) => chain.every(({ hidden }) => !hidden)).map(createPage);
}

/** Returns the name of a page: the path joined by dashes. */
function pageName(chain: Chain): string {
  return chain.length === 1 ? "osctl" : chain.slice(1).map(({ name }) => name).join("-");
}

/** The newest release that has the end of a chain. */
function releaseOf(chain: Chain): Release {
  const has = (release: Release) => chain.every((part) => existsIn(part, release));
  return has(DEFAULT_RELEASE) ? DEFAULT_RELEASE : RELEASES.findLast(has) ?? DEFAULT_RELEASE;
}

function onlyIn(has: (release: Release) => boolean): Release[] {
  const found = RELEASES.filter(has);
  return found.length === RELEASES.length ? [] : found;
}

function createPage(chain: Chain): Page {
  const end = endOf(chain);
  const title = typedPath(chain);
  const release = releaseOf(chain);
  const isExtra = chain.some((part) => part.extra);
  const flags = listFlags(chain, isExtra);
  const isCommand = end.kind === "command";
  return {
    title,
    name: pageName(chain),
    summary: end.summary,
    usage: isCommand
      ? [title, argumentText(end, release), "[flags]"].filter((part) => part !== "").join(" ")
      : `${title} <command>`,
    aliases: end.aliases,
    details: isCommand ? end.details ?? "" : "",
    examples: isCommand ? end.examples : examplesOf(end),
    flags: flags.filter(({ origin }) => origin === "own").map(({ flag }) => flag),
    inherited: flags.filter(({ origin }) => origin === "group").map(({ flag }) => flag),
    children: isCommand
      ? []
      : childrenOf(end, release).filter(({ hidden }) => !hidden).map((child) => {
        const path: Chain = [...chain, child] as unknown as Chain;
        return { title: typedPath(path), name: pageName(path), summary: child.summary };
      }).sort((a, b) => a.title < b.title ? -1 : 1),
    only: onlyIn((one) => chain.every((part) => existsIn(part, one))),
    extra: isExtra,
    surroundings: surroundingsOf(
      chain,
      flags.some(({ flag }) => flag.syntax.endsWith("--yes")),
    ),
  };
}

/** Returns the first example of each command of a group that has one. */
function examplesOf(group: GroupDefinition): CommandDefinition["examples"] {
  return group.children.filter(({ hidden }) => !hidden)
    .flatMap((child) => child.kind === "command" ? child.examples.slice(0, 1) : examplesOf(child))
    .slice(0, GROUP_EXAMPLES);
}

/** Returns the flags of all releases, by name. */
function listFlags(
  chain: Chain,
  isExtra: boolean,
): { origin: ScopedFlag["origin"]; flag: PageFlag }[] {
  const releases = RELEASES.filter((release) => chain.every((part) => existsIn(part, release)));
  const found = new Map<string, [ScopedFlag, Release[]]>();
  for (const release of releases) {
    for (const scoped of flagsAt(chain, release)) {
      if (scoped.flag.hidden) continue;
      const known = found.get(scoped.name)?.[1] ?? [];
      found.set(scoped.name, [scoped, [...known, release]]);
    }
  }
  return [...found.values()].sort(([a], [b]) => a.name < b.name ? -1 : 1)
    .map(([scoped, has]) => ({
      origin: scoped.origin,
      flag: describeFlag(scoped, has.at(-1)!, has.length === releases.length ? [] : has, isExtra),
    }));
}

/** Describes a flag; flags of an extra command are not marked one by one. */
function describeFlag(
  { name, flag }: ScopedFlag,
  release: Release,
  only: Release[],
  isExtra: boolean,
): PageFlag {
  const letter = flag.short === undefined ? "" : `-${flag.short}, `;
  const value = flag.type === "bool"
    ? ""
    : ` <${flag.placeholder ?? (flag.type === "enum" ? "value" : flag.type)}>`;
  return {
    syntax: `${letter}--${name}${value}`,
    help: flag.help,
    values: flag.values === undefined ? [] : allowedValues(flag),
    default: shownDefault(flag, release),
    only,
    extra: flag.extra === true && !isExtra,
    section: flag.section,
  };
}
