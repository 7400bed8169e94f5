/**
 * Help text of a group or command, derived from its definition. Colours do not change the text.
 *
 * @module
 */
import { hasColour } from "../output/colour.ts";
import { getColumns, wrapText } from "../output/wrap.ts";
import { type Flag, groupBySection } from "./flags.ts";
import type { System } from "../platform/system.ts";
import type { CommandDefinition, GroupDefinition } from "./command.ts";
import type { Context } from "./context.ts";
import { describeTopic, HELP_TOPICS, type HelpTopic } from "./help_topics.ts";
import type { TopicPart } from "./topic_texts.ts";
import {
  argumentText,
  type Chain,
  childrenOf,
  endOf,
  flagsAt,
  globalsOf,
  type ScopedFlag,
  typedPath,
} from "./tree.ts";
import { allowedValues, shownDefault } from "./values.ts";

/** Parts of the context that the help text depends on. */
export type HelpContext =
  & Pick<Context, "release">
  & Pick<System, "env" | "terminal">;

/** Heading of the flags inherited by every command. */
const GLOBAL = "Global flags";
/** Width limit of a list's left column; the text of a longer entry starts on a new line. */
const WIDEST_LEFT = 34;
/** Mark of commands and flags that talosctl lacks. */
const MARK = "*";

/** Styles of help text; no-ops without colour. */
interface Paint {
  heading(text: string): string;
  name(text: string): string;
}

function paint(colour: boolean): Paint {
  const code = (start: number, end: number) => (text: string) =>
    colour ? `\x1b[${start}m${text}\x1b[${end}m` : text;
  return { heading: code(1, 22), name: code(36, 39) };
}

/** A row of a list; an extra one is marked in the margin. */
type Row = readonly [left: string, right: string, extra?: boolean | undefined];

/** Rows of two columns, the right one wrapped. */
function list(
  rows: readonly Row[],
  width: number,
  { name }: Paint,
) {
  const widest = Math.min(WIDEST_LEFT, Math.floor(width / 2) - 4);
  const left = Math.min(widest, Math.max(0, ...rows.map(([text]) => text.length)));
  return rows.flatMap(([text, meaning, extra = false]) => {
    const [first = "", ...more] = wrapText(meaning, width - left - 4);
    const indent = " ".repeat(left + 4);
    const margin = extra ? `${MARK} ` : "  ";
    const painted = margin + name(text) + " ".repeat(Math.max(0, left - text.length));
    const head = text.length > left ? [painted, indent + first] : [`${painted}  ${first}`];
    return [...head, ...more.map((line) => indent + line)].map((line) => line.trimEnd());
  });
}

/** Lists the values of an enumerated flag; an ellipsis stands for a parameter. */
function describeValues<T>(flag: Flag<T>): string {
  return allowedValues(flag).map((value) => value.endsWith("=") ? `${value}…` : value).join(", ");
}

function flagRow(
  { name, flag }: ScopedFlag,
  release: HelpContext["release"],
  isMarked: boolean,
): Row {
  const letter = flag.short === undefined ? "    " : `-${flag.short}, `;
  const typeName = flag.type === "enum" ? "value" : flag.type;
  const value = flag.type === "bool" ? "" : ` <${flag.placeholder ?? typeName}>`;
  const values = flag.values ? ` (one of ${describeValues(flag)})` : "";
  const shown = shownDefault(flag, release);
  const standard = shown === undefined ? "" : ` (default ${shown})`;
  return [`${letter}--${name}${value}`, `${flag.help}${values}${standard}`, isMarked && flag.extra];
}

/** Global flags in the order of the line that lists them. */
const GLOBAL_ORDER = [
  ...["nodes", "endpoints", "context", "cluster", "osconfig"],
  ...["maxParallel", "color", "noPreferences"],
];
/** Global flags that take effect for all commands. */
const ALWAYS = ["color", "noPreferences"];

/** Lists the names of global flags, which the help of the program describes. */
function globalLines(
  scope: readonly ScopedFlag[],
  effective: readonly string[] | undefined,
  width: number,
): string[] {
  const names = GLOBAL_ORDER.flatMap((key) => {
    const found = scope.find((flag) => flag.key === key && flag.origin === "global");
    const isListed = effective === undefined || ALWAYS.includes(key) || effective.includes(key);
    if (found === undefined || !isListed) return [];
    const { name, flag: { short } } = found;
    return [short === undefined ? `--${name}` : `-${short}/--${name}`];
  });
  const text = [...names, "-h/--help"].join(", ");
  return wrapText(`${text}; see "osctl --help"`, width - 2).map((line) => `  ${line}`);
}

/** Returns the help text of the definition at the end of `chain`. */
export function helpFor(chain: Chain, context: HelpContext): string {
  const { release } = context;
  const end = endOf(chain);
  const typed = typedPath(chain);
  const width = getColumns(context.terminal);
  const style = paint(hasColour(context));
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", style.heading(`${title}:`), ...lines];

  const scope = flagsAt(chain, release).filter(({ flag }) => !flag.hidden);
  const flagSections = (title: string, origin: ScopedFlag["origin"]) => {
    const flags = scope.filter((flag) => flag.origin === origin);
    const groups = groupBySection(flags, ({ flag }) => flag.section);
    return groups.flatMap(([heading, members]) => {
      const rows = members.toSorted((a, b) => a.name < b.name ? -1 : 1)
        .map((flag) => flagRow(flag, release, !isExtra));
      if (title === GLOBAL) {
        rows.push(["-h, --help", "print help"], [
          "    --version",
          "print the version of osctl",
          true,
        ]);
      }
      return section(heading ?? title, list(rows, width, style));
    });
  };
  const isExtra = chain.some(({ extra }) => extra);
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
    ...(end.kind === "group" ? commandSections(end, context, width, style) : []),
    ...(end.kind === "command" ? section("Examples", exampleLines(end, width)) : []),
    ...flagSections(isRoot ? GLOBAL : "Flags", "own"),
    ...flagSections("Inherited flags", "group"),
    ...(isRoot
      ? topicLines(width, style)
      : section(GLOBAL, globalLines(scope, globalsOf(chain), width))),
    ...extraLines(chain, scope, context, width),
    ...(end.kind === "group"
      ? ["", ...wrapText(`Use "${typed} <command> --help" for more about a command.`, width)]
      : []),
  ];
  return lines.join("\n") + "\n";
}

/** Explains the mark of extra commands and flags, or reports that the command itself is extra. */
function extraLines(
  chain: Chain,
  scope: readonly ScopedFlag[],
  { release }: HelpContext,
  width: number,
): string[] {
  const end = endOf(chain);
  const absence = `osctl extension, not in talosctl ${release}`;
  const isExtra = chain.some(({ extra }) => extra);
  const isMarked =
    scope.some(({ origin, flag }) => flag.extra && (origin !== "global" || chain.length === 1)) ||
    end.kind === "group" && childrenOf(end, release).some(({ extra, hidden }) => extra && !hidden);
  if (isExtra) return ["", ...wrapText(`This ${end.kind} is an ${absence}.`, width)];
  return isMarked ? ["", ...wrapText(`${MARK} ${absence}`, width)] : [];
}

function usage(
  typed: string,
  end: CommandDefinition | GroupDefinition,
  release: HelpContext["release"],
): string {
  if (end.kind === "group") return `${typed} <command>`;
  return [typed, argumentText(end, release), "[flags]"].filter((part) => part !== "").join(" ");
}

/** Lists the commands of a group by section; the last one has the commands of no section. */
function commandSections(
  group: GroupDefinition,
  { release }: HelpContext,
  width: number,
  style: Paint,
): string[] {
  const children = childrenOf(group, release).filter(({ hidden }) => !hidden)
    .toSorted((a, b) => a.name < b.name ? -1 : 1);
  const sections = [
    ...group.sections.map((title) =>
      [title, children.filter(({ section }) => section === title)] as const
    ),
    [
      group.sections.length === 0 ? "Commands" : "Other commands",
      children.filter(({ section = "" }) => !group.sections.includes(section)),
    ] as const,
  ];
  const widest = Math.max(0, ...children.map(({ name }) => name.length));
  return sections.filter(([, commands]) => commands.length > 0).flatMap(([title, commands]) => {
    const rows = commands.map((
      { name, summary, extra },
    ): Row => [name.padEnd(widest), summary, extra]);
    return ["", style.heading(`${title}:`), ...list(rows, width, style)];
  });
}

/** Lists the topics of `osctl help`. */
function topicLines(width: number, style: Paint): string[] {
  const rows = HELP_TOPICS.map((
    topic,
  ): Row => [`help ${topic}`, describeTopic(topic)]);
  return ["", style.heading("Topics:"), ...list(rows, width, style)];
}

/** Returns the text of a topic. */
export function helpForTopic(
  topic: HelpTopic,
  parts: readonly TopicPart[],
  context: HelpContext,
): string {
  const width = getColumns(context.terminal);
  const style = paint(hasColour(context));
  const lines = parts.flatMap((part) => {
    if ("text" in part) return ["", ...wrapText(part.text, width)];
    if ("rows" in part) return ["", ...list(part.rows, width, style)];
    return ["", ...part.lines.map((line) => `  ${line}`)];
  });
  return [style.heading(describeTopic(topic)), ...lines].join("\n") + "\n";
}

function exampleLines(command: CommandDefinition, width: number): string[] {
  return command.examples.flatMap(({ line, meaning }) => [
    ...wrapText(meaning, width - 4).map((text) => `  # ${text}`),
    `  ${line}`,
  ]);
}
