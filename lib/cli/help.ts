/**
 * Help text of a group or command, derived from its definition. Colours do not change the text.
 *
 * @module
 */
import { getColumns, wrapText } from "../output/wrap.ts";
import type { System } from "../platform/system.ts";
import type { CommandDefinition, GroupDefinition } from "./command.ts";
import type { Context } from "./context.ts";
import {
  argumentText,
  type Chain,
  childrenOf,
  endOf,
  flagsAt,
  type ScopedFlag,
  typedPath,
} from "./tree.ts";
import { shownDefault } from "./values.ts";

/** Parts of the context that the help text depends on. */
export type HelpContext =
  & Pick<Context, "release">
  & Pick<System, "env" | "terminal">;

/** Heading of the flags inherited by every command. */
const GLOBAL = "Global flags";
/** Width limit of a list's left column; the text of a longer entry starts on a new line. */
const WIDEST_LEFT = 34;

/** Styles of help text; no-ops without colour. */
interface Paint {
  heading(text: string): string;
  name(text: string): string;
}

/** Returns whether to colour: on a terminal, unless NO_COLOR or TERM=dumb is set. */
export function wantsColour({ env, terminal }: Pick<System, "env" | "terminal">): boolean {
  return terminal.isTerminal("stdout") && !env.get("NO_COLOR") && env.get("TERM") !== "dumb";
}

function paint(colour: boolean): Paint {
  const code = (start: number, end: number) => (text: string) =>
    colour ? `\x1b[${start}m${text}\x1b[${end}m` : text;
  return { heading: code(1, 22), name: code(36, 39) };
}

/** Rows of two columns, the right one wrapped. */
function list(rows: readonly [left: string, right: string][], width: number, { name }: Paint) {
  const widest = Math.min(WIDEST_LEFT, Math.floor(width / 2) - 4);
  const left = Math.min(widest, Math.max(0, ...rows.map(([text]) => text.length)));
  return rows.flatMap(([text, meaning]) => {
    const [first = "", ...more] = wrapText(meaning, width - left - 4);
    const indent = " ".repeat(left + 4);
    const painted = name(text) + " ".repeat(Math.max(0, left - text.length));
    const head = text.length > left ? [`  ${painted}`, indent + first] : [`  ${painted}  ${first}`];
    return [...head, ...more.map((line) => indent + line)].map((line) => line.trimEnd());
  });
}

function flagRow({ name, flag }: ScopedFlag, release: HelpContext["release"]): [string, string] {
  const letter = flag.short === undefined ? "    " : `-${flag.short}, `;
  const typeName = flag.type === "enum" ? "value" : flag.type;
  const value = flag.type === "bool" ? "" : ` <${flag.placeholder ?? typeName}>`;
  const values = flag.values ? ` (one of ${flag.values.join(", ")})` : "";
  const shown = shownDefault(flag, release);
  const standard = shown === undefined ? "" : ` (default ${shown})`;
  return [`${letter}--${name}${value}`, `${flag.help}${values}${standard}`];
}

/** Returns the help text of the definition at the end of `chain`. */
export function helpFor(chain: Chain, context: HelpContext): string {
  const { release } = context;
  const end = endOf(chain);
  const typed = typedPath(chain);
  const width = getColumns(context.terminal);
  const style = paint(wantsColour(context));
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", style.heading(`${title}:`), ...lines];

  const scope = flagsAt(chain, release).filter(({ flag }) => !flag.hidden);
  const flagSection = (title: string, origin: ScopedFlag["origin"]) => {
    const flags = scope.filter((flag) => flag.origin === origin)
      .sort((a, b) => a.name < b.name ? -1 : 1);
    const rows = flags.map((flag) => flagRow(flag, release));
    if (title === GLOBAL) rows.push(["-h, --help", "print help"]);
    if (chain.length === 1) rows.push(["    --version", "print the version of osctl"]);
    return section(title, list(rows, width, style));
  };
  // The root's own flags are the global ones.
  const isRoot = chain.length === 1;

  const lines = [
    ...wrapText(end.summary, width),
    ...section("Usage", [`  ${usage(typed, end, release)}`]),
    ...section(
      "Aliases",
      end.aliases.length === 0 ? [] : [
        `  ${[end.name, ...end.aliases].map((name) => style.name(name)).join(", ")}`,
      ],
    ),
    ...(end.kind === "command" && end.details ? ["", ...wrapText(end.details, width)] : []),
    ...(end.kind === "group" ? section("Commands", commandRows(end, context, width, style)) : []),
    ...(end.kind === "command" ? section("Examples", exampleLines(end, width)) : []),
    ...flagSection(isRoot ? GLOBAL : "Flags", "own"),
    ...flagSection("Inherited flags", "group"),
    ...(isRoot ? [] : flagSection(GLOBAL, "global")),
    ...(end.kind === "group"
      ? ["", ...wrapText(`Use "${typed} <command> --help" for more about a command.`, width)]
      : []),
  ];
  return lines.join("\n") + "\n";
}

function usage(
  typed: string,
  end: CommandDefinition | GroupDefinition,
  release: HelpContext["release"],
): string {
  if (end.kind === "group") return `${typed} <command>`;
  return [typed, argumentText(end, release), "[flags]"].filter((part) => part !== "").join(" ");
}

function commandRows(
  group: GroupDefinition,
  { release }: HelpContext,
  width: number,
  style: Paint,
): string[] {
  const rows = childrenOf(group, release)
    .filter(({ hidden }) => !hidden)
    .map(({ name, summary }): [string, string] => [name, summary])
    .sort(([a], [b]) => a < b ? -1 : 1);
  return list(rows, width, style);
}

function exampleLines(command: CommandDefinition, width: number): string[] {
  return command.examples.flatMap(({ line, meaning }) => [
    ...wrapText(meaning, width - 4).map((text) => `  # ${text}`),
    `  ${line}`,
  ]);
}
