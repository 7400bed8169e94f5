/**
 * The stored objects of a cluster: a file with one change per line, appended and synced in batches.
 * A crash can truncate the last line; its response was not sent.
 *
 * @module
 */
import { readTextIfPresent, writeFileAtomic } from "../../platform/files.ts";
import { count, mapOf, text } from "../../platform/shape.ts";
import { parseState } from "../state_file.ts";
import type { KubeObject } from "../objects/objects.ts";
import { type Change, keyOf, ObjectStore } from "./object_store.ts";

interface Line {
  readonly revision: number;
  readonly resource: string;
  readonly key: string;
  /** Null when the object was removed. */
  readonly object: KubeObject | null;
}

const isLine = mapOf({
  revision: count,
  resource: text,
  key: text,
  object: (value) => value === null || isObject(value),
});
const isObject = mapOf({ metadata: mapOf({ name: text }) });

/** Lines in excess of the number of objects before the file is rewritten. */
const SURPLUS = 2000;

/** Opens the store in `path`; the store is empty at the first start of a cluster. */
export async function openStore(path: string): Promise<{ store: ObjectStore; journal: Journal }> {
  const content = await readTextIfPresent(path) ?? "";
  const objects = new Map<string, readonly [string, KubeObject]>();
  let revision = 1;
  let lines = 0;
  const complete = content.slice(0, content.lastIndexOf("\n") + 1);
  for (const line of complete.split("\n")) {
    if (line === "") continue;
    const change = parseState<Line>(line, path, isLine);
    const key = `${change.resource} ${change.key}`;
    if (change.object === null) objects.delete(key);
    else objects.set(key, [change.resource, change.object]);
    revision = Math.max(revision, change.revision);
    lines++;
  }
  const store = new ObjectStore(objects.values(), revision);
  if (complete !== content) lines = await rewrite(path, store);
  return { store, journal: new Journal(path, store, lines) };
}

/** Replaces the file by one line per object; returns their number. */
async function rewrite(path: string, store: ObjectStore): Promise<number> {
  const { revision } = store;
  const lines = [...store.entries()].map(([resource, object]) =>
    format({ revision, resource, key: keyOf(object), object })
  );
  await writeFileAtomic(path, lines.join(""), { mode: 0o600 });
  return lines.length;
}

function format({ revision, resource, key, object }: Line): string {
  return `${JSON.stringify({ revision, resource, key, object })}\n`;
}

/** Appends the changes of a store to its file. */
export class Journal implements Disposable {
  readonly #path: string;
  readonly #store: ObjectStore;
  readonly #unsubscribe: () => void;
  #count: number;
  #limit: number;
  #pending: string[] = [];
  #writing: Promise<void> = Promise.resolve();

  /** @param count number of lines in the file. */
  constructor(path: string, store: ObjectStore, count: number) {
    this.#path = path;
    this.#store = store;
    this.#count = count;
    this.#limit = [...store.entries()].length + SURPLUS;
    this.#unsubscribe = store.onChange((change) => this.#append(change));
  }

  #append({ revision, resource, key, object }: Change): void {
    this.#pending.push(format({ revision, resource, key, object: object ?? null }));
  }

  /** Resolves when all changes so far are on disk. */
  commit(): Promise<void> {
    const write = async () => {
      const lines = this.#pending;
      if (lines.length === 0) return;
      this.#pending = [];
      try {
        if (this.#count + lines.length > this.#limit) {
          this.#count = await rewrite(this.#path, this.#store);
          this.#limit = this.#count + SURPLUS;
        } else {
          await appendText(this.#path, lines.join(""));
          this.#count += lines.length;
        }
      } catch (error) {
        this.#pending.unshift(...lines);
        throw error;
      }
    };
    const done = this.#writing.then(write);
    // A failed write must not block the next one; it rejects for its own caller.
    this.#writing = done.catch(() => {});
    return done;
  }

  [Symbol.dispose](): void {
    this.#unsubscribe();
  }
}

/** Appends a text and syncs the file; removes a part that was written before a failure. */
async function appendText(path: string, text: string): Promise<void> {
  using file = await Deno.open(path, { append: true, create: true, mode: 0o600 });
  const { size } = await file.stat();
  try {
    const bytes = new TextEncoder().encode(text);
    for (let written = 0; written < bytes.length;) {
      written += await file.write(bytes.subarray(written));
    }
    await file.syncData();
  } catch (error) {
    await file.truncate(size);
    throw error;
  }
}
