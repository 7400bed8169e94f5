/**
 * The page about the interface releases.
 *
 * @module
 */
import { tree } from "../../commands/tree.ts";
import type { GroupDefinition } from "../../lib/cli/command.ts";
import { existsIn } from "../../lib/cli/release.ts";
import { type Chain, flagsAt, pathOf, walk } from "../../lib/cli/tree.ts";
import { shownDefault } from "../../lib/cli/values.ts";
import { type Release, RELEASES } from "../../lib/distribution.ts";
import { formatTable } from "./table.ts";

const [OLD, NEW] = [RELEASES[0]!, RELEASES.at(-1)!];

/** Formats `docs/interfaces.md`: the differences between the releases, and the extensions. */
export function formatInterfaces(): string {
  const visible = [...walk([tree as GroupDefinition])]
    .filter((chain) => chain.every(({ hidden }) => !hidden));
  const chains = visible.filter((chain) => chain.every(({ extra }) => !extra));
  const has = (chain: Chain, release: Release) => chain.every((part) => existsIn(part, release));
  const commands: string[][] = [];
  const flags: string[][] = [];
  for (const chain of chains) {
    const path = pathOf(chain);
    const [old, recent] = [has(chain, OLD), has(chain, NEW)];
    if (old !== recent) commands.push([`\`${path}\``, yes(old), yes(recent)]);
    if (old && recent) flags.push(...compareFlags(chain, path));
  }
  return [
    "# Interface releases",
    "`OSCTL_INTERFACE` selects the commands, flags and defaults of a talosctl release: " +
    `${RELEASES.map((release) => `\`${release}\``).join(" or ")} (default). For example, scripts ` +
    `written for talosctl ${OLD} run with \`OSCTL_INTERFACE=${OLD}\`. The interface does not limit ` +
    "the nodes: requests follow the version of the node. [Extensions](#extensions) of osctl are " +
    "available in both.",
    "## Commands",
    formatTable(["command", OLD, NEW], commands),
    "## Flags and defaults",
    formatTable(["flag", OLD, NEW], flags),
    "## Extensions",
    "Commands and flags that osctl adds; help marks them with `*`.",
    formatTable(["command", "flags"], visible.flatMap(listExtensions)),
  ].join("\n\n") + "\n";
}

/** Lists an extra command, or the extra flags of a command of the interface. */
function listExtensions(chain: Chain): string[][] {
  const title = `\`${pathOf(chain) || "global"}\``;
  const isExtra = chain.slice(0, -1).some(({ extra }) => extra);
  if (isExtra) return [];
  if (chain.at(-1)!.extra) return [[title, "all"]];
  const names = RELEASES.flatMap((release) => flagsAt(chain, release))
    .filter(({ origin, flag }) => origin === "own" && flag.extra && !flag.hidden)
    .map(({ name }) => `\`--${name}\``);
  const flags = [...new Set(names)].sort();
  return flags.length === 0 ? [] : [[title, flags.join(", ")]];
}

function compareFlags(chain: Chain, path: string): string[][] {
  const own = (release: Release) =>
    new Map(
      flagsAt(chain, release)
        .filter(({ origin, flag }) => origin === "own" && !flag.hidden && !flag.extra)
        .map((scoped) => [scoped.name, scoped]),
    );
  const [old, recent] = [own(OLD), own(NEW)];
  return [...new Set([...old.keys(), ...recent.keys()])].sort().flatMap((name) => {
    const title = `\`${`${path} --${name}`.trim()}\``;
    const [a, b] = [old.get(name), recent.get(name)];
    if (a === undefined || b === undefined) return [[title, yes(!!a), yes(!!b)]];
    const [before, after] = [shownDefault(a.flag, OLD), shownDefault(b.flag, NEW)];
    if (before === after) return [];
    return [[title, `default ${quote(before)}`, `default ${quote(after)}`]];
  });
}

function yes(value: boolean): string {
  return value ? "yes" : "–";
}

function quote(value: string | undefined): string {
  return value === undefined ? "none" : `\`${value}\``;
}
