import { deepEqual, equal, rejects } from "node:assert/strict";
import { readArchiveImage } from "../../../../lib/cluster/docker/archive_image.ts";
import { frames } from "../../../../lib/cluster/docker/container_logs.ts";
import { PullProgress } from "../../../../lib/cluster/docker/pull_progress.ts";
import { parseRoutes } from "../../../../lib/cluster/docker/subnets.ts";
import { overlaps } from "../../../../lib/cluster/networks.ts";
import {
  createEndOfArchive,
  encodeTarHeader,
  paddingSize,
  TYPE_FLAG,
} from "../../../../lib/sandbox/machine/tar_header.ts";
import { fakeSystem } from "../../../helpers/fake_system.ts";

Deno.test("a pull is drawn as a line per layer, within the terminal", () => {
  const progress = new PullProgress(fakeSystem(), new AbortController().signal);
  progress.add({
    id: "aaaaaaaaaaaa",
    status: "Downloading",
    progressDetail: { current: 5e6, total: 20e6 },
  });
  progress.add({ id: "bbbbbbbbbbbb", status: "Waiting" });
  progress.add({
    id: "aaaaaaaaaaaa",
    status: "Extracting",
    progressDetail: { current: 20e6, total: 20e6 },
  });
  progress.add({ id: "v1.8.0", status: "Pulling from os" });
  const lines = progress.draw(80, 10);
  deepEqual(lines, [
    "aaaaaaaaaaaa  Extracting         [====================] 20 MB/20 MB",
    "bbbbbbbbbbbb  Waiting",
  ]);
  deepEqual(progress.draw(20, 1), ["bbbbbbbbbbbb  Waitin"]);
  equal(progress.draw(20, 10)[0]!.length, 20);
});

Deno.test("networks overlap when they have an address in common", () => {
  equal(overlaps("10.5.0.0/24", "10.5.0.128/25"), true);
  equal(overlaps("10.5.0.0/24", "10.0.0.0/8"), true);
  equal(overlaps("10.5.0.0/24", "10.5.1.0/24"), false);
  equal(overlaps("10.5.0.0/24", "fd00::/64"), false);
  const route = "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\n" +
    "eth0\t00000000\t0102A8C0\t0003\t0\t0\t0\t00000000\t0\n" +
    "docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\n";
  deepEqual(parseRoutes(route), [{ cidr: "172.17.0.0/16", device: "docker0" }]);
});

Deno.test("frames of container output are read, also when they are split", async () => {
  const frame = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    return [1, 0, 0, 0, 0, 0, 0, bytes.length, ...bytes];
  };
  const all = new Uint8Array([...frame("one\n"), ...frame("two\n")]);
  for (const size of [1, 3, 11, 100]) {
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < all.length; at += size) chunks.push(all.subarray(at, at + size));
    const parts = await Array.fromAsync(frames(ReadableStream.from(chunks)));
    equal(parts.map((part) => new TextDecoder().decode(part)).join(""), "one\ntwo\n");
  }
});

Deno.test("the image of an archive is read from its manifest, also of a compressed one", async () => {
  const text = JSON.stringify([{ RepoTags: ["os:v1.8.0", "os:latest"] }]);
  const entry = (name: string, content: Uint8Array) => [
    encodeTarHeader({
      type: TYPE_FLAG.FILE,
      name,
      mode: 0o644,
      uid: 0,
      gid: 0,
      user: "",
      group: "",
      size: content.length,
      modified: 0,
      link: "",
      deviceMajor: 0,
      deviceMinor: 0,
    }),
    content,
    new Uint8Array(paddingSize(content.length)),
  ];
  const path = await Deno.makeTempFile({ suffix: ".tar" });
  try {
    const write = async (parts: Uint8Array[], isCompressed: boolean) => {
      const stream = new Blob(parts as BlobPart[]).stream();
      const out = isCompressed ? stream.pipeThrough(new CompressionStream("gzip")) : stream;
      await Deno.writeFile(path, out);
    };
    const layer = entry("layer.tar", new Uint8Array(100_000));
    const manifest = entry("manifest.json", new TextEncoder().encode(text));
    for (const isCompressed of [false, true]) {
      await write([...layer, ...manifest, createEndOfArchive()], isCompressed);
      equal(await readArchiveImage(path), "os:v1.8.0");
    }
    await write([...layer, createEndOfArchive()], false);
    await rejects(() => readArchiveImage(path), /contains no image with a name/);
  } finally {
    await Deno.remove(path);
  }
});
