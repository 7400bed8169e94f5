import assert from "node:assert/strict";
import { Frame, type Size } from "../../../../lib/output/screen/frame.ts";
import { runFullScreen, type Screen } from "../../../../lib/output/screen/full_screen.ts";
import { fakeSystem } from "../../../helpers/fake_system.ts";

const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l";
const LEAVE = "\x1b[0m\x1b[2J\x1b[H\x1b[?7h\x1b[?25h\x1b[?1049l";

/** A terminal whose input and signals the test controls. */
function terminal(signal?: AbortSignal) {
  const keys = new TransformStream<Uint8Array, Uint8Array>();
  const writer = keys.writable.getWriter();
  const system = fakeSystem({
    terminals: ["stdin", "stdout"],
    size: { columns: 20, rows: 2 },
    stdin: keys.readable,
    ...(signal ? { signal } : {}),
  });
  const press = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => {});
  return { system, press };
}

/** A program that shows the keys received; q ends it. */
function echo() {
  let text = "ready";
  let screen: Screen | undefined;
  let released = 0;
  return {
    program: {
      draw(size: Size) {
        const frame = new Frame(size);
        frame.text(0, 0, text);
        return frame;
      },
      key(name: string) {
        text = `key ${name}`;
        screen?.redraw();
        return name === "q";
      },
    },
    start(given: Screen) {
      screen = given;
      return () => void released++;
    },
    get released() {
      return released;
    },
    fail: (error: unknown) => screen?.fail(error),
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

Deno.test("a key ends the program and the terminal is restored", async () => {
  const { system, press } = terminal();
  const it = echo();
  const running = runFullScreen(system, it.program, it.start);
  await turn();
  assert.equal(system.raw, true);
  press("x");
  await turn();
  press("q");
  await running;
  const out = system.stdout.text;
  assert.ok(out.startsWith(`${ENTER}\x1b[0m\x1b[2J\x1b[1;1Hready`), JSON.stringify(out));
  assert.match(out, /key x/);
  assert.ok(out.endsWith(LEAVE));
  assert.equal(system.raw, false);
  assert.equal(it.released, 1);
});

Deno.test("a resize redraws at once", async () => {
  const { system, press } = terminal();
  const it = echo();
  const running = runFullScreen(system, it.program, it.start);
  await turn();
  system.resize(3, 1);
  await turn();
  press("q");
  await running;
  assert.match(system.stdout.text, /\[2J.*\[2J/);
  assert.match(system.stdout.text, /Hrea/);
});

Deno.test("a change right after an unchanged frame is drawn", async () => {
  const { system, press } = terminal();
  let text = "ready";
  let redraw = () => {};
  const program = {
    draw(size: Size) {
      const frame = new Frame(size);
      frame.text(0, 0, text);
      return frame;
    },
    key(name: string) {
      // The first frame equals the one on screen, and is complete at once.
      redraw();
      text = `key ${name}`;
      redraw();
      return name === "q";
    },
  };
  const running = runFullScreen(system, program, (screen) => {
    redraw = screen.redraw;
    return () => {};
  });
  await turn();
  press("x");
  await turn();
  assert.match(system.stdout.text, /key x/);
  press("q");
  await running;
});

Deno.test("a text is copied to the clipboard of the terminal", async () => {
  const { system, press } = terminal();
  const it = echo();
  const running = runFullScreen(system, it.program, (screen) => {
    screen.copy("naïve \x1b[31m");
    return it.start(screen);
  });
  await turn();
  press("q");
  await running;
  assert.ok(system.stdout.text.includes("\x1b]52;c;bmHDr3ZlIBtbMzFt\x07"));
});

Deno.test("^Z and SIGTSTP leave the screen, SIGCONT redraws it", async () => {
  const { system, press } = terminal();
  const it = echo();
  const running = runFullScreen(system, it.program, it.start);
  await turn();
  for (const ask of [() => press("\x1a"), () => system.signalled("suspend")]) {
    const before = system.stdout.text.length;
    const { suspensions } = system;
    ask();
    await turn();
    await turn();
    assert.equal(system.suspensions, suspensions + 1);
    assert.equal(system.raw, true);
    const out = system.stdout.text.slice(before);
    assert.ok(out.startsWith(`${LEAVE}${ENTER}`), JSON.stringify(out));
    assert.ok(out.endsWith("Hready"), JSON.stringify(out));
  }
  // Stopped and continued by another process.
  const before = system.stdout.text.length;
  system.signalled("continue");
  await turn();
  assert.ok(system.stdout.text.slice(before).startsWith(ENTER));
  assert.ok(system.stdout.text.endsWith("Hready"));
  press("q");
  await running;
  assert.equal(system.raw, false);
});

Deno.test("an abrupt exit restores the terminal", async () => {
  const { system, press } = terminal();
  const it = echo();
  const running = runFullScreen(system, it.program, it.start);
  await turn();
  assert.equal(system.restoreSequence, LEAVE);
  press("q");
  await running;
  assert.equal(system.restoreSequence, "");
});

Deno.test("a signal, an error and a failing draw() are rethrown, the terminal is restored", async () => {
  const stop = new AbortController();
  for (
    const [provoke, expected] of [
      [(_: ReturnType<typeof echo>) => stop.abort(new RangeError("stop")), RangeError],
      [(it: ReturnType<typeof echo>) => it.fail(new SyntaxError("failed")), SyntaxError],
      [
        (it: ReturnType<typeof echo>) => {
          it.program.draw = () => {
            throw new EvalError("picture");
          };
          it.program.key("x");
        },
        EvalError,
      ],
    ] as const
  ) {
    const { system } = terminal(expected === RangeError ? stop.signal : undefined);
    const it = echo();
    const running = runFullScreen(system, it.program, it.start);
    running.catch(() => {});
    await turn();
    provoke(it);
    await assert.rejects(running, expected);
    assert.ok(system.stdout.text.endsWith(LEAVE));
    assert.equal(system.raw, false);
    assert.equal(it.released, 1);
  }
});

Deno.test("a signal before the start leaves the terminal restored", async () => {
  const { system } = terminal(AbortSignal.abort(new RangeError("stop")));
  const it = echo();
  await assert.rejects(runFullScreen(system, it.program, it.start), RangeError);
  assert.equal(system.raw, false);
  assert.equal(it.released, 0);
});

Deno.test("the end of the input ends the program", async () => {
  const system = fakeSystem({ terminals: ["stdin", "stdout"], stdin: "xy" });
  const it = echo();
  await runFullScreen(system, it.program, it.start);
  assert.ok(system.stdout.text.endsWith(LEAVE));
});
