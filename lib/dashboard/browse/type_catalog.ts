/**
 * The resource types of the nodes, by name.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import { ResourceReader } from "../../resource/client.ts";
import type { Definition } from "../../resource/definitions.ts";
import { findKinds, type NamedKind } from "../../resource/kinds.ts";
import { suggestTypes, type TypeSuggestion } from "../../resource/suggest_types.ts";
import type { FeedTarget } from "./feed_target.ts";

/** Definitions parsed between two pauses, so that keys are handled in the meantime. */
const BATCH = 10;

/** The resource types, read once from the first node that responds. */
export class TypeCatalog {
  readonly #target: FeedTarget;
  #reader: ResourceReader;
  #parsed: readonly Definition[] = [];
  #isLoading = false;

  constructor(target: FeedTarget) {
    this.#target = target;
    this.#reader = new ResourceReader(target.client, target);
  }

  /** Reads resources of the nodes. */
  get reader(): ResourceReader {
    return this.#reader;
  }

  /** The types read so far, for completion. */
  get definitions(): readonly Definition[] {
    return this.#parsed;
  }

  /** Reads all types in the background, for {@linkcode suggest}; again at the next call after a failure. */
  preload(): void {
    const { signal, fail } = this.#target;
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#load().catch((error) => {
      this.#isLoading = false;
      this.#forget();
      // A node that does not respond is reported where a type is opened.
      if (!(error instanceof OsctlError) && !signal.aborted) fail(error);
    });
  }

  async #load(): Promise<void> {
    const { clock, signal, changed } = this.#target;
    const sent = await this.#reader.definitions();
    const parsed: Definition[] = [];
    for (const [index, definition] of sent.entries()) {
      if (index % BATCH === BATCH - 1) await sleep(clock, 1, signal);
      parsed.push(await definition.read());
    }
    this.#parsed = parsed;
    changed();
  }

  /**
   * Finds a type by its name or alias.
   *
   * @throws {OsctlError} for an unknown or ambiguous name, and when no node responds.
   */
  async find(name: string, namespace = ""): Promise<NamedKind> {
    try {
      const [kind] = await findKinds(this.#reader, [name], namespace);
      return kind!;
    } catch (error) {
      if (!(error instanceof OsctlError && error.kind === "input")) this.#forget();
      throw error;
    }
  }

  /** Returns the names that start with a prefix. */
  suggest(prefix: string): readonly TypeSuggestion[] {
    return suggestTypes(this.#parsed, prefix);
  }

  /** Reads the types again at the next use: the reader remembers the failure. */
  #forget(): void {
    this.#reader = new ResourceReader(this.#target.client, this.#target);
  }
}
