/**
 * Progress of an image pull: one line per layer on a terminal, one line per completed layer elsewhere.
 *
 * @module
 */
import { type RedrawSystem, startRedraw } from "../../output/redraw.ts";
import { formatSize } from "../../output/size.ts";
import { escapeControls } from "../../output/text.ts";

/** A message of a pull. */
export interface PullMessage {
  readonly status?: string;
  readonly id?: string;
  readonly progressDetail?: { readonly current?: number; readonly total?: number } | null;
}

/** State of a layer. */
interface Layer {
  readonly status: string;
  readonly current: number;
  readonly total: number;
}

/** States of layers that need no more work. */
const COMPLETE = new Set(["Pull complete", "Already exists"]);
/** Width of a progress bar, columns. */
const BAR = 20;

/** Shows the layers of one pull. */
export class PullProgress {
  readonly #layers = new Map<string, Layer>();
  readonly #drawing: { end(): Promise<void> } | undefined;
  readonly #stderr: RedrawSystem["stderr"];
  #written = Promise.resolve();

  constructor(system: RedrawSystem, signal: AbortSignal) {
    this.#stderr = system.stderr;
    const isTerminal = system.terminal.isTerminal("stderr") && system.env.get("TERM") !== "dumb";
    this.#drawing = isTerminal
      ? startRedraw(system, signal, ({ columns, rows }) => this.draw(columns, rows))
      : undefined;
  }

  /** Adds a message. Messages about other things than layers are ignored. */
  add({ id, status = "", progressDetail }: PullMessage): void {
    const isLayer = id !== undefined && /^[0-9a-f]{6,64}$/.test(id);
    if (!isLayer) return;
    const before = this.#layers.get(id);
    const { current = 0, total = before?.total ?? 0 } = progressDetail ?? {};
    this.#layers.set(id, { status, current: COMPLETE.has(status) ? total : current, total });
    if (this.#drawing !== undefined || !COMPLETE.has(status)) return;
    const done = [...this.#layers.values()].filter((layer) => COMPLETE.has(layer.status)).length;
    const size = total > 0 ? ` (${formatSize(total)})` : "";
    const line = `layer ${id}: ${status.toLowerCase()}${size}, ${done} of ${this.#layers.size}\n`;
    this.#written = this.#written.then(() => this.#stderr.write(line));
    this.#written.catch(() => {}); // `end` rejects with the error
  }

  /** Returns a line per layer, the last ones when there are too many. */
  draw(columns: number, rows: number): string[] {
    return [...this.#layers].slice(-rows).map(([id, { status, current, total }]) => {
      const text = `${id}  ${escapeControls(status).padEnd(18)}`;
      if (total === 0) return text.trimEnd().slice(0, columns);
      const filled = Math.min(BAR, Math.floor(current / total * BAR));
      const bar = `[${"=".repeat(filled)}${" ".repeat(BAR - filled)}]`;
      return `${text} ${bar} ${formatSize(current)}/${formatSize(total)}`.slice(0, columns);
    });
  }

  /** Resolves when everything is written. */
  async end(): Promise<void> {
    await this.#drawing?.end();
    await this.#written;
  }
}
