/** Compares the interface with the tree: names, short names, types, defaults, values, aliases. */
import { deepEqual, ok } from "node:assert/strict";
import { tree } from "../../commands/tree.ts";
import { declaredDefault, existsIn } from "../../lib/cli/release.ts";
import { argumentText, type Chain, endOf, flagsAt, pathOf, walk } from "../../lib/cli/tree.ts";
import { type Release, RELEASES } from "../../lib/distribution.ts";
import { formatDuration } from "../../lib/output/duration.ts";

/** Number of missing commands of the interface. Lower it with every new command. */
const MISSING: Record<Release, number> = { "v1.4": 0, "v1.8": 0 };

/** Missing flags of existing commands. */
const GAPS: readonly string[] = [];

/**
 * Defaults that take effect where the interface documents print another one. talosctl
 * keeps the depths of `list` and `usage` in one variable, so that the default of `list` holds.
 */
const EFFECTIVE_DEFAULTS: ReadonlyMap<string, unknown> = new Map([["usage --depth", 1]]);

/** A flag in the interface documents. */
interface PublishedFlag {
  name: string;
  short?: string;
  type: string;
  default: unknown;
  values?: string[];
  inherited?: boolean;
}

/** A command or group in the interface documents. */
interface PublishedCommand {
  path: string;
  group?: boolean;
  args?: string;
  aliases?: string[];
  flags: PublishedFlag[];
}

async function published(release: Release): Promise<PublishedCommand[]> {
  const url = new URL(`../data/commands-${release}.json`, import.meta.url);
  return JSON.parse(await Deno.readTextFile(url));
}

/** The part of the tree that belongs to the interface release. */
function ourCommands(release: Release): Map<string, Chain> {
  const commands = new Map<string, Chain>();
  for (const chain of walk<never>([tree])) {
    const isOurs = chain.some((definition) => definition.extra);
    if (isOurs || !chain.every((definition) => existsIn(definition, release))) continue;
    commands.set(pathOf(chain), chain);
  }
  return commands;
}

/** Converts a definition to the form of the interface documents. */
function describe(chain: Chain, release: Release): PublishedCommand {
  const end = endOf(chain);
  const args = end.kind === "command" ? argumentText(end, release) : "";
  const isRoot = chain.length === 1;
  return {
    path: pathOf(chain),
    ...(end.kind === "group" ? { group: true } : {}),
    ...(args === "" ? {} : { args }),
    ...(end.aliases.length === 0 ? {} : { aliases: [...end.aliases] }),
    flags: flagsAt(chain, release)
      .filter(({ flag }) => !flag.extra)
      .map(({ name, flag, origin }) => ({
        name,
        ...(flag.short === undefined ? {} : { short: flag.short }),
        type: flag.type,
        default: flag.type === "duration"
          ? formatDuration(declaredDefault<number>(flag, release))
          : declaredDefault<unknown>(flag, release),
        ...(flag.type === "enum" && flag.values ? { values: [...flag.values] } : {}),
        ...(origin === "own" || isRoot ? {} : { inherited: true }),
      })),
  };
}

/** Returns one line per property, in a fixed order; a duration without a default is 0. */
function facts({ flags, aliases = [], ...command }: PublishedCommand): string[] {
  const lines = flags.map(({ name, short, type, default: value, values, inherited }) =>
    [
      `${short === undefined ? "" : `-${short} `}--${name}`,
      type,
      JSON.stringify(type === "duration" ? value ?? "0s" : value),
      ...(values ? [JSON.stringify(values)] : []),
      ...(inherited ? ["inherited"] : []),
    ].join(" ")
  );
  return [JSON.stringify(command), `aliases: ${aliases.toSorted()}`, ...lines.toSorted()];
}

for (const release of RELEASES) {
  Deno.test(`every existing command of interface ${release} is as published`, async (t) => {
    const ours = ourCommands(release);
    for (const command of await published(release)) {
      const chain = ours.get(command.path);
      if (!chain) continue;
      await t.step(command.path || "the root", () => {
        const nameOf = ({ name }: PublishedFlag) => `${command.path} --${name}`;
        const flags = command.flags
          .filter((flag) => !GAPS.includes(nameOf(flag)))
          .map((flag) => ({
            ...flag,
            default: EFFECTIVE_DEFAULTS.get(nameOf(flag)) ?? flag.default,
          }));
        deepEqual(facts(describe(chain, release)), facts({ ...command, flags }));
      });
    }
  });

  Deno.test(`every command outside of interface ${release} is marked extra`, async () => {
    const known = new Set((await published(release)).map(({ path }) => path));
    deepEqual([...ourCommands(release).keys()].filter((path) => !known.has(path)), []);
  });

  Deno.test(`commands of interface ${release} that do not exist are declared as missing`, async () => {
    const ours = ourCommands(release);
    const missing = (await published(release)).map(({ path }) => path)
      .filter((path) => !ours.has(path) && ours.has(path.split(" ").slice(0, -1).join(" ")));
    const declared = [...walk<never>([tree])].flatMap((chain) => {
      const end = endOf(chain);
      return end.kind === "command" ? [] : end.missing
        .filter((one) => existsIn(one, release))
        .map(({ name }) => `${pathOf(chain)} ${name}`.trim());
    });
    deepEqual(declared.toSorted(), missing.toSorted());
  });

  Deno.test(`the number of missing commands of interface ${release} only decreases`, async () => {
    const ours = ourCommands(release);
    const commands = await published(release);
    const missing = commands.filter(({ path }) => !ours.has(path)).map(({ path }) => path);
    console.log(`interface ${release}: ${missing.length} of ${commands.length} are missing`);
    for (const gap of GAPS) console.log(`  and ${gap}`);
    ok(
      missing.length <= MISSING[release],
      `${missing.length} are missing, more than ${MISSING[release]}: ${missing.join(", ")}`,
    );
  });
}
