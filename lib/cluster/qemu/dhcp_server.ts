/**
 * The DHCP server of a cluster: dnsmasq, started again when it ends.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import type { Clock } from "../../platform/system.ts";
import { type BoundChild, drain, startBound } from "./child_process.ts";
import type { ProgramHost } from "./programs.ts";

const RESTART_MS = 1000;
/** A server that runs as long has read its configuration, milliseconds. */
const START_MS = 200;

/** Options of {@linkcode DhcpServer}. */
export interface DhcpServerOptions {
  readonly configPath: string;
  readonly host: ProgramHost & { readonly clock: Clock };
  readonly log: (data: string | Uint8Array) => Promise<void>;
  /** Receives the pid of each start. */
  readonly onStart: (pid: number) => Promise<void>;
}

/** Runs dnsmasq. */
export class DhcpServer {
  readonly #options: DhcpServerOptions;
  #child: BoundChild | undefined;

  constructor(options: DhcpServerOptions) {
    this.#options = options;
  }

  /**
   * Runs until the signal is aborted, or SIGTERM was sent to the server.
   *
   * @param ready called when the server has started.
   * @throws {OsctlError} of kind `unsupported` when the first start fails.
   */
  async run(signal: AbortSignal, ready: () => void): Promise<void> {
    const { configPath, host, log, onStart } = this.#options;
    const stop = () => void this.#child?.stop(host.clock);
    signal.addEventListener("abort", stop, { once: true });
    try {
      for (let isFirst = true; !signal.aborted; isFirst = false) {
        const child = await startBound(host, "dnsmasq", [
          `--conf-file=${configPath}`,
          "--keep-in-foreground",
          "--log-facility=-",
        ]);
        this.#child = child;
        await onStart(child.pid);
        if (signal.aborted) await child.stop(host.clock);
        let lastError = "";
        const outputs = [
          drain(child.stdout, log),
          drain(child.stderr, async (chunk) => {
            const lines = new TextDecoder().decode(chunk).trim().split("\n");
            lastError = lines.findLast((line) => !line.endsWith("FAILED to start up")) ?? lastError;
            await log(chunk);
          }),
        ];
        let hasExited = false;
        const ended = child.status.finally(() => hasExited = true);
        await Promise.race([ended, sleep(host.clock, START_MS)]);
        if (!hasExited) ready();
        const { code, signal: killedBy } = await ended;
        await Promise.all(outputs);
        if (signal.aborted || killedBy === "SIGTERM" || code === 0) return;
        if (isFirst && !signal.aborted && code !== 0 && killedBy === null) {
          throw new OsctlError("unsupported", `the DHCP server failed: ${lastError}`);
        }
        await log(`dnsmasq ended (${killedBy ?? `exit code ${code}`}); starting it again\n`);
        // Rejects only when the server is to stop, which ends the loop.
        await sleep(host.clock, RESTART_MS, signal).catch(() => {});
      }
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }
}
