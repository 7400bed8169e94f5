/**
 * The events of a node, also beyond the end of a connection: a node that restarts is waited for,
 * and asked for what came after the last event seen.
 *
 * @module
 */
import { type machine, MachineService } from "../../proto/machine.ts";
import { MultiNodeError, OsctlError } from "../errors.ts";
import type { Clock } from "../platform/system.ts";
import { errorClass, RpcError } from "../rpc/mod.ts";
import { orAborted } from "./deadline.ts";
import type { NodeClient } from "./types.ts";

/** Which events to begin with. */
export interface EventQuestion {
  /** This many of the past; all that are kept when negative. */
  readonly tailEvents: number;
  /** Those after the event of this id. */
  readonly tailId: string;
  /** Those of this many last seconds. */
  readonly tailSeconds: number;
  /** Only those caused by this actor. */
  readonly withActorId: string;
}

/**
 * The question that flags ask.
 *
 * @param flags `duration` in milliseconds; parts of a second are cut off.
 * @throws {OsctlError} of kind `usage` for a time that is not in the past, or too long ago.
 */
export function questionOf(
  flags: { tail: number; since: string; duration: number; actorId: string },
): EventQuestion {
  const tailSeconds = Math.trunc(flags.duration / 1000);
  if (tailSeconds < 0 || tailSeconds > MOST_SECONDS) {
    throw new OsctlError("usage", "--duration is no time that events could be from", {
      hint: "give how long ago the first one was, for example 10m",
    });
  }
  return {
    tailEvents: flags.tail,
    tailId: flags.since,
    tailSeconds,
    withActorId: flags.actorId,
  };
}

/** What the wire can hold. */
const MOST_SECONDS = 2 ** 31 - 1;

/** Options of {@linkcode eventsOf}. */
export interface EventStreamOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Hears why a stream ended that had begun, before the node is asked again. */
  onLost(reason: string): void;
  /** Hears that the node answers again. */
  onBack(): void;
  /** How long a node may be away, milliseconds: long enough for a slow machine to boot. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10 * 60 * 1000;
/** A stream that was open for so many milliseconds shows that the node was back. */
const STEADY_MS = 30 * 1000;
/** Pauses between attempts, milliseconds; the last one is repeated. */
const PAUSES_MS = [0, 1000, 2000, 5000] as const;

/**
 * Every event of a node once and in order, the empty message at the start of each stream left out.
 * It does not end by itself.
 *
 * @throws {OsctlError} when the node refuses, cannot be reached at all, or stays away too long.
 */
export async function* eventsOf(
  client: NodeClient,
  node: string,
  question: EventQuestion,
  { clock, signal, onLost, onBack, patienceMs = PATIENCE_MS }: EventStreamOptions,
): AsyncGenerator<machine.Event, void, undefined> {
  const asked = clock.now();
  const isPastWanted = question.tailEvents !== 0 || question.tailId !== "" ||
    question.tailSeconds !== 0;
  let last = "";
  let begun = false;
  let attempt = 0;
  let lostAt: number | undefined;
  let toldLost = false;
  while (true) {
    let failure: OsctlError | undefined;
    let openedAt = Infinity;
    try {
      const request = last === "" ? since(question, asked, clock.now()) : after(question, last);
      const options = { signal, pace: "endless" } as const;
      for await (const event of client.stream(MachineService.Events, request, node, options)) {
        begun = true;
        openedAt = Math.min(openedAt, clock.now());
        if (toldLost) onBack();
        toldLost = false;
        if (event.data?.type_url) {
          last = event.id;
          attempt = 0;
          lostAt = undefined;
          yield event;
        } else if (last === "" && !isPastWanted) {
          // The first message has an id too: nothing that comes later is missed.
          last = event.id;
        }
      }
    } catch (error) {
      if (!begun || !isLoss(error)) throw error;
      failure = error;
    }
    if (clock.now() - openedAt >= STEADY_MS) {
      attempt = 0;
      lostAt = undefined;
    }
    if (lostAt === undefined) {
      lostAt = clock.now();
      toldLost = true;
      onLost(failure === undefined ? "the node ended the stream" : reasonOf(failure));
    }
    const pause = PAUSES_MS[Math.min(attempt++, PAUSES_MS.length - 1)]!;
    if (clock.now() + pause - lostAt > patienceMs) throw failure ?? endedError(node);
    if (pause > 0) await sleep(clock, pause, signal);
  }
}

/** The question with the past it asked for at first, when some time has passed. */
function since(question: EventQuestion, asked: number, now: number): EventQuestion {
  const { tailSeconds } = question;
  if (tailSeconds === 0) return question;
  return { ...question, tailSeconds: tailSeconds + Math.ceil((now - asked) / 1000) };
}

function after({ withActorId }: EventQuestion, last: string): EventQuestion {
  return { tailEvents: 0, tailId: last, tailSeconds: 0, withActorId };
}

/** Whether the node or the connection to it went away. */
function isLoss(error: unknown): error is OsctlError {
  if (error instanceof MultiNodeError) {
    return error.failures.every((failure) => isLoss(failure.error));
  }
  if (!(error instanceof OsctlError)) return false;
  if (error.kind === "connection") return true;
  return error instanceof RpcError && errorClass(error.code) === "lost";
}

function reasonOf(error: OsctlError): string {
  return error instanceof MultiNodeError ? error.failures[0]!.error.message : error.message;
}

function endedError(node: string): OsctlError {
  const error = new OsctlError("node", "the node ends every stream of events at once");
  return new MultiNodeError([{ node, error }]);
}

async function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  let cancel = () => {};
  const pause = new Promise<void>((resolve) => cancel = clock.after(ms, resolve));
  try {
    await orAborted(pause, signal);
  } finally {
    cancel();
  }
}
