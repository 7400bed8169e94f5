/**
 * Images of nodes: present, pulled, or loaded from an archive.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { withFileErrors } from "../../platform/files.ts";
import type { EngineClient } from "./engine.ts";
import { EngineError } from "./engine.ts";
import type { PullProgress } from "./pull_progress.ts";

/** A message of a pull or load. */
export interface ImageMessage {
  readonly status?: string;
  /** Layer, or the reference in some messages. */
  readonly id?: string;
  readonly progressDetail?: { readonly current?: number; readonly total?: number } | null;
  /** Output of a load. */
  readonly stream?: string;
  readonly error?: string;
  readonly errorDetail?: { readonly message?: string };
}

const CHUNK_BYTES = 256 * 1024;

/** Reports whether the engine has an image. */
export async function hasImage(
  engine: EngineClient,
  image: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await engine.request("GET", `/images/${image}/json`, { signal });
    return true;
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return false;
    throw error;
  }
}

/**
 * Checks that an image can be pulled, by its manifest in the registry.
 *
 * @throws {EngineError} the answer of the registry.
 */
export async function requirePullable(
  engine: EngineClient,
  image: string,
  signal: AbortSignal,
): Promise<void> {
  await engine.request("GET", `/distribution/${image}/json`, { signal });
}

/**
 * Pulls an image.
 *
 * @throws {OsctlError} of kind `node` for an error of the engine, also one inside the stream.
 */
export async function pullImage(
  engine: EngineClient,
  image: string,
  progress: PullProgress,
  signal: AbortSignal,
): Promise<void> {
  const tag = image.includes("@") ? undefined : /:([^:/]+)$/.exec(image)?.[1] ?? "latest";
  const reference = tag === undefined
    ? { fromImage: image }
    : { fromImage: image.replace(/:[^:/]+$/, ""), tag };
  await readMessages(engine.lines("POST", "/images/create", { query: reference, signal }), {
    image,
    action: "pull",
    received: (message) => progress.add(message),
  });
}

/**
 * Loads the images of an archive, as `docker save` writes it.
 *
 * @returns the names of the loaded images.
 * @throws {OsctlError} of kind `file` for an unreadable archive, `node` for an error of the engine.
 */
export async function loadArchive(
  engine: EngineClient,
  path: string,
  signal: AbortSignal,
): Promise<string[]> {
  const stream = ReadableStream.from(chunksOf(path));
  const loaded: string[] = [];
  const messages = engine.lines<ImageMessage>("POST", "/images/load", {
    query: { quiet: "1" },
    stream,
    contentType: "application/x-tar",
    signal,
  });
  await readMessages(messages, {
    image: path,
    action: "load",
    received({ stream = "" }) {
      const name = /^Loaded image(?: ID)?: (\S+)/m.exec(stream)?.[1];
      if (name !== undefined) loaded.push(name);
    },
  });
  if (loaded.length > 0) return loaded;
  throw new OsctlError("input", `"${path}" contains no image`, {
    hint: "use an archive of docker save",
  });
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  using file = await withFileErrors("read", path, () => Deno.open(path));
  while (true) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const count = await withFileErrors("read", path, () => file.read(chunk));
    if (count === null) return;
    yield chunk.subarray(0, count);
  }
}

async function readMessages(
  messages: AsyncIterable<ImageMessage>,
  { image, action, received }: {
    readonly image: string;
    readonly action: "pull" | "load";
    received(message: ImageMessage): void;
  },
): Promise<void> {
  for await (const message of messages) {
    const error = message.errorDetail?.message ?? message.error;
    if (error !== undefined) {
      throw new OsctlError("node", `cannot ${action} "${image}": ${error}`, {
        hint: action === "pull"
          ? "check the name and the registry, or load an archive with --image-archive"
          : "use an archive of docker save",
      });
    }
    received(message);
  }
}
