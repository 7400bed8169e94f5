/**
 * Archives of container images: layers, configuration, manifest.
 *
 * @module
 */
import { createHash } from "node:crypto";
import {
  createEndOfArchive,
  encodeTarHeader,
  paddingSize,
  TYPE_FLAG,
} from "../../lib/sandbox/machine/tar_header.ts";
import type { Entry } from "./entries.ts";

/** A layer in a file. */
export interface Layer {
  readonly file: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string;
}

/** Writes a layer: entries sorted by path, without owner names and times. */
export async function writeLayer(file: string, entries: readonly Entry[]): Promise<Layer> {
  const unique = new Map(entries.map((entry) => [entry.path, entry]));
  const sorted = [...unique.values()].sort((a, b) => a.path < b.path ? -1 : 1);
  return { file, digest: await writeTar(file, sorted) };
}

/** Writes a tar archive and returns its SHA-256, hexadecimal. */
async function writeTar(path: string, entries: readonly Entry[]): Promise<string> {
  using out = await Deno.open(path, { write: true, create: true, truncate: true });
  const hash = createHash("sha256");
  const write = async (bytes: Uint8Array) => {
    hash.update(bytes);
    for (let at = 0; at < bytes.length;) at += await out.write(bytes.subarray(at));
  };
  for (const { path, content, uid = 0, mode } of entries) {
    const isFolder = content === undefined;
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : undefined;
    const size = typeof content === "object"
      ? (await Deno.stat(content.file)).size
      : bytes?.length ?? 0;
    await write(encodeTarHeader({
      type: isFolder ? TYPE_FLAG.DIRECTORY : TYPE_FLAG.FILE,
      name: isFolder ? `${path}/` : path,
      mode: mode ?? (isFolder ? 0o755 : 0o644),
      uid,
      gid: uid,
      user: "",
      group: "",
      size,
      modified: 0,
      link: "",
      deviceMajor: 0,
      deviceMinor: 0,
    }));
    if (bytes !== undefined) await write(bytes);
    if (typeof content === "object") {
      using file = await Deno.open(content.file);
      for await (const chunk of file.readable) await write(chunk);
    }
    await write(new Uint8Array(paddingSize(size)));
  }
  await write(createEndOfArchive());
  return hash.digest("hex");
}

/** Architectures of images by Deno's names. */
const ARCHITECTURE: Readonly<Record<string, string>> = { x86_64: "amd64", aarch64: "arm64" };

/** Writes the archive of an image: layers, configuration, manifest. */
export async function writeImage(
  path: string,
  name: string,
  layers: readonly Layer[],
  config: Readonly<Record<string, unknown>>,
): Promise<void> {
  const image = JSON.stringify({
    architecture: ARCHITECTURE[Deno.build.arch] ?? Deno.build.arch,
    os: "linux",
    created: "1970-01-01T00:00:00Z",
    config,
    rootfs: { type: "layers", diff_ids: layers.map(({ digest }) => `sha256:${digest}`) },
    history: layers.map(() => ({
      created: "1970-01-01T00:00:00Z",
      created_by: "scripts/image.ts",
    })),
  });
  const id = createHash("sha256").update(image).digest("hex");
  const manifest = JSON.stringify([{
    Config: `${id}.json`,
    RepoTags: [name],
    Layers: layers.map(({ digest }) => `${digest}/layer.tar`),
  }]);
  await writeTar(path, [
    ...layers.flatMap(({ digest, file }): Entry[] => [
      { path: digest },
      { path: `${digest}/layer.tar`, content: { file } },
    ]),
    { path: `${id}.json`, content: image },
    { path: "manifest.json", content: manifest },
  ]);
}
