/**
 * Calls to the resource service of nodes.
 *
 * @module
 */
import { State } from "../../proto/cosi.ts";
import type { NodeClient } from "../client/types.ts";
import { MultiNodeError, type NodeFailure, OsctlError } from "../errors.ts";
import type { Clock } from "../platform/system.ts";
import { type Definition, definitionOf, DEFINITIONS } from "./definitions.ts";
import { patiently } from "./patience.ts";
import { type Resource, resourceOf } from "./resource.ts";
import { labelQuery, type Selector, selects } from "./selector.ts";

/** Where to look for resources. */
export interface Kind {
  readonly namespace: string;
  /** The full name of the type. */
  readonly type: string;
}

/** How calls are made. */
export interface ReaderOptions {
  readonly clock: Clock;
  /** How long to wait for a node's next message, milliseconds. */
  readonly callMs: number;
}

/** After this long without an answer, another node is asked for definitions too, milliseconds. */
const RIVAL_AFTER_MS = 1000;

/** Reads resources. */
export class ResourceReader {
  readonly #client: NodeClient;
  readonly #options: ReaderOptions;
  #definitions: Promise<readonly Definition[]> | undefined;

  constructor(client: NodeClient, options: ReaderOptions) {
    this.#client = client;
    this.#options = options;
  }

  /**
   * The definitions, as the first node that answers has them; asked for once.
   *
   * @throws {MultiNodeError} when no node answers; {@linkcode OsctlError} when no endpoint does.
   */
  definitions(): Promise<readonly Definition[]> {
    return this.#definitions ??= this.#firstAnswer(async (node, signal) => {
      const found: Definition[] = [];
      for await (const resource of this.list(node, DEFINITIONS, { signal })) {
        found.push(definitionOf(resource));
      }
      return found;
    });
  }

  /**
   * One resource.
   *
   * @throws {OsctlError} what the node answers, also when there is no such resource.
   */
  async get(node: string, { namespace, type }: Kind, id: string): Promise<Resource> {
    const request = { namespace, type, id };
    const { callMs } = this.#options;
    const { resource } = await this.#client.plainCall(State.Get, request, node, {
      timeoutMs: callMs,
    });
    return resourceOf(resource);
  }

  /** The resources of a kind, in the order of their ids. */
  async *list(
    node: string,
    { namespace, type }: Kind,
    { selector = [], signal }: { selector?: Selector; signal?: AbortSignal } = {},
  ): AsyncGenerator<Resource, void, undefined> {
    const query = labelQuery(selector);
    const request = {
      namespace,
      type,
      ...(query.length === 0 ? {} : { options: { labelQuery: query } }),
    };
    const { clock, callMs } = this.#options;
    const messages = patiently(
      { clock, ms: callMs, signal },
      (signal) => this.#client.plainStream(State.List, request, node, { signal }),
    );
    for await (const { resource: message } of messages) {
      const resource = resourceOf(message);
      if (selector.length === 0 || selects(selector, resource.labels)) yield resource;
    }
  }

  /** Asks one node after another, the next one also when a node takes long. */
  async #firstAnswer<T>(ask: (node: string, signal: AbortSignal) => Promise<T>): Promise<T> {
    const { nodes } = this.#client;
    const settled = new AbortController();
    const failures: (NodeFailure | undefined)[] = nodes.map(() => undefined);
    let asked = 0;
    return await new Promise<T>((resolve, reject) => {
      let cancelRival = () => {};
      const askNext = () => {
        cancelRival();
        const index = asked++;
        const node = nodes[index];
        if (node === undefined) return;
        ask(node, settled.signal).then(
          (answer) => end(() => resolve(answer)),
          (error) => {
            if (!(error instanceof OsctlError) || error.kind === "cancelled") {
              return end(() => reject(error));
            }
            failures[index] = error instanceof MultiNodeError ? error.failures[0] : { node, error };
            const known = failures.filter((failure) => failure !== undefined);
            if (known.length === nodes.length) end(() => reject(noAnswer(known)));
            else askNext();
          },
        );
        if (asked < nodes.length) cancelRival = this.#options.clock.after(RIVAL_AFTER_MS, askNext);
      };
      const end = (settle: () => void) => {
        cancelRival();
        asked = nodes.length;
        settle();
        settled.abort(new OsctlError("cancelled", "another node has answered"));
      };
      askNext();
    });
  }
}

/** Without a connection to any endpoint, that is all there is to say. */
function noAnswer(failures: readonly NodeFailure[]): OsctlError {
  const isLocal = failures.every(({ error }) => error.kind === "connection");
  return isLocal ? failures[0]!.error : new MultiNodeError(failures);
}
