/**
 * Pods of this program's own image as processes of this machine: with its own volumes in the state
 * folder, the rights of its service account, and connections to the cluster's own addresses only.
 * No other image runs.
 *
 * @module
 */
import { ensureFolder } from "../../../platform/files.ts";
import type { Clock, Random, Spawn } from "../../../platform/system.ts";
import type { SelfCommand } from "../../../platform/self_command.ts";
import { TcpRelay } from "../../tcp_relay.ts";
import type { NodeSocket } from "../../addresses.ts";
import { type KubeObject, mapsAt, stringAt, valueAt } from "../../objects/objects.ts";
import type { ObjectStore } from "../object_store.ts";
import { ACCOUNT_FOLDER, PodFolder, readContent } from "./pod_files.ts";
import { type LogLine, PodProcess } from "./pod_process.ts";
import { Tokens } from "./tokens.ts";

/** The parts of this machine that run pods. */
export interface ProcessRunner {
  readonly spawn: Spawn;
  /** Returns the command of this program with these permissions of the runtime. */
  self(args: readonly string[], permissions: readonly string[]): SelfCommand;
  /** Variables that the runtime needs. */
  readonly env: Readonly<Record<string, string>>;
}

/** Options of {@linkcode PodProcesses}. */
export interface ProcessesOptions extends ProcessRunner {
  readonly clock: Clock;
  readonly random: Random;
  /** Folder of the pods' files. */
  readonly folder: string;
  /** Returns an API server that responds. */
  readonly apiServer: () => NodeSocket | undefined;
  /** Returns the certificate of the authority of API servers, PEM. */
  readonly ca: () => string;
  /** Returns the hosts and ports that pods may connect to. */
  readonly hosts: () => readonly string[];
  /** Called with internal errors. */
  readonly report: (error: unknown, where: string) => void;
}

/** State of a container. */
export type ContainerState =
  | { readonly kind: "running" }
  | {
    readonly kind: "ended";
    readonly code: number;
    readonly endedAt: number;
    /** Why the container could not be started; undefined when it was. */
    readonly startError?: string;
  };

interface Entry {
  readonly node: string;
  readonly bootId: string;
  process: PodProcess | undefined;
  folder: PodFolder | undefined;
  state: ContainerState;
  /** Whether the end was requested before the process was started. */
  isKilled: boolean;
  isTerminated: boolean;
  token: string | undefined;
  cancelRotation: () => void;
}

/** Exit code of a container that could not be started. */
const START_FAILED = 128;
/** Exit code of a container that was killed. */
export const KILLED = 137;
/**
 * Tokens are replaced at this interval, milliseconds; the earlier one stays valid until the next.
 */
const TOKEN_MS = 600_000;

/** The processes of a cluster's pods. */
export class PodProcesses {
  readonly tokens: Tokens;
  readonly #options: ProcessesOptions;
  readonly #entries = new Map<string, Entry>();
  #relay: Promise<TcpRelay> | undefined;
  #listener = () => {};

  constructor(options: ProcessesOptions) {
    this.#options = options;
    this.tokens = new Tokens(options.random);
  }

  /** Sets the listener for exits of containers. */
  onChange(listener: () => void): void {
    this.#listener = listener;
  }

  /** Reports whether the volumes of a pod exist. */
  isReady(store: ObjectStore, pod: KubeObject): boolean {
    return readContent(store, pod) !== undefined;
  }

  /** Starts the container of a pod, or updates its files; returns its state. */
  sync(
    store: ObjectStore,
    pod: KubeObject,
    { name: node, bootId }: { readonly name: string; readonly bootId: string },
  ): ContainerState {
    const { uid } = pod.metadata;
    const known = this.#entries.get(uid);
    if (known !== undefined) {
      if (known.state.kind === "running") this.#update(store, pod, known);
      return known.state;
    }
    const entry: Entry = {
      node,
      bootId,
      process: undefined,
      folder: undefined,
      state: { kind: "running" },
      isKilled: false,
      isTerminated: false,
      token: undefined,
      cancelRotation: () => {},
    };
    this.#entries.set(uid, entry);
    this.#start(store, pod, entry).then(
      (code) => this.#end(entry, code),
      (error) => {
        this.#options.report(error, `pod ${pod.metadata.name}`);
        this.#end(entry, START_FAILED, error instanceof Error ? error.message : String(error));
      },
    );
    return entry.state;
  }

  /** Sends SIGTERM to the container of a pod; returns whether it still runs. */
  terminate(uid: string): boolean {
    const entry = this.#entries.get(uid);
    if (entry?.state.kind !== "running") return false;
    if (!entry.isTerminated) entry.process?.terminate();
    entry.isTerminated = true;
    if (entry.process === undefined) entry.isKilled = true;
    return true;
  }

  /** Kills the container of a pod. */
  kill(uid: string): void {
    const entry = this.#entries.get(uid);
    if (entry === undefined) return;
    entry.isKilled = true;
    entry.process?.kill();
  }

  /** Kills the containers of nodes that stopped or restarted. */
  killLost(
    nodes: readonly {
      readonly name: string;
      readonly bootId: string;
      readonly isRunning: boolean;
    }[],
  ) {
    for (const [uid, entry] of this.#entries) {
      const node = nodes.find(({ name }) => name === entry.node);
      if (node?.bootId !== entry.bootId || !node.isRunning) this.kill(uid);
    }
  }

  /** Removes the files of a pod that was removed. */
  forget(uids: ReadonlySet<string>): void {
    for (const [uid, { state }] of this.#entries) {
      if (uids.has(uid)) continue;
      if (state.kind === "running") this.kill(uid);
      else {
        this.#entries.delete(uid);
        removeFolder(`${this.#options.folder}/${uid}`, this.#options.report);
      }
    }
  }

  /** Returns the log of a pod; undefined for one without process. */
  logOf(
    uid: string,
  ): { readonly lines: readonly LogLine[]; readonly process: PodProcess } | undefined {
    const process = this.#entries.get(uid)?.process;
    return process && { lines: process.lines, process };
  }

  /** Kills all containers. */
  async stop(): Promise<void> {
    const ends = [...this.#entries].map(([uid, { process }]) => {
      this.kill(uid);
      return process?.ended;
    });
    await Promise.all(ends);
    await (await this.#relay)?.stop();
  }

  async #start(store: ObjectStore, pod: KubeObject, entry: Entry): Promise<number> {
    const { folder, spawn, clock, hosts, ca, env, self } = this.#options;
    const { uid, namespace = "default" } = pod.metadata;
    const content = readContent(store, pod);
    if (content === undefined) return START_FAILED;
    const account = stringAt(pod, "spec", "serviceAccountName") || "default";
    const relay = await (this.#relay ??= this.#openRelay());
    const base = `${folder}/${uid}`;
    await ensureFolder(base, 0o700);
    const mount = () => ({
      path: ACCOUNT_FOLDER,
      files: new Map(
        Object.entries({ "ca.crt": ca(), namespace, token: entry.token ?? "" })
          .map(([name, text]) => [name, new TextEncoder().encode(text)] as const),
      ),
    });
    const claims = `${folder}/claims/${namespace}`;
    const files = new PodFolder(`${base}/root`, claims, [...content.mounts, mount()]);
    entry.token = this.tokens.issue(namespace, account);
    await files.write([...content.mounts, mount()]);
    entry.folder = files;
    this.#rotate(entry, { files, mount, namespace, account });
    const service = `127.0.0.1:${relay.port}`;
    const variables = {
      ...env,
      ...content.env,
      OSCTL_SERVICE_ACCOUNT: ACCOUNT_FOLDER,
      KUBERNETES_SERVICE_HOST: "127.0.0.1",
      KUBERNETES_SERVICE_PORT: `${relay.port}`,
    };
    const { command, args } = self(content.args.map((arg) => files.translate(arg)), [
      `--allow-read=${files.readable.join(",")}`,
      `--allow-write=${files.writable.join(",")}`,
      `--allow-net=${[service, ...hosts(), ...ownPorts(pod)].join(",")}`,
      "--allow-env",
      "--allow-sys",
    ]);
    if (entry.isKilled) return KILLED;
    entry.process = new PodProcess({
      spawn,
      clock,
      command,
      args,
      env: Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [name, files.translate(value)]),
      ),
      cwd: files.writable[0] ?? base,
      pidFile: `${base}/pid`,
    });
    return await entry.process.ended;
  }

  /** Replaces the token of a pod before it expires. */
  #rotate(
    entry: Entry,
    { files, mount, namespace, account }: {
      readonly files: PodFolder;
      readonly mount: () => Parameters<PodFolder["write"]>[0][number];
      readonly namespace: string;
      readonly account: string;
    },
  ): void {
    const { clock, report } = this.#options;
    let previous: string | undefined;
    const next = () => {
      entry.cancelRotation = clock.after(TOKEN_MS, () => {
        if (previous !== undefined) this.tokens.revoke(previous);
        previous = entry.token;
        entry.token = this.tokens.issue(namespace, account);
        files.write([mount()]).catch((error) => report(error, "token of a pod"));
        next();
      });
    };
    next();
  }

  #update(store: ObjectStore, pod: KubeObject, { folder }: Entry): void {
    const content = readContent(store, pod);
    if (folder === undefined || content === undefined) return;
    folder.write(content.mounts).catch((error) =>
      this.#options.report(error, `volumes of pod ${pod.metadata.name}`)
    );
  }

  #end(entry: Entry, code: number, startError?: string): void {
    entry.cancelRotation();
    if (entry.token !== undefined) this.tokens.revoke(entry.token);
    const endedAt = this.#options.clock.now();
    entry.state = { kind: "ended", code, endedAt, ...startError !== undefined && { startError } };
    this.#listener();
  }

  /** Opens the address of the service `kubernetes` for pods: it connects to any API server. */
  async #openRelay(): Promise<TcpRelay> {
    const relay = new TcpRelay({ address: "127.0.0.1", port: 0 }, this.#options.apiServer);
    await relay.listen();
    return relay;
  }
}

function removeFolder(path: string, report: ProcessesOptions["report"]): void {
  Deno.remove(path, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) report(error, "files of a pod");
  });
}

/** Returns the addresses of a container's ports. */
function ownPorts(pod: KubeObject): string[] {
  const address = stringAt(pod, "status", "podIP");
  const ports = mapsAt(mapsAt(pod, "spec", "containers")[0], "ports");
  return ports.map(({ containerPort }) => `${address}:${containerPort}`);
}

/**
 * Reports whether a pod runs this program: a single container of its image, which is never
 * restarted.
 */
export function isOwnPod(pod: KubeObject): boolean {
  const containers = mapsAt(pod, "spec", "containers");
  const [container] = containers;
  return containers.length === 1 && stringAt(pod, "spec", "restartPolicy") === "Never" &&
    isOwnImage(stringAt(container, "image")) && valueAt(container, "command") === undefined;
}

/** The image of this program in any registry. */
function isOwnImage(image: string): boolean {
  return /^([\w.:-]+\/)*osctl(:[\w.-]+)?(@sha256:[0-9a-f]{64})?$/.test(image);
}
