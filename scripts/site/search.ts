/**
 * The search of the site: its options, and the sections of a page that it lists.
 *
 * @module
 */

/** Fields of a section, as in VitePress. */
export const FIELDS = ["title", "titles", "text"] as const;

/** Search options: words match by prefix and with typing errors, headings count most. */
export const SEARCH_OPTIONS = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, titles: 1, text: 2 },
};

/** A section of a page. */
export interface Section {
  /** Page and number of the section: `docs/usage#2`. */
  readonly id: string;
  readonly title: string;
  /** Headings of the sections around it. */
  readonly titles: readonly string[];
  readonly text: string;
}

/** Splits a page in Markdown at its headings, as VitePress splits the rendered page. */
export function sectionsOf(page: string, markdown: string): Section[] {
  const parts = markdown.replaceAll(
    /^```.*\n([^]*?)^```$/gm,
    (_, code: string) => code.replaceAll(/^#/gm, " #"),
  ).split(/^(#+) (.*)$/m).slice(1);
  const parents: string[] = [];
  const sections: Section[] = [];
  for (let at = 0; at < parts.length; at += 3) {
    const level = parts[at]!.length - 1;
    const title = withoutMarkup(parts[at + 1]!);
    parents.length = level;
    sections.push({
      id: `${page}#${sections.length}`,
      title,
      titles: parents.filter((parent) => parent !== undefined),
      text: withoutMarkup(parts[at + 2]!),
    });
    parents[level] = title;
  }
  return sections;
}

function withoutMarkup(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/<[^>]*>|[`*|\\]/g, " ").trim();
}
