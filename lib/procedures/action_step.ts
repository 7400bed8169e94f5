/**
 * Steps of actions on nodes.
 *
 * @module
 */

/** A step on one node before or after the request of an action. */
export interface ActionStep {
  readonly node: string;
  readonly signal: AbortSignal;
  /**
   * Reports progress.
   *
   * @param awaited what the step waits for from here on; unchanged when absent.
   */
  report(phase: string, text: string, awaited?: string): void;
}
