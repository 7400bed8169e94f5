/**
 * The background process of a cluster of virtual machines: network, DHCP, load balancer, key service
 * and the loop of every machine, until it is terminated.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { toUrlHost } from "../../pki/ip.ts";
import { isAddressInUse } from "../../platform/address_in_use.ts";
import { writeFileAtomic } from "../../platform/files.ts";
import type { System } from "../../platform/system.ts";
import { type Handshake, ownIdentity } from "../background.ts";
import { ClusterState } from "../cluster_state.ts";
import { clusterFiles, type ClusterSpec, type Helper, readSpec } from "./cluster_spec.ts";
import { dhcpConfig } from "./dhcp_config.ts";
import { DhcpServer } from "./dhcp_server.ts";
import { ipamRecords, writeIpam } from "./ipam.ts";
import { createKms, KMS_PORT } from "./kms.ts";
import { type LaunchConfig, readLaunchConfig } from "./launch_config.ts";
import { CONFIG_URL_PLACEHOLDER } from "./kernel_line.ts";
import { LoadBalancer } from "./load_balancer.ts";
import { createNetwork, removeNetwork } from "./network.ts";
import { serveNode } from "./node_service.ts";
import { servePower } from "./power_socket.ts";
import { RotatingLog } from "./rotating_log.ts";
import { machineFiles, VirtualMachine } from "./virtual_machine.ts";

/**
 * Runs the cluster whose state is in `stateFolder`. Writes one handshake line to stdout when all
 * machines have started or the start failed. Returns when the process is terminated.
 */
export async function runCluster(system: System, stateFolder: string, name: string): Promise<void> {
  const send = (handshake: Handshake) => system.stdout.write(`${JSON.stringify(handshake)}\n`);
  const state = new ClusterState(stateFolder, name);
  const identity = await ownIdentity(Deno.pid, system.spawn);
  await state.writeProcess({ ...identity, isServing: false });
  const spec = await readSpec(state.folder);
  const run = new ClusterRun(withFilterLock(system, spec, state.folder), state.folder, spec);
  try {
    try {
      await run.start();
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      const { kind, message, hint } = error;
      await send({ error: { kind, message, ...(hint === undefined ? {} : { hint }) } });
      throw error;
    }
    await send({ ready: true });
    await state.writeProcess({ ...identity, isServing: true });
    await run.ended;
  } finally {
    await run.stop();
  }
}

/** Sets the lock file of iptables because only root may write the usual one. */
function withFilterLock(system: System, spec: ClusterSpec, folder: string): System {
  if (spec.rootlessPorts === undefined) return system;
  const env = { XTABLES_LOCKFILE: clusterFiles(folder).filterLock };
  return {
    ...system,
    spawn: (command, options) =>
      system.spawn(command, { ...options, env: { ...options?.env, ...env } }),
  };
}

/** A running cluster. */
class ClusterRun {
  readonly #system: System;
  readonly #folder: string;
  readonly #spec: ClusterSpec;
  readonly #files: ReturnType<typeof clusterFiles>;
  readonly #stop = new AbortController();
  /** Everything that runs until the stop. */
  readonly #running: Promise<void>[] = [];
  readonly #closers: (() => Promise<void> | void)[] = [];
  readonly #logs = new Map<Helper, RotatingLog>();

  constructor(system: System, folder: string, spec: ClusterSpec) {
    this.#system = system;
    this.#folder = folder;
    this.#spec = spec;
    this.#files = clusterFiles(folder);
    if (system.signal.aborted) this.#stop.abort();
    system.signal.addEventListener("abort", () => this.#stop.abort(), { once: true });
  }

  /** Resolves when the process is to stop; rejects when a part fails unexpectedly. */
  get ended(): Promise<void> {
    const aborted = new Promise<void>((resolve) => {
      const { signal } = this.#stop;
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    return Promise.race([aborted, Promise.all(this.#running).then(() => aborted)]);
  }

  /** Starts everything, and resolves when every machine has started. */
  async start(): Promise<void> {
    const { network, nodes } = this.#spec;
    // A process that was killed leaves its network.
    await removeNetwork(this.#system, network.bridge);
    await createNetwork(this.#system, network);
    const configs = await Promise.all(
      nodes.map(({ name }) => readLaunchConfig(machineFiles(this.#folder, name).config)),
    );
    this.#stop.signal.throwIfAborted();
    await this.#startDhcp(configs);
    for (const { listen, upstreams } of this.#spec.forwards) {
      const balancer = bindTo(listen.port, "--control-plane-port", () =>
        new LoadBalancer({
          listen,
          upstreams,
          clock: this.#system.clock,
          log: this.#logger("lb"),
        }));
      this.#closers.push(() => balancer.close());
    }
    if (this.#spec.forwards.length > 0) await this.#writePid("lb", Deno.pid);
    if (this.#spec.kms) await this.#startKms();
    const machines = configs.map((config, index) => this.#startMachine(config, index));
    await Promise.all(machines.map(({ started }) => started));
    this.#stop.signal.throwIfAborted();
  }

  /** Stops everything and removes the network. */
  async stop(): Promise<void> {
    this.#stop.abort();
    const results = await Promise.allSettled(this.#running);
    for (const close of this.#closers) await close();
    for (const log of this.#logs.values()) await log.close();
    await removeNetwork(this.#system, this.#spec.network.bridge, { keepBridge: true });
    for (const result of results) {
      if (result.status === "rejected" && !(result.reason instanceof OsctlError)) {
        throw result.reason;
      }
    }
  }

  async #startDhcp(configs: readonly LaunchConfig[]): Promise<void> {
    const { network, nodes, pxe } = this.#spec;
    const records = configs.flatMap((config, index) => ipamRecords(config, nodes[index]!.tap.mac));
    await writeIpam(this.#files.ipam, records);
    const text = dhcpConfig({
      bridge: network.bridge,
      cidrs: network.cidrs,
      records,
      leases: this.#files.dhcpLeases,
      pxe,
    });
    await writeFileAtomic(this.#files.dhcpConfig, text, { mode: 0o600 });
    const log = this.#logOf("dhcpd");
    const server = new DhcpServer({
      configPath: this.#files.dhcpConfig,
      host: this.#system,
      log: (data) => log.write(data),
      onStart: (pid) => this.#writePid("dhcpd", pid),
    });
    const ready = Promise.withResolvers<void>();
    const running = server.run(this.#stop.signal, ready.resolve);
    this.#running.push(running);
    await Promise.race([ready.promise, running]);
  }

  async #startKms(): Promise<void> {
    const log = this.#logger("kms");
    const server = await createKms(this.#files.kmsKey, this.#system.random, log);
    try {
      await server.listen("0.0.0.0", KMS_PORT);
    } catch (error) {
      if (!isAddressInUse(error)) throw error;
      throw new OsctlError("unsupported", `port ${KMS_PORT} of the key service is in use`, {
        hint: "remove the key type kms, or stop the program that uses the port",
        cause: error,
      });
    }
    this.#closers.push(() => server.stop("immediate"));
    await this.#writePid("kms", Deno.pid);
  }

  #startMachine(config: LaunchConfig, index: number): VirtualMachine {
    const { name, tap } = this.#spec.nodes[index]!;
    const hostname = config.GatewayAddrs[0]!;
    const address = toUrlHost(hostname);
    const url = `http://${address}:${config.APIPort}/config.yaml`;
    const machine = new VirtualMachine({
      node: name,
      config: { ...config, KernelArgs: config.KernelArgs.replace(CONFIG_URL_PLACEHOLDER, url) },
      tap,
      emulator: this.#spec.emulator,
      hasDirectIo: this.#spec.hasDirectIo,
      host: this.#system,
    });
    const service = bindTo(config.APIPort, undefined, () =>
      serveNode({
        hostname,
        port: config.APIPort,
        config: config.Config,
        addresses: config.IPs,
        power: machine,
        signal: this.#stop.signal,
        log: (line) => void machine.log(line),
      }));
    const { power: path } = machineFiles(this.#folder, name);
    const control = servePower({ path, power: machine, signal: this.#stop.signal });
    this.#closers.push(() => service.finished, () => control.finished);
    this.#running.push(machine.run(this.#stop.signal));
    return machine;
  }

  #logOf(helper: Helper): RotatingLog {
    return this.#logs.getOrInsertComputed(
      helper,
      () => new RotatingLog(this.#files.helperLog(helper)),
    );
  }

  #logger(helper: Helper): (line: string) => void {
    return (line) => {
      const time = new Date(this.#system.clock.now()).toISOString();
      void this.#logOf(helper).write(`${time} ${line}\n`);
    };
  }

  /** Writes a pid file, which only talosctl reads: a failure is logged. */
  async #writePid(helper: Helper, pid: number): Promise<void> {
    try {
      await writeFileAtomic(this.#files.helperPid(helper), String(pid), { mode: 0o600 });
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      this.#logger(helper)(error.message);
    }
  }
}

/** Binds a port; reports one in use with the flag that sets it. */
function bindTo<T>(port: number, flag: string | undefined, bind: () => T): T {
  try {
    return bind();
  } catch (error) {
    if (!isAddressInUse(error)) throw error;
    throw new OsctlError("unsupported", `port ${port} of the gateway is in use`, {
      hint: flag === undefined ? "try again" : `set another port with ${flag}`,
      cause: error,
    });
  }
}
