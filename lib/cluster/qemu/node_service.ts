/**
 * The HTTP service of a machine on the first gateway: its configuration and power control, with the
 * paths of talosctl.
 *
 * @module
 */

/** Power control of a machine. */
export interface PowerControl {
  powerOn(): void;
  powerOff(): void;
  reboot(): void;
  /** Boots the next start from the network first. */
  pxeBootOnce(): void;
  readonly isPoweredOn: boolean;
}

/** Options of {@linkcode serveNode}. */
export interface NodeServiceOptions {
  readonly hostname: string;
  readonly port: number;
  /** Machine configuration; `""` for none. */
  readonly config: string;
  /** Addresses of the machine, which alone receive the configuration. */
  readonly addresses: readonly string[];
  readonly power: PowerControl;
  /** Closes the service and its connections. */
  readonly signal: AbortSignal;
  /** Receives a line for each request. */
  readonly log: (line: string) => void;
}

/** Starts the service. */
export function serveNode(options: NodeServiceOptions): Deno.HttpServer<Deno.NetAddr> {
  const { hostname, port, signal, log } = options;
  return Deno.serve({ hostname, port, signal, onListen: () => {} }, (request, { remoteAddr }) => {
    const response = respond(request, remoteAddr.hostname, options);
    const { pathname } = new URL(request.url);
    log(`${request.method} ${pathname} from ${remoteAddr.hostname}: ${response.status}`);
    return response;
  });
}

function respond(
  request: Request,
  peer: string,
  { config, addresses, power }: NodeServiceOptions,
): Response {
  const done = respondToPower(request, power);
  if (done !== undefined) return done;
  const { pathname } = new URL(request.url);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (pathname === "/status") {
    if (!isRead) return new Response(null, { status: 501 });
    const body = `${JSON.stringify({ PoweredOn: power.isPoweredOn })}\n`;
    return new Response(body, { headers: { "content-type": "application/json" } });
  }
  if (pathname !== "/config.yaml") return new Response(null, { status: 404 });
  if (!isRead) return new Response(null, { status: 501 });
  // It contains the secrets of the cluster, which users of the host must not read.
  if (!addresses.includes(peer)) return new Response(null, { status: 403 });
  return new Response(config, { headers: { "content-type": "application/yaml" } });
}

/** Responds to a request for power control; undefined for another path. */
export function respondToPower(request: Request, power: PowerControl): Response | undefined {
  const { pathname } = new URL(request.url);
  const actions: Readonly<Record<string, () => void>> = {
    "/poweron": () => power.powerOn(),
    "/poweroff": () => power.powerOff(),
    "/reboot": () => power.reboot(),
    "/pxeboot": () => power.pxeBootOnce(),
  };
  const action = Object.hasOwn(actions, pathname) ? actions[pathname] : undefined;
  if (action === undefined) return undefined;
  if (request.method !== "POST") return new Response(null, { status: 501 });
  action();
  return new Response(null);
}
