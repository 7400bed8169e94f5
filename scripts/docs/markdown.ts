/**
 * Pages as Markdown.
 *
 * @module
 */
import { groupBySection } from "../../lib/cli/flags.ts";
import type { Page, PageFlag } from "./pages.ts";
import { formatTable } from "./table.ts";

/** Formats a page. `linkTo` returns the address of another page. */
export function formatMarkdown(page: Page, linkTo: (name: string) => string): string {
  const notes = [
    ...(page.extra ? ["osctl extension: not in talosctl v1.4 and v1.8."] : []),
    ...(page.only.length > 0 ? [`Only with \`OSCTL_INTERFACE=${page.only.join("`, `")}\`.`] : []),
  ];
  return [
    `# ${page.title}`,
    page.summary,
    ...(notes.length > 0 ? [notes.join(" ")] : []),
    fence("sh", page.usage),
    ...(page.aliases.length > 0 ? [`Aliases: ${page.aliases.map(code).join(", ")}`] : []),
    ...(page.details === "" ? [] : [escape(page.details)]),
    ...(page.examples.length === 0 ? [] : [
      "## Examples",
      fence("sh", page.examples.map(({ line, meaning }) => `# ${meaning}\n${line}`).join("\n\n")),
    ]),
    ...(page.children.length === 0 ? [] : [
      "## Commands",
      formatTable(
        ["command", "summary"],
        page.children.map(({ title, name, summary }) => [`[${title}](${linkTo(name)})`, summary]),
      ),
    ]),
    ...flagSection("Flags", page.flags),
    ...flagSection("Inherited flags", page.inherited),
    ...(page.name === "osctl" ? [] : [`[Global flags](${linkTo("osctl")})`]),
  ].join("\n\n") + "\n";
}

function flagSection(title: string, flags: readonly PageFlag[]): string[] {
  return groupBySection(flags, ({ section }) => section).flatMap(([section, members]) =>
    members.length === 0 ? [] : [
      `## ${section ?? title}`,
      formatTable(["flag", "meaning"], members.map((flag) => [code(flag.syntax), meaning(flag)])),
    ]
  );
}

/** Returns help, values, default and releases of a flag. */
export function meaning(flag: PageFlag): string {
  return [
    escape(flag.help),
    ...(flag.values.length > 0 ? [`one of ${flag.values.map(code).join(", ")}`] : []),
    ...(flag.default === undefined ? [] : [`default ${code(flag.default)}`]),
    ...(flag.only.length > 0 ? [`only ${flag.only.join(", ")}`] : []),
    ...(flag.extra ? ["osctl extension"] : []),
  ].join("; ");
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function code(text: string): string {
  return `\`${text}\``;
}

/** Escapes what Markdown or HTML would read as markup. */
function escape(text: string): string {
  return text.replaceAll(
    /[<>*_[\]{}]/g,
    (mark) => ({ "<": "&lt;", ">": "&gt;" })[mark] ?? `\\${mark}`,
  );
}
