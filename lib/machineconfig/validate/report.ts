/**
 * What the rules know of each other, and where their findings go.
 *
 * @module
 */
import { didYouMean } from "../../output/nearest.ts";
import { type Problem, quoted } from "../problem.ts";
import { isLater } from "../schema/releases.ts";
import type { ConfigRelease, Field } from "../schema/types.ts";
import type { Spot } from "./spot.ts";

/** What kind of machine a configuration is for. */
export type Mode = "metal" | "cloud" | "container";

/** Every mode. */
export const MODES: readonly Mode[] = ["metal", "cloud", "container"];

/** Collects findings. */
export class Report {
  readonly problems: Problem[] = [];
  readonly mode: Mode;
  readonly #release: ConfigRelease;
  readonly #top: Spot;

  /** For one document. */
  constructor(mode: Mode, release: ConfigRelease, top: Spot) {
    this.mode = mode;
    this.#release = release;
    this.#top = top;
  }

  /** The rules of the first release of the interface, which had fewer. */
  get isFirst(): boolean {
    return this.#release === "v1.4";
  }

  /** Whether the release has a field. */
  knows({ since }: Pick<Field, "since">): boolean {
    return !isLater(since, this.#release);
  }

  /** A node refuses the value at `spot`, or that there is none. */
  error(spot: Spot, message: string, hint?: string): void {
    this.#add("error", spot, spot.offset, message, hint);
  }

  /** A node refuses that there is anything at `spot`. */
  unwanted(spot: Spot, message: string, hint?: string): void {
    this.#add("error", spot, spot.keyOffset, message, hint);
  }

  /** A node accepts it and complains. */
  warning(spot: Spot, message: string, hint?: string): void {
    this.#add("warning", spot, spot.keyOffset, message, hint);
  }

  /** The text must be one of some words, or empty. */
  word(spot: Spot, words: readonly string[]): boolean {
    const { text } = spot;
    if (text === "" || words.includes(text)) return true;
    this.error(spot, `${quoted(text)} is none of ${words.join(", ")}`, didYouMean(text, words));
    return false;
  }

  #add(
    severity: Problem["severity"],
    spot: Spot,
    offset: number,
    message: string,
    hint: string | undefined,
  ): void {
    const { path } = spot;
    // What could not be read has been told about; nothing in it is missing or unwanted.
    if (this.#top.leadsThroughWrong(path)) return;
    this.problems.push({
      severity,
      offset,
      path,
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}
