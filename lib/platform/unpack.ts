/**
 * Unpacks a compressed tar archive that somebody else made. Nothing leaves the target folder,
 * nothing existing is changed, and owners, special bits and special files stay behind.
 *
 * @module
 */
import { join, resolve } from "node:path";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { OsctlError } from "../errors.ts";
import { ensureFolder, withFileErrors } from "./files.ts";

/** Permission bits that are kept: no setuid, setgid or sticky bit. */
const PERMISSIONS = 0o777;
/** While files are still coming, a folder must stay usable. */
const FOLDER_MEANWHILE = 0o700;

/**
 * Unpacks a tar.gz stream into `target`, a folder that is created when it is missing. An entry that
 * must not or cannot be created is refused, with one sentence each, and the others follow.
 *
 * @returns The refusals, in the order of the archive; more than 100 are only counted.
 * @throws {OsctlError} of kind `file` when something cannot be written, of kind `node` when the
 * archive is damaged or incomplete, and what `source` throws, after unpacking what came before.
 */
export async function unpackTarGz(
  source: AsyncIterable<Uint8Array>,
  target: string,
): Promise<OsctlError[]> {
  const stop = new AbortController();
  const refusals = new Refusals();
  const extraction = new Extraction(target, refusals);
  const bytes = new HeldBack(source);
  const entries = ReadableStream.from(bytes.values())
    .pipeThrough(new DecompressionStream("gzip"), { signal: stop.signal })
    .pipeThrough(createTarDecoder({ strict: true }), { signal: stop.signal })
    .getReader();
  try {
    while (true) {
      const { done, value } = await reading(() => entries.read());
      if (done) break;
      await extraction.entry(value);
    }
    await ensureFolder(target);
  } catch (error) {
    // What made the archive end early says more than that it did.
    throw bytes.failure && isDamage(error) ? bytes.failure.error : error;
  } finally {
    const reason = new OsctlError("cancelled", "nobody reads the archive any more");
    stop.abort(reason);
    await entries.cancel(reason).catch(() => {}); // what failed is being thrown
    await extraction.finish();
  }
  if (bytes.failure) throw bytes.failure.error;
  return refusals.all();
}

/**
 * The absolute path of a folder that is there or can be created.
 *
 * @throws {OsctlError} of kind `file` when something else is there.
 */
export async function requireFolder(cwd: string, path: string): Promise<string> {
  const target = resolve(cwd, path);
  const found = await withFileErrors("open", path, async () => {
    try {
      return await Deno.stat(target);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  });
  if (!found || found.isDirectory) return target;
  throw new OsctlError("file", `"${path}" is not a folder`, { hint: "name a folder or -" });
}

/**
 * Keeps a source's failure until what came before it was worked through; a pipe would throw away
 * what is still in it.
 */
class HeldBack {
  readonly #source: AsyncIterable<Uint8Array>;
  failure: { error: unknown } | undefined;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source;
  }

  async *values(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    try {
      for await (const bytes of this.#source) yield bytes as Uint8Array<ArrayBuffer>;
    } catch (error) {
      this.failure = { error };
    }
  }
}

const DAMAGED = "the archive is damaged or incomplete";

function isDamage(error: unknown): boolean {
  return error instanceof OsctlError && error.message.startsWith(DAMAGED);
}

/** What the decoders throw is about the archive, whatever its class. */
async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const reason = cause instanceof Error ? `: ${cause.message.replace(/\.$/, "")}` : "";
    throw new OsctlError("node", DAMAGED + reason, { hint: "try again", cause });
  }
}

/** Sentences about entries that were left out. */
class Refusals {
  static readonly #KEPT = 100;
  readonly #kept: OsctlError[] = [];
  #count = 0;

  add(name: string, reason: string): void {
    this.#count++;
    if (this.#kept.length >= Refusals.#KEPT) return;
    this.#kept.push(new OsctlError("file", `refused "${name}": ${reason}`));
  }

  all(): OsctlError[] {
    const unsaid = this.#count - this.#kept.length;
    if (unsaid === 0) return this.#kept;
    return [...this.#kept, new OsctlError("file", `refused ${unsaid} more entries`)];
  }
}

/** An entry that is left out; the others follow. */
class Refusal extends Error {}

/** Creates entries below one folder. */
class Extraction {
  readonly #target: string;
  readonly #refusals: Refusals;
  /** Folders known to be real ones, by path within the target; with a mode if that is to be set. */
  readonly #folders = new Map<string, number | undefined>([["", undefined]]);
  #started = false;

  constructor(target: string, refusals: Refusals) {
    this.#target = target;
    this.#refusals = refusals;
  }

  /** Creates one entry, or refuses it. */
  async entry({ header, body }: ParsedTarEntry): Promise<void> {
    if (!this.#started) await ensureFolder(this.#target);
    this.#started = true;
    try {
      const parts = partsOf(header.name);
      const path = parts.join("/");
      const mode = header.mode === undefined ? undefined : header.mode & PERMISSIONS;
      await this.#parents(parts);
      if (header.type === "directory") await this.#folder(path, mode);
      else if (path === "") throw new Refusal("it has no name");
      else if (header.type === "symlink") await this.#link(path, header.linkname ?? "");
      else if (header.type === "file") await this.#file(path, mode ?? 0o644, body);
      else throw new Refusal(`it is neither a file nor a folder but a ${header.type}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refusals.add(header.name, error.message);
      await reading(() => body.cancel());
    }
  }

  /** Gives folders their own modes, the innermost first. */
  async finish(): Promise<void> {
    for (const [path, mode] of [...this.#folders].reverse()) {
      if (mode !== undefined) await setMode(this.#at(path), mode);
    }
  }

  #at(path: string): string {
    return join(this.#target, path);
  }

  /** Makes sure that every folder above an entry is a real one below the target. */
  async #parents(parts: readonly string[]): Promise<void> {
    for (let count = 1; count < parts.length; count++) {
      const path = parts.slice(0, count).join("/");
      if (this.#folders.has(path)) continue;
      const found = await kindAt(this.#at(path));
      if (found === "link") throw new Refusal(`it would pass through the link "${path}"`);
      if (found === "other") throw new Refusal(`"${path}" is not a folder`);
      if (found === undefined) await this.#create(path);
      this.#folders.set(path, undefined);
    }
  }

  async #folder(path: string, mode: number | undefined): Promise<void> {
    if (path === "") return;
    if (!this.#folders.has(path)) {
      const found = await kindAt(this.#at(path));
      if (found === "folder") {
        // It was there before: its mode is not ours to change.
        this.#folders.set(path, undefined);
        return;
      }
      if (found !== undefined) throw new Refusal("it already exists");
      await this.#create(path, FOLDER_MEANWHILE);
    }
    this.#folders.set(path, mode);
  }

  #create(path: string, mode?: number): Promise<void> {
    const folder = this.#at(path);
    return creating(() => Deno.mkdir(folder, mode === undefined ? {} : { mode }), folder);
  }

  async #link(path: string, to: string): Promise<void> {
    if (to === "") throw new Refusal("it is a link to nowhere");
    await creating(() => Deno.symlink(to, this.#at(path)), this.#at(path));
  }

  async #file(path: string, mode: number, body: ReadableStream<Uint8Array>): Promise<void> {
    const at = this.#at(path);
    const open = () => Deno.open(at, { write: true, createNew: true, mode: 0o600 });
    const file = await creating(open, at);
    const reader = body.getReader();
    let complete = false;
    try {
      while (true) {
        const { done, value } = await reading(() => reader.read());
        if (done) break;
        await withFileErrors("write", at, () => writeAll(file, value));
      }
      complete = true;
    } finally {
      file.close();
      // The decoder waits for somebody to take the rest, and would wait for ever.
      if (!complete) reader.cancel().catch(() => {}); // what failed is being thrown
      // Half a file must not look like a whole one.
      if (!complete) await Deno.remove(at);
    }
    await setMode(at, mode);
  }
}

/** The parts of an entry's name; none for the root itself. */
function partsOf(name: string): string[] {
  const leaves = name.startsWith("/") || name.split("/").includes("..") ||
    (Deno.build.os === "windows" && /[\\:]/.test(name));
  if (leaves) throw new Refusal("it would leave the target folder");
  if (name.includes("\0")) throw new Refusal("its name holds a NUL");
  return name.split("/").filter((part) => part !== "" && part !== ".");
}

async function kindAt(path: string): Promise<"folder" | "link" | "other" | undefined> {
  return await withFileErrors("look at", path, async () => {
    try {
      const info = await Deno.lstat(path);
      return info.isSymlink ? "link" : info.isDirectory ? "folder" : "other";
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  });
}

/** Creates something that must not exist yet. */
async function creating<T>(create: () => Promise<T>, path: string): Promise<T> {
  return await withFileErrors("create", path, async () => {
    try {
      return await create();
    } catch (error) {
      if (error instanceof Deno.errors.AlreadyExists) throw new Refusal("it already exists");
      throw error;
    }
  });
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
}

async function setMode(path: string, mode: number): Promise<void> {
  if (Deno.build.os === "windows") return;
  await withFileErrors("change the mode of", path, () => Deno.chmod(path, mode));
}
