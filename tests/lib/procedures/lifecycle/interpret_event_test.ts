import assert from "node:assert/strict";
import { interpretEvent } from "../../../../lib/procedures/lifecycle/interpret_event.ts";
import { machine } from "../../../../proto/machine.ts";

const BEFORE_LOSS = { actor: "me", isLost: false };

function createEvent(type: string, value: Uint8Array, actorId: string): machine.Event {
  const data = { type_url: `talos/runtime/machine.${type}`, value };
  return machine.Event.create({ id: "1", data, actorId });
}

function task(name: string, actorId: string): machine.Event {
  const fields = { task: name, action: machine.TaskEvent.Action.START };
  return createEvent("TaskEvent", machine.TaskEvent.encode(fields).finish(), actorId);
}

function sequence(fields: machine.ISequenceEvent, actorId: string): machine.Event {
  return createEvent("SequenceEvent", machine.SequenceEvent.encode(fields).finish(), actorId);
}

function status(stage: machine.MachineStatusEvent.MachineStage, ready: boolean): machine.Event {
  const fields = { stage, status: { ready, unmetConditions: [] } };
  return createEvent("MachineStatusEvent", machine.MachineStatusEvent.encode(fields).finish(), "");
}

const { BOOTING, RUNNING } = machine.MachineStatusEvent.MachineStage;

Deno.test("events of other actors have no meaning, those without actor only after the loss", () => {
  assert.equal(interpretEvent(task("a", "other"), BEFORE_LOSS), undefined);
  assert.equal(interpretEvent(task("a", "other"), { actor: "me", isLost: true }), undefined);
  assert.equal(interpretEvent(task("a", ""), BEFORE_LOSS), undefined);
  assert.equal(interpretEvent(task("a", ""), { actor: "me", isLost: true })?.isOwn, false);
  assert.equal(interpretEvent(task("a", ""), { actor: "", isLost: false })?.isOwn, false);
  assert.equal(interpretEvent(task("a", "me"), BEFORE_LOSS)?.isOwn, true);
});

Deno.test("services have stopped at the action's own task only", () => {
  const stop = (actorId: string, actor: string) =>
    interpretEvent(task("stopAllServices", actorId), { actor, isLost: true })?.hasStoppedServices;
  assert.equal(stop("me", "me"), true);
  assert.equal(stop("", "me"), false);
  assert.equal(stop("", ""), true);
});

Deno.test("an error of the action's own sequence is its failure, an error of the boot is not", () => {
  const fields = { sequence: "reboot", error: { message: "drain timed out" } };
  const own = interpretEvent(sequence(fields, "me"), BEFORE_LOSS);
  assert.equal(own?.failure, 'sequence "reboot" failed: drain timed out');
  assert.equal(own?.text, "sequence reboot: error: drain timed out");
  const boot = interpretEvent(sequence({ ...fields, sequence: "boot" }, ""), {
    actor: "me",
    isLost: true,
  });
  assert.deepEqual([boot?.failure, boot?.isRestart], [undefined, true]);
});

Deno.test("a booting machine has restarted; a running one is ready when it reports so", () => {
  const state = { actor: "me", isLost: true };
  const flags = (event: machine.Event) => {
    const meaning = interpretEvent(event, state);
    return [meaning?.isRestart, meaning?.isReady, meaning?.details?.stage];
  };
  assert.deepEqual(flags(status(BOOTING, false)), [true, false, "booting"]);
  assert.deepEqual(flags(status(RUNNING, false)), [false, false, "running"]);
  assert.deepEqual(flags(status(RUNNING, true)), [false, true, "running"]);
});
