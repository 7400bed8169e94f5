/**
 * Commands that follow streams of several nodes until interrupted.
 *
 * @module
 */
import { MultiNodeError, type NodeFailure, OsctlError } from "../errors.ts";
import type { System } from "../platform/system.ts";
import { report } from "./report.ts";
import { untilInterrupted } from "../platform/until_interrupted.ts";

/** Takes the failures of nodes. */
export interface FailureSink {
  push(failure: NodeFailure): void;
}

/** Options of {@linkcode followNodes}. */
export interface FollowOptions {
  readonly nodes: readonly string[];
  /** The command as typed, for messages: `osctl logs`. */
  readonly typed: string;
}

/**
 * Runs a body that follows a stream of every node. ^C is its regular end. Of several nodes, a
 * failure is reported when it happens because the other streams may last for hours.
 *
 * @throws {OsctlError} when nodes have failed and the body ends.
 */
export async function followNodes(
  { signal, stderr }: Pick<System, "signal" | "stderr">,
  { nodes, typed }: FollowOptions,
  body: (failures: FailureSink) => Promise<void>,
): Promise<void> {
  const failures: NodeFailure[] = [];
  const isAlone = nodes.length === 1;
  const sink: FailureSink = {
    push(failure) {
      failures.push(failure);
      if (!isAlone) void reportFailure(stderr, failure, typed);
    },
  };
  if (await untilInterrupted(signal, () => body(sink))) return;
  if (failures.length === 0) return;
  if (isAlone) throw new MultiNodeError(failures);
  const count = `${failures.length} of ${nodes.length}`;
  throw new OsctlError("node", `streams of ${count} nodes failed`);
}

/** Writes one line about a node, while its command goes on. */
export async function reportFailure(
  stderr: System["stderr"],
  failure: NodeFailure,
  typed: string,
): Promise<void> {
  await stderr.write(report(new MultiNodeError([failure]), { typed, debug: false }));
}
