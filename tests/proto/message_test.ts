import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import protobuf from "protobufjs";
import { common } from "../../proto/common.ts";
import { cosi } from "../../proto/cosi.ts";
import { google } from "../../proto/gen/google.js";
import "../../proto/kms.ts";
import type { Long } from "../../proto/long.ts";
import { machine } from "../../proto/machine.ts";
import { messageType } from "../../proto/message.ts";
import "../../proto/services.ts";
import { loadSources } from "../../scripts/proto.ts";

const types = listTypes(loadSources());

function listTypes(namespace: protobuf.NamespaceBase): protobuf.Type[] {
  return namespace.nestedArray.flatMap((item) => [
    ...(item instanceof protobuf.Type ? [item] : []),
    ...(item instanceof protobuf.Namespace ? listTypes(item) : []),
  ]);
}

Deno.test("messages at every place of the shared buffer are encoded completely", () => {
  const [one, two] = ["x", "yz"].map((path) => ({ path }));
  for (let run = 0; run < 30_000; run++) {
    // Of 3 and 4 bytes: the buffer ends at each offset of them.
    const message = run % 1000 < 900 ? one! : two!;
    const bytes = machine.ReadRequest.encode(message).finish();
    strictEqual(machine.ReadRequest.decode(bytes).path, message.path);
  }
});

Deno.test("enums have their names as own keys and the reverse by number", () => {
  deepStrictEqual(Object.keys(machine.RebootRequest.Mode).slice(0, 2), ["DEFAULT", "POWERCYCLE"]);
  strictEqual(machine.RebootRequest.Mode[1], "POWERCYCLE");
});

Deno.test("numbers are accepted in packed and in separate form", () => {
  const packed = Uint8Array.of(0x0a, 3, 1, 0x96, 0x01);
  const separate = Uint8Array.of(0x08, 1, 0x08, 0x96, 0x01);
  const type = types.find((item) =>
    item.fieldsArray.some(({ repeated, type }) => repeated && type === "uint64")
  )!;
  const field = type.fieldsArray.find(({ repeated, type }) => repeated && type === "uint64")!;
  const tag = (bytes: Uint8Array) =>
    bytes.map((byte, index) =>
      index === 0 || (bytes === separate && index === 2) ? field.id << 3 | byte & 7 : byte
    );
  for (const bytes of [packed, separate]) {
    const value = messageType(type.fullName).decode(tag(bytes))[field.name] as Long[];
    deepStrictEqual(value.map(String), ["1", "150"]);
  }
});

Deno.test("of several members of a oneof the last one counts", () => {
  const first = machine.LifecycleServiceInstallProgress.encode({ message: "m" }).finish();
  const second = machine.LifecycleServiceInstallProgress.encode({ exitCode: 0 }).finish();
  deepStrictEqual(
    { ...machine.LifecycleServiceInstallProgress.decode(Uint8Array.of(...first, ...second)) },
    { message: null, exitCode: 0 },
  );
});

Deno.test("an explicit zero replaces an earlier value", () => {
  const bytes = Uint8Array.of(0x0a, 1, 0x41, 0x0a, 0);
  strictEqual(machine.ReadRequest.decode(bytes).path, "");
});

Deno.test("unknown fields of every wire type are skipped", () => {
  const unknown = [
    [0xf8, 0x3e, 0x80, 0x01],
    [0xf9, 0x3e, 1, 2, 3, 4, 5, 6, 7, 8],
    [0xfa, 0x3e, 1, 9],
    [0xfb, 0x3e, 0x08, 1, 0xfb, 0x3e, 0xfc, 0x3e, 0xfc, 0x3e],
    [0xfd, 0x3e, 1, 2, 3, 4],
  ];
  for (const field of unknown) {
    strictEqual(machine.ReadRequest.decode(Uint8Array.of(...field, 0x0a, 1, 0x41)).path, "A");
  }
});

Deno.test("a map key __proto__ does not change the prototype", () => {
  const labels = Object.fromEntries([["__proto__", "x"]]);
  const decoded = cosi.resource.Metadata.decode(cosi.resource.Metadata.encode({ labels }).finish());
  deepStrictEqual(Object.entries(decoded.labels), [["__proto__", "x"]]);
  strictEqual(Object.getPrototypeOf(decoded.labels), Object.prototype);
});

Deno.test("tags and lengths may have more bytes than necessary", () => {
  const bytes = Uint8Array.of(0x8a, 0x80, 0x80, 0x80, 0x80, 0, 0x81, 0x80, 0, 0x41);
  strictEqual(machine.ReadRequest.decode(bytes).path, "A");
});

Deno.test("malformed messages are rejected", () => {
  const { ReadRequest, FileInfo } = machine;
  throws(() => ReadRequest.decode(Uint8Array.of(0x0a, 5, 0x41)), /truncated/);
  throws(() => ReadRequest.decode(Uint8Array.of(0x80)), /truncated/);
  throws(() => FileInfo.decode(Uint8Array.of(0x20, ...Array(11).fill(0x80))), /varint/);
  throws(() => ReadRequest.decode(Uint8Array.of(0x02, 0)), /field number 0/);
  // In a group, and in the entry of a map.
  throws(() => ReadRequest.decode(Uint8Array.of(0xfb, 0x3e, 0, 0, 0xfc, 0x3e)), /field number 0/);
  const entry = Uint8Array.of(0x52, 2, 0, 0);
  throws(() => cosi.resource.Metadata.decode(entry), /field number 0/);
  // A length of 2^32 + 1, and the tag of the field 2^29 + 1.
  const high = [0x81, 0x80, 0x80, 0x80, 0x10];
  throws(() => ReadRequest.decode(Uint8Array.of(0x0a, ...high, 0x41)), /above 32 bits/);
  throws(() => ReadRequest.decode(Uint8Array.of(0xfa, 0x3e, ...high, 0x41)), /above 32 bits/);
  throws(() => ReadRequest.decode(Uint8Array.of(0x8a, ...high.slice(1), 1, 0x41)), /32 bits/);
  throws(() => ReadRequest.decode(Uint8Array.of(0xfc, 0x3e)), /wire type 4/);
  throws(() => ReadRequest.decode(Uint8Array.of(0xfb, 0x3e, 0xf4, 0x3e)), /group/);
  throws(() => ReadRequest.decode(new Uint8Array(5000).fill(0x0b)), /nested deeper/);
  // A length beyond the enclosing message does not read the bytes after it.
  throws(() => common.Empty.decode(Uint8Array.of(0x0a, 2, 0x0a, 4, 1, 2, 3, 4)), /truncated/);
  throws(() => google.protobuf.Timestamp.decode(Uint8Array.of(0x08)), /truncated/);
});
