/**
 * A virtual machine and its loop: a machine that reboots leaves QEMU and is started again because
 * the boot source can have changed; one that powers off stays off.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import { exists, writeFileAtomic } from "../../platform/files.ts";
import type { Clock } from "../../platform/system.ts";
import { buildArguments, buildTpmArguments, tpmSocket } from "./arguments.ts";
import { type BoundChild, drain, startBound } from "./child_process.ts";
import type { LaunchConfig } from "./launch_config.ts";
import type { Tap } from "./network.ts";
import type { PowerControl } from "./node_service.ts";
import { hasPartitions } from "./partitions.ts";
import type { ProgramHost } from "./programs.ts";
import { QmpClient } from "./qmp_client.ts";
import { RotatingLog } from "./rotating_log.ts";
import { SerialConsole } from "./serial_console.ts";

/** Files of a machine in the state folder. */
export function machineFiles(folder: string, node: string) {
  const prefix = `${folder}/${node}`;
  return {
    config: `${prefix}.config`,
    log: `${prefix}.log`,
    pid: `${prefix}.pid`,
    monitor: `${prefix}.monitor`,
    /** Serial console. */
    console: `${prefix}.console`,
    /** Machine protocol of the launcher. */
    qmp: `${prefix}.qmp`,
    /** Machine protocol of commands. */
    control: `${prefix}-control.qmp`,
    /** Power control. */
    power: `${prefix}-power.sock`,
    tpm: `${prefix}-tpm2`,
    disk: (index: number) => `${prefix}-${index}.disk`,
    flash: prefix,
  };
}

/** Returns the longest path of a socket of the nodes. */
export function longestSocket(folder: string, nodes: readonly string[], hasTpm: boolean): string {
  return nodes.map((node) => machineFiles(folder, node))
    .flatMap(({ control, tpm }) => hasTpm ? [control, tpmSocket(tpm)] : [control])
    .reduce((a, b) => a.length > b.length ? a : b);
}

/** Options of {@linkcode VirtualMachine}. */
export interface MachineOptions {
  readonly node: string;
  readonly config: LaunchConfig;
  readonly tap: Tap;
  readonly emulator: string;
  readonly hasDirectIo: boolean;
  readonly host: ProgramHost & { readonly clock: Clock };
}

/** End of a run of QEMU. */
type Ending = "restart" | "off" | "failed";

/** A run shorter than this is followed by a pause, milliseconds. */
const SHORT_RUN_MS = 3000;
const MAX_PAUSE_MS = 10_000;
const TPM_START_MS = 10_000;
const TPM_POLL_MS = 20;

/** Runs one machine. */
export class VirtualMachine implements PowerControl {
  readonly #options: MachineOptions;
  readonly #files: ReturnType<typeof machineFiles>;
  readonly #log: RotatingLog;
  readonly #serial: SerialConsole;
  readonly #started = Promise.withResolvers<void>();
  #isPoweredOn = true;
  #pxeOnce = false;
  /** Set when a request, not the guest, ends the current run. */
  #requested: Ending | undefined;
  #child: BoundChild | undefined;
  #changed = Promise.withResolvers<void>();

  constructor(options: MachineOptions) {
    this.#options = options;
    this.#files = machineFiles(options.config.StatePath, options.node);
    this.#log = new RotatingLog(this.#files.log);
    this.#serial = new SerialConsole(this.#files.console, (data) => this.#type(data));
    this.#started.promise.catch(() => {}); // reported to those who wait
  }

  /** Resolves when QEMU has started for the first time; rejects when it fails to. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  get isPoweredOn(): boolean {
    return this.#isPoweredOn;
  }

  powerOn(): void {
    this.#isPoweredOn = true;
    this.#changed.resolve();
  }

  powerOff(): void {
    if (!this.#isPoweredOn) return;
    this.#isPoweredOn = false;
    this.#end("off");
  }

  reboot(): void {
    if (this.#isPoweredOn) this.#end("restart");
  }

  pxeBootOnce(): void {
    this.#pxeOnce = true;
  }

  /** Appends a line to the log of the machine. */
  async log(line: string): Promise<void> {
    await this.#log.write(`${line}\n`);
  }

  /** Runs the machine until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options.host;
    const stop = () => this.#end("off");
    signal.addEventListener("abort", stop, { once: true });
    const aborted = new Promise<void>((resolve) =>
      signal.addEventListener("abort", () => resolve(), { once: true })
    );
    let shortRuns = 0;
    try {
      while (!signal.aborted) {
        if (!this.#isPoweredOn) {
          this.#changed = Promise.withResolvers();
          await Promise.race([this.#changed.promise, aborted]);
          continue;
        }
        const start = clock.now();
        const ending = await this.#launch();
        if (signal.aborted) break;
        // A request has set the state, and another may have changed it since.
        if (ending !== "restart" && this.#requested === undefined) this.#isPoweredOn = false;
        shortRuns = clock.now() - start < SHORT_RUN_MS ? shortRuns + 1 : 0;
        const pause = Math.min(1000 * (shortRuns - 1), MAX_PAUSE_MS);
        if (this.#isPoweredOn && pause > 0) {
          await this.log(`the machine restarts too often: waiting ${pause / 1000}s`);
          // Rejects only when the machine is to stop, which ends the loop.
          await sleep(clock, pause, signal).catch(() => {});
        }
      }
    } finally {
      signal.removeEventListener("abort", stop);
      this.#started.reject(new OsctlError("unsupported", "the machine was stopped"));
      this.#serial.close();
      await this.#log.close();
    }
  }

  /** Ends the current run, and what follows it. */
  #end(ending: Ending): void {
    this.#requested = ending;
    this.#child?.stop(this.#options.host.clock);
  }

  async #launch(): Promise<Ending> {
    const { config, emulator, host, tap, hasDirectIo, node } = this.#options;
    this.#requested = undefined;
    const tpm = config.TPM2Config.NodeName === "" ? undefined : await this.#startTpm();
    try {
      const args = buildArguments(config, {
        tap: tap.name,
        mac: tap.mac,
        pxeOnce: this.#pxeOnce,
        isDiskBootable: await hasPartitions(config.DiskPaths[0]!),
        hasDirectIo,
        qmpSockets: [this.#files.qmp, this.#files.control],
      });
      this.#pxeOnce = false;
      await this.log(`starting ${emulator} ${args.join(" ")}`);
      const child = await startBound(host, emulator, args);
      this.#child = child;
      // Requested while the start was prepared.
      if (this.#requested !== undefined) child.stop(host.clock);
      const [ending] = await Promise.all([this.#follow(child), this.#writePid(child.pid)]);
      return ending;
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      await this.log(`cannot start ${node}: ${error.message}`);
      this.#started.reject(error);
      return "failed";
    } finally {
      this.#child = undefined;
      await tpm?.stop(host.clock);
    }
  }

  /** Writes the pid file, which only talosctl reads: a failure is logged. */
  async #writePid(pid: number): Promise<void> {
    try {
      await writeFileAtomic(this.#files.pid, String(pid), { mode: 0o600 });
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      await this.log(error.message);
    }
  }

  /** Follows a run to its end. */
  async #follow(child: BoundChild): Promise<Ending> {
    const { clock } = this.#options.host;
    let reason: string | undefined;
    let lastError = "";
    const decoder = new TextDecoder();
    const output = drain(child.stdout, async (chunk) => {
      this.#serial.publish(chunk);
      await this.#log.write(chunk);
    });
    const errors = drain(child.stderr, async (chunk) => {
      lastError = decoder.decode(chunk).trim().split("\n").at(-1) ?? lastError;
      await this.#log.write(chunk);
    });
    const exited = new AbortController();
    const connecting = QmpClient.connect(this.#files.qmp, {
      clock,
      signal: exited.signal,
      onEvent: ({ name, data }) => {
        if (name === "SHUTDOWN") reason = String(data["reason"]);
      },
    }).then((client) => {
      this.#started.resolve();
      return client;
    }, (error) => {
      // QEMU exited first.
      if (error !== exited.signal.reason && !(error instanceof OsctlError)) throw error;
      return undefined;
    });
    const { code, signal } = await child.status;
    exited.abort();
    await Promise.all([output, errors]);
    const client = await connecting;
    await client?.closed;
    const ending = this.#requested ?? endingOf({ success: code === 0, reason });
    const cause = signal ?? (code === 0 ? reason ?? "exit" : `exit code ${code}`);
    await this.log(`the machine ended: ${cause} (${ending})`);
    if (ending === "failed") {
      this.#started.reject(
        new OsctlError(
          "unsupported",
          `the virtual machine "${this.#options.node}" failed: ${lastError || cause}`,
          { hint: `see ${this.#files.log}` },
        ),
      );
    }
    return ending;
  }

  /** Starts the TPM and waits for its socket. */
  async #startTpm(): Promise<BoundChild> {
    const { config: { TPM2Config: { StateDir } }, host } = this.#options;
    const path = tpmSocket(StateDir);
    await Deno.remove(path).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
    const tpm = await startBound(host, "swtpm", buildTpmArguments(StateDir));
    let hasExited = false;
    const failure = new Response(tpm.stderr).text();
    const output = drain(tpm.stdout, () => {});
    const ended = Promise.all([tpm.status, output]).then(() => hasExited = true);
    const deadline = host.clock.now() + TPM_START_MS;
    while (!(await exists(path))) {
      if (hasExited || host.clock.now() > deadline) {
        await tpm.stop(host.clock);
        await ended;
        throw new OsctlError(
          "unsupported",
          `swtpm failed: ${(await failure).trim() || "no socket"}`,
          {
            hint: `see ${StateDir}/swtpm.log`,
          },
        );
      }
      await sleep(host.clock, TPM_POLL_MS);
    }
    return tpm;
  }

  /** Sends input of the console. */
  #type(data: Uint8Array): void {
    // A machine that is off has no input.
    this.#child?.stdin.write(data).catch(() => {});
  }
}

/** Returns what follows the end of QEMU, which exits with 0 after every shutdown. */
export function endingOf(
  { success, reason }: { readonly success: boolean; readonly reason: string | undefined },
): Ending {
  if (!success) return "failed";
  const isOff = reason === "guest-shutdown" || reason === "host-signal" ||
    reason === "host-qmp-quit";
  return isOff ? "off" : "restart";
}
