/**
 * How a rotation is shown.
 *
 * @module
 */
import type { RotationOptions } from "../../procedures/ca_rotation/options.ts";

/** A rotation, and how it is shown. */
export type RotationChoice = RotationOptions & {
  /** Print the plan and change nothing. */
  readonly isDryRun: boolean;
  readonly format: "text" | "json";
};
