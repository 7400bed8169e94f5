/**
 * The event log of a node: a bounded buffer of past events, and a subscription to new ones.
 *
 * @module
 */
import { machine } from "../../../proto/machine.ts";
import type { Clock, Random } from "../../platform/system.ts";
import { XidGenerator } from "./xid.ts";

/** Event kinds and their payloads. */
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

/** A stored event. */
export interface LoggedEvent {
  readonly id: string;
  readonly kind: keyof Payloads;
  /** Encoded protobuf message. */
  readonly payload: Uint8Array;
  /** Id of the client that caused the event; empty when the node did. */
  readonly actorId: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** Start of a subscription. The first field that is set wins; without any, only new events. */
export interface EventRange {
  /** Number of stored events; negative for all. */
  readonly tailEvents: number;
  /** Events after this id. */
  readonly tailId: string;
  /** Events of the last seconds. */
  readonly tailSeconds: number;
  /** Filter: only events caused by this actor. */
  readonly actorId: string;
}

/** Events that Talos nodes store. */
const CAPACITY = 1000;
/** Oldest events that a new subscription skips, so that it does not overrun at once. */
const GAP = 10;

/** The event log of one node. */
export class EventLog {
  readonly #clock: Clock;
  readonly #ids: XidGenerator;
  readonly #capacity: number;
  #events: LoggedEvent[] = [];
  /** Number of dropped events, which is the position of the first stored one. */
  #dropped = 0;
  #waiting = new Set<() => void>();

  constructor(clock: Clock, random: Random, capacity = CAPACITY) {
    this.#clock = clock;
    this.#ids = new XidGenerator(clock, random);
    this.#capacity = capacity;
  }

  /** Appends an event and wakes all subscribers. */
  publish<Kind extends keyof Payloads>(kind: Kind, payload: Payloads[Kind], actorId = ""): void {
    this.#events.push({
      id: this.#ids.next(),
      kind,
      payload: ENCODERS[kind].encode(payload).finish(),
      actorId,
      at: this.#clock.now(),
    });
    if (this.#events.length > this.#capacity) {
      this.#events.shift();
      this.#dropped++;
    }
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }

  /** Returns a new id that sorts after all past events and before all future ones. */
  nextId(): string {
    return this.#ids.next();
  }

  /**
   * Yields the events of the range, then new ones, until the signal aborts. Ends when the
   * subscriber lags so far that events it has not read were dropped, as Talos nodes do.
   */
  async *watch(range: EventRange, signal: AbortSignal): AsyncGenerator<LoggedEvent> {
    let position = this.#start(range);
    while (!signal.aborted) {
      if (position < this.#dropped) return;
      const event = this.#events[position - this.#dropped];
      if (event === undefined) {
        await this.#nextChange(signal);
        continue;
      }
      position++;
      if (range.actorId === "" || event.actorId === range.actorId) yield event;
    }
  }

  #start({ tailEvents, tailId, tailSeconds }: EventRange): number {
    const end = this.#dropped + this.#events.length;
    const first = Math.max(
      end - (this.#capacity - Math.min(GAP, this.#capacity)),
      0,
      this.#dropped,
    );
    if (tailEvents !== 0) return tailEvents < 0 ? first : Math.max(end - tailEvents, first);
    const since = this.#clock.now() - tailSeconds * 1000;
    const isInRange = tailId !== ""
      ? ({ id }: LoggedEvent) => id > tailId
      : ({ at }: LoggedEvent) => at > since;
    if (tailId === "" && tailSeconds === 0) return end;
    const found = this.#events.slice(first - this.#dropped).findIndex(isInRange);
    return found < 0 ? end : first + found;
  }

  #nextChange(signal: AbortSignal): Promise<void> {
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
