/**
 * Calls to the resource service of nodes.
 *
 * @module
 */
import { State } from "../../proto/cosi.ts";
import { firstSuccess } from "../async/hedge.ts";
import { withIdleTimeout } from "../async/idle_timeout.ts";
import { noAnswerWithin } from "../client/timeouts.ts";
import type { NodeClient } from "../client/types.ts";
import { MultiNodeError, OsctlError } from "../errors.ts";
import type { Clock } from "../platform/system.ts";
import { type Definition, definitionOf, DEFINITIONS } from "./definitions.ts";
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
const HEDGE_AFTER_MS = 1000;

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
    return this.#definitions ??= firstSuccess(
      this.#client.nodes,
      (node, signal) => this.#definitionsOf(node, signal),
      { clock: this.#options.clock, delayMs: HEDGE_AFTER_MS, allFailed: noAnswer },
    );
  }

  async #definitionsOf(node: string, signal: AbortSignal): Promise<readonly Definition[]> {
    try {
      const found: Definition[] = [];
      for await (const resource of this.list(node, DEFINITIONS, { signal })) {
        found.push(definitionOf(resource));
      }
      return found;
    } catch (error) {
      const isPlain = error instanceof OsctlError && !(error instanceof MultiNodeError);
      if (!isPlain || error.kind === "cancelled") throw error;
      throw new MultiNodeError([{ node, error }]);
    }
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
    const messages = withIdleTimeout(
      { clock, ms: callMs, signal, expired: () => noAnswerWithin(callMs) },
      (signal) => this.#client.plainStream(State.List, request, node, { signal }),
    );
    for await (const { resource: message } of messages) {
      const resource = resourceOf(message);
      if (selector.length === 0 || selects(selector, resource.labels)) yield resource;
    }
  }
}

/** Without a connection to any endpoint, that is all there is to say. */
function noAnswer(errors: readonly OsctlError[]): OsctlError {
  const failures = errors.flatMap((error) => error instanceof MultiNodeError ? error.failures : []);
  const isLocal = failures.every(({ error }) => error.kind === "connection");
  return isLocal ? failures[0]!.error : new MultiNodeError(failures);
}
