/**
 * Preferences of a user: defaults of commands, apart from credentials.
 *
 * @module
 */

import type { Style } from "../output/screen/frame.ts";
import type { TimeStyle } from "../output/time_style.ts";

/** A group of nodes: targets, or a command that prints them. */
export type NodeGroup =
  | { readonly targets: readonly string[] }
  | { readonly from: readonly string[] };

/** Conditions under which actions that interrupt or destroy something require a confirmation. */
export type Confirmations = "always" | "terminal";

/** Defaults of one command. */
export interface CommandPreferences {
  readonly output?: string;
  readonly columns?: readonly string[];
  readonly pager?: string;
}

/** Defaults of one context. */
export interface ContextPreferences {
  readonly confirmations?: Confirmations;
  /** Gates of every rolling change, besides the general ones. */
  readonly gates?: readonly string[];
}

/** Preferences of the dashboard. */
export interface DashboardPreferences {
  /** Command line that it opens first, such as `links @workers`. */
  readonly start?: string;
  /** Command lines by name. */
  readonly views: ReadonlyMap<string, string>;
  /** Columns of tables by the name of a view or resource type. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  /** Keys instead of the usual ones, by `scope.action`. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** Styles instead of the usual ones, by what they are used for. */
  readonly colors: ReadonlyMap<string, Style>;
  /** Command lines of programs by name; they read the chosen rows. */
  readonly plugins: ReadonlyMap<string, readonly string[]>;
}

/** Preferences of diagnoses. */
export interface DiagnosisPreferences {
  /** Reasons by id of rules whose findings are ignored. */
  readonly ignore: ReadonlyMap<string, string>;
}

/** Preferences; absent ones are the defaults of the program. */
export interface Preferences {
  readonly groups: ReadonlyMap<string, NodeGroup>;
  /** Words that replace the first word of a command line. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  /** By the name of the command, such as `etcd status`. */
  readonly commands: ReadonlyMap<string, CommandPreferences>;
  readonly contexts: ReadonlyMap<string, ContextPreferences>;
  readonly dashboard: DashboardPreferences;
  readonly diagnosis?: DiagnosisPreferences;
  readonly output?: string;
  readonly color?: "auto" | "always" | "never";
  readonly confirmations?: Confirmations;
  /** Gates of every rolling change. */
  readonly gates?: readonly string[];
  readonly maxParallel?: number;
  /** Command line of the pager; `cat` for none. */
  readonly pager?: string;
  /** Idle time of sessions that commands start, milliseconds. */
  readonly sessionMs?: number;
  /** Zone and format of times. */
  readonly time?: TimeStyle;
}

/** Preferences without any setting. */
export const NO_PREFERENCES: Preferences = {
  groups: new Map(),
  aliases: new Map(),
  commands: new Map(),
  contexts: new Map(),
  dashboard: {
    views: new Map(),
    columns: new Map(),
    keys: new Map(),
    colors: new Map(),
    plugins: new Map(),
  },
};
