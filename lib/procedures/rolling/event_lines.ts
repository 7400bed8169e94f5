/**
 * The events of a rolling change as lines, without those that repeat often.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import type { RollingEvent } from "./events.ts";
import type { RollingJournal } from "./journal.ts";

/** The latest reason why a phase is not over is written at this interval, milliseconds. */
const REASON_MS = 5000;

/** Turns events into lines. */
export class EventLines implements Disposable {
  readonly #clock: Clock;
  readonly #names: ReadonlyMap<string, string>;
  readonly #write: (line: string) => void;
  /** When a line was last written, by node. */
  readonly #writtenAt = new Map<string | null, number>();
  /** Cancels the lines of reasons that are not due yet, by node. */
  readonly #delayed = new Map<string | null, () => void>();

  /** @param write Receives the lines that are delayed. */
  constructor(clock: Clock, { nodes }: RollingJournal, write: (line: string) => void) {
    this.#clock = clock;
    this.#names = new Map(nodes.map(({ address, name }) => [address, name]));
    this.#write = write;
  }

  /** Returns the lines of an event; none when it is not shown, or later. */
  linesOf(event: RollingEvent): readonly string[] {
    const { kind, node, time } = event;
    this.#delayed.get(node)?.();
    this.#delayed.delete(node);
    const restMs = (this.#writtenAt.get(node) ?? 0) + REASON_MS - time;
    if (kind !== "waiting" || restMs <= 0) {
      this.#writtenAt.set(node, time);
      return [this.#lineOf(event)];
    }
    this.#delayed.set(node, this.#clock.after(restMs, () => this.#writeLater(event)));
    return [];
  }

  #writeLater(event: RollingEvent): void {
    this.#delayed.delete(event.node);
    this.#writtenAt.set(event.node, this.#clock.now());
    this.#write(this.#lineOf(event));
  }

  #lineOf({ node, text }: RollingEvent): string {
    return node === null ? text : `${this.#names.get(node) ?? node}: ${text}`;
  }

  /** Drops the lines that are not due yet. */
  [Symbol.dispose](): void {
    for (const cancel of this.#delayed.values()) cancel();
  }
}
