/**
 * Services of nodes: selection, table, text and records.
 *
 * @module
 */
import type { FormatTime } from "../../output/time_style.ts";
import { OsctlError } from "../../errors.ts";
import type { Colours } from "../../output/colour.ts";
import { formatDuration } from "../../output/duration.ts";
import { formatRfc3339, type Timestamp } from "../../output/go_time.ts";
import { toExactInteger } from "../../output/integer.ts";
import type { FieldValue } from "../../output/records.ts";
import type { Tint, View } from "../../output/rows.ts";
import { Table } from "../../output/table.ts";
import { escapeControls } from "../../output/text.ts";

/** A state change of a service. */
export interface ServiceEvent {
  readonly msg?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly ts?: Timestamp | null | undefined;
}

/** A service, its events oldest first. */
export interface ServiceEntry {
  readonly id?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly events?:
    | { readonly events?: readonly ServiceEvent[] | null | undefined }
    | null
    | undefined;
  readonly health?:
    | {
      readonly unknown?: boolean | null | undefined;
      readonly healthy?: boolean | null | undefined;
      readonly lastMessage?: string | null | undefined;
      readonly lastChange?: Timestamp | null | undefined;
    }
    | null
    | undefined;
}

const eventsOf = ({ events }: ServiceEntry): readonly ServiceEvent[] => events?.events ?? [];

/** Whether the health is unknown; a service without health checks reports none. */
const isUnknown = ({ health }: ServiceEntry): boolean => health?.unknown ?? !health;

function healthText(service: ServiceEntry): string {
  if (isUnknown(service)) return "?";
  return service.health?.healthy ? "OK" : "Fail";
}

function healthTint(service: ServiceEntry): Tint | undefined {
  if (isUnknown(service)) return undefined;
  return service.health?.healthy ? "green" : "red";
}

/** Colours of states; a skipped service has none. */
const STATE_TINTS: Readonly<Record<string, Tint>> = {
  Running: "green",
  Finished: "green",
  Failed: "red",
  Initialized: "yellow",
  Preparing: "yellow",
  Waiting: "yellow",
  Starting: "yellow",
  Stopping: "yellow",
};

const stateTint = ({ state }: ServiceEntry): Tint | undefined => STATE_TINTS[state ?? ""];

/** Returns the time of an event in milliseconds since the Unix epoch. */
function toMilliseconds({ ts }: ServiceEvent): number {
  return Number(toExactInteger(ts?.seconds)) * 1000 + (ts?.nanos ?? 0) / 1e6;
}

/** Formats the age of an event in whole seconds, `58s ago`; 0s if the node's clock is ahead. */
function ago(event: ServiceEvent, now: number): string {
  const seconds = Math.max(Math.round((now - toMilliseconds(event)) / 1000), 0);
  return `${formatDuration(seconds * 1000)} ago`;
}

/** Formats a time; null when it is absent. */
const timeOf = (time: Timestamp | null | undefined): string | null =>
  time ? formatRfc3339(time) : null;

function eventRecord({ state, msg, ts }: ServiceEvent): FieldValue {
  return { state: state ?? "", message: msg ?? "", time: timeOf(ts) };
}

/** Returns the view of services. `now`: milliseconds since the Unix epoch. */
export function servicesView({ now }: { now: number }): View<ServiceEntry> {
  return {
    columns: [
      { header: "SERVICE", cell: ({ id }) => id ?? "" },
      { header: "STATE", cell: ({ state }) => state ?? "", tint: stateTint },
      { header: "HEALTH", cell: healthText, tint: healthTint },
      {
        header: "LAST CHANGE",
        time: { isRelative: true, of: (service) => eventsOf(service).at(-1)?.ts ?? undefined },
        cell(service) {
          const last = eventsOf(service).at(-1);
          return last ? ago(last, now) : "<none>";
        },
        // By age, as shown; services without events are last.
        key(service) {
          const last = eventsOf(service).at(-1);
          return last ? now - toMilliseconds(last) : Infinity;
        },
      },
      {
        header: "LAST EVENT",
        cell(service) {
          const last = eventsOf(service).at(-1);
          return last ? last.msg ?? "" : "<none>";
        },
      },
    ],
    fields: {
      id: ({ id }) => id ?? "",
      state: ({ state }) => state ?? "",
      healthy: (service) => isUnknown(service) ? null : service.health?.healthy ?? false,
      healthMessage: ({ health }) => health?.lastMessage || null,
      healthChanged: ({ health }) => timeOf(health?.lastChange),
      events: (service) => eventsOf(service).map(eventRecord),
    },
  };
}

/** Render options of {@linkcode formatServices}. */
export interface ServiceRenderOptions {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** No colours without them. */
  readonly colours?: Colours;
  /** Formats times as the user chose. */
  readonly times?: FormatTime | undefined;
}

/** Formats all fields of services, one per line, events latest first. */
export function formatServices(
  services: readonly { readonly node?: string; readonly row: ServiceEntry }[],
  { now, colours, times }: ServiceRenderOptions,
): string {
  const table = new Table();
  const tinted = (tint: Tint | undefined, text: string) =>
    tint && colours ? colours[tint](text) : text;
  const add = (name: string, text: string, tint?: Tint) =>
    table.add([name, tinted(tint, escapeControls(text))]);
  for (const { node, row: service } of services) {
    if (node !== undefined) add("NODE", node);
    add("ID", service.id ?? "");
    add("STATE", service.state ?? "", stateTint(service));
    add("HEALTH", healthText(service), healthTint(service));
    const message = service.health?.lastMessage;
    if (message) add("LAST HEALTH MESSAGE", message);
    for (const [index, event] of eventsOf(service).toReversed().entries()) {
      const time = event.ts && times?.(event.ts, { isRelative: true });
      const text = `[${event.state ?? ""}]: ${event.msg ?? ""} (${time ?? ago(event, now)})`;
      add(index === 0 ? "EVENTS" : "", text);
    }
  }
  return table.takeText();
}

/** The response to a service action. */
export const responseView: View<{ readonly resp?: string | null | undefined }> = {
  name: "node",
  columns: [{ header: "RESPONSE", cell: ({ resp }) => resp ?? "" }],
  fields: { response: ({ resp }) => resp ?? "" },
};

/** Returns the services with an ID; all when it is empty. */
export function selectServices<Entry extends ServiceEntry>(
  services: readonly Entry[],
  id: string,
): readonly Entry[] {
  return id === "" ? services : services.filter((service) => service.id === id);
}

/** Creates the error for a service that no node has. */
export function createUnknownServiceError(id: string, nodes: readonly string[]): OsctlError {
  return new OsctlError("node", `service "${id}" not found on ${nodes.join(", ")}`, {
    hint: 'list services with "osctl service"',
  });
}
