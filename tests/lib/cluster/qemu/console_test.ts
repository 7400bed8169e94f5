/** The console of a machine on a terminal. */
import { equal, match, rejects } from "node:assert/strict";
import { attachConsole } from "../../../../lib/cluster/qemu/attach_console.ts";
import { SerialConsole } from "../../../../lib/cluster/qemu/serial_console.ts";
import { machineFiles } from "../../../../lib/cluster/qemu/virtual_machine.ts";
import { removeIfPresent } from "../../../../lib/platform/files.ts";
import { fakeSystem, type FakeSystemOptions } from "../../../helpers/fake_system.ts";

/** Runs a body with a machine whose console returns its input in upper case. */
async function withMachine(
  body: (machine: { name: string; files: ReturnType<typeof machineFiles> }) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const files = machineFiles(folder, "n");
  const serial: SerialConsole = new SerialConsole(files.console, (data) => {
    const text = new TextDecoder().decode(data);
    serial.publish(new TextEncoder().encode(text.toUpperCase()));
  });
  try {
    await body({ name: "n", files });
  } finally {
    serial.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** A terminal on which keys are typed one by one, each after the echo of the last. */
function typing(...keys: string[]): FakeSystemOptions & { echo(): void } {
  let next = Promise.withResolvers<void>();
  const stdin = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const key = keys.shift();
      if (key === undefined) return await new Promise(() => {});
      await next.promise;
      next = Promise.withResolvers();
      controller.enqueue(new TextEncoder().encode(key));
    },
  }, { highWaterMark: 0 });
  return { stdin, terminals: ["stdin", "stdout", "stderr"], echo: () => next.resolve() };
}

Deno.test("keys are sent raw, the output is printed, and ^] detaches", () =>
  withMachine(async (machine) => {
    const keys = typing("a\x03", "b\x1dc");
    const system = fakeSystem(keys);
    let raw = false;
    system.stderr.onWrite = () => keys.echo();
    system.stdout.onWrite = () => {
      raw = system.raw;
      keys.echo();
    };
    await attachConsole(system, machine);
    match(system.stdout.text.replace("\x03", "^C"), /^A\^CB?$/);
    equal(raw, true);
    equal(system.raw, false);
    equal(system.restoreSequence, "");
    equal(
      system.stderr.text,
      'connected to the console of "n"; detach with ^]\n\ndetached from the console of "n"\n',
    );
  }));

Deno.test("the end of an input that is not a terminal does not detach", () =>
  withMachine(async (machine) => {
    const stop = new AbortController();
    const system = fakeSystem({ stdin: "uname\n", signal: stop.signal });
    system.stdout.onWrite = () => stop.abort(new Error("interrupted"));
    await rejects(attachConsole(system, machine), /interrupted/);
    equal(system.stdout.text, "UNAME\n");
    equal(system.raw, false);
  }));

Deno.test("a console that is reset while keys are sent is reported as lost", async () => {
  const folder = await Deno.makeTempDir();
  const files = machineFiles(folder, "n");
  const listener = Deno.listen({ transport: "unix", path: files.console });
  try {
    const system = fakeSystem({ stdin: "xy" });
    const attached = attachConsole(system, { name: "n", files });
    const connection = await listener.accept();
    await connection.read(new Uint8Array(1));
    // With unread input, that resets the connection.
    connection.close();
    await attached;
    match(system.stderr.text, /lost the console of "n"\n$/);
  } finally {
    listener.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the console of a cluster that stops is reported as lost", () =>
  withMachine(async (machine) => {
    const path = machine.files.console;
    const serials: SerialConsole[] = [];
    serials.push(new SerialConsole(path, () => serials[0]?.close()));
    const system = fakeSystem({ stdin: "x" });
    await attachConsole(system, machine);
    match(system.stderr.text, /lost the console of "n"\n$/);
    await removeIfPresent(path);
    await rejects(attachConsole(fakeSystem(), machine), { kind: "connection" });
  }));
