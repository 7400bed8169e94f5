/**
 * Registries on this machine's loopback, asked for manifests and nothing else: no node of the
 * sandbox runs an image, so none needs its layers. Formats: OCI image and distribution
 * specifications.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { request } from "node:http";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import type { ImageReference } from "./reference.ts";

/** What a registry tells about an image. */
export interface ImageFacts {
  /** Of what the name stands for: the manifest, or the index of several. */
  readonly digest: string;
  /** Of the image's configuration, which engines take as the image's own id. */
  readonly id: string;
  /** Bytes of the manifests, the configuration and the layers for this machine. */
  readonly size: number;
}

const INDEX_TYPES = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
];
const MANIFEST_TYPES = [
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
];
const ACCEPT = [...INDEX_TYPES, ...MANIFEST_TYPES].join(", ");

/** The limit that registries themselves put on a manifest, bytes. */
const LARGEST_MANIFEST = 4 * 1024 * 1024;
const PATIENCE_MS = 10_000;

/** A reference to content, as manifests hold it. */
interface Descriptor {
  readonly digest?: string;
  readonly size?: number;
  readonly platform?: { readonly os?: string; readonly architecture?: string };
}

/** An image manifest or an index; the fields used here. */
interface Manifest {
  readonly manifests?: readonly Descriptor[];
  readonly config?: Descriptor;
  readonly layers?: readonly Descriptor[];
}

/**
 * Asks the image's registry about it.
 *
 * @throws {StatusError} FailedPrecondition for a registry elsewhere, NotFound where the registry
 *   has no such image, Unavailable where nobody answers, Unknown for a bad answer.
 */
export async function askRegistry(
  reference: ImageReference,
  signal: AbortSignal,
): Promise<ImageFacts> {
  if (!isLoopback(reference.registry)) {
    throw refusal(
      reference,
      "the sandbox reaches no registry but those on this machine's loopback",
      StatusCode.failedPrecondition,
    );
  }
  const top = await fetchManifest(reference, reference.version, signal);
  const { manifests } = top.manifest;
  if (manifests === undefined) return factsOf(reference, top.digest, top, 0);
  const architecture = { x86_64: "amd64", aarch64: "arm64" }[Deno.build.arch];
  const own = manifests.find(({ platform }) =>
    platform?.os === "linux" && platform.architecture === architecture
  );
  if (own?.digest === undefined) {
    throw refusal(reference, `no match for platform in manifest: linux/${architecture}`);
  }
  const image = await fetchManifest(reference, own.digest, signal);
  return factsOf(reference, top.digest, image, top.size);
}

/** A manifest as it came, with its digest and size. */
interface Fetched {
  readonly manifest: Manifest;
  readonly digest: string;
  readonly size: number;
}

function factsOf(
  reference: ImageReference,
  digest: string,
  { manifest: { config, layers }, size }: Fetched,
  indexSize: number,
): ImageFacts {
  if (config?.digest === undefined || !Array.isArray(layers)) {
    throw refusal(reference, "the registry's answer is no image manifest");
  }
  const content = [config, ...layers].reduce((sum, part) => sum + (part.size ?? 0), 0);
  return { digest, id: config.digest, size: indexSize + size + content };
}

async function fetchManifest(
  reference: ImageReference,
  version: string,
  signal: AbortSignal,
): Promise<Fetched> {
  const { status, body } = await get(reference, version, signal);
  if (status === 404) {
    throw refusal(reference, `${reference.text}: not found`, StatusCode.notFound);
  }
  if (status !== 200) throw refusal(reference, `the registry answered with status ${status}`);
  const hash = await crypto.subtle.digest("SHA-256", body);
  const digest = `sha256:${new Uint8Array(hash).toHex()}`;
  if (version.includes(":") && version !== digest) {
    throw refusal(reference, `the registry sent ${digest} for ${version}`);
  }
  try {
    return { manifest: JSON.parse(new TextDecoder().decode(body)), digest, size: body.length };
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal(reference, "the registry's answer is no JSON");
    throw error;
  }
}

/** One request, past any proxy, following no redirection: it never leaves this machine. */
function get(
  reference: ImageReference,
  version: string,
  signal: AbortSignal,
): Promise<{ status: number; body: Uint8Array<ArrayBuffer> }> {
  const { registry, repository } = reference;
  const { promise, resolve, reject } = Promise.withResolvers<
    { status: number; body: Uint8Array<ArrayBuffer> }
  >();
  const fail = (reason: string) =>
    reject(
      refusal(reference, `no usable answer from ${registry}: ${reason}`, StatusCode.unavailable),
    );
  // `fetch` would take the proxy of the environment.
  const asking = request(`http://${registry}/v2/${repository}/manifests/${version}`, {
    agent: false,
    headers: { accept: ACCEPT, connection: "close" },
    timeout: PATIENCE_MS,
    signal,
  }, (answer) => {
    const pieces: Uint8Array[] = [];
    let size = 0;
    answer.on("data", (piece: Uint8Array) => {
      size += piece.length;
      if (size > LARGEST_MANIFEST) asking.destroy(new Error("the manifest is too large"));
      else pieces.push(piece);
    });
    answer.on("error", (error: Error) => fail(error.message));
    answer.on(
      "end",
      () =>
        resolve({ status: answer.statusCode ?? 0, body: Uint8Array.from(Buffer.concat(pieces)) }),
    );
  });
  asking.on("timeout", () => asking.destroy(new Error("it does not answer")));
  asking.on("error", (error: Error) => fail(error.message));
  asking.end();
  return promise;
}

/** Whether a registry's host is this machine by its loopback. */
export function isLoopback(registry: string): boolean {
  const host = registry.replace(/:\d+$/, "");
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function refusal(
  { text }: ImageReference,
  reason: string,
  code: number = StatusCode.unknown,
): StatusError {
  return new StatusError(code, `failed to pull image "${text}": ${reason}`);
}
