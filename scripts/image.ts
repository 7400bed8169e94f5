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
import { DEFAULT_RELEASE, OS_VERSION } from "../lib/distribution.ts";
import { bundle } from "./bundle.ts";
import { writeImage, writeLayer } from "./image/archive.ts";
import { PROGRAM, programEntries, RUNTIME, runtimeEntries, USER } from "./image/entries.ts";
import { ROOT, V8_FLAGS } from "./project.ts";

/** Name of the client image. */
export const CLIENT_IMAGE = "osctl:latest";
/** Name of the node image; the tag is the version of its nodes. */
export const NODE_IMAGE = `osctl-node:${OS_VERSION[DEFAULT_RELEASE]}`;

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
    const start = [RUNTIME, "run", "--allow-all", "--no-prompt", "--no-config", "--no-lock"];
    const entrypoint = [...start, "--quiet", V8_FLAGS, `${PROGRAM}/main.js`];
    // The cache of compiled code is not in /tmp, which can be a volume that others write to. The user
    // of the client cannot create this folder, and has no cache.
    const env = ["PATH=/usr/bin", "DENO_NO_UPDATE_CHECK=1", "DENO_DIR=/var/cache/deno"];
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

if (import.meta.main) {
  const chunks = await Deno.makeTempDir({ prefix: "osctl-bundle-" });
  try {
    await bundle(ROOT, chunks);
    await Deno.mkdir(`${ROOT}dist/image`, { recursive: true });
    const { client, node } = await buildImages(chunks, `${ROOT}dist/image`);
    for (const [path, name] of [[client, CLIENT_IMAGE], [node, NODE_IMAGE]]) {
      const { size } = await Deno.stat(path!);
      console.log(`${String(size).padStart(9)}  ${path!.slice(ROOT.length)}  ${name}`);
    }
  } finally {
    await Deno.remove(chunks, { recursive: true });
  }
}
