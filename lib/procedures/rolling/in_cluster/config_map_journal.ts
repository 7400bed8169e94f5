/**
 * The journal of a rolling change in a ConfigMap. A pod that takes over becomes the only writer:
 * what an earlier pod writes afterwards is refused, by the resource version.
 *
 * @module
 */
import { sleep } from "../../../async/sleep.ts";
import { OsctlError } from "../../../errors.ts";
import { isConflict } from "../../../kubernetes/kubernetes_error.ts";
import { CONFIG_MAPS } from "../../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../../kubernetes/types.ts";
import { oneLine } from "../../../output/text.ts";
import type { Clock } from "../../../platform/system.ts";
import type { OpenKubernetes } from "../gates/types.ts";
import type { JournalStore, RollingJournal } from "../journal.ts";
import { isClusterUnreachable } from "../kubernetes_servers.ts";
import { PodLogRecorder } from "./pod_log.ts";
import { readRollout, type Rollout, type RolloutState } from "./rollout_map.ts";

/** Interval of attempts while the API is unreachable, milliseconds. */
const RETRY_MS = 1000;
/**
 * Limit of a write while the API is unreachable, milliseconds: a slow boot of the only control
 * plane.
 */
const WRITE_MS = 30 * 60_000;
/** Delay of a write of progress alone, milliseconds. */
const PROGRESS_MS = 1000;
/** Largest journal, bytes; the API accepts 1 MiB of data. */
const MAX_BYTES = 950_000;

/** Another pod has taken over the rollout. */
export class TakenOver extends OsctlError {
  override readonly name = "TakenOver";
}

/** Options of {@linkcode ConfigMapJournal}. */
export interface ConfigMapOptions {
  readonly clock: Clock;
  readonly kubernetes: OpenKubernetes;
  readonly namespace: string;
  /** Name of the ConfigMap: of the rollout. */
  readonly name: string;
  /** Name of this pod, and its node. */
  readonly pod: string;
  readonly node: string;
  /** Random ID of this process. */
  readonly session: string;
}

/** The journal of one rollout. */
export class ConfigMapJournal {
  readonly #options: ConfigMapOptions;
  readonly #never = new AbortController().signal;
  readonly #reasons: Record<string, string> = {};
  readonly #log: PodLogRecorder;
  #version: string | undefined;
  /** The last write: the next one begins after it. */
  #last: Promise<unknown> = Promise.resolve();
  #cancelProgress: (() => void) | undefined;

  constructor(options: ConfigMapOptions) {
    this.#options = options;
    this.#log = new PodLogRecorder(options);
  }

  /** Name for messages. */
  get name(): string {
    const { namespace, name } = this.#options;
    return `ConfigMap ${namespace}/${name}`;
  }

  /** Becomes the writer and returns the rollout. */
  async takeOver(): Promise<Rollout> {
    const { namespace, name, session, pod, node } = this.#options;
    const data = { writer: session, pod, node };
    return await this.#retry(async (client) => {
      const signal = this.#never;
      for (;;) {
        try {
          const metadata = { name, namespace };
          const found = await client.get(CONFIG_MAPS, metadata, { signal });
          const map = await client.patch(CONFIG_MAPS, metadata, {
            type: "merge",
            body: { metadata: { resourceVersion: found.metadata?.resourceVersion }, data },
          }, { signal });
          this.#version = map.metadata?.resourceVersion;
          const rollout = readRollout(map);
          this.#log.continue(rollout.logs);
          return rollout;
        } catch (error) {
          if (!isConflict(error)) throw error;
        }
      }
    });
  }

  /** Reads the rollout. */
  async read(signal: AbortSignal): Promise<Rollout> {
    const { namespace, name, kubernetes } = this.#options;
    const client = await kubernetes(signal);
    return readRollout(await client.get(CONFIG_MAPS, { namespace, name }, { signal }));
  }

  /** Returns the store of a journal. */
  storeOf(journal: RollingJournal): JournalStore {
    return {
      journal,
      store: async () => {
        const text = JSON.stringify(journal);
        if (text.length > MAX_BYTES) {
          throw new OsctlError("node", "the journal does not fit into a ConfigMap", {
            hint: "change fewer nodes at once",
          });
        }
        await this.#write({ journal: text });
      },
    };
  }

  /** Writes the state; `message` is why it failed. */
  async setState(state: RolloutState, title: string, message = ""): Promise<void> {
    await this.#write({ state, title, message: oneLine(message).slice(0, 4096) });
  }

  /** Removes the journal of a rolling change that is over: the next one begins. */
  async clear(title: string): Promise<void> {
    await this.#write({ journal: null, title });
  }

  /** Records what a node awaits; written soon, with the next journal or alone. */
  report(node: string | null, text: string): void {
    const { clock } = this.#options;
    const line = oneLine(text).slice(0, 512);
    this.#reasons[node ?? ""] = line;
    const time = new Date(clock.now()).toISOString().slice(0, 19);
    const named = node === null ? line : `${node}: ${line}`;
    this.#log.add(`${time}Z ${named}`, named);
    this.#cancelProgress ??= clock.after(PROGRESS_MS, () => {
      this.#cancelProgress = undefined;
      // Progress is repeated with the next write; its failure is no reason to stop.
      this.#last = this.#last.then(() => this.#patch({}, this.#never)).catch(() => {});
    });
  }

  #write(data: Readonly<Record<string, string | null>>): Promise<void> {
    const write = this.#last.then(() =>
      this.#retry((client) => this.#patchWith(client, data, this.#never))
    );
    this.#last = write.catch(() => {}); // the caller of the failed write has its error
    return write;
  }

  /** Repeats a call while the API is unreachable: the change waits, and its journal stays true. */
  async #retry<T>(call: (client: KubernetesClient) => Promise<T>): Promise<T> {
    const { clock, kubernetes } = this.#options;
    const until = clock.now() + WRITE_MS;
    for (;;) {
      try {
        return await call(await kubernetes(this.#never));
      } catch (error) {
        if (!(error instanceof OsctlError) || error instanceof TakenOver) throw error;
        if (!isClusterUnreachable(error) || clock.now() >= until) throw this.#failure(error);
      }
      await sleep(clock, RETRY_MS);
    }
  }

  #failure(error: OsctlError): OsctlError {
    return new OsctlError(error.kind, `${this.name} not written: ${error.message}`, {
      cause: error,
      ...error.hint === undefined ? {} : { hint: error.hint },
    });
  }

  async #patch(
    data: Readonly<Record<string, string | null>>,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#patchWith(await this.#options.kubernetes(signal), data, signal);
  }

  async #patchWith(
    client: KubernetesClient,
    data: Readonly<Record<string, string | null>>,
    signal: AbortSignal,
  ): Promise<void> {
    const { namespace, name, session } = this.#options;
    for (;;) {
      const body = {
        metadata: { resourceVersion: this.#version },
        data: { ...data, reasons: JSON.stringify(this.#reasons), log: this.#log.toString() },
      };
      try {
        const map = await client.patch(CONFIG_MAPS, { namespace, name }, { type: "merge", body }, {
          signal,
        });
        this.#version = map.metadata?.resourceVersion;
        return;
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
      // The operator's request, a write whose response was lost, or another pod.
      const current = await client.get(CONFIG_MAPS, { namespace, name }, { signal });
      if (current.data?.["writer"] !== session) {
        const pod = current.data?.["pod"] ?? "another pod";
        throw new TakenOver("node", `pod ${oneLine(pod)} has taken over the rollout`);
      }
      this.#version = current.metadata?.resourceVersion;
    }
  }
}
