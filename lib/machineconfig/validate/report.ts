/**
 * Collects problems and holds the context of validation rules.
 *
 * @module
 */
import { didYouMean } from "../../output/nearest.ts";
import { type Problem, quoted } from "../problem.ts";
import { isLater } from "../schema/releases.ts";
import type { ConfigRelease } from "../schema/types.ts";
import type { Cursor } from "./cursor.ts";

/** Platform of a machine. */
export type Mode = "metal" | "cloud" | "container";

/** All modes. */
export const MODES: readonly Mode[] = ["metal", "cloud", "container"];

/** Facts that rules depend on. */
export interface ReportOptions {
  readonly mode: Mode;
  /** Selects the rules: the first interface release has fewer than the newest. */
  readonly release: ConfigRelease;
  /** Whether nodes of this release receive it: they check more than talosctl. */
  readonly isForNode?: boolean;
}

/** Problems of one document. */
export class Report {
  readonly problems: Problem[] = [];
  readonly mode: Mode;
  /** Release of the nodes that receive the configuration; undefined when unknown. */
  readonly node: ConfigRelease | undefined;
  readonly #release: ConfigRelease;
  readonly #root: Cursor;

  /** @param root Root of the document. */
  constructor(
    { mode, release, isForNode = false }: ReportOptions,
    root: Cursor,
  ) {
    this.mode = mode;
    this.node = isForNode ? release : undefined;
    this.#release = release;
    this.#root = root;
  }

  /** Whether the rules of the first interface release apply, which had fewer. */
  get isFirst(): boolean {
    return this.#release === "v1.4";
  }

  /** Reports whether the release has a field. */
  knows({ since }: { readonly since?: ConfigRelease | undefined }): boolean {
    return !isLater(since, this.#release);
  }

  /** Adds an error at the value: nodes reject it, or its absence. */
  error(cursor: Cursor, message: string, hint?: string): void {
    this.#add("error", cursor, cursor.offset, message, hint);
  }

  /** Adds an error at the key: nodes reject its presence. */
  errorAtKey(cursor: Cursor, message: string, hint?: string): void {
    this.#add("error", cursor, cursor.keyOffset, message, hint);
  }

  /** Adds a warning at the key: nodes accept the value and warn. */
  warning(cursor: Cursor, message: string, hint?: string): void {
    this.#add("warning", cursor, cursor.keyOffset, message, hint);
  }

  /** Checks that a string is empty or one of the allowed values. */
  checkAllowed(cursor: Cursor, allowed: readonly string[]): boolean {
    const { text } = cursor;
    if (text === "" || allowed.includes(text)) return true;
    const hint = didYouMean(text, allowed) ?? `use ${allowed.join(", ")}`;
    this.error(cursor, `invalid value ${quoted(text)}`, hint);
    return false;
  }

  #add(
    severity: Problem["severity"],
    cursor: Cursor,
    offset: number,
    message: string,
    hint: string | undefined,
  ): void {
    const { path } = cursor;
    // Values that could not be decoded are already reported.
    if (this.#root.isInvalidAlong(path)) return;
    this.problems.push({
      severity,
      offset,
      path,
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}
