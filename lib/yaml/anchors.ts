/**
 * Anchors of a text, and the values that aliases repeat.
 *
 * @module
 */
import type { Sized } from "./builder.ts";
import { fault, MAX_DEPTH, shortened, type YamlProblem } from "./syntax.ts";
import type { SourceNode } from "./tree.ts";

/** Ends the parse of a text. */
export class ParseError extends Error {
  constructor(readonly problem: YamlProblem) {
    super(problem.message);
  }
}

/** Anchors outlive their document, as in Go's parser. */
export class Anchors {
  readonly #values = new Map<string, Sized<SourceNode> | "open">();
  #budget = new AliasBudget();

  startDocument(): void {
    this.#budget = new AliasBudget();
  }

  /** Counts a value written in the text. */
  count(): void {
    this.#budget.count(1);
  }

  /** Marks an anchor whose value is not complete. */
  open(name: string): void {
    this.#values.set(name, "open");
  }

  set(name: string, value: Sized<SourceNode>): void {
    this.#values.set(name, value);
  }

  /**
   * Returns the value of an alias, with its size as an alias.
   *
   * @throws {ParseError}
   */
  resolve(name: string, offset: number): Sized<SourceNode> {
    const target = this.#values.get(name);
    if (target === undefined) {
      // The name may be an unquoted secret.
      const message = "alias without an anchor before it";
      const hint = "define the anchor, or quote a value that starts with *";
      throw new ParseError(fault(offset, message, hint));
    }
    if (target === "open") {
      const message = `alias "*${shortened(name)}" inside the value of its own anchor`;
      throw new ParseError(fault(offset, message, "write the value out"));
    }
    this.#budget.count(1);
    if (!this.#budget.expand(target.size) || target.height > MAX_DEPTH) {
      const message = "aliases expand to a far larger document";
      throw new ParseError(fault(offset, message, "write the values out"));
    }
    return { ...target, size: target.size + 1 };
  }
}

const SMALL = 400_000;
const LARGE = 4_000_000;

/**
 * Value counter of one document. Limits the share that aliases expand to, as Go's yaml.v3 does:
 * nearly all of a small document, a tenth of a very large one.
 */
class AliasBudget {
  #values = 0;
  #repeated = 0;

  /** Counts values written in the text. */
  count(values: number): void {
    this.#values += values;
  }

  /** Counts the values of an alias; returns false when there are too many. */
  expand(values: number): boolean {
    this.#values += values;
    this.#repeated += values;
    return this.#repeated <= 100 || this.#values <= 1000 ||
      this.#repeated / this.#values <= allowedShare(this.#values);
  }
}

function allowedShare(values: number): number {
  const beyond = Math.min(Math.max(values - SMALL, 0) / (LARGE - SMALL), 1);
  return 0.99 - 0.89 * beyond;
}
