/**
 * The flag that confirms disruptive commands.
 *
 * @module
 */
import { bool } from "./flags.ts";

/** `-y, --yes` of every disruptive command; an extension of the interface. */
export const yesFlag = {
  yes: bool({ short: "y", help: "skip the confirmation, like OSCTL_YES=1", extra: true }),
};
