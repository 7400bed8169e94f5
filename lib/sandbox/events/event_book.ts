/**
 * What happened on a node: the last events, and those to come.
 *
 * @module
 */
import { machine } from "../../../proto/machine.ts";
import type { Clock, Random } from "../../platform/system.ts";
import { IdMaker } from "./xid.ts";

/** The kinds of events, and what each tells. */
export interface Payloads {
  SequenceEvent: machine.ISequenceEvent;
  PhaseEvent: machine.IPhaseEvent;
  TaskEvent: machine.ITaskEvent;
  ServiceStateEvent: machine.IServiceStateEvent;
  AddressEvent: machine.IAddressEvent;
  MachineStatusEvent: machine.IMachineStatusEvent;
}

type Encoders = {
  readonly [Kind in keyof Payloads]: {
    encode(payload: Payloads[Kind]): { finish(): Uint8Array };
  };
};
const ENCODERS: Encoders = machine;

/** An event as it is kept. */
export interface BookedEvent {
  readonly id: string;
  readonly kind: keyof Payloads;
  /** The encoded message. */
  readonly payload: Uint8Array;
  /** Who caused it, for what clients asked for; else empty. */
  readonly actorId: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** Which of the kept events to begin with; the first that is given counts. */
export interface EventRange {
  /** This many; all that are kept when negative. */
  readonly tailEvents: number;
  /** Those after the event of this id. */
  readonly tailId: string;
  /** Those of this many last seconds. */
  readonly tailSeconds: number;
  /** Only those caused by this actor. */
  readonly actorId: string;
}

/** Events kept, as on a real node. */
const KEPT = 1000;
/** Room between what a reader can begin with and what is about to be forgotten. */
const GAP = 10;

/** The events of one node. */
export class EventBook {
  readonly #clock: Clock;
  readonly #ids: IdMaker;
  readonly #kept: number;
  #events: BookedEvent[] = [];
  /** How many were forgotten, which is the position of the first one kept. */
  #forgotten = 0;
  #waiting = new Set<() => void>();

  constructor(clock: Clock, random: Random, kept = KEPT) {
    this.#clock = clock;
    this.#ids = new IdMaker(clock, random);
    this.#kept = kept;
  }

  /** Notes an event and tells every reader. */
  publish<Kind extends keyof Payloads>(kind: Kind, payload: Payloads[Kind], actorId = ""): void {
    this.#events.push({
      id: this.#ids.next(),
      kind,
      payload: ENCODERS[kind].encode(payload).finish(),
      actorId,
      at: this.#clock.now(),
    });
    if (this.#events.length > this.#kept) {
      this.#events.shift();
      this.#forgotten++;
    }
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }

  /** An id of its own, between the events before and those to come. */
  mark(): string {
    return this.#ids.next();
  }

  /**
   * The events of the range, then all that follow, until the signal is aborted. A reader that
   * falls so far behind that events were forgotten is left with an ended stream, as on a real node.
   */
  async *watch(range: EventRange, signal: AbortSignal): AsyncGenerator<BookedEvent> {
    let position = this.#start(range);
    while (!signal.aborted) {
      if (position < this.#forgotten) return;
      const event = this.#events[position - this.#forgotten];
      if (event === undefined) {
        await this.#change(signal);
        continue;
      }
      position++;
      if (range.actorId === "" || event.actorId === range.actorId) yield event;
    }
  }

  #start({ tailEvents, tailId, tailSeconds }: EventRange): number {
    const end = this.#forgotten + this.#events.length;
    const first = Math.max(end - (this.#kept - Math.min(GAP, this.#kept)), 0, this.#forgotten);
    if (tailEvents !== 0) return tailEvents < 0 ? first : Math.max(end - tailEvents, first);
    const since = this.#clock.now() - tailSeconds * 1000;
    const isWanted = tailId !== ""
      ? ({ id }: BookedEvent) => id > tailId
      : ({ at }: BookedEvent) => at > since;
    if (tailId === "" && tailSeconds === 0) return end;
    const found = this.#events.slice(first - this.#forgotten).findIndex(isWanted);
    return found < 0 ? end : first + found;
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal.removeEventListener("abort", wake);
        this.#waiting.delete(wake);
        resolve();
      };
      signal.addEventListener("abort", wake, { once: true });
      this.#waiting.add(wake);
    });
  }
}
