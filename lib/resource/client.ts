/**
 * Client of the COSI resource service.
 *
 * @module
 */
import { State } from "../../proto/cosi.ts";
import { firstSuccess } from "../async/hedge.ts";
import type { NodeClient } from "../client/types.ts";
import { MultiNodeError, OsctlError } from "../errors.ts";
import type { Clock } from "../platform/system.ts";
import { DEFINITIONS, type SentDefinition, toDefinition } from "./definitions.ts";
import { type Resource, toResource } from "./resource.ts";
import { matchesSelector, type Selector, toLabelQuery } from "./selector.ts";

/** Namespace and type of resources. */
export interface Kind {
  readonly namespace: string;
  /** Full name of the type. */
  readonly type: string;
}

/** Options of {@linkcode ResourceReader}. */
export interface ReaderOptions {
  readonly clock: Clock;
  /** Idle timeout of a call, milliseconds. */
  readonly callMs: number;
}

/** Delay before the definitions are also requested from the next node, milliseconds. */
const HEDGE_AFTER_MS = 1000;

/** A reader of resources. */
export class ResourceReader {
  readonly #client: NodeClient;
  readonly #options: ReaderOptions;
  #definitions: Promise<readonly SentDefinition[]> | undefined;

  constructor(client: NodeClient, options: ReaderOptions) {
    this.#client = client;
    this.#options = options;
  }

  /**
   * Fetches the definitions once, from the first node that responds.
   *
   * @throws {MultiNodeError} when no node responds; {@linkcode OsctlError} when no endpoint is
   * reachable.
   */
  definitions(): Promise<readonly SentDefinition[]> {
    return this.#definitions ??= firstSuccess(
      this.#client.nodes,
      (node, signal) => nodeErrors(node, () => this.#definitionsOf(node, signal)),
      { clock: this.#options.clock, delayMs: HEDGE_AFTER_MS, allFailed: noAnswer },
    );
  }

  /**
   * Fetches the definition of a type from the first node that responds; undefined when it refuses,
   * for example because it has no such type.
   *
   * @throws like {@linkcode definitions}.
   */
  async definition(type: string): Promise<SentDefinition | undefined> {
    return await firstSuccess(
      this.#client.nodes,
      (node, signal) => nodeErrors(node, () => this.#definitionOf(node, type, signal)),
      { clock: this.#options.clock, delayMs: HEDGE_AFTER_MS, allFailed: noAnswer },
    );
  }

  async #definitionOf(
    node: string,
    type: string,
    signal: AbortSignal,
  ): Promise<SentDefinition | undefined> {
    try {
      return toDefinition(await this.get(node, DEFINITIONS, type.toLowerCase(), signal));
    } catch (error) {
      if (error instanceof OsctlError && error.kind === "node") return undefined;
      throw error;
    }
  }

  async #definitionsOf(node: string, signal: AbortSignal): Promise<readonly SentDefinition[]> {
    const found: SentDefinition[] = [];
    for await (const resource of this.list(node, DEFINITIONS, { signal })) {
      found.push(toDefinition(resource));
    }
    return found;
  }

  /**
   * Fetches one resource.
   *
   * @throws {OsctlError} the node's error, also when the resource does not exist.
   */
  async get(
    node: string,
    { namespace, type }: Kind,
    id: string,
    signal?: AbortSignal,
  ): Promise<Resource> {
    const request = { namespace, type, id };
    const { callMs } = this.#options;
    const { resource } = await this.#client.plainCall(State.Get, request, node, {
      timeoutMs: callMs,
      ...(signal === undefined ? {} : { signal }),
    });
    return await toResource(resource);
  }

  /** Lists the resources of a kind, sorted by id. */
  async *list(
    node: string,
    { namespace, type }: Kind,
    { selector = [], signal }: { selector?: Selector; signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<Resource, void, undefined> {
    const query = toLabelQuery(selector);
    const request = {
      namespace,
      type,
      ...(query.length === 0 ? {} : { options: { labelQuery: query } }),
    };
    const messages = this.#client.plainStream(State.List, request, node, {
      idleMs: this.#options.callMs,
      ...(signal === undefined ? {} : { signal }),
    });
    for await (const { resource: message } of messages) {
      const resource = await toResource(message);
      if (selector.length === 0 || matchesSelector(selector, resource.labels)) yield resource;
    }
  }
}

/** Attributes an error of a call to its node. */
async function nodeErrors<T>(node: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isPlain = error instanceof OsctlError && !(error instanceof MultiNodeError);
    if (!isPlain || error.kind === "cancelled") throw error;
    throw new MultiNodeError([{ node, error }]);
  }
}

/** Combines the errors of all nodes; returns a single one when no endpoint is reachable. */
function noAnswer(errors: readonly OsctlError[]): OsctlError {
  const failures = errors.flatMap((error) => error instanceof MultiNodeError ? error.failures : []);
  const isLocal = failures.every(({ error }) => error.kind === "connection");
  return isLocal ? failures[0]!.error : new MultiNodeError(failures);
}
