/**
 * Files of images and of the guests' initial RAM disks.
 *
 * @module
 */
import { listNames } from "../list_files.ts";
import { runCommand } from "../run_command.ts";

/** CA certificates of Debian and of Red Hat. */
const CERTIFICATES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
];

/** Path of the runtime. */
export const RUNTIME = "/usr/bin/deno";
/** Folder of the program. */
export const PROGRAM = "/usr/lib/osctl";
/** User and group of the client. */
export const USER = 65532;

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

/** Returns the files of the bundle in an image. */
export async function programEntries(chunks: string): Promise<Entry[]> {
  return (await listNames(chunks, /\.js$/)).map((name) => ({
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
  const output = await runCommand("ldd", [program]);
  const paths = output.matchAll(/(?:=>\s*|^\s+)(\/\S+)\s+\(0x/gm);
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
