/**
 * The images a node has: names and what they stand for, kept in the node's folder.
 *
 * @module
 */
import { ensureFolder, readTextIfPresent, writeFileAtomic } from "../../platform/files.ts";

/** Where images of a node belong: those of the system, or those of the orchestrator. */
export type ImageNamespace = "system" | "cri";

/** One name. Several names may stand for the same image. */
export interface StoredImage {
  readonly name: string;
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
  /** When the name was added, milliseconds since the Unix epoch. */
  readonly createdAt: number;
}

type Content = Partial<Record<ImageNamespace, StoredImage[]>>;

/** The images of one node. */
export class ImageStore {
  readonly #folder: string;
  #writing: Promise<unknown> = Promise.resolve();

  /** @param folder the node's folder. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The images of a namespace, by name. */
  async list(namespace: ImageNamespace): Promise<readonly StoredImage[]> {
    return (await this.#read())[namespace] ?? [];
  }

  /** Adds names; those already there keep the time they were added. */
  async add(namespace: ImageNamespace, images: readonly StoredImage[]): Promise<void> {
    const change = async () => {
      const content = await this.#read();
      const byName = new Map((content[namespace] ?? []).map((image) => [image.name, image]));
      for (const image of images) {
        const createdAt = byName.get(image.name)?.createdAt ?? image.createdAt;
        byName.set(image.name, { ...image, createdAt });
      }
      const sorted = [...byName.values()].sort((a, b) => a.name < b.name ? -1 : 1);
      await ensureFolder(this.#folder, 0o700);
      const text = JSON.stringify({ ...content, [namespace]: sorted }, undefined, 2);
      await writeFileAtomic(this.#path, `${text}\n`, { mode: 0o600 });
    };
    const done = this.#writing.then(change);
    // One failed change does not stand in the way of the next; its own caller hears of it.
    this.#writing = done.catch(() => {});
    await done;
  }

  get #path(): string {
    return `${this.#folder}/images.json`;
  }

  async #read(): Promise<Content> {
    const text = await readTextIfPresent(this.#path);
    return text === undefined ? {} : JSON.parse(text);
  }
}
