/** A small HTTPS server in the place of an API server, for tests with hostile responses. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import {
  type ConnectionSettings,
  createKubernetesClient,
  type KubernetesClient,
} from "../../../lib/kubernetes/mod.ts";
import {
  createCa,
  issueClientCertificate,
  issueServerCertificate,
  type PemPair,
} from "../../../lib/pki/mod.ts";
import type { Clock } from "../../../lib/platform/system.ts";
import { fakeSystem, type FakeSystemOptions, wallClock } from "../../helpers/fake_system.ts";

const source = {
  random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
  clock: wallClock,
};

/** Creates a certificate authority. */
export function createTestCa(): Promise<PemPair> {
  return createCa({ organization: "kubernetes", kind: "ecdsa" }, source);
}

/** Creates a server certificate. */
export function createServerPair(
  ca: PemPair,
  { dnsNames = ["localhost"], ips = ["127.0.0.1"] }: {
    dnsNames?: readonly string[];
    ips?: readonly string[];
  } = {},
): Promise<PemPair> {
  return issueServerCertificate(ca, { dnsNames, ips }, source);
}

/** Creates a client certificate. */
export function createClientPair(ca: PemPair): Promise<PemPair> {
  return issueClientCertificate(ca, { roles: ["system:masters"], ttl: 3_600_000 }, source);
}

/** A running server. */
export interface ApiServer {
  readonly settings: ConnectionSettings;
  readonly port: number;
  readonly ca: PemPair;
  readonly server: Server;
  /** Requests so far, as `GET /api/v1/nodes?limit=500`. */
  readonly requests: string[];
  /** Number of accepted connections. */
  readonly connections: number;
}

/** What the server does with a request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Runs a test against a server. */
export async function withApiServer(
  handler: Handler,
  test: (server: ApiServer) => Promise<void>,
  { requestCert = false, ca, ...hosts }: {
    requestCert?: boolean;
    ca?: PemPair;
    dnsNames?: readonly string[];
    ips?: readonly string[];
  } = {},
): Promise<void> {
  const authority = ca ?? await createTestCa();
  const pair = await createServerPair(authority, hosts);
  const requests: string[] = [];
  let connections = 0;
  const server = createServer({
    cert: pair.crt,
    key: pair.key,
    ...(requestCert ? { requestCert, rejectUnauthorized: true, ca: authority.crt } : {}),
  }, (request, response) => {
    requests.push(`${request.method} ${decodeURIComponent(request.url!)}`);
    void handler(request, response);
  });
  server.on("secureConnection", () => connections++);
  const port = await listen(server);
  try {
    await test({
      settings: {
        context: "c",
        server: new URL(`https://127.0.0.1:${port}`),
        namespace: "default",
        ca: authority.crt,
      },
      port,
      ca: authority,
      server,
      requests,
      get connections() {
        return connections;
      },
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Listens on a free loopback port. */
export function listen(server: {
  listen(port: number, host: string, done: () => void): unknown;
  address(): AddressInfo | string | null;
}): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  );
}

/** Creates a client on the wall clock unless another one is given. */
export function createClient(
  settings: ConnectionSettings,
  options: FakeSystemOptions & { readonly clock?: Clock } = {},
): KubernetesClient {
  return createKubernetesClient(settings, fakeSystem({ clock: wallClock, ...options }));
}

/** Sends a JSON response. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** Sends an error response of the API. */
export function sendStatus(
  response: ServerResponse,
  code: number,
  reason: string,
  message: string,
): void {
  const body = { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message };
  sendJson(response, body, code);
}

/** Reads the body of a request. */
export async function readRequest(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** Waits until a condition holds, at most 5 s. */
export async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; !condition(); attempt++) {
    if (attempt > 500) throw new Error("the condition does not hold after 5 s");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
