/**
 * Follows a rollout by watch, with the table of a local rolling change.
 *
 * @module
 */
import { sleep } from "../../../async/sleep.ts";
import { raceWithAbort } from "../../../async/deadline.ts";
import { OsctlError } from "../../../errors.ts";
import { CONFIG_MAPS, type Pod, PODS } from "../../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../../kubernetes/types.ts";
import { type RecordOutput, selectFormat } from "../../../output/select_format.ts";
import { oneLine } from "../../../output/text.ts";
import type { NodeClient } from "../../../client/types.ts";
import type { ConsoleContext } from "../../context.ts";
import type { RollingEvent } from "../../../procedures/rolling/events.ts";
import { isClusterUnreachable } from "../../../procedures/rolling/kubernetes_servers.ts";
import { describePod } from "../../../procedures/rolling/in_cluster/pod_state.ts";
import { readRollout, type Rollout } from "../../../procedures/rolling/in_cluster/rollout_map.ts";
import { summarize } from "../../../procedures/rolling/summary.ts";
import { createView, eventFields, type RollingView } from "../view.ts";
import {
  readMap,
  type RolloutConnection,
} from "../../../procedures/rolling/in_cluster/rollouts.ts";

/** Interval of attempts while the API is unreachable, milliseconds. */
const RETRY_MS = 1000;
/** A server that does not respond for this time is replaced, milliseconds. */
const OUTAGE_MS = 5000;

/** Form of the events of a rollout. */
export type RolloutFormat = Awaited<ReturnType<typeof selectFormat>> | "table";

/**
 * Returns the form of the events; call it before anything is read.
 *
 * @throws {OsctlError} of kind `usage` for unknown fields.
 */
export async function selectRolloutFormat(
  { terminal }: Pick<ConsoleContext, "terminal">,
  output: RecordOutput,
): Promise<RolloutFormat> {
  if (output === "text") return "table";
  return await selectFormat(output, {
    view: { fields: eventFields },
    terminal: terminal.isTerminal("stdout"),
  });
}

/** Options of {@linkcode followRollout}. */
export interface FollowOptions {
  readonly name: string;
  /** From {@linkcode selectRolloutFormat}. */
  readonly format: RolloutFormat;
  /** Whether to follow it to its end; else its present state is printed. */
  readonly isWatching: boolean;
}

/**
 * Shows a rollout until it ends.
 *
 * @throws {OsctlError} of kind `node` when it failed.
 */
export async function followRollout(
  context: ConsoleContext<NodeClient>,
  connection: RolloutConnection,
  { name, format, isWatching }: FollowOptions,
): Promise<void> {
  const { signal, stderr, clock } = context;
  const { servers, namespace } = connection;
  await context.status?.hide();
  const shown = new RolloutDisplay(context, format);
  const ended = new AbortController();
  const isOver = AbortSignal.any([signal, ended.signal]);
  let last: Rollout | undefined;
  const update = (rollout: Rollout) => {
    last = rollout;
    shown.update(rollout);
    if (!isWatching || rollout.state === "complete" || rollout.state === "failed") {
      ended.abort(new OsctlError("cancelled", "the rollout has ended"));
    }
  };
  const labelSelector = `app.kubernetes.io/instance=${name}`;
  const showNewestPod = async (client: KubernetesClient): Promise<void> => {
    const { items } = await client.list(PODS, { namespace, labelSelector, signal });
    const createdAt = ({ metadata }: Pod) => Date.parse(metadata?.creationTimestamp ?? "") || 0;
    const newest = items.toSorted((a, b) => createdAt(b) - createdAt(a))[0];
    if (newest !== undefined) shown.pod(newest);
  };
  const watch = async (): Promise<void> => {
    const client = await servers.open(isOver);
    const map = await readMap(client, { name, namespace }, isOver);
    if (map === undefined) throw removedError(name);
    if (!isWatching) await showNewestPod(client);
    update(readRollout(map));
    if (ended.signal.aborted) return;
    const options = {
      namespace,
      fieldSelector: `metadata.name=${name}`,
      signal: isOver,
      maxOutageMs: OUTAGE_MS,
    };
    for await (const event of client.watch(CONFIG_MAPS, options)) {
      if (event.kind === "synced") continue;
      if (event.kind === "deleted") throw removedError(name);
      update(readRollout(event.object));
      if (ended.signal.aborted) return;
    }
  };
  const watchPods = async (): Promise<void> => {
    const client = await servers.open(isOver);
    const options = {
      namespace,
      labelSelector,
      signal: isOver,
      maxOutageMs: OUTAGE_MS,
    };
    for await (const event of client.watch(PODS, options)) {
      if (event.kind === "added" || event.kind === "modified") shown.pod(event.object);
    }
  };
  /** Repeats a watch, with another API server, until the rollout has ended. */
  const repeat = async (body: () => Promise<void>) => {
    while (!isOver.aborted) {
      try {
        await raceWithAbort(body(), isOver);
      } catch (error) {
        if (isOver.aborted) break;
        if (!(error instanceof OsctlError) || !isClusterUnreachable(error)) throw error;
        shown.outage(error);
        await sleep(clock, RETRY_MS, isOver).catch(() => {}); // the loop ends
      }
    }
    signal.throwIfAborted();
  };
  try {
    await Promise.race([
      repeat(watch),
      ...isWatching ? [repeat(watchPods).then(() => new Promise<never>(() => {}))] : [],
    ]);
  } finally {
    ended.abort(new OsctlError("cancelled", "no longer followed"));
    await shown.end();
  }
  if (last === undefined) return;
  if (last.journal !== undefined) {
    const resume = `osctl rollout resume ${name}`;
    const lines = summarize({ journal: last.journal, resume, now: endOf(last, clock.now()) });
    await stderr.write(lines.map((line) => `osctl: ${line}\n`).join(""));
  }
  if (last.state !== "failed") return;
  throw new OsctlError("node", `the rollout has failed: ${oneLine(last.message)}`, {
    hint: `correct the cause, then "osctl rollout resume ${name}"`,
  });
}

/** Returns when the last node ended, or the present time. */
function endOf({ journal, state }: Rollout, now: number): number {
  const ends = journal?.nodes.map(({ endedAt = 0 }) => endedAt) ?? [];
  return state === "complete" ? Math.max(...ends) || now : now;
}

/** The view of a rollout. Before its journal exists, lines on stderr, in every format. */
class RolloutDisplay {
  readonly #context: ConsoleContext<NodeClient>;
  readonly #format: Parameters<typeof createView>[2]["format"];
  readonly #reasons = new Map<string, string>();
  readonly #pods = new Map<string, string>();
  #rollout: Rollout | undefined;
  #view: RollingView | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    context: ConsoleContext<NodeClient>,
    format: Parameters<typeof createView>[2]["format"],
  ) {
    this.#context = context;
    this.#format = format;
  }

  update(rollout: Rollout): void {
    const { journal, reasons } = rollout;
    if (journal !== undefined) {
      if (this.#rollout?.journal === undefined) this.#open(rollout);
      // The view draws the journal that it was created with.
      else Object.assign(this.#rollout.journal, journal);
    } else this.#rollout ??= rollout;
    for (const [address, text] of Object.entries(reasons)) {
      if (this.#reasons.get(address) === text) continue;
      this.#reasons.set(address, text);
      const record = journal?.nodes.find((one) => one.address === address);
      const kind = record?.state === "done"
        ? "done"
        : record?.state === "failed"
        ? "failed"
        : "phase";
      const node = address === "" ? null : address;
      this.#event({
        kind: node === null ? "batch" : kind,
        node,
        text,
        ...record && { phase: record.phase },
      });
    }
  }

  /** Shows a pod that has started, cannot start, or has failed. */
  pod(pod: Pod): void {
    const name = pod.metadata?.name ?? "";
    const text = describePod(pod);
    if (text === "" || this.#pods.get(name) === text) return;
    this.#pods.set(name, text);
    this.#event({ kind: "check", node: null, text });
  }

  outage({ message }: OsctlError): void {
    this.#event({
      kind: "waiting",
      node: null,
      text: `Kubernetes does not respond: ${oneLine(message)}`,
    });
  }

  #open(rollout: Rollout): void {
    this.#rollout = rollout;
    this.#view = createView(this.#context, rollout.journal!, {
      format: this.#format,
      signal: this.#context.signal,
    });
  }

  #event(event: Omit<RollingEvent, "time">): void {
    const time = this.#context.clock.now();
    if (this.#view !== undefined) return this.#view.event({ ...event, time });
    this.#writing = this.#writing.then(() => this.#context.stderr.write(`${event.text}\n`));
  }

  async end(): Promise<void> {
    await this.#writing;
    await this.#view?.end();
  }
}

function removedError(name: string): OsctlError {
  return new OsctlError("input", `the rollout "${name}" was removed`, {
    hint: 'list the others with "osctl rollout list"',
  });
}
