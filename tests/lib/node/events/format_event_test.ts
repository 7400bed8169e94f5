import assert from "node:assert/strict";
import { formatEvent } from "../../../../lib/node/events/format_event.ts";
import { OsctlError } from "../../../../lib/errors.ts";
import { Long } from "../../../../proto/long.ts";
import { machine } from "../../../../proto/machine.ts";

const ID = "dc0km6fkq1ns73cdl0gg";

function event(kind: string, value: Uint8Array, prefix = "talos/runtime/machine.") {
  return { id: ID, actorId: "me", data: { type_url: `${prefix}${kind}`, value } };
}

Deno.test("every event type has a source and a message", () => {
  const { MachineStatusEvent, SequenceEvent, ServiceStateEvent } = machine;
  const cases: [kind: string, value: Uint8Array, source: string, message: string][] = [
    [
      "SequenceEvent",
      SequenceEvent.encode({ sequence: "boot", action: 2 }).finish(),
      "boot",
      "STOP",
    ],
    [
      "SequenceEvent",
      SequenceEvent.encode({ sequence: "boot", error: { message: "no disk" } }).finish(),
      ...["boot", "error: no disk"] as const,
    ],
    ["PhaseEvent", machine.PhaseEvent.encode({ phase: "p" }).finish(), "p", "START"],
    ["TaskEvent", machine.TaskEvent.encode({ task: "t", action: 1 }).finish(), "t", "STOP"],
    [
      "ServiceStateEvent",
      ServiceStateEvent.encode({ service: "etcd", action: 8, message: "now" }).finish(),
      ...["etcd", "STARTING: now"] as const,
    ],
    [
      "ServiceStateEvent",
      ServiceStateEvent.encode({ action: 77 as machine.ServiceStateEvent.Action }).finish(),
      ...["", "77: "] as const,
    ],
    [
      "ConfigLoadErrorEvent",
      machine.ConfigLoadErrorEvent.encode({ error: "bad" }).finish(),
      ...["error", "bad"] as const,
    ],
    [
      "ConfigValidationErrorEvent",
      machine.ConfigValidationErrorEvent.encode({ error: "worse" }).finish(),
      ...["error", "worse"] as const,
    ],
    [
      "AddressEvent",
      machine.AddressEvent.encode({ hostname: "h", addresses: ["a", "b"] }).finish(),
      ...["h", "ADDRESSES: a,b"] as const,
    ],
    [
      "MachineStatusEvent",
      MachineStatusEvent.encode({
        stage: 4,
        status: { unmetConditions: [{ name: "a" }, { name: "c", reason: "why" }] },
      }).finish(),
      ...["RUNNING", "ready: false, unmet conditions: [a c]"] as const,
    ],
    [
      "RestartEvent",
      machine.RestartEvent.encode({ cmd: Long.fromString("9007199254740993") }).finish(),
      ...["restart", "9007199254740993"] as const,
    ],
  ];
  for (const [kind, value, source, message] of cases) {
    const words = formatEvent(event(kind, value))!;
    assert.deepEqual([words.source, words.message], [source, message], kind);
    assert.deepEqual([words.id, words.actor, words.seconds], [
      ID,
      "me",
      Date.UTC(2026, 10, 21, 7, 41, 13) / 1000,
    ], kind);
    assert.equal(words.type, `talos/runtime/machine.${kind}`);
    assert.notEqual(words.data, null);
  }
});

Deno.test("unknown types have no content; the first message of a stream is not an event", () => {
  for (const [kind, prefix] of [["NewEvent", undefined], ["toString", undefined], ["X", "y/"]]) {
    const words = formatEvent(event(kind!, Uint8Array.of(1, 2, 3), prefix))!;
    assert.deepEqual([words.source, words.message, words.data], ["", "", null]);
    assert.ok(words.type.endsWith(kind!));
  }
  assert.equal(formatEvent({ id: ID, data: {} }), undefined);
  assert.equal(formatEvent({}), undefined);
  assert.equal(formatEvent({ ...event("X", new Uint8Array(0)), id: "1" })!.seconds, undefined);
});

Deno.test("the error of an undecodable event has its type", () => {
  assert.throws(
    () => formatEvent(event("TaskEvent", Uint8Array.of(0x0a, 0xff))),
    (error: Error) =>
      error instanceof OsctlError && error.kind === "node" &&
      error.message.startsWith('cannot decode an event of type "TaskEvent": '),
  );
});
