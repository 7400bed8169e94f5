/**
 * Marks the functions of a bundle that most commands run, so that V8 compiles them with their file.
 *
 * V8 compiles a function at its first call, unless it is written in parentheses, and the runtime's
 * code cache contains only what was compiled with the file. With the marks a start takes these
 * functions from the cache: https://v8.dev/blog/preparser#pife.
 *
 * @module
 */
import {
  type Expression,
  type FunctionDeclaration,
  type Node,
  parse,
  type PrivateIdentifier,
  type Program,
} from "acorn";
import { full } from "acorn-walk";

/** A function of a file. */
interface FoundFunction {
  readonly node: Node & { readonly async: boolean };
  readonly key: string;
}

/** Reads the keys of a profile, one a line after comments. */
export function parseProfile(text: string): Set<string> {
  return new Set(text.split("\n").filter((line) => line !== "" && !line.startsWith("#")));
}

/** The recorded profile, relative to the sources. `deno task profile` writes it. */
export const PROFILE = "scripts/profile.txt";

/**
 * Puts functions whose keys a profile contains in parentheses: top-level declarations, which become
 * variables at the start of the file, function expressions and arrow functions. Methods and
 * nested declarations cannot be marked, and parentheses have no effect on asynchronous arrow functions.
 */
export async function markFunctions(
  source: string,
  profile: ReadonlySet<string>,
): Promise<string> {
  const program = parseModule(source);
  const declarations = new Set<Node>(program.body.filter((node) => node.type === NAMED));
  const hoisted: FunctionDeclaration[] = [];
  /** Texts to insert, by position. */
  const inserts = new Map<number, string>();
  const insert = (at: number, text: string) => inserts.set(at, (inserts.get(at) ?? "") + text);
  for (const { node, key } of await findFunctions(source, program)) {
    if (!profile.has(key)) continue;
    if (declarations.has(node)) hoisted.push(node as FunctionDeclaration);
    else if (isMarkable(source, node)) {
      insert(node.start, "(");
      insert(node.end, ")");
    }
  }
  if (hoisted.length === 0 && inserts.size === 0) return source;
  const positions = [...inserts.keys()].sort((a, b) => a - b);
  const render = (from: number, to: number) => {
    let text = "";
    let at = from;
    for (const position of positions) {
      // What is inserted at the border of a declaration belongs to it.
      if (position < from || position > to) continue;
      text += source.slice(at, position) + inserts.get(position);
      at = position;
    }
    return text + source.slice(at, to);
  };
  hoisted.sort((a, b) => a.start - b.start);
  const start = program.body.find(({ type }) => type !== "ImportDeclaration")?.start ?? 0;
  let text = render(0, start) + hoisted.map((node) => declareVariable(node, render)).join("");
  let at = start;
  for (const node of hoisted) {
    text += render(at, node.start);
    at = node.end;
  }
  return text + render(at, source.length);
}

/** Type of a declared function. */
const NAMED = "FunctionDeclaration";

/** Writes a declaration as a variable, which gives the function its name. */
function declareVariable(
  { id, end, async: isAsync, generator }: FunctionDeclaration,
  render: (from: number, to: number) => string,
): string {
  const keyword = `${isAsync ? "async " : ""}function${generator ? "*" : ""}`;
  return `var ${id.name}=(${keyword}${render(id.end, end)});`;
}

function isMarkable(source: string, { type, start, async: isAsync }: FoundFunction["node"]) {
  if (type === NAMED) return false;
  if (type === "ArrowFunctionExpression") return !isAsync;
  return /^(async )?function\b/.test(source.slice(start, start + 20));
}

/**
 * Returns the functions of a file with their keys. A key is a digest of the function's syntax tree
 * without the names of variables, which the minifier chooses anew for each build.
 */
export async function findFunctions(
  source: string,
  program = parseModule(source),
): Promise<FoundFunction[]> {
  const nodes: { node: FoundFunction["node"]; tokens: string[] }[] = [];
  // Children come before their parents, so that the tokens of a function are the last ones.
  const tokens: { text: string; start: number }[] = [];
  full(program, (node) => {
    if (isFunction(node)) {
      const first = tokens.findLastIndex(({ start }) => start < node.start) + 1;
      nodes.push({ node, tokens: [...tokens.slice(first).map(({ text }) => text), node.type] });
    }
    tokens.push({ text: describe(source, node), start: node.start });
  });
  return await Promise.all(
    nodes.map(async ({ node, tokens }) => ({ node, key: await digest(tokens.join("\n")) })),
  );
}

function parseModule(source: string): Program {
  return parse(source, { ecmaVersion: "latest", sourceType: "module" });
}

function isFunction(node: Node): node is FoundFunction["node"] {
  return /^(Arrow)?Function(Expression|Declaration)$/.test(node.type);
}

/** Returns what the minifier keeps of a node: its type, operators, literals and property names. */
function describe(source: string, node: Node): string {
  const { type, operator, key, property, computed } = node as Node & {
    operator?: string;
    key?: Expression | PrivateIdentifier;
    property?: Expression | PrivateIdentifier;
    computed?: boolean;
  };
  const name = computed ? undefined : key ?? property;
  const text = type === "Literal" || type === "TemplateElement"
    ? source.slice(node.start, node.end)
    : name?.type === "Identifier"
    ? name.name
    : "";
  return `${type} ${operator ?? ""} ${text.replace(BUILD_NAME, "")}`;
}

/** The parts of names of files, and of merged exports, that depend on the build. */
const BUILD_NAME = /(-\d+)?-[0-9a-f]{8}(?=\.js)|^\$\d+/;

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(bytes).toHex().slice(0, 10);
}
