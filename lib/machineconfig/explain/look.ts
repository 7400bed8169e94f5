import type { Colours } from "../../output/colour.ts";
import type { ConfigRelease } from "../schema/types.ts";

/** What a text for people depends on, beside what it is about. */
export interface Look {
  /** Columns. */
  readonly width: number;
  readonly colours: Colours;
  /** The interface release: what is newer is marked. */
  readonly release: ConfigRelease;
}
