/**
 * Decodes and formats events. Events of unknown types have their type only.
 *
 * @module
 */
import { machine } from "../../../proto/machine.ts";
import { OsctlError } from "../../errors.ts";
import { redactNodeText } from "../../pki/redact_node_text.ts";
import type { EventEntry } from "./events_view.ts";

/** Prefix of all event types. */
const PREFIX = "talos/runtime/machine.";

/** Content of an event of a known type. */
type EventContent = Pick<EventEntry, "source" | "message" | "tint" | "data">;

/** Decodes and formats the message of one type. */
type Formatter = (bytes: Uint8Array) => EventContent;

function createFormatter<Message>(
  codec: { decode(bytes: Uint8Array): Message },
  format: (message: Message) => Omit<EventContent, "tint"> & Partial<EventContent>,
): Formatter {
  return (bytes) => ({ tint: undefined, ...format(codec.decode(bytes)) });
}

const FAILURE = { tint: "red" } as const;

const FORMATTERS: Readonly<Record<string, Formatter>> = {
  SequenceEvent: createFormatter(machine.SequenceEvent, ({ sequence, action, error }) => {
    const name = getEnumName(machine.SequenceEvent.Action, action);
    const data = { sequence, action: name, error: error?.message ?? null };
    return error
      ? { source: sequence, message: `error: ${error.message}`, data, ...FAILURE }
      : { source: sequence, message: name, data };
  }),
  PhaseEvent: createFormatter(machine.PhaseEvent, ({ phase, action }) => {
    const name = getEnumName(machine.PhaseEvent.Action, action);
    return { source: phase, message: name, data: { phase, action: name } };
  }),
  TaskEvent: createFormatter(machine.TaskEvent, ({ task, action }) => {
    const name = getEnumName(machine.TaskEvent.Action, action);
    return { source: task, message: name, data: { task, action: name } };
  }),
  ServiceStateEvent: createFormatter(
    machine.ServiceStateEvent,
    ({ service, action, message, health }) => {
      const name = getEnumName(machine.ServiceStateEvent.Action, action);
      const healthy = health && !health.unknown ? health.healthy ?? false : null;
      return {
        source: service,
        message: `${name}: ${message}`,
        data: { service, action: name, message, healthy },
        tint: name === "FAILED" || healthy === false ? "red" : undefined,
      };
    },
  ),
  ConfigLoadErrorEvent: createFormatter(
    machine.ConfigLoadErrorEvent,
    ({ error }) => describeConfigError(error),
  ),
  ConfigValidationErrorEvent: createFormatter(
    machine.ConfigValidationErrorEvent,
    ({ error }) => describeConfigError(error),
  ),
  AddressEvent: createFormatter(machine.AddressEvent, ({ hostname, addresses }) => ({
    source: hostname,
    message: `ADDRESSES: ${addresses.join(",")}`,
    data: { hostname, addresses },
  })),
  MachineStatusEvent: createFormatter(machine.MachineStatusEvent, ({ stage, status }) => {
    const name = getEnumName(machine.MachineStatusEvent.MachineStage, stage);
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
  RestartEvent: createFormatter(machine.RestartEvent, ({ cmd }) => ({
    source: "restart",
    message: String(cmd),
    data: { cmd: BigInt(String(cmd)) },
  })),
};

/** Formats the error of a configuration, without its values. */
function describeConfigError(text: string): Omit<EventContent, "tint"> & Partial<EventContent> {
  const error = redactNodeText(text);
  return { source: "error", message: error, data: { error }, ...FAILURE };
}

/**
 * Formats an event; returns undefined for the empty first message of a stream.
 *
 * @throws {OsctlError} of kind `node` when an event of a known type cannot be decoded.
 */
export function formatEvent({ id, actorId, data }: machine.IEvent): EventEntry | undefined {
  const url = data?.type_url ?? "";
  if (url === "") return undefined;
  const type = url.startsWith(PREFIX) ? url.slice(PREFIX.length) : "";
  const format = Object.hasOwn(FORMATTERS, type) ? FORMATTERS[type] : undefined;
  const content = format === undefined
    ? { source: "", message: "", tint: undefined, data: null }
    : decode(type, () => format(data?.value ?? new Uint8Array(0)));
  return {
    id: id ?? "",
    type: url,
    actor: actorId ?? "",
    seconds: parseSeconds(id ?? ""),
    ...content,
  };
}

function decode(type: string, format: () => EventContent): EventContent {
  try {
    return format();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `cannot decode an event of type "${type}": ${reason}`;
    throw new OsctlError("node", message, { cause });
  }
}

/** Returns the protobuf name of an enum value, or its number. */
function getEnumName(values: Readonly<Record<string, string | number>>, value: number): string {
  return String(values[value] ?? value);
}

const DIGITS = "0123456789abcdefghijklmnopqrstuv";

/** Returns the time in an xid: its first 32 bits, in base-32 digits. Seconds. */
function parseSeconds(id: string): number | undefined {
  if (!/^[0-9a-v]{20}$/.test(id)) return undefined;
  const bits = [...id.slice(0, 7)].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0);
  return Math.floor(bits / 8);
}
