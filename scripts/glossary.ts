/**
 * Rejects words that have a standard term in the field, in code, comments and docs. Prints every use
 * as `file:line: "word": use "term"` and exits 1. Only unambiguous words are listed: a
 * standard term is never one of them.
 *
 * @module
 */
import { listFiles } from "./list_files.ts";
import { ROOT } from "./project.ts";

/** Words and phrases, and the terms to use. Names in camel case are matched by their parts. */
const GLOSSARY: readonly (readonly [word: RegExp, term: string])[] = [
  [/\b(some|no|any|every)body\b/, "the subject of the sentence, or the passive voice"],
  [/\bfor ever\b/, "indefinitely, without end"],
  [/\b(is|are|was|were|be|been) told\b/, "receives, is passed, is reported"],
  [/\btells? (of|apart|whether|how|that|what)\b|\btold (of|apart)\b/, "reports, distinguishes"],
  [/\bhappenings?\b/, "event"],
  [/\bvigil\b/, "keepalive monitor"],
  [/\bpatience\b/, "idle timeout, reset budget"],
  [/\b(story|stories)\b/, "handler, run"],
  [/\bgreet(s|ed|ing|ings)?\b/, "connection preface, sendPreface"],
  [/\bfarewell\b/, "terminal restore sequence"],
  [/\brivals?\b/, "hedged attempt"],
  [/\bparcels?\b/, "queued item"],
  [/\bwish(es|ed)?\b/, "request, filter, options"],
  [/\b(spoilt|spoiled)\b/, "reset, corrupt"],
  [/\boffended\b/, "protocol error"],
  [/\b(event|service) ?books?\b/, "event log, service registry"],
  [/\bpour(s|ed|ing)?\b/, "pipe, pipeTo"],
  [/\bfloors?\b(?!\()/, "layer"],
  [
    /\bis no (valid |known )?(endpoint|node|address|name|number|duration|time|flag|text|file|terminal)\b/,
    "is not a …",
  ],
  [/\bcannot look at\b/, "cannot read"],
  [/\bleft out\b/, "omitted, absent"],
  [/\bgives? up\b|\bgave up\b|\bgiven up\b/, "times out, stops, fails"],
  [/\bwhole numbers?\b(?! of)/, "integer"],
  [/\btruth values?\b/, "boolean"],
  [/\bthat which\b|\bof what\b/, "the noun first"],
  [/\bin words\b/, "formatted, as text"],
  [
    /\bthe original('s)?\b(?! (file|text|value|name|order|size|error|request|message|bytes|document|key|signal|tree|line|path|config|spelling|copy|grpc))/,
    "talosctl",
  ],
  [/\breal nodes?\b/, "Talos nodes"],
  [/\breference clients?\b|(?<!grpc-)\bgo clients?\b/, "talosctl"],
  [/(?<=[a-z`)], )since (?!v\d|of\b)(?=[a-z`])/, "because"],
  [/\bwithout end\b/, "indefinitely, that never ends by itself"],
  [/\bpublished interface\b/, "osctl extension; interface"],
  [/\b(that|those) of\b/, "the noun, or a possessive"],
  [/\bin (the )?order of (their )?times?\b/, "sorted by time"],
  [
    /(?<!\bthere )\bis no (object|token|string|record|plan|map|kubeconfig|member|certificate|URL|key|journal|proxy|tag)\b/,
    "is not a …",
  ],
  [/\bliving (cluster|node)s?\b/, "running"],
  [/\basked for\b/, "requested, prompted for"],
];

/** The same for texts of users: pages outside of docs/internals, and the help of commands. */
const USERS_GLOSSARY: typeof GLOSSARY = [
  [/\bthe ones? of\b/, "the noun, or a possessive"],
  [/\bliving (clusters?|nodes?)\b/, "running cluster"],
  [/\b(file|folder|image|page) of (its|their|your) own\b/, "separate file, your own image"],
  [/\bbecomes of\b/, "is replaced by, is converted to"],
  [/\banother one than\b/, "differs from, has changed"],
  [/\bsilent (node|nodes)\b/, "a node that does not respond"],
];
const USERS_TEXTS = /^(README\.md|docs\/[^/]+\.md|commands\/.*)$/;

/** Splits camel case, so that `EventBook` is checked as `Event Book`. */
function withWordBreaks(line: string): string {
  return line.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");
}

/** Returns the violations in a text, each as `file:line: "word": use "term"`. */
export function violationsIn(file: string, text: string): string[] {
  const glossary = USERS_TEXTS.test(file) ? [...GLOSSARY, ...USERS_GLOSSARY] : GLOSSARY;
  return text.split("\n").flatMap((line, index) =>
    glossary.flatMap(([word, term]) => {
      const match = new RegExp(word, "i").exec(withWordBreaks(line));
      return match === null ? [] : [`${file}:${index + 1}: "${match[0]}": use "${term}"`];
    })
  );
}

/** Folders and files to check, and those in them not to. */
const ROOTS = [
  "main.ts",
  "README.md",
  "CONTRIBUTING.md",
  "api",
  "commands",
  "docs",
  "lib",
  "proto",
  "scripts",
  "tests",
];
const SKIPPED = /^(proto\/gen|tests\/data)\/|\bglossary(_test)?\.ts$/;

/** Returns the violations of the tree below `root`, by file. */
export async function check(root: string): Promise<string[]> {
  const violations: string[] = [];
  for (const start of ROOTS) {
    const path = `${root}/${start}`;
    const isFolder = (await Deno.stat(path)).isDirectory;
    for (const file of isFolder ? await listFiles(path, /\.(ts|mjs|md|proto)$/) : [path]) {
      const name = file.slice(root.length + 1);
      if (SKIPPED.test(name)) continue;
      violations.push(...violationsIn(name, await Deno.readTextFile(file)));
    }
  }
  return violations;
}

if (import.meta.main) {
  const violations = await check(ROOT);
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) Deno.exit(1);
}
