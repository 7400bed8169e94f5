/**
 * Limits of templates, which come from files of others.
 *
 * @module
 */
import type { YamlData } from "../../yaml/mod.ts";
import { TemplateError } from "./template_functions.ts";

/** Longest template, characters. */
export const MAX_TEMPLATE_CHARACTERS = 1024 * 1024;
/** Deepest nesting of blocks, and of parentheses. */
export const MAX_TEMPLATE_DEPTH = 200;
/** Work of a template: characters and items that are read or written. It takes about a second. */
const MAX_WORK = 16 * 1024 * 1024;

/** The work that is left. */
export class TemplateBudget {
  #left = MAX_WORK;

  /** @throws {TemplateError} when the template does too much. */
  spend(work: number): void {
    this.#left -= work;
    if (!(this.#left >= 0)) throw new TemplateError("the template is too large when rendered");
  }

  /** Spends the size of a value; an item that a list contains twice counts twice. */
  spendValue(value: YamlData): void {
    this.spend(typeof value === "string" ? value.length + 1 : 1);
    if (typeof value !== "object" || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      this.spend(key.length);
      this.spendValue(item as YamlData);
    }
  }
}
