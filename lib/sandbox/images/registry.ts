/**
 * Client of image registries on the loopback of this machine. It fetches manifests only: sandbox
 * nodes run no images, so they need no layers. Formats: OCI image and distribution specifications.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { request } from "node:http";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import type { ImageReference } from "./reference.ts";

/** Digests and size of an image. */
export interface ImageInfo {
  /** Digest of the manifest or image index that the reference names. */
  readonly digest: string;
  /** Digest of the image configuration, which container engines use as image id. */
  readonly id: string;
  /** Total size of manifests, configuration and layers for this machine's platform, bytes. */
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

/** Limit of the distribution specification, bytes. */
const MAX_MANIFEST_SIZE = 4 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** A content descriptor of a manifest. */
interface Descriptor {
  readonly digest?: string;
  readonly size?: number;
  readonly platform?: { readonly os?: string; readonly architecture?: string };
}

/** An image manifest or image index, reduced to the fields used here. */
interface Manifest {
  readonly manifests?: readonly Descriptor[];
  readonly config?: Descriptor;
  readonly layers?: readonly Descriptor[];
}

/**
 * Fetches the image's manifests from its registry.
 *
 * @throws {StatusError} FailedPrecondition when the registry is not on loopback, NotFound when it
 *   has no such image, Unavailable when it is unreachable, Unknown for an invalid response.
 */
export async function fetchImageInfo(
  reference: ImageReference,
  signal: AbortSignal,
): Promise<ImageInfo> {
  if (!isLoopbackRegistry(reference.registry)) {
    throw pullError(
      reference,
      "sandbox nodes pull from registries on loopback addresses only",
      StatusCode.failedPrecondition,
    );
  }
  const top = await fetchManifest(reference, reference.version, signal);
  const { manifests } = top.manifest;
  if (manifests === undefined) return toImageInfo(reference, top.digest, top, 0);
  const architecture = { x86_64: "amd64", aarch64: "arm64" }[Deno.build.arch];
  const own = manifests.find(({ platform }) =>
    platform?.os === "linux" && platform.architecture === architecture
  );
  if (own?.digest === undefined) {
    throw pullError(reference, `no match for platform in manifest: linux/${architecture}`);
  }
  const image = await fetchManifest(reference, own.digest, signal);
  return toImageInfo(reference, top.digest, image, top.size);
}

/** A fetched manifest with its digest and size. */
interface FetchedManifest {
  readonly manifest: Manifest;
  readonly digest: string;
  readonly size: number;
}

function toImageInfo(
  reference: ImageReference,
  digest: string,
  { manifest: { config, layers }, size }: FetchedManifest,
  indexSize: number,
): ImageInfo {
  if (config?.digest === undefined || !Array.isArray(layers)) {
    throw pullError(reference, "the registry's response is not an image manifest");
  }
  const content = [config, ...layers].reduce((sum, part) => sum + (part.size ?? 0), 0);
  return { digest, id: config.digest, size: indexSize + size + content };
}

async function fetchManifest(
  reference: ImageReference,
  version: string,
  signal: AbortSignal,
): Promise<FetchedManifest> {
  const { status, body } = await get(reference, version, signal);
  if (status === 404) {
    throw pullError(reference, `${reference.text}: not found`, StatusCode.notFound);
  }
  if (status !== 200) throw pullError(reference, `the registry returned HTTP status ${status}`);
  const hash = await crypto.subtle.digest("SHA-256", body);
  const digest = `sha256:${new Uint8Array(hash).toHex()}`;
  if (version.includes(":") && version !== digest) {
    throw pullError(reference, `digest mismatch: requested ${version}, received ${digest}`);
  }
  try {
    return { manifest: JSON.parse(new TextDecoder().decode(body)), digest, size: body.length };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw pullError(reference, "the registry's response is not JSON");
  }
}

/** Sends one request without proxy and redirects, so that it never leaves this machine. */
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
      pullError(reference, `request to ${registry} failed: ${reason}`, StatusCode.unavailable),
    );
  // Not `fetch`, which uses the proxy of the environment.
  const outgoing = request(`http://${registry}/v2/${repository}/manifests/${version}`, {
    agent: false,
    headers: { accept: ACCEPT, connection: "close" },
    timeout: TIMEOUT_MS,
    signal,
  }, (response) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    response.on("data", (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > MAX_MANIFEST_SIZE) outgoing.destroy(new Error("manifest larger than 4 MiB"));
      else chunks.push(chunk);
    });
    response.on("error", (error: Error) => fail(error.message));
    response.on(
      "end",
      () =>
        resolve({ status: response.statusCode ?? 0, body: Uint8Array.from(Buffer.concat(chunks)) }),
    );
  });
  outgoing.on("timeout", () => outgoing.destroy(new Error("timed out")));
  outgoing.on("error", (error: Error) => fail(error.message));
  outgoing.end();
  return promise;
}

/** Reports whether a registry's host is a loopback address. */
function isLoopbackRegistry(registry: string): boolean {
  const host = registry.replace(/:\d+$/, "");
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function pullError(
  { text }: ImageReference,
  reason: string,
  code: number = StatusCode.unknown,
): StatusError {
  return new StatusError(code, `failed to pull image "${text}": ${reason}`);
}
