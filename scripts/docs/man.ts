/**
 * Pages in the format of man(7), section 1.
 *
 * @module
 */
import { groupBySection } from "../../lib/cli/flags.ts";
import type { Page, PageFlag } from "./pages.ts";
import { type Entry, EXIT_STATUS } from "./surroundings.ts";

/** Options of {@linkcode formatMan}. */
export interface ManOptions {
  readonly version: string;
  /** Date of the source, `2026-01-31`. */
  readonly date: string;
}

/** Returns the name of a manual page: `osctl-get`. */
export function manName(name: string): string {
  return name === "osctl" ? "osctl" : `osctl-${name}`;
}

/** Formats a page. */
export function formatMan(page: Page, { version, date }: ManOptions): string {
  const name = manName(page.name);
  const related = page.children.length > 0
    ? page.children.map((child) => manName(child.name))
    : page.name === "osctl"
    ? []
    : ["osctl"];
  return [
    `.TH ${name.toUpperCase().replaceAll("-", "\\-")} 1 ${date} "osctl ${version}" "User Commands"`,
    ".SH NAME",
    `${escape(name)} \\-`,
    text(lowerFirst(page.summary)),
    ".SH SYNOPSIS",
    `.B ${escape(page.title)}`,
    text(page.usage.slice(page.title.length).trim()),
    ...description(page),
    ...(page.children.length === 0 ? [] : [
      ".SH COMMANDS",
      ...page.children.flatMap((
        { title, summary },
      ) => [".TP", `.B ${escape(title)}`, text(summary)]),
    ]),
    ...options("OPTIONS", page.flags),
    ...options("INHERITED OPTIONS", page.inherited),
    ...list("EXIT STATUS", EXIT_STATUS),
    ...list("ENVIRONMENT", page.surroundings.environment),
    ...list("FILES", page.surroundings.files),
    ...(page.examples.length === 0 ? [] : [
      ".SH EXAMPLES",
      ...page.examples.flatMap((
        { line, meaning },
      ) => [".TP", text(`${meaning}:`), ".nf", escape(line), ".fi"]),
    ]),
    ...(related.length === 0 ? [] : [
      ".SH SEE ALSO",
      ...related.map((one, index) =>
        `.BR ${escape(one)} (1)${index < related.length - 1 ? "," : ""}`
      ),
    ]),
    "",
  ].join("\n");
}

function description({ details, aliases, extra }: Page): string[] {
  const paragraphs = [
    ...(details === "" ? [] : [details]),
    ...(aliases.length === 0 ? [] : [`Aliases: ${aliases.join(", ")}.`]),
    ...(extra ? ["osctl extension: not in talosctl v1.4 and v1.8."] : []),
  ];
  if (paragraphs.length === 0) return [];
  return [".SH DESCRIPTION", paragraphs.map(text).join("\n.PP\n")];
}

/** Formats a list of terms. */
function list(title: string, entries: readonly Entry[]): string[] {
  if (entries.length === 0) return [];
  return [
    `.SH ${title}`,
    ...entries.flatMap(([term, meaning]) => [".TP", `.B ${escape(term)}`, text(`${meaning}.`)]),
  ];
}

function options(title: string, flags: readonly PageFlag[]): string[] {
  if (flags.length === 0) return [];
  return [
    `.SH ${title}`,
    ...groupBySection(flags, ({ section }) => section).flatMap(([section, members]) => [
      ...(section === undefined ? [] : [`.SS ${escape(section)}`]),
      ...members.flatMap((flag) => [
        ".TP",
        `.B ${escape(flag.syntax)}`,
        text(`${sentence(flag)}.`),
      ]),
    ]),
  ];
}

function sentence({ help, values, default: standard, only, extra }: PageFlag): string {
  return [
    help,
    ...(values.length > 0 ? [`one of ${values.join(", ")}`] : []),
    ...(standard === undefined ? [] : [`default ${standard}`]),
    ...(only.length > 0 ? [`only in ${only.join(", ")}`] : []),
    ...(extra ? ["osctl extension"] : []),
  ].join("; ");
}

/** Escapes text; a line must not begin with a control character, nor be longer than 80 columns. */
function text(value: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of escape(value).split(/\s+/).filter((one) => one !== "")) {
    if (line !== "" && line.length + word.length >= 78) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
  }
  lines.push(line);
  return lines.map((one) => /^[.']/.test(one) ? `\\&${one}` : one).join("\n");
}

function escape(value: string): string {
  return value.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("…", "...")
    .replaceAll(
      /[^\x20-\x7e]/g,
      (char) => `\\[u${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`,
    );
}

function lowerFirst(value: string): string {
  return /^[A-Z][a-z]/.test(value) ? value[0]!.toLowerCase() + value.slice(1) : value;
}
