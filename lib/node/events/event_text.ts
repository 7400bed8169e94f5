/**
 * Formats events. The types and their texts are in one
 * table; types of newer nodes pass with their name.
 *
 * @module
 */
import { machine } from "../../../proto/machine.ts";
import { OsctlError } from "../../errors.ts";
import type { EventEntry } from "./events_view.ts";

/** What the names of all event types start with. */
const PREFIX = "talos/runtime/machine.";

/** What an event of a known type says. */
type Words = Pick<EventEntry, "source" | "message" | "tint" | "data">;

/** Decodes and formats the message of one type. */
type Reader = (bytes: Uint8Array) => Words;

function reader<Message>(
  codec: { decode(bytes: Uint8Array): Message },
  words: (message: Message) => Partial<Words> & Pick<Words, "source" | "message" | "data">,
): Reader {
  return (bytes) => ({ tint: undefined, ...words(codec.decode(bytes)) });
}

const TROUBLE = { tint: "red" } as const;

const READERS: Readonly<Record<string, Reader>> = {
  SequenceEvent: reader(machine.SequenceEvent, ({ sequence, action, error }) => {
    const name = nameOf(machine.SequenceEvent.Action, action);
    const data = { sequence, action: name, error: error?.message ?? null };
    return error
      ? { source: sequence, message: `error: ${error.message}`, data, ...TROUBLE }
      : { source: sequence, message: name, data };
  }),
  PhaseEvent: reader(machine.PhaseEvent, ({ phase, action }) => {
    const name = nameOf(machine.PhaseEvent.Action, action);
    return { source: phase, message: name, data: { phase, action: name } };
  }),
  TaskEvent: reader(machine.TaskEvent, ({ task, action }) => {
    const name = nameOf(machine.TaskEvent.Action, action);
    return { source: task, message: name, data: { task, action: name } };
  }),
  ServiceStateEvent: reader(machine.ServiceStateEvent, ({ service, action, message, health }) => {
    const name = nameOf(machine.ServiceStateEvent.Action, action);
    const healthy = health && !health.unknown ? health.healthy ?? false : null;
    return {
      source: service,
      message: `${name}: ${message}`,
      data: { service, action: name, message, healthy },
      tint: name === "FAILED" || healthy === false ? "red" : undefined,
    };
  }),
  ConfigLoadErrorEvent: reader(
    machine.ConfigLoadErrorEvent,
    ({ error }) => ({ source: "error", message: error, data: { error }, ...TROUBLE }),
  ),
  ConfigValidationErrorEvent: reader(
    machine.ConfigValidationErrorEvent,
    ({ error }) => ({ source: "error", message: error, data: { error }, ...TROUBLE }),
  ),
  AddressEvent: reader(machine.AddressEvent, ({ hostname, addresses }) => ({
    source: hostname,
    message: `ADDRESSES: ${addresses.join(",")}`,
    data: { hostname, addresses },
  })),
  MachineStatusEvent: reader(machine.MachineStatusEvent, ({ stage, status }) => {
    const name = nameOf(machine.MachineStatusEvent.MachineStage, stage);
    const ready = status?.ready ?? false;
    const unmet = (status?.unmetConditions ?? []).map(({ name, reason }) => ({
      name: name ?? "",
      reason: reason ?? "",
    }));
    const names = unmet.map(({ name }) => name).join(" ");
    return {
      source: name,
      message: `ready: ${ready}, unmet conditions: [${names}]`,
      data: { stage: name, ready, unmetConditions: unmet },
    };
  }),
  RestartEvent: reader(machine.RestartEvent, ({ cmd }) => ({
    source: "restart",
    message: String(cmd),
    data: { cmd: BigInt(String(cmd)) },
  })),
};

/**
 * Formats an event; undefined for the empty first message of a stream.
 *
 * @throws {OsctlError} of kind `node` when the content of a known type cannot be read.
 */
export function formatEvent({ id, actorId, data }: machine.IEvent): EventEntry | undefined {
  const url = data?.type_url ?? "";
  if (url === "") return undefined;
  const type = url.startsWith(PREFIX) ? url.slice(PREFIX.length) : "";
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  const words = read === undefined
    ? { source: "", message: "", tint: undefined, data: null }
    : legible(type, () => read(data?.value ?? new Uint8Array(0)));
  return { id: id ?? "", type: url, actor: actorId ?? "", seconds: secondsOf(id ?? ""), ...words };
}

function legible(type: string, read: () => Words): Words {
  try {
    return read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `an event of type "${type}" cannot be decoded: ${reason}`;
    throw new OsctlError("node", message, { cause });
  }
}

/** The name of a value as the protocol spells it, or its number. */
function nameOf(values: Readonly<Record<string, string | number>>, value: number): string {
  return String(values[value] ?? value);
}

const DIGITS = "0123456789abcdefghijklmnopqrstuv";

/** The time in an id: its first 32 bits, in digits of 5. */
function secondsOf(id: string): number | undefined {
  if (!/^[0-9a-v]{20}$/.test(id)) return undefined;
  const bits = [...id.slice(0, 7)].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0);
  return Math.floor(bits / 8);
}
