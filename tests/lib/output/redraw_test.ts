import assert from "node:assert/strict";
import { startRedraw } from "../../../lib/output/redraw.ts";
import { FakeClock, fakeSystem } from "../../helpers/fake_system.ts";

const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Starts drawing `lines` on an 80-column terminal; `written` returns the output since its last call. */
function start(lines: string[]) {
  const clock = new FakeClock();
  const stop = new AbortController();
  const size = { columns: 80, rows: 24 };
  const system = fakeSystem({ clock, size, terminals: ["stdout", "stderr"] });
  const sizes: { columns: number; rows: number }[] = [];
  const drawing = startRedraw(system, stop.signal, (size) => {
    sizes.push(size);
    return [...lines];
  });
  let length = 0;
  const written = async () => {
    await settle();
    const all = system.stderr.text;
    const added = all.slice(length);
    length = all.length;
    return added;
  };
  return { clock, drawing, lines, sizes, stop, system, written };
}

Deno.test("lines are erased and drawn again when they change", async () => {
  const { clock, drawing, lines, sizes, written } = start(["one", "two"]);
  assert.equal(await written(), "one\ntwo\n");
  await clock.advance(100);
  assert.equal(await written(), "", "unchanged lines stay");
  lines[1] = "2";
  await clock.advance(100);
  assert.equal(await written(), "\x1b[2A\r\x1b[Jone\n2\n");
  assert.deepEqual(sizes[0], { columns: 79, rows: 23 });
  await drawing.end();
  assert.equal(clock.waiting, 0);
});

Deno.test("a narrower terminal has wrapped the lines, whose rows are all erased", async () => {
  const long = "x".repeat(79);
  const { drawing, lines, sizes, system, written } = start([`\x1b[32m${long}\x1b[39m`, "two"]);
  await written();
  lines[0] = "one";
  system.resize(30, 10);
  // 79 characters take 3 rows of 30 columns.
  assert.equal(await written(), "\x1b[4A\r\x1b[Jone\ntwo\n", "drawn at once");
  assert.deepEqual(sizes.at(-1), { columns: 29, rows: 9 });
  lines[1] = "2";
  system.resize(120, 40);
  assert.equal(await written(), "\x1b[2A\r\x1b[Jone\n2\n");
  await drawing.end();
});

Deno.test("after ^Z, lines are drawn below the output of the shell", async () => {
  const { clock, drawing, lines, system, written } = start(["one"]);
  await written();
  system.signalled("suspend");
  await settle();
  assert.equal(system.suspensions, 1);
  assert.equal(await written(), "one\n", "nothing above is erased");
  lines[0] = "two";
  await clock.advance(100);
  assert.equal(await written(), "\x1b[1A\r\x1b[Jtwo\n");
  assert.equal(clock.waiting, 1, "one timer");
  await drawing.end();
  system.signalled("suspend");
  system.resize(10, 10);
  await settle();
  assert.deepEqual([system.suspensions, await written()], [1, ""]);
});

Deno.test("nothing is drawn after an interruption", async () => {
  const { clock, drawing, lines, stop, system, written } = start(["one"]);
  await written();
  stop.abort();
  lines[0] = "two";
  system.resize(40, 10);
  await drawing.end();
  assert.deepEqual([clock.waiting, await written()], [0, ""]);
});
