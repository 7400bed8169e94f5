/**
 * Parses Go templates: text, pipelines, variables, `if`, `range` and `with`.
 *
 * @module
 */
import type { OsctlError } from "../../errors.ts";
import type { ErrorAt } from "../../yaml/mod.ts";
import { MAX_TEMPLATE_CHARACTERS, MAX_TEMPLATE_DEPTH } from "./template_budget.ts";

/** Part of a pipeline. */
export type Operand =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "function"; readonly name: string }
  /** Fields of a variable; `$` is the data of the template, the empty name the dot. */
  | { readonly kind: "path"; readonly variable: string; readonly fields: readonly string[] }
  | { readonly kind: "group"; readonly pipe: Pipe; readonly fields: readonly string[] };

/** Commands; each gets the result of the one before as its last argument. */
export interface Pipe {
  readonly commands: readonly (readonly Operand[])[];
  /** Source text, for errors. */
  readonly text: string;
  readonly offset: number;
}

/** A node of a template. */
export type TemplateNode =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "print"; readonly pipe: Pipe }
  | { readonly kind: "assign"; readonly name: string; readonly isNew: boolean; readonly pipe: Pipe }
  | {
    readonly kind: "if" | "with" | "range";
    /** Variables that it declares: of `range` the key, if there are two, and the value. */
    readonly names: readonly string[];
    readonly pipe: Pipe;
    readonly body: readonly TemplateNode[];
    readonly otherwise: readonly TemplateNode[];
  };

const HINT = "write the value, or import the folder rendered by the other tool";

const TOO_DEEP = "the template is nested too deeply";

/** Characters of an action, or of a reason, that an error quotes. */
const QUOTED_CHARACTERS = 200;

/** Returns an action or a reason for an error. */
export function quoteAction(action: string): string {
  return action.length > QUOTED_CHARACTERS ? `${action.slice(0, QUOTED_CHARACTERS)}…` : action;
}

/** Returns the error of an action that is not supported. */
export function unsupported(action: string, offset: number, errorAt: ErrorAt): OsctlError {
  return errorAt(offset, `the template action "${quoteAction(action)}" cannot be imported`, HINT);
}

interface Piece {
  readonly text: string;
  readonly action: string;
  readonly offset: number;
}

/** White space of Go templates. */
const isSpace = (character: string | undefined) =>
  character !== undefined && " \t\r\n".includes(character);

/**
 * Returns the index of the braces that end an action; strings and comments can contain braces.
 *
 * @param from Index after the opening braces.
 */
function endOfAction(template: string, from: number): number {
  let at = from;
  while (isSpace(template[at])) at++;
  if (template.startsWith("/*", at)) {
    const end = template.indexOf("*/", at + 2);
    return end < 0 ? -1 : template.indexOf("}}", end);
  }
  for (; at < template.length; at++) {
    const character = template[at];
    if (character === "}" && template[at + 1] === "}") return at;
    if (character === "`") {
      at = template.indexOf("`", at + 1);
      if (at < 0) return -1;
    }
    if (character === '"') {
      do at += template[at] === "\\" ? 2 : 1; while (at < template.length && template[at] !== '"');
    }
  }
  return -1;
}

/**
 * Splits a template into pieces of text, each but the last followed by an action, whose braces can
 * trim the white space around it.
 */
function piecesOf(
  template: string,
  errorAt: ErrorAt,
): { readonly pieces: readonly Piece[]; readonly tail: string } {
  const pieces: Piece[] = [];
  let from = 0;
  let isTrimmed = false;
  const textTo = (end: number) => {
    const text = template.slice(from, end);
    return isTrimmed ? text.trimStart() : text;
  };
  for (;;) {
    const offset = template.indexOf("{{", from);
    if (offset < 0) return { pieces, tail: textTo(template.length) };
    const trimsBefore = template[offset + 2] === "-" && isSpace(template[offset + 3]);
    const start = offset + (trimsBefore ? 3 : 2);
    const end = endOfAction(template, start);
    if (end < 0) throw errorAt(offset, "no }} of a template action");
    const trimsAfter = end - 2 >= start && template[end - 1] === "-" && isSpace(template[end - 2]);
    const text = textTo(offset);
    pieces.push({
      text: trimsBefore ? text.trimEnd() : text,
      action: template.slice(start, trimsAfter ? end - 1 : end).trim(),
      offset,
    });
    from = end + 2;
    isTrimmed = trimsAfter;
  }
}

/** Keywords of actions that patches rarely use. */
const UNSUPPORTED = ["define", "template", "block", "break", "continue"];

/** A block that has no `end` yet. */
interface OpenBlock {
  readonly kind: "if" | "with" | "range";
  readonly names: readonly string[];
  readonly pipe: Pipe;
  readonly body: TemplateNode[];
  readonly otherwise: TemplateNode[];
  isElse: boolean;
  /** Belongs to an `else if`: it ends with the block around it. */
  readonly isChained: boolean;
}

/**
 * Parses a template.
 *
 * @throws {OsctlError} of kind `input` at the first action that is not supported.
 */
export function parseTemplate(template: string, errorAt: ErrorAt): readonly TemplateNode[] {
  const root: TemplateNode[] = [];
  const open: OpenBlock[] = [];
  const add = (node: TemplateNode) => {
    const block = open.at(-1);
    (block === undefined ? root : block.isElse ? block.otherwise : block.body).push(node);
  };
  const close = ({ kind, names, pipe, body, otherwise }: OpenBlock) =>
    add({ kind, names, pipe, body, otherwise });
  if (template.length > MAX_TEMPLATE_CHARACTERS) {
    throw errorAt(0, `the template has more than ${MAX_TEMPLATE_CHARACTERS} characters`);
  }
  const { pieces, tail } = piecesOf(template, errorAt);
  for (const { text, action, offset } of pieces) {
    if (text !== "") add({ kind: "text", text });
    if (action.startsWith("/*")) continue;
    const [, keyword = "", source = ""] = /^(\w+)\b\s*([\s\S]*)$/.exec(action) ?? [];
    const pipeOf = (text: string) => new PipeParser(text, { offset, errorAt }).parse();
    const start = (kind: OpenBlock["kind"], declared: string, isChained = false) => {
      const [, list, pipe = declared] =
        /^((?:\$\w+\s*,\s*)?\$\w+)\s*:=\s*([\s\S]*)$/.exec(declared) ?? [];
      const names = list === undefined ? [] : list.split(/\s*,\s*/);
      if (names.length > 1 && kind !== "range") throw unsupported(action, offset, errorAt);
      if (open.length === MAX_TEMPLATE_DEPTH) throw errorAt(offset, TOO_DEEP);
      const parts = { body: [], otherwise: [], isElse: false, isChained };
      open.push({ kind, names, pipe: pipeOf(pipe), ...parts });
    };
    if (UNSUPPORTED.includes(keyword)) throw unsupported(action, offset, errorAt);
    if (keyword === "if" || keyword === "with" || keyword === "range") start(keyword, source);
    else if (keyword === "else") {
      const block = open.at(-1);
      if (block === undefined || block.isElse) throw unsupported(action, offset, errorAt);
      block.isElse = true;
      const chained = /^(if|with)\b\s*([\s\S]*)$/.exec(source);
      if (chained !== null) start(chained[1] as "if" | "with", chained[2]!, true);
      else if (source !== "") throw unsupported(action, offset, errorAt);
    } else if (action === "end") {
      let block = open.pop();
      if (block === undefined) throw unsupported(action, offset, errorAt);
      close(block);
      while (block.isChained) close(block = open.pop()!);
    } else {
      const assignment = /^(\$\w+)\s*(:?=)\s*([\s\S]*)$/.exec(action);
      if (assignment === null) add({ kind: "print", pipe: pipeOf(action) });
      else {
        const [, name, sign, value] = assignment;
        const pipe = pipeOf(value!);
        add({ kind: "assign", name: name!, isNew: sign === ":=", pipe });
      }
    }
  }
  if (tail !== "") add({ kind: "text", text: tail });
  const unclosed = open[0];
  if (unclosed !== undefined) {
    throw errorAt(unclosed.pipe.offset, `no {{ end }} of the template's "${unclosed.kind}"`);
  }
  return root;
}

const TOKEN =
  /(\s*)(?:("(?:\\.|[^"\\])*")|`([^`]*)`|(-?\d+(?:\.\d+)?)(?![\w.])|(\$\w*)|\.(\w*)|(\w+)|([()|]))/y;

/** Parses the pipeline of an action. */
class PipeParser {
  readonly #source: string;
  readonly #offset: number;
  readonly #errorAt: ErrorAt;
  #at = 0;
  #depth = 0;

  constructor(source: string, { offset, errorAt }: { offset: number; errorAt: ErrorAt }) {
    this.#source = source.trim();
    this.#offset = offset;
    this.#errorAt = errorAt;
  }

  parse(): Pipe {
    const pipe = this.#pipe();
    if (this.#at < this.#source.length) throw this.#error();
    return pipe;
  }

  #error(): OsctlError {
    return unsupported(this.#source, this.#offset, this.#errorAt);
  }

  /** Parses up to the end, or to a closing parenthesis, which is consumed. */
  #pipe(isGroup = false): Pipe {
    const start = this.#at;
    const commands: Operand[][] = [[]];
    let end = this.#at;
    for (;;) {
      end = this.#at;
      const token = this.#next();
      if (token === undefined || token[8] === ")") {
        if ((token !== undefined) !== isGroup) throw this.#error();
        break;
      }
      const last = commands.at(-1)!;
      if (token[8] === "|") {
        if (last.length === 0) throw this.#error();
        commands.push([]);
      } else last.push(this.#operand(token));
    }
    if (commands.some((command) => command.length === 0)) throw this.#error();
    return { commands, text: this.#source.slice(start, end).trim(), offset: this.#offset };
  }

  #next(): RegExpExecArray | undefined {
    if (this.#at >= this.#source.length) return undefined;
    TOKEN.lastIndex = this.#at;
    const match = TOKEN.exec(this.#source);
    if (match === null) throw this.#error();
    this.#at = TOKEN.lastIndex;
    return match;
  }

  #operand(token: RegExpExecArray): Operand {
    const [, , quoted, raw, number, variable, field, word, mark] = token;
    if (mark === "(") {
      if (++this.#depth > MAX_TEMPLATE_DEPTH) throw this.#errorAt(this.#offset, TOO_DEEP);
      const pipe = this.#pipe(true);
      this.#depth--;
      return { kind: "group", pipe, fields: this.#fields() };
    }
    if (quoted !== undefined) return { kind: "literal", value: this.#unquoted(quoted) };
    if (raw !== undefined) return { kind: "literal", value: raw };
    if (number !== undefined) return { kind: "literal", value: Number(number) };
    if (variable !== undefined) return { kind: "path", variable, fields: this.#fields() };
    if (field !== undefined) {
      const fields = field === "" ? [] : [field, ...this.#fields()];
      return { kind: "path", variable: "", fields };
    }
    if (word === "true" || word === "false") return { kind: "literal", value: word === "true" };
    if (word === "nil") return { kind: "literal", value: null };
    return { kind: "function", name: word! };
  }

  /** Fields directly after an operand. */
  #fields(): string[] {
    const [all, ...rest] = /^(?:\.\w+)*/.exec(this.#source.slice(this.#at))!;
    if (rest.length > 0) throw this.#error();
    this.#at += all.length;
    return all.split(".").slice(1);
  }

  #unquoted(text: string): string {
    try {
      return JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      // Escapes that JSON does not have, such as \x41.
      throw this.#error();
    }
  }
}
