/**
 * Actions of the dashboard on nodes.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import type { System } from "../../platform/system.ts";
import type { ConnectionOptions, ProcedureContext } from "../../procedures/context.ts";

/** What actions are performed with. */
export interface ActionContext {
  readonly context: ProcedureContext<NodeClient> & Pick<System, "stdin">;
  readonly client: NodeClient;
  /** How the nodes are reached. */
  readonly flags: ConnectionOptions;
}

/** A run of an action. */
export interface ActionRun {
  readonly signal: AbortSignal;
  /** Adds a line about the progress. */
  report(text: string): void;
}

/** An action on one or several nodes. */
export interface NodeAction {
  /** Verb phrase, lower case: `reboot`, `restart apid`. */
  readonly title: string;
  /** Returns what is read before the confirmation, such as the dry run. */
  describe(signal: AbortSignal): Promise<string>;
  /**
   * Performs the action.
   *
   * @throws {OsctlError} when it fails.
   */
  run(run: ActionRun): Promise<void>;
}
