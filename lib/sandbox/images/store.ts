/**
 * The image store of a node: names and digests in `images.json` of the node's folder.
 *
 * @module
 */
import { ensureFolder, writeFileAtomic } from "../../platform/files.ts";
import { count, listOf, mapOf, number, text, valuesOf } from "../../platform/shape.ts";
import { readState } from "../state_file.ts";

/**
 * A containerd namespace: system services, Kubernetes (CRI), or system services of the instance in
 * memory.
 */
export type ImageNamespace = "system" | "cri" | "inmem";

/** A named image. Several names may refer to the same image. */
export interface StoredImage {
  readonly name: string;
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
  /** Time of the pull, milliseconds since the Unix epoch. */
  readonly createdAt: number;
}

type Content = Partial<Record<ImageNamespace, StoredImage[]>>;

const isContent = valuesOf(
  listOf(mapOf({ name: text, digest: text, size: count, createdAt: number })),
);

/** The image store of one node. */
export class ImageStore {
  readonly #folder: string;
  #writing: Promise<unknown> = Promise.resolve();

  /** @param folder the node's folder. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the images of a namespace, sorted by name. */
  async list(namespace: ImageNamespace): Promise<readonly StoredImage[]> {
    return (await this.#read())[namespace] ?? [];
  }

  /** Adds images; an existing name keeps its `createdAt`. */
  async add(namespace: ImageNamespace, images: readonly StoredImage[]): Promise<void> {
    await this.#change(namespace, (stored) => {
      const byName = new Map(stored.map((image) => [image.name, image]));
      for (const image of images) {
        const createdAt = byName.get(image.name)?.createdAt ?? image.createdAt;
        byName.set(image.name, { ...image, createdAt });
      }
      return [...byName.values()].sort((a, b) => a.name < b.name ? -1 : 1);
    });
  }

  /** Removes a name; returns false when there is none. */
  async remove(namespace: ImageNamespace, name: string): Promise<boolean> {
    let removed = false;
    await this.#change(namespace, (stored) => {
      const rest = stored.filter((image) => image.name !== name);
      removed = rest.length < stored.length;
      return rest;
    });
    return removed;
  }

  async #change(
    namespace: ImageNamespace,
    change: (stored: readonly StoredImage[]) => readonly StoredImage[],
  ): Promise<void> {
    const write = async () => {
      const content = await this.#read();
      const images = change(content[namespace] ?? []);
      await ensureFolder(this.#folder, 0o700);
      const text = JSON.stringify({ ...content, [namespace]: images }, undefined, 2);
      await writeFileAtomic(this.#path, `${text}\n`, { mode: 0o600 });
    };
    const done = this.#writing.then(write);
    // A failed write must not block the next one; it rejects for its own caller.
    this.#writing = done.catch(() => {});
    await done;
  }

  get #path(): string {
    return `${this.#folder}/images.json`;
  }

  async #read(): Promise<Content> {
    return await readState<Content>(this.#path, isContent) ?? {};
  }
}
