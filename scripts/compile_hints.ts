/**
 * Marks the functions of a file, so that V8 compiles them with it.
 *
 * V8 compiles a function at its first call, unless it is written in parentheses, and the runtime's
 * code cache contains only what was compiled with the file. With the marks a start takes these
 * functions from the cache: https://v8.dev/blog/preparser#pife.
 *
 * @module
 */
import { type FunctionDeclaration, type Node, parse, type Program } from "acorn";
import { full } from "acorn-walk";

/**
 * Puts functions in parentheses: function expressions and arrow functions, and top-level declarations,
 * which become variables at the start of the file. Methods and nested declarations cannot be marked,
 * and parentheses have no effect on asynchronous arrow functions.
 */
export function markFunctions(source: string): string {
  return hoistDeclarations(wrapExpressions(source));
}

function parseModule(source: string): Program {
  return parse(source, { ecmaVersion: "latest", sourceType: "module" });
}

function wrapExpressions(source: string): string {
  const inserts: (readonly [at: number, text: string])[] = [];
  full(parseModule(source), (node) => {
    if (isMarkable(source, node)) inserts.push([node.start, "("], [node.end, ")"]);
  });
  let text = "";
  let from = 0;
  for (const [at, inserted] of inserts.sort(([a], [b]) => a - b)) {
    text += source.slice(from, at) + inserted;
    from = at;
  }
  return text + source.slice(from);
}

function isMarkable(source: string, node: Node): boolean {
  if (node.type === "ArrowFunctionExpression") return !("async" in node && node.async);
  // The expression of a method starts at its parameters.
  return node.type === "FunctionExpression" &&
    /^(async )?function\b/.test(source.slice(node.start, node.start + 20));
}

/** Turns top-level function declarations into variables, which give the functions their names. */
function hoistDeclarations(source: string): string {
  const { body } = parseModule(source);
  const start = body.find(({ type }) => type !== "ImportDeclaration")?.start ?? 0;
  let variables = "";
  let rest = "";
  let from = start;
  for (const node of body) {
    if (node.type !== "FunctionDeclaration") continue;
    const { id, async: isAsync, generator } = node as FunctionDeclaration;
    const keyword = `${isAsync ? "async " : ""}function${generator ? "*" : ""}`;
    variables += `var ${id.name}=(${keyword}${source.slice(id.end, node.end)});`;
    rest += source.slice(from, node.start);
    from = node.end;
  }
  return source.slice(0, start) + variables + rest + source.slice(from);
}
