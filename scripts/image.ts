/**
 * Builds container images from local files only, as archives for `docker load`:
 *
 * - `dist/image/osctl-image.tar`, {@linkcode CLIENT_IMAGE}: the client, not as root.
 * - `dist/image/osctl-node-image.tar`, {@linkcode NODE_IMAGE}: a sandbox node as the main process of a
 *   container, for tests of local clusters. Its configuration is in the variable `USERDATA`.
 *
 * Both consist of the runtime, the libraries it links, the CA certificates of this machine, and the
 * bundle. The same files give the same bytes.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { DEFAULT_RELEASE, OS_VERSION } from "../lib/distribution.ts";
import {
  createEndOfArchive,
  encodeTarHeader,
  paddingSize,
  TYPE_FLAG,
} from "../lib/sandbox/machine/tar_header.ts";
import { bundle } from "./bundle.ts";

/** Name of the client image. */
export const CLIENT_IMAGE = "osctl:latest";
/** Name of the node image; the tag is the version of its nodes. */
export const NODE_IMAGE = `osctl-node:${OS_VERSION[DEFAULT_RELEASE]}`;

/** CA certificates of Debian and of Red Hat. */
const CERTIFICATES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
];

const RUNTIME = "/usr/bin/deno";
const PROGRAM = "/usr/lib/osctl";
/** User and group of the client. */
const USER = 65532;

/** A file or folder of an image. */
export interface Entry {
  /** Path without a leading slash. */
  readonly path: string;
  /** Text, or the path of a local file; undefined for a folder. */
  readonly content?: string | { readonly file: string };
  /** Default 0644, for folders 0755. */
  readonly mode?: number;
  /** Default 0. */
  readonly uid?: number;
}

/** A layer in a file. */
interface Layer {
  readonly file: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string;
}

/** Paths of the archives. */
export interface Images {
  readonly client: string;
  readonly node: string;
}

/**
 * Builds both images.
 *
 * @param chunks folder with the bundle.
 * @param outdir existing folder for the archives.
 * @param names names of the images.
 */
export async function buildImages(
  chunks: string,
  outdir: string,
  names: { readonly client: string; readonly node: string } = {
    client: CLIENT_IMAGE,
    node: NODE_IMAGE,
  },
): Promise<Images> {
  const scratch = await Deno.makeTempDir({ prefix: "osctl-image-" });
  try {
    const layers = [
      await writeLayer(`${scratch}/base.tar`, await runtimeEntries()),
      await writeLayer(`${scratch}/program.tar`, await programEntries(chunks)),
    ];
    const client = `${outdir}/osctl-image.tar`;
    const node = `${outdir}/osctl-node-image.tar`;
    const start = [RUNTIME, "run", "--allow-all", "--no-prompt", "--no-lock", "--quiet"];
    const entrypoint = [...start, `${PROGRAM}/main.js`];
    const env = ["PATH=/usr/bin", "DENO_NO_UPDATE_CHECK=1", "DENO_DIR=/tmp/deno"];
    await writeImage(client, names.client, layers, {
      Entrypoint: entrypoint,
      Env: [...env, "HOME=/home/osctl"],
      User: `${USER}:${USER}`,
      WorkingDir: "/home/osctl",
    });
    await writeImage(node, names.node, layers, {
      Entrypoint: [...entrypoint, "cluster", "node-run"],
      Env: [...env, "HOME=/", `OSCTL_NODE_VERSION=${OS_VERSION[DEFAULT_RELEASE]}`],
      WorkingDir: "/",
    });
    return { client, node };
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/** Returns the files of the bundle in an image. */
export async function programEntries(chunks: string): Promise<Entry[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(chunks)) if (name.endsWith(".js")) names.push(name);
  return names.map((name) => ({
    path: `${PROGRAM.slice(1)}/${name}`,
    content: { file: `${chunks}/${name}` },
  }));
}

/** Returns the files of an image besides the program. */
export async function runtimeEntries(): Promise<Entry[]> {
  const certificates = CERTIFICATES.find((path) => isFile(path));
  if (certificates === undefined) throw new Error(`no CA certificates: ${CERTIFICATES.join(", ")}`);
  const runtime = await Deno.realPath(Deno.execPath());
  const folder = (path: string, mode = 0o755, uid = 0): Entry => ({ path, mode, uid });
  const text = (path: string, content: string): Entry => ({ path, content });
  return [
    ...["dev", "etc", "etc/ssl", "etc/ssl/certs", "home", "proc", "run", "sys", "system", "usr"]
      .map((path) => folder(path)),
    ...["etc/cni", "etc/kubernetes", "opt", "system/state", "usr/bin", "usr/lib", "usr/libexec"]
      .map((path) => folder(path)),
    ...["usr/lib/osctl", "usr/libexec/kubernetes", "var", "var/log"].map((path) => folder(path)),
    folder("home/osctl", 0o700, USER),
    folder("tmp", 0o1777),
    text(
      "etc/passwd",
      `root:x:0:0:root:/:/bin/false\nosctl:x:${USER}:${USER}::/home/osctl:/bin/false\n`,
    ),
    text("etc/group", `root:x:0:\nosctl:x:${USER}:\n`),
    { path: "etc/ssl/certs/ca-certificates.crt", content: { file: certificates } },
    { path: RUNTIME.slice(1), content: { file: runtime }, mode: 0o755 },
    ...(await linkedLibraries(runtime)).flatMap(([path, file]): Entry[] => [
      ...parents(path).map((parent) => folder(parent)),
      { path, content: { file }, mode: 0o755 },
    ]),
  ];
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Returns the path in the image and on this machine of each library that a program links. */
async function linkedLibraries(program: string): Promise<[path: string, file: string][]> {
  const { code, stdout, stderr } = await new Deno.Command("ldd", { args: [program] }).output();
  const text = new TextDecoder();
  if (code !== 0) throw new Error(`ldd ${program} failed: ${text.decode(stderr).trim()}`);
  const paths = text.decode(stdout).matchAll(/(?:=>\s*|^\s+)(\/\S+)\s+\(0x/gm);
  return await Promise.all(
    [...paths].map(async ([, path]): Promise<[string, string]> => [
      path!.slice(1),
      await Deno.realPath(path!),
    ]),
  );
}

/** Returns the folders above a path, outermost first. */
function parents(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

/** Writes a layer: entries sorted by path, without owner names and times. */
async function writeLayer(file: string, entries: readonly Entry[]): Promise<Layer> {
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
async function writeImage(
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

if (import.meta.main) {
  const root = new URL("..", import.meta.url).pathname;
  const chunks = await Deno.makeTempDir({ prefix: "osctl-bundle-" });
  try {
    await bundle(root, chunks);
    await Deno.mkdir(`${root}dist/image`, { recursive: true });
    const { client, node } = await buildImages(chunks, `${root}dist/image`);
    for (const [path, name] of [[client, CLIENT_IMAGE], [node, NODE_IMAGE]]) {
      const { size } = await Deno.stat(path!);
      console.log(`${String(size).padStart(9)}  ${path!.slice(root.length)}  ${name}`);
    }
  } finally {
    await Deno.remove(chunks, { recursive: true });
  }
}
