import assert from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import {
  describeCapture,
  printPackets,
  saveCapture,
  wholeRecords,
} from "../../../lib/node/capture/mod.ts";
import { RecordReader } from "../../../lib/pcap/mod.ts";
import { sampleCapture, samplePackets } from "../pcap/packets.ts";

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += size) {
    yield await Promise.resolve(bytes.subarray(offset, offset + size));
  }
}

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Lengths of the capture after each record. */
function boundaries(capture: Uint8Array): number[] {
  const reader = new RecordReader();
  reader.push(capture);
  const found = [reader.position];
  while (reader.next()) found.push(reader.position);
  return found;
}

Deno.test("a saved capture is the stream, byte for byte", async () => {
  const capture = sampleCapture();
  await withFolder(async (folder) => {
    for (const size of [1, 16, 100, 5000, capture.length]) {
      const reader = new RecordReader();
      await saveCapture(`${folder}/x.pcap`, chunked(capture, size), reader, true);
      assert.deepEqual(await Deno.readFile(`${folder}/x.pcap`), capture, `chunks of ${size} bytes`);
      assert.equal(reader.count, samplePackets().length);
      assert.equal((await Deno.stat(`${folder}/x.pcap`)).mode! & 0o777, 0o600);
      assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["x.pcap"]);
    }
  });
});

Deno.test("a stream that ends inside a packet leaves the packets before, and an error", async () => {
  const capture = sampleCapture();
  const ends = boundaries(capture);
  await withFolder(async (folder) => {
    const length = ends[3]! + 20;
    await assert.rejects(
      saveCapture(`${folder}/x`, chunked(capture.subarray(0, length), 7), new RecordReader(), true),
      /the packet capture ended inside a packet: 20 bytes were dropped/,
    );
    assert.deepEqual(await Deno.readFile(`${folder}/x`), capture.subarray(0, ends[3]));
  });
});

Deno.test("a stream that fails leaves the packets before, and its error", async () => {
  const capture = sampleCapture();
  const ends = boundaries(capture);
  async function* failing() {
    yield* chunked(capture.subarray(0, ends[2]! + 5), 1000);
    throw new OsctlError("connection", "the connection was lost");
  }
  await withFolder(async (folder) => {
    const saving = saveCapture(`${folder}/x`, failing(), new RecordReader(), true);
    await assert.rejects(saving, /the connection was lost/);
    assert.deepEqual(await Deno.readFile(`${folder}/x`), capture.subarray(0, ends[2]));
  });
});

Deno.test("nothing is written when the capture does not start", async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield* chunked(new Uint8Array(), 1);
    throw new OsctlError("node", 'interface "eth9" not found');
  }
  await withFolder(async (folder) => {
    const saving = saveCapture(`${folder}/x`, failing(), new RecordReader(), true);
    await assert.rejects(saving, /interface "eth9" not found/);
    const empty = saveCapture(
      `${folder}/x`,
      chunked(new Uint8Array(), 1),
      new RecordReader(),
      true,
    );
    await assert.rejects(empty, /the node sent no packet capture/);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  });
});

Deno.test("a full disk is reported and leaves whole packets", async () => {
  const capture = sampleCapture();
  const ends = boundaries(capture);
  const space = ends[5]! + 9;
  await withFolder(async (folder) => {
    const open = async (part: string) => {
      const file = await Deno.open(part, { write: true, createNew: true });
      let written = 0;
      return {
        async write(bytes: Uint8Array) {
          if (written === space) throw new Error("No space left on device (os error 28)");
          const count = await file.write(bytes.subarray(0, space - written));
          written += count;
          return count;
        },
        truncate: (length: number) => file.truncate(length),
        [Symbol.dispose]: () => file.close(),
      };
    };
    const path = `${folder}/x.pcap`;
    await assert.rejects(
      saveCapture(path, chunked(capture, 3000), new RecordReader(), true, { open }),
      { message: `cannot write "${path}": no space left on device` },
    );
    assert.deepEqual(await Deno.readFile(path), capture.subarray(0, ends[5]));
  });
});

Deno.test("a file that appears during a capture is not overwritten", async () => {
  await withFolder(async (folder) => {
    async function* racing() {
      await Deno.writeTextFile(`${folder}/x`, "other");
      yield sampleCapture();
    }
    const saving = saveCapture(`${folder}/x`, racing(), new RecordReader(), false);
    await assert.rejects(saving, /already exists/);
    assert.equal(await Deno.readTextFile(`${folder}/x`), "other");
  });
});

Deno.test("records pass unchanged, and invalid ones end the stream after those before", async () => {
  const capture = sampleCapture();
  const ends = boundaries(capture);
  const damaged = capture.slice();
  // The captured length of the fourth record exceeds the length on the wire.
  damaged.set([0xff, 0xff, 0, 0], ends[3]! + 8);
  const reader = new RecordReader();
  let length = 0;
  await assert.rejects(async () => {
    for await (const part of wholeRecords(chunked(damaged, 10), reader)) length += part.length;
  }, /record 4 has 65535 bytes of a packet of/);
  assert.equal(length, ends[3]);
});

Deno.test("packets are printed before an error of the stream", async () => {
  const capture = sampleCapture();
  let text = "";
  const out = {
    write(data: string | Uint8Array) {
      text += typeof data === "string" ? data : new TextDecoder().decode(data);
      return Promise.resolve();
    },
  };
  const ends = boundaries(capture);
  const reader = new RecordReader();
  const printing = printPackets(
    chunked(capture.subarray(0, ends[2]! + 1), 11),
    reader,
    "brief",
    out,
  );
  await assert.rejects(printing, /ended inside a packet: 1 bytes/);
  assert.equal(text.split("\n").length, 3);
  assert.match(text, /^22:13:20\.000000 ARP, Request/);
});

Deno.test("the summary counts packets, truncated and dropped ones", () => {
  const reader = new RecordReader();
  reader.push(sampleCapture());
  while (reader.next());
  const count = samplePackets().length;
  assert.equal(
    describeCapture(reader, { drops: 3 }),
    `${count} packets captured, 2 truncated to 65536 bytes, 3 dropped by the node`,
  );
  assert.equal(describeCapture(new RecordReader()), "0 packets captured");
});
