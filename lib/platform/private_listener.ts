/**
 * Unix sockets that only this user can open.
 *
 * @module
 */
import { ensureFolder } from "./files.ts";
import { FOLDER_MODE, socketPath } from "./private_folder.ts";

/** Mode of a socket. */
const SOCKET_MODE = 0o600;

/** Delay after a failed accept, milliseconds. */
const ACCEPT_RETRY_MS = 50;

/**
 * Creates a folder that only this user can open, unless it exists.
 *
 * @throws {OsctlError} of kind `file`.
 */
export async function createPrivateFolder(folder: string): Promise<void> {
  await ensureFolder(folder, FOLDER_MODE);
}

/** Removes a folder unless it contains something, as of another process. */
export async function removeEmptyFolder(folder: string): Promise<void> {
  try {
    await Deno.remove(folder);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    // ENOTEMPTY has no class of its own.
    if (!(error instanceof Error) || !("code" in error) || error.code !== "ENOTEMPTY") throw error;
  }
}

/** Listens on a socket; replaces one of the same name, which may be stale. */
export class PrivateListener {
  readonly path: string;
  readonly #listener: Deno.UnixListener;
  readonly #inode: number | null;
  #isClosed = false;

  /**
   * @param folder A folder of {@linkcode createPrivateFolder} without a fault.
   * @param serve Called for each connection.
   */
  constructor(folder: string, name: string, serve: (conn: Deno.UnixConn) => void) {
    this.path = socketPath(folder, name);
    // Only this user can enter the folder. A client never finds a socket with another mode, or one
    // that does not listen yet.
    const temporary = socketPath(folder, `.${name.slice(0, 8)}-${crypto.randomUUID().slice(0, 8)}`);
    this.#listener = Deno.listen({ transport: "unix", path: temporary });
    try {
      Deno.chmodSync(temporary, SOCKET_MODE);
      this.#inode = Deno.lstatSync(temporary).ino;
      Deno.renameSync(temporary, this.path);
    } catch (error) {
      this.#listener.close();
      Deno.removeSync(temporary);
      throw error;
    }
    void this.#accept(serve);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether the socket is still the one that this listener has created. */
  get isInPlace(): boolean {
    try {
      return Deno.lstatSync(this.path).ino === this.#inode;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    }
  }

  /** Stops listening and removes the socket, unless another session has replaced it. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.isInPlace) Deno.removeSync(this.path);
    this.#listener.close();
  }

  async #accept(serve: (conn: Deno.UnixConn) => void): Promise<void> {
    while (!this.#isClosed) {
      const conn = await this.#listener.accept().catch((error: unknown) => {
        if (error instanceof Deno.errors.BadResource && !this.#isClosed) throw error;
        return undefined;
      });
      if (conn !== undefined) serve(conn);
      // A client that is gone, or no descriptor left: the next one may succeed.
      else if (!this.#isClosed) await new Promise((next) => setTimeout(next, ACCEPT_RETRY_MS));
    }
  }
}
