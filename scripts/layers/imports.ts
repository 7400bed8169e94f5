/**
 * Imports of modules.
 *
 * @module
 */

/** An import or re-export. */
export interface Import {
  target: string;
  line: number;
  dynamic: boolean;
  typeOnly: boolean;
  /** Imported names, `type` and `as` included; empty when all may be used. */
  names: readonly string[];
}

/** Blanks comments and keeps line numbers, so that examples in docstrings do not count. */
export function withoutComments(source: string): string {
  return source
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "))
    .replaceAll(/(^|\s)\/\/.*$/gm, "$1");
}

/** Every import and re-export of a module, with relative targets resolved to repository paths. */
export function importsOf(file: string, source: string): Import[] {
  const text = withoutComments(source);
  const pattern =
    /(?:^|\n)\s*(import|export)\s+(type\s+)?([\w$*{][^;"']*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)(\.)?/g;
  const found: Import[] = [];
  for (const match of text.matchAll(pattern)) {
    const specifier = match[4] ?? match[5]!;
    const line = text.slice(0, match.index + match[0].length).split("\n").length;
    found.push({
      target: specifier.startsWith(".")
        ? new URL(specifier, `file:///${file}`).pathname.slice(1)
        : specifier,
      line,
      dynamic: match[5] !== undefined && match[6] === undefined,
      typeOnly: match[2] !== undefined || match[6] !== undefined,
      names: namesOf(match[3] ?? ""),
    });
  }
  return found;
}

function namesOf(clause: string): string[] {
  const [, names = ""] = /^\{([^}]*)\}/.exec(clause) ?? [];
  return names.split(",").map((name) => name.trim()).filter((name) => name !== "");
}

/**
 * Reports whether a specifier names a library: the name itself, or a path below one that ends in
 * `/`.
 */
export function isOfLibrary(library: string, specifier: string): boolean {
  const bare = specifier.replace(/^npm:\/?/, "").replace(/(?<=.)@[0-9][^/]*/, "");
  return library.endsWith("/") ? bare.startsWith(library) : bare === library;
}
