import assert from "node:assert/strict";
import { FrameReader, type FrameSink } from "../../../../lib/rpc/http2/frame_reader.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Records frames; the data of one DATA frame is concatenated. */
class Recorder implements FrameSink {
  readonly lines: string[] = [];
  #data = "";

  dataStart(stream: number, length: number): void {
    this.lines.push(`start ${stream} ${length}`);
  }
  data(_stream: number, piece: Uint8Array): void {
    this.#data += text(piece);
  }
  dataEnd(stream: number, endStream: boolean): void {
    this.lines.push(`end ${stream} ${JSON.stringify(this.#data)} ${endStream}`);
    this.#data = "";
  }
  frame(type: number, flags: number, stream: number, payload: Uint8Array): void {
    this.lines.push(`frame ${type} ${flags} ${stream} ${JSON.stringify(text(payload))}`);
  }
}

function frame(type: number, flags: number, stream: number, payload: string): number[] {
  const body = [...new TextEncoder().encode(payload)];
  return [0, body.length >> 8, body.length & 0xff, type, flags, 0, 0, 0, stream, ...body];
}

Deno.test("frames are read from chunks of any size", () => {
  const bytes = Uint8Array.from([
    ...frame(4, 0, 0, ""),
    ...frame(0, 0, 1, "hello"),
    ...frame(1, 4, 3, "headers"),
    ...frame(0, 1, 1, ""),
    ...frame(0, 0x9, 3, "\u0002padded\0\0"),
    ...frame(0, 0x8, 3, "\u0003\0\0\0"),
    ...frame(8, 0, 0, "\0\0\0\u0001"),
  ]);
  const expected = [
    'frame 4 0 0 ""',
    "start 1 5",
    'end 1 "hello" false',
    'frame 1 4 3 "headers"',
    "start 1 0",
    'end 1 "" true',
    "start 3 9",
    'end 3 "padded" true',
    "start 3 4",
    'end 3 "" false',
    'frame 8 0 0 "\\u0000\\u0000\\u0000\\u0001"',
  ];
  for (let size = 1; size <= bytes.length; size++) {
    const recorder = new Recorder();
    const reader = new FrameReader(recorder, 100);
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    assert.deepEqual(recorder.lines, expected, `chunks of ${size}`);
  }
});

Deno.test("frames of invalid length or padding are rejected", () => {
  const read = (bytes: number[]) => () =>
    new FrameReader(new Recorder(), 100).push(Uint8Array.from(bytes));
  assert.throws(read(frame(0, 0, 1, "x".repeat(101))), /frame of 101 bytes exceeds/);
  assert.throws(read(frame(0, 0x8, 1, "")), /invalid length 0 of a frame of type 0/);
  assert.throws(read(frame(0, 0x8, 1, "\u0009x")), /padding exceeds the frame/);
});
