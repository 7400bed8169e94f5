/**
 * Scripts of containers: what a container of an image logs, when it exits, and what commands in it
 * print. No process runs.
 *
 * @module
 */
import { type JsonMap, stringAt } from "../objects/objects.ts";

/** A line of a log. */
export interface LogLine {
  /** Milliseconds since the start of the container. */
  readonly afterMs: number;
  readonly text: string;
}

/** One run of a container. */
export interface ContainerRun {
  /** Sorted by time. */
  readonly log: readonly LogLine[];
  /** Time and code of its exit; when undefined, it runs until the pod is deleted. */
  readonly exit?: { readonly afterMs: number; readonly code: number };
}

/** The result of a command in a container. */
export interface CommandResult {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code: number;
}

/**
 * The script of an image. A pod with an exit must have the restart policy `Never`, unless it exits
 * at once with an error: then its container stays down.
 */
export interface ContainerScript {
  /** Image without its tag. */
  readonly repository: string;
  /** Returns the same run for the same container. */
  run(container: JsonMap): ContainerRun;
  /**
   * Runs a command in a container.
   *
   * @param pod the specification of its pod.
   */
  exec?(command: readonly string[], container: JsonMap, pod: JsonMap): CommandResult;
}

/** Returns the script of a container; undefined when its image has none. */
export function scriptOf(
  scripts: readonly ContainerScript[],
  container: JsonMap,
): ContainerScript | undefined {
  const repository = stringAt(container, "image").replace(/(:[^:/]*)?(@.*)?$/, "");
  return scripts.find((script) => script.repository === repository);
}
