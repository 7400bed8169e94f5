/**
 * Removal of everything that carries the labels of a cluster.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import { combineErrors, OsctlError } from "../../errors.ts";
import type { System } from "../../platform/system.ts";
import type { Report } from "../types.ts";
import { type EngineClient, EngineError } from "./engine.ts";
import { listObjects } from "./list_objects.ts";
import { clusterFilter, type EngineVolume, nameOfContainer } from "./objects.ts";

/** Pause between attempts, milliseconds. */
const PAUSE_MS = 100;
/** Attempts of a removal that fails; an object may be in use for a moment. */
const ATTEMPTS = 20;

/** Attempts while the engine removes the object, as for another client. */
const ATTEMPTS_IN_PROGRESS = 600;

/** Options of {@linkcode removeObjects}. */
export interface RemoveOptions {
  readonly clock: System["clock"];
  readonly signal: AbortSignal;
  readonly report: Report;
  /**
   * Time without new objects, milliseconds: the engine completes requests of a client that was
   * killed.
   */
  readonly settleMs: number;
}

/**
 * Removes containers with their volumes, then networks and volumes. Returns how many objects it
 * removed.
 *
 * @throws {OsctlError} with every object that cannot be removed.
 */
export async function removeObjects(
  engine: EngineClient,
  cluster: string,
  options: RemoveOptions,
): Promise<number> {
  const { clock, signal, settleMs } = options;
  let removed = 0;
  let lastSeen = clock.now();
  while (true) {
    const found = await removeOnce(engine, cluster, options);
    removed += found;
    if (found > 0) lastSeen = clock.now();
    else if (clock.now() - lastSeen >= settleMs) return removed;
    if (found === 0) await sleep(clock, PAUSE_MS, signal);
  }
}

async function removeOnce(
  engine: EngineClient,
  cluster: string,
  options: RemoveOptions,
): Promise<number> {
  const { signal } = options;
  const [containers, networks] = await listObjects(engine, cluster, signal);
  const remove = (kind: string, name: string, path: string) =>
    removeObject(engine, { kind, name, path }, options);
  await inParallel(
    containers.map((container) =>
      remove("container", nameOfContainer(container), `/containers/${container.Id}?force=1&v=1`)
    ),
  );
  await inParallel(networks.map(({ Id, Name }) => remove("network", Name, `/networks/${Id}`)));
  const { Volumes } = await engine.request<{ Volumes: EngineVolume[] | null }>("GET", "/volumes", {
    query: clusterFilter(cluster),
    signal,
  });
  const volumes = Volumes ?? [];
  await inParallel(volumes.map(({ Name }) => remove("volume", Name, `/volumes/${Name}?force=1`)));
  return containers.length + networks.length + volumes.length;
}

/** Waits for all removals, and throws the errors of all that failed. */
async function inParallel(removals: readonly Promise<void>[]): Promise<void> {
  const failures: OsctlError[] = [];
  for (const outcome of await Promise.allSettled(removals)) {
    if (outcome.status === "fulfilled") continue;
    if (!(outcome.reason instanceof OsctlError)) throw outcome.reason;
    failures.push(outcome.reason);
  }
  const combined = combineErrors(failures);
  if (combined !== undefined) throw combined;
}

/** Removes an object. Another client may remove it meanwhile. */
async function removeObject(
  engine: EngineClient,
  { kind, name, path }: { readonly kind: string; readonly name: string; readonly path: string },
  { clock, signal, report }: RemoveOptions,
): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      await engine.request("DELETE", path, { signal });
      return await report(`removed ${kind} ${name}`);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (error.status === 404) return;
      const isInProgress = error.status === 409 && /already in progress/.test(error.message);
      if (attempt >= (isInProgress ? ATTEMPTS_IN_PROGRESS : ATTEMPTS)) {
        throw new OsctlError("node", `cannot remove ${kind} ${name}: ${error.message}`, {
          hint: "repeat the command when it is not in use",
          cause: error,
        });
      }
    }
    await sleep(clock, PAUSE_MS, signal);
  }
}
