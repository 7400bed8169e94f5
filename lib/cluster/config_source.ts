/**
 * Types of the sources of machine configurations.
 *
 * @module
 */
import type { Patch } from "../machineconfig/patch/mod.ts";
import type { ConfigRelease } from "../machineconfig/schema/types.ts";
import type { System } from "../platform/system.ts";
import type { ClusterClient, PlannedNode } from "./types.ts";

/** Types of machines, with a configuration each. */
export type ConfigType = PlannedNode["type"];

/** The CA of the nodes and a client, PEM. */
export type ConfigClient = ClusterClient & { readonly ca: string };

/** Dependencies of {@linkcode createMachineConfigs}. */
export type ConfigSystem = Pick<System, "clock" | "random" | "signal" | "cwd">;

/** Configurations of each type before patches. */
export interface ConfigSource {
  /** Release of the schema that patches are merged by. */
  readonly release: ConfigRelease;
  readonly client: ConfigClient | undefined;
  /**
   * Returns the text of a type after patches.
   *
   * @throws {OsctlError} of kind `input` for invalid patches, and for a type that does not exist.
   */
  textOf(type: ConfigType, patches: readonly Patch[], comments: boolean): string;
}
