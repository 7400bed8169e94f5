/**
 * Progress of the layers of a pull.
 *
 * @module
 */
import { machine } from "../../../proto/machine.ts";
import { type Integer, toExactInteger } from "../../output/integer.ts";
import { formatSize } from "../../output/size.ts";

const { ALREADY_EXISTS, DOWNLOADING, EXTRACT_COMPLETE } =
  machine.ImageServicePullLayerProgress.Status;

/** The latest message about a layer; sizes in bytes. */
interface LayerProgress {
  readonly status?: number | null | undefined;
  readonly offset?: Integer;
  readonly total?: Integer;
}

/** Layers of an image and their states. */
export class PullProgress {
  readonly #layers = new Map<string, { isComplete: boolean; bytes: number; total: number }>();

  /** Adds a message of the node. */
  update(layer: string, { status, offset, total }: LayerProgress): void {
    const before = this.#layers.get(layer);
    const size = Number(toExactInteger(total)) || before?.total || 0;
    const isDownloading = (status ?? DOWNLOADING) === DOWNLOADING;
    this.#layers.set(layer, {
      isComplete: status === EXTRACT_COMPLETE || status === ALREADY_EXISTS,
      // Messages after the download have neither offset nor total.
      bytes: isDownloading ? Number(toExactInteger(offset)) : size,
      total: size,
    });
  }

  /** Number of complete layers and of all known ones: `2 of 5 layers`. */
  get layers(): string {
    const layers = [...this.#layers.values()];
    const complete = layers.filter(({ isComplete }) => isComplete).length;
    return `${complete} of ${layers.length} ${layers.length === 1 ? "layer" : "layers"}`;
  }

  /** Returns layers and bytes: `2 of 5 layers, 12 MB of 40 MB`. */
  toString(): string {
    const layers = [...this.#layers.values()];
    const sum = (key: "bytes" | "total") => layers.reduce((all, layer) => all + layer[key], 0);
    const total = sum("total");
    if (total === 0) return this.layers;
    return `${this.layers}, ${formatSize(sum("bytes"))} of ${formatSize(total)}`;
  }
}
