import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import Long from "long";
import type { NodeClient } from "../../lib/client/types.ts";
import { OsctlError } from "../../lib/errors.ts";
import { cosi, State } from "../../proto/cosi.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import type { Method } from "../../proto/method.ts";

Deno.test("a unary method decodes the messages of its envelope", () => {
  // Only type-checked: `call` must infer the message from `{ messages }`.
  const tags = async (client: NodeClient): Promise<string[]> => {
    const answers = await client.call(MachineService.Version, {});
    return answers.flatMap(({ value }) => value ? [value.version?.tag ?? ""] : []);
  };
  const commands = async (client: NodeClient): Promise<string[]> => {
    const [answer] = await client.call(MachineService.Processes, {});
    return (answer?.value?.processes ?? []).map((process) => process.command);
  };
  const upload = async (client: NodeClient, chunks: AsyncIterable<{ bytes: Uint8Array }>) =>
    (await client.upload(MachineService.EtcdRecover, chunks, "n")).metadata?.hostname;
  const names = async (client: NodeClient): Promise<string[]> => {
    const names = [];
    for await (const { name } of client.stream(MachineService.List, { root: "/" }, "n")) {
      names.push(name);
    }
    return names;
  };
  const versions: Method<unknown, machine.VersionResponse> = MachineService.Version;
  deepStrictEqual(
    [tags, commands, upload, names].map((use) => typeof use),
    Array(4).fill("function"),
  );
  strictEqual(versions.path, "/machine.MachineService/Version");
});

Deno.test("a method encodes plain objects and decodes every field with its default", () => {
  const bytes = MachineService.Version.encodeResponse({ messages: [{ version: { tag: "v1" } }] });
  const [message] = MachineService.Version.decodeResponse(bytes).messages;
  strictEqual(message?.version?.tag, "v1");
  strictEqual(message?.version?.sha, "");
  strictEqual(message?.metadata, null);
});

Deno.test("64-bit numbers are exact in both directions", () => {
  const bytes = machine.FileInfo.encode({
    size: Long.MAX_VALUE,
    modified: Long.MIN_VALUE,
  }).finish();
  const info = machine.FileInfo.decode(bytes);
  strictEqual(info.size.toString(), "9223372036854775807");
  strictEqual(info.modified.toString(), "-9223372036854775808");

  const member = machine.EtcdMember.decode(
    machine.EtcdMember.encode({ id: Long.MAX_UNSIGNED_VALUE }).finish(),
  );
  strictEqual(member.id.toString(16), "ffffffffffffffff");

  const plain = machine.FileInfo.decode(machine.FileInfo.encode({ size: 2 ** 53 - 1 }).finish());
  strictEqual(plain.size.toString(), "9007199254740991");
  strictEqual(machine.FileInfo.decode(new Uint8Array()).size.toString(), "0");
});

Deno.test("optional fields distinguish absent from empty", () => {
  const watch = (request: cosi.resource.IWatchRequest) =>
    State.Watch.decodeRequest(State.Watch.encodeRequest(request)).id;
  strictEqual(watch({ type: "T" }), null);
  strictEqual(watch({ type: "T", id: "" }), "");
  strictEqual(watch({ type: "T", id: "x" }), "x");

  const phase = (options: cosi.resource.IUpdateOptions) =>
    State.Update.decodeRequest(State.Update.encodeRequest({ options })).options?.expectedPhase;
  strictEqual(phase({}), null);
  strictEqual(phase({ expectedPhase: "" }), "");

  const error = (event: cosi.resource.IEvent) =>
    State.Watch.decodeResponse(State.Watch.encodeResponse({ event: [event] })).event[0]?.error;
  strictEqual(error({ eventType: cosi.resource.EventType.CREATED }), null);
  strictEqual(error({ eventType: cosi.resource.EventType.ERRORED, error: "" }), "");
});

Deno.test("unknown fields of newer nodes are ignored", () => {
  const bytes = Uint8Array.of(0x0a, 1, 0x41, 0xfa, 0x3e, 2, 1, 2);
  strictEqual(machine.ReadRequest.decode(bytes).path, "A");
});

Deno.test("a string that is not UTF-8 does not fail the response", () => {
  const info = machine.FileInfo.decode(Uint8Array.of(0x12, 2, 0x61, 0xff, 0x20, 7));
  strictEqual(info.name, "a\ufffd");
  strictEqual(info.mode, 7);
});

Deno.test("malformed bytes are an error that names the method", () => {
  throws(
    () => MachineService.Version.decodeResponse(Uint8Array.of(0x0a, 0x7f, 1)),
    (error) =>
      error instanceof OsctlError && error.kind === "node" &&
      error.message.includes('"/machine.MachineService/Version"'),
  );
  throws(
    () => MachineService.Read.decodeRequest(Uint8Array.of(0x0a)),
    (error) => error instanceof OsctlError && error.kind === "input",
  );
});
