/**
 * The part of Go templates that patches commonly use: references to fields, with `quote`, `upper`
 * and `lower`.
 *
 * @module
 */
import type { ErrorAt, YamlData } from "../../yaml/mod.ts";

/** Values by field. */
export type TemplateData = { readonly [name: string]: YamlData };

/** An action with optional trimming of the white space around it. */
const ACTION = /(\s*)\{\{(-?)\s*([\s\S]*?)\s*(-?)\}\}(\s*)/g;

const HINT = "write the value, or import the folder that the other tool has rendered";

/** Functions of a pipeline. */
const FUNCTIONS: Readonly<Record<string, (text: string) => string>> = {
  quote: (text) => JSON.stringify(text),
  squote: (text) => `'${text}'`,
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  trim: (text) => text.trim(),
};

/**
 * Renders a template.
 *
 * @throws {OsctlError} of kind `input` at the first action that is not supported.
 */
export function renderTemplate(text: string, data: TemplateData, errorAt: ErrorAt): string {
  return text.replaceAll(
    ACTION,
    (_, before: string, trimBefore, action: string, trimAfter, after: string, offset: number) => {
      const at = offset + before.length;
      const value = action.startsWith("/*") ? "" : evaluate(action, data, at, errorAt);
      return (trimBefore === "-" ? "" : before) + value + (trimAfter === "-" ? "" : after);
    },
  );
}

function evaluate(action: string, data: TemplateData, at: number, errorAt: ErrorAt): string {
  const [path = "", ...functions] = action.split("|").map((part) => part.trim());
  if (!/^(\.\w+)+$/.test(path)) {
    throw errorAt(at, `the template action "${action}" cannot be imported`, HINT);
  }
  let value: YamlData | undefined = data;
  for (const key of path.slice(1).split(".")) {
    value = isFields(value) ? value[key] : undefined;
  }
  if (value === undefined || typeof value === "object" && value !== null) {
    throw errorAt(
      at,
      `the template refers to ${path}, which has no value`,
      "set it, or write the value",
    );
  }
  return functions.reduce((result, name) => {
    const apply = FUNCTIONS[name];
    if (apply !== undefined) return apply(result);
    throw errorAt(at, `the template function "${name}" cannot be imported`, HINT);
  }, String(value));
}

function isFields(value: YamlData | undefined): value is TemplateData {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
