/** Access to the Kubernetes API of an embedded cluster. */
import { Buffer } from "node:buffer";
import { request as httpsRequest } from "node:https";
import { MachineService } from "../../proto/machine.ts";
import { openChannel } from "../../lib/rpc/mod.ts";
import { parseYaml, toData } from "../../lib/yaml/mod.ts";
import type { NodeFacts } from "../../lib/sandbox/types.ts";
import type { Sandbox } from "./sandbox.ts";

/** A JSON object of any shape. */
// deno-lint-ignore no-explicit-any -- tests read arbitrary fields
export type Json = any;

/** A response of the API. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly body: Json;
}

/** Options of {@linkcode KubernetesPeer.call}. */
export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of one API server with an administrator's certificate. */
export interface KubernetesPeer {
  /** Path of the kubeconfig. */
  readonly kubeconfig: string;
  readonly server: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  get(path: string): Promise<Json>;
  /** Yields the events of a watch. */
  watch(path: string): AsyncGenerator<Json>;
}

/** Reads the kubeconfig of a control plane, as the node API returns it. */
export async function readKubeconfig(sandbox: Sandbox, node: NodeFacts): Promise<string> {
  const credentials = await sandbox.cluster.issue("os:admin");
  const channel = openChannel(`${node.address}:${node.port}`, credentials);
  try {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const { bytes } of channel.serverStream(MachineService.Kubeconfig, {})) {
      if (bytes) parts.push(new Uint8Array(bytes));
    }
    const tar = new Blob(parts).stream().pipeThrough(new DecompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(tar).arrayBuffer());
    const field = (start: number, end: number) =>
      new TextDecoder().decode(bytes.subarray(start, end)).replace(/\0.*$/s, "");
    if (field(0, 100) !== "kubeconfig") throw new Error(`unexpected member ${field(0, 100)}`);
    return new TextDecoder().decode(bytes.subarray(512, 512 + Number.parseInt(field(124, 136), 8)));
  } finally {
    channel.close();
  }
}

/** Connects to the API of a control plane, the first one by default. */
export async function openKubernetes(
  sandbox: Sandbox,
  node: NodeFacts = sandbox.controlPlanes[0]!,
): Promise<KubernetesPeer> {
  const text = await readKubeconfig(sandbox, node);
  const kubeconfig = `${sandbox.home}/kubeconfig`;
  await Deno.writeTextFile(kubeconfig, text, { mode: 0o600 });
  const data: Json = toData(parseYaml(text).documents[0]!.root!);
  const decode = (value: string) => Buffer.from(value, "base64").toString();
  const server = `https://${node.address}:6443`;
  const tls = {
    ca: decode(data.clusters[0].cluster["certificate-authority-data"]),
    cert: decode(data.users[0].user["client-certificate-data"]),
    key: decode(data.users[0].user["client-key-data"]),
  };
  const open = (method: string, path: string, options: CallOptions) =>
    new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
      const { body, headers = {} } = options;
      const content = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
      const request = httpsRequest(`${server}${path}`, {
        ...tls,
        method,
        agent: false,
        headers: {
          accept: "application/json",
          // The runtime's client sends the body of a DELETE without its length.
          ...(content === undefined ? {} : {
            "content-type": "application/json",
            "content-length": String(new TextEncoder().encode(content).length),
          }),
          "user-agent": "test/1",
          ...headers,
        },
      }, resolve);
      request.once("error", reject);
      request.end(content);
    });
  const call = async (method: string, path: string, options: CallOptions = {}) => {
    const response = await open(method, path, options);
    let text = "";
    for await (const chunk of response) text += chunk;
    const isJson = response.headers["content-type"] === "application/json";
    const body = isJson ? JSON.parse(text) : undefined;
    return { status: response.statusCode ?? 0, headers: response.headers, text, body };
  };
  return {
    kubeconfig,
    server,
    call,
    get: async (path) => (await call("GET", path)).body,
    watch: async function* (path) {
      const response = await open("GET", path, {});
      let rest = "";
      try {
        for await (const chunk of response) {
          rest += chunk;
          const lines = rest.split("\n");
          rest = lines.pop()!;
          for (const line of lines) yield JSON.parse(line);
        }
      } finally {
        response.destroy();
      }
    },
  };
}
