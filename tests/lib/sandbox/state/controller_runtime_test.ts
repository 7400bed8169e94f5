import { deepEqual, equal, throws } from "node:assert/strict";
import {
  type Controller,
  desired,
  type Input,
  type Refresh,
} from "../../../../lib/sandbox/state/controller.ts";
import { define, type Definition } from "../../../../lib/sandbox/state/definitions/definition.ts";
import { ControllerRuntime } from "../../../../lib/sandbox/state/controller_runtime.ts";
import type { NewResource } from "../../../../lib/sandbox/state/resource.ts";
import { UINT64 } from "../../../../lib/sandbox/state/encode_fields.ts";
import { newStore } from "./resources.ts";

const SOURCE: Definition<{ n: number }> = define({
  name: "Sources.test",
  namespace: "zoo",
  message: { n: [1, UINT64] },
});
const DOUBLE: Definition<{ n: number }> = define({
  name: "Doubles.test",
  namespace: "zoo",
  message: { n: [1, UINT64] },
});
const OTHER: Definition<{ n: number }> = define({
  name: "Others.test",
  namespace: "zoo",
  message: { n: [1, UINT64] },
});

const SOURCES = { namespace: "zoo", type: SOURCE.type };
const DOUBLES = { namespace: "zoo", type: DOUBLE.type };

/** Returns a source controller with a settable value, and one that doubles it. */
function pair(refresh: Refresh) {
  const { store, clock } = newStore();
  const state = { value: 1, ids: ["one"], runs: [] as string[], errors: [] as string[] };
  const source: Controller = {
    name: "zoo.SourceController",
    inputs: [],
    outputs: [{ definition: SOURCE, kind: "exclusive" }],
    refresh,
    run: () => {
      state.runs.push("source");
      if (state.value < 0) throw new Error("no such value");
      return state.ids.map((id) => desired(SOURCE, id, { n: state.value }));
    },
  };
  const double: Controller = {
    name: "zoo.DoubleController",
    inputs: [{ definition: SOURCE, kind: "weak" }],
    outputs: [{ definition: DOUBLE, kind: "exclusive" }],
    refresh: { kind: "once" },
    run: (view) => {
      state.runs.push("double");
      return view.list(SOURCE).map(({ id, spec }) => desired(DOUBLE, id, { n: 2 * spec.n }));
    },
  };
  const report = (error: unknown, where: string) => state.errors.push(`${where}: ${error}`);
  const runner = new ControllerRuntime(store, [double, source], clock, report);
  const doubles = () =>
    store.list(DOUBLES).map(({ metadata, spec }) =>
      `${metadata.id}=${(spec?.value as { n: number }).n}@${metadata.version}`
    ).join(" ");
  return { store, clock, state, runner, doubles };
}

const POLL: Refresh = { kind: "poll", everyMs: 1000 };

Deno.test("controllers run on the first read, in dependency order", async () => {
  const { runner, state, doubles, clock } = pair(POLL);
  deepEqual(state.runs, []);
  runner.refresh(SOURCE.type);
  deepEqual(state.runs, ["source"]);
  await clock.advance(1000);
  runner.refresh(DOUBLE.type);
  deepEqual(state.runs, ["source", "source", "double"]);
  equal(doubles(), "one=2@1");
  runner.refresh("Nothing.test");
  equal(state.runs.length, 3);
});

Deno.test("a read polls the requested type; its inputs may be a second old", async () => {
  const { runner, state, clock } = pair(POLL);
  runner.refresh(DOUBLE.type);
  await clock.advance(999);
  runner.refresh(DOUBLE.type);
  deepEqual(state.runs, ["source", "double"]);
  runner.refresh(SOURCE.type);
  runner.refresh(SOURCE.type);
  deepEqual(state.runs, ["source", "double", "source", "source"]);
});

Deno.test("a controller runs again only after its inputs changed", async () => {
  const { runner, state, doubles, clock } = pair(POLL);
  runner.refresh(DOUBLE.type);
  await clock.advance(1000);
  runner.refresh(DOUBLE.type);
  deepEqual(state.runs, ["source", "double", "source"]);
  state.value = 4;
  await clock.advance(1000);
  runner.refresh(DOUBLE.type);
  equal(state.runs.at(-1), "double");
  equal(doubles(), "one=8@2");
});

Deno.test("a controller with refresh kind once runs once", () => {
  const { runner, state } = pair({ kind: "once" });
  runner.refresh(SOURCE.type);
  state.value = 5;
  runner.refresh(SOURCE.type);
  runner.refresh(DOUBLE.type);
  deepEqual(state.runs, ["source", "double"]);
});

Deno.test("obsolete resources are destroyed unless owned by others or held by finalizers", async () => {
  const { runner, state, store, doubles, clock } = pair(POLL);
  state.ids = ["a", "b", "c"];
  runner.refresh(DOUBLE.type);
  const foreign: NewResource = { ...DOUBLES, id: "mine", spec: DOUBLE.spec({ n: 7 }) };
  store.create(foreign, "other.Controller");
  const held = store.get({ ...DOUBLES, id: "c" });
  store.update({ ...held, metadata: { ...held.metadata, finalizers: ["x"] } }, {
    owner: "zoo.DoubleController",
  });
  state.ids = ["b"];
  await clock.advance(1000);
  runner.refresh(DOUBLE.type);
  equal(doubles(), "b=2@1 c=2@2 mine=7@1");
});

Deno.test("a watch polls the source at its interval and updates dependents", async () => {
  const { runner, state, clock, doubles } = pair(POLL);
  runner.refresh(DOUBLE.type);
  const stop = runner.watch(DOUBLE.type);
  state.runs = [];
  await clock.advance(1000);
  deepEqual(state.runs, ["source"]);
  state.value = 3;
  await clock.advance(2000);
  deepEqual(state.runs, ["source", "source", "double", "source"]);
  equal(doubles(), "one=6@2");
  stop();
  stop();
  equal(clock.waiting, 0);
  await clock.advance(5000);
  equal(state.runs.length, 4);
});

Deno.test("all watches share one timer, which the last one stops", async () => {
  const { runner, state, clock } = pair(POLL);
  const stops = [SOURCE, DOUBLE, DOUBLE].map(({ type }) => runner.watch(type));
  equal(clock.waiting, 1);
  stops[0]!();
  stops[1]!();
  equal(clock.waiting, 1);
  await clock.advance(1000);
  equal(state.runs.filter((run) => run === "source").length, 1);
  stops[2]!();
  equal(clock.waiting, 0);
});

Deno.test("a push source runs at once, watched or not", () => {
  let changed = () => {};
  let listening = false;
  const { runner, state, store, doubles } = pair({
    kind: "push",
    listen: (callback) => {
      changed = callback;
      listening = true;
      return () => void (listening = false);
    },
  });
  changed();
  state.value = 2;
  changed();
  deepEqual(state.runs, ["source", "source"]);
  equal(store.get({ ...SOURCES, id: "one" }).metadata.version, 2);
  runner.refresh(DOUBLE.type);
  equal(doubles(), "one=4@1");
  runner.watch(DOUBLE.type);
  state.value = 3;
  changed();
  equal(doubles(), "one=6@2");
  runner[Symbol.dispose]();
  equal(listening, false);
});

Deno.test("an error rejects the read; on the timer it is reported and retried", async () => {
  const { runner, state, clock, doubles } = pair(POLL);
  runner.watch(DOUBLE.type);
  state.value = -1;
  throws(() => runner.refresh(SOURCE.type), /no such value/);
  await clock.advance(1000);
  deepEqual(state.errors, ["zoo.SourceController: Error: no such value"]);
  state.value = 1;
  await clock.advance(1000);
  equal(doubles(), "one=2@1");
  runner[Symbol.dispose]();
  equal(clock.waiting, 0);
});

Deno.test("each read fails until a controller has succeeded, instead of finding no resources", () => {
  for (const refresh of [{ kind: "once" }, POLL] as const) {
    const { runner, state, doubles } = pair(refresh);
    state.value = -1;
    for (let read = 0; read < 2; read++) {
      throws(() => runner.refresh(DOUBLE.type), /no such value/);
    }
    state.value = 4;
    runner.refresh(DOUBLE.type);
    equal(doubles(), "one=8@1");
  }
});

Deno.test("a dependency cycle is rejected", () => {
  const { store, clock } = newStore();
  const make = (name: string, reads: Definition<never>, writes: Definition<never>): Controller => ({
    name,
    inputs: [{ definition: reads, kind: "weak" } satisfies Input],
    outputs: [{ definition: writes, kind: "exclusive" }],
    refresh: { kind: "once" },
    run: () => [],
  });
  const circle = [make("a", SOURCE, DOUBLE), make("b", DOUBLE, OTHER), make("c", OTHER, SOURCE)];
  throws(() => new ControllerRuntime(store, circle, clock, () => {}), /dependency cycle: a, b, c/);
});
