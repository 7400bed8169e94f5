import { equal } from "node:assert/strict";
import { StatusLine } from "../../../lib/output/status_line.ts";
import { MemoryOutput } from "../../helpers/fake_system.ts";

Deno.test("a status is overwritten in place and erased before other output", async () => {
  const screen = new MemoryOutput();
  const status = new StatusLine(screen, () => 80);
  const stdout = status.guard(screen);
  status.show("one");
  status.show("two");
  await stdout.write("row\n");
  await status.clear();
  status.show("three");
  await status.clear();
  equal(screen.text, "\r\x1b[Kone\r\x1b[Ktwo\r\x1b[Krow\n\r\x1b[Kthree\r\x1b[K");
});

Deno.test("a status is not shown on an incomplete line", async () => {
  const screen = new MemoryOutput();
  const status = new StatusLine(screen, () => 80);
  const stdout = status.guard(screen);
  for (const data of ["no line break", new TextEncoder().encode("bytes"), ""]) {
    await stdout.write(data);
    status.show("hidden");
  }
  await stdout.write(new TextEncoder().encode(".\n"));
  status.show("shown");
  await status.clear();
  equal(screen.text, "no line breakbytes.\n\r\x1b[Kshown\r\x1b[K");
});

Deno.test("a status is truncated to the width of the terminal", async () => {
  const screen = new MemoryOutput();
  const status = new StatusLine(screen, () => 10);
  status.show("123456789");
  status.show("1234567890");
  await status.clear();
  equal(screen.text, "\r\x1b[K123456789\r\x1b[K12345678…\r\x1b[K");
});

Deno.test("after hide() nothing is shown", async () => {
  const screen = new MemoryOutput();
  const status = new StatusLine(screen, () => 80);
  status.show("before");
  await status.hide();
  status.show("after");
  await status.clear();
  equal(screen.text, "\r\x1b[Kbefore\r\x1b[K");
});

Deno.test("a closed terminal does not fail the status", async () => {
  const screen = new MemoryOutput();
  screen.onWrite = () => Promise.reject(new Deno.errors.BrokenPipe("gone"));
  const status = new StatusLine(screen, () => 80);
  status.show("text");
  await status.clear();
  equal(screen.text, "");
});

Deno.test("a label prefixes later texts; its control characters are escaped", async () => {
  const screen = new MemoryOutput();
  const status = new StatusLine(screen, () => 80);
  status.setLabel("pulling a\x1b[2J");
  status.show("waiting");
  await status.clear();
  equal(screen.text, "\r\x1b[Kpulling a\\x1b[2J: waiting\r\x1b[K");
});
