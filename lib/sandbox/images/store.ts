/**
 * The image store of a node: names and digests in `images.json` of the node's folder.
 *
 * @module
 */
import { ensureFolder, readTextIfPresent, writeFileAtomic } from "../../platform/files.ts";

/** A containerd namespace: system services, or Kubernetes (CRI). */
export type ImageNamespace = "system" | "cri";

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
    // A failed write must not block the next one; `add` rejects for its own caller.
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
