/** A benchmark: `deno bench -A tests/proto/codec_bench.ts`. */
import { MachineService } from "../../proto/machine.ts";
import { appendMetadata } from "../../proto/metadata.ts";

const metadata = { hostname: "127.42.0.2" };

const entries = Array.from({ length: 200_000 }, (_, index) => ({
  metadata,
  name: `/usr/share/some/folder/file-${index}.txt`,
  relativeName: `share/some/folder/file-${index}.txt`,
  size: index * 1000,
  mode: 0o644,
  modified: 1_795_247_383,
  uid: 1000,
  gid: 1000,
}));
const listed = entries.map((entry) => MachineService.List.encodeResponse(entry));

const chunk = { bytes: new Uint8Array(32 * 1024).fill(7) };
const frames = Array.from({ length: 1024 }, () => MachineService.Read.encodeResponse(chunk));
const labelled = frames.map((frame) => appendMetadata(frame, metadata.hostname, true));

let sink = 0;

Deno.bench("decode 200,000 FileInfo", () => {
  for (const bytes of listed) sink += MachineService.List.decodeResponse(bytes).size.low;
});

Deno.bench("encode 200,000 FileInfo", () => {
  for (const entry of entries) sink += MachineService.List.encodeResponse(entry).length;
});

Deno.bench("decode 32 MiB of Data in 32 KiB frames", () => {
  for (const bytes of labelled) sink += MachineService.Read.decodeResponse(bytes).bytes.length;
});

Deno.bench("encode 32 MiB of Data in 32 KiB frames", () => {
  for (let index = 0; index < 1024; index++) {
    sink += MachineService.Read.encodeResponse(chunk).length;
  }
});

Deno.bench("label 32 MiB of Data in 32 KiB frames as a proxy", () => {
  for (const bytes of frames) sink += appendMetadata(bytes, metadata.hostname, true).length;
});
