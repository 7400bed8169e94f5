/** A container engine that keeps its objects in memory, for commands in-process. */
import { type Answer, FakeEngine, type Received } from "./fake_engine.ts";

/** A created container. */
export interface MemoryContainer {
  readonly id: string;
  readonly name: string;
  state: "created" | "running" | "exited";
  /** The request that created it. */
  readonly body: {
    readonly Image: string;
    readonly Hostname: string;
    readonly Env: readonly string[];
    readonly Labels: Readonly<Record<string, string>>;
    readonly ExposedPorts: Readonly<Record<string, unknown>>;
    readonly HostConfig: {
      readonly NanoCpus: number;
      readonly Memory: number;
      readonly Privileged: boolean;
      readonly ReadonlyRootfs: boolean;
      readonly SecurityOpt: readonly string[];
      readonly Sysctls?: Readonly<Record<string, string>>;
      readonly PortBindings: Readonly<
        Record<string, readonly { HostIp: string; HostPort: string }[]>
      >;
      readonly Mounts: readonly { readonly Type: string; readonly Target: string }[];
    };
    readonly NetworkingConfig: {
      readonly EndpointsConfig: Readonly<Record<string, { IPAMConfig: { IPv4Address: string } }>>;
    };
  };
}

/** A created network. */
export interface MemoryNetwork {
  readonly Id: string;
  readonly Name: string;
  readonly Labels: Readonly<Record<string, string>>;
  readonly IPAM: { readonly Config: readonly { readonly Subnet: string }[] };
  readonly Options: Readonly<Record<string, string>>;
}

/** Facts and failures of the engine. */
export interface MemoryOptions {
  readonly images?: readonly string[];
  readonly info?: Readonly<Record<string, unknown>>;
  readonly networks?: readonly MemoryNetwork[];
  /** Lines of a pull, one JSON object each. */
  readonly pull?: readonly unknown[];
  /** Answers a request instead of the engine; undefined to let it answer. */
  readonly intercept?: (request: Received) => Answer | undefined;
}

const INFO = { OSType: "linux", NCPU: 8, MemTotal: 32e9, CgroupVersion: "2" };

/** Objects by the requests that created them. */
export class MemoryEngine implements AsyncDisposable {
  readonly containers = new Map<string, MemoryContainer>();
  readonly networks: MemoryNetwork[];
  readonly #images: Set<string>;
  readonly #options: MemoryOptions;
  #fake!: FakeEngine;

  private constructor(options: MemoryOptions) {
    this.#options = options;
    this.#images = new Set(options.images);
    this.networks = [...options.networks ?? []];
  }

  static async start(options: MemoryOptions = {}): Promise<MemoryEngine> {
    const engine = new MemoryEngine(options);
    engine.#fake = await FakeEngine.start((request) =>
      options.intercept?.(request) ?? engine.#answer(request)
    );
    return engine;
  }

  get env(): Record<string, string> {
    return this.#fake.env;
  }

  get requests(): readonly Received[] {
    return this.#fake.requests;
  }

  /** Returns a container by name. */
  named(name: string): MemoryContainer {
    const found = [...this.containers.values()].find((container) => container.name === name);
    if (found === undefined) throw new Error(`no container ${name}`);
    return found;
  }

  #answer({ method, path, body }: Received): Answer {
    const url = new URL(path, "http://engine");
    const [, kind = "", id = "", verb = ""] = url.pathname.split("/");
    if (kind === "info") return { json: { ...INFO, ...this.#options.info } };
    if (kind === "networks") return this.#answerNetworks(method, id, url, body);
    if (kind === "containers") return this.#answerContainers(method, id, verb, url, body);
    if (kind === "volumes") return { json: { Volumes: null } };
    if (kind === "images" && id === "create") {
      const image = `${url.searchParams.get("fromImage")}:${url.searchParams.get("tag")}`;
      this.#images.add(image);
      const lines = (this.#options.pull ?? []).map((line) => `${JSON.stringify(line)}\n`);
      return { text: lines.join("") };
    }
    if (kind === "images") return this.#found(this.#images.has(imageIn(url)), "no such image");
    if (kind === "distribution") {
      return this.#found(this.#options.pull !== undefined, "manifest unknown");
    }
    return { status: 404, json: { message: `page not found: ${method} ${path}` } };
  }

  #found(isFound: boolean, message: string): Answer {
    return isFound ? { json: {} } : { status: 404, json: { message } };
  }

  #answerNetworks(method: string, id: string, url: URL, body: string): Answer {
    if (method === "GET") {
      const wanted = labelsIn(url);
      return { json: this.networks.filter(({ Labels }) => hasLabels(Labels, wanted)) };
    }
    if (method === "POST") {
      this.networks.push({ Id: crypto.randomUUID(), ...JSON.parse(body) });
      return { status: 201, json: { Id: this.networks.at(-1)!.Id } };
    }
    const index = this.networks.findIndex(({ Id }) => Id === id);
    if (index < 0) return this.#found(false, "no such network");
    this.networks.splice(index, 1);
    return { status: 204 };
  }

  #answerContainers(method: string, id: string, verb: string, url: URL, body: string): Answer {
    if (id === "json") {
      const wanted = labelsIn(url);
      const all = [...this.containers.values()];
      return {
        json: all.filter((one) => hasLabels(one.body.Labels, wanted)).map((one) => ({
          Id: one.id,
          Names: [`/${one.name}`],
          Labels: one.body.Labels,
          State: one.state,
          Created: 1_700_000_000,
        })),
      };
    }
    if (id === "create") {
      const [created, name] = [crypto.randomUUID(), url.searchParams.get("name") ?? ""];
      this.containers.set(created, { id: created, name, state: "created", body: JSON.parse(body) });
      return { status: 201, json: { Id: created } };
    }
    const container = this.containers.get(id);
    if (container === undefined) return this.#found(false, "no such container");
    if (method === "DELETE") this.containers.delete(id);
    if (verb === "start") container.state = "running";
    if (verb === "stop") container.state = "exited";
    if (verb !== "json") return { status: 204 };
    const { Labels, HostConfig, NetworkingConfig } = container.body;
    return {
      json: {
        Id: id,
        Name: `/${container.name}`,
        Config: { Labels },
        HostConfig,
        State: { Status: container.state, ExitCode: 0 },
        NetworkSettings: { Networks: NetworkingConfig.EndpointsConfig },
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#fake[Symbol.asyncDispose]();
  }
}

function imageIn({ pathname }: URL): string {
  return pathname.replace(/^\/images\//, "").replace(/\/json$/, "");
}

function labelsIn(url: URL): readonly string[] {
  return JSON.parse(url.searchParams.get("filters") ?? "{}").label ?? [];
}

function hasLabels(labels: Readonly<Record<string, string>>, wanted: readonly string[]): boolean {
  return wanted.every((text) => {
    const [name = "", value] = text.split("=");
    return labels[name] === value;
  });
}
