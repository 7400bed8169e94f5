import { ok, strictEqual } from "node:assert/strict";
import { type CallRoute, describeError } from "../../../lib/client/describe_error.ts";
import { OsctlError } from "../../../lib/errors.ts";
import { RpcError, statusError } from "../../../lib/rpc/mod.ts";

const ROUTE: CallRoute = {
  node: "10.5.0.9",
  endpoint: "10.5.0.2:50000",
  isProxied: true,
  path: "/machine.MachineService/Reboot",
};

const DIRECT: CallRoute = { ...ROUTE, isProxied: false };

function describe(code: number, details: string, route = ROUTE): RpcError {
  const error = describeError(statusError(code, details), route);
  ok(error instanceof RpcError);
  return error;
}

function dialErrorText(reason: string): string {
  return `connection error: desc = "transport: Error while dialing: ${reason}"`;
}

Deno.test("an unreachable node: the message has the reason and the endpoint", () => {
  const text = dialErrorText("dial tcp 10.5.0.9:50000: connect: connection refused");
  const error = describe(14, text);
  strictEqual(
    error.message,
    "cannot be reached from 10.5.0.2: connection refused (Unavailable)",
  );
  strictEqual(error.hint, "check that the node is running and its address is correct");
  strictEqual(error.code, 14);
  strictEqual(error.details, text, "the text of the node is kept");
  ok(error.cause instanceof RpcError);
});

Deno.test("an untrusted certificate: the message has the reason and the endpoint", () => {
  const text = 'connection error: desc = "transport: authentication handshake failed: tls: bad"';
  strictEqual(
    describe(14, text).message,
    "cannot be reached from 10.5.0.2: authentication handshake failed: tls: bad (Unavailable)",
  );
});

Deno.test("a node with another CA: the hint is about the cluster", () => {
  const reason = "tls: failed to verify certificate: x509: certificate signed by unknown authority";
  strictEqual(
    describe(
      14,
      `connection error: desc = "transport: authentication handshake failed: ${reason}"`,
    )
      .hint,
    "check that the node belongs to this cluster and has a machine configuration",
  );
});

Deno.test("a node given by name: the message has the address", () => {
  const named = { ...ROUTE, node: "worker-1" };
  strictEqual(
    describe(14, dialErrorText("dial tcp 10.5.0.9:50000: connect: no route to host"), named)
      .message,
    "cannot be reached from 10.5.0.2: 10.5.0.9:50000: no route to host (Unavailable)",
  );
  strictEqual(
    describe(14, dialErrorText("dial tcp: lookup worker-1: no such host"), named).message,
    "cannot be reached from 10.5.0.2: lookup worker-1: no such host (Unavailable)",
  );
  const v6 = { ...ROUTE, node: "fd00::9", endpoint: "[fd00::2]:50000", isProxied: true };
  strictEqual(
    describe(14, dialErrorText("dial tcp [fd00::9]:50000: i/o timeout"), v6).message,
    "cannot be reached from fd00::2: i/o timeout (Unavailable)",
  );
});

Deno.test("a worker as endpoint: the hint is to use a control plane", () => {
  const error = describe(7, "no request forwarding");
  strictEqual(error.message, "no request forwarding (PermissionDenied)");
  strictEqual(
    error.hint,
    "set a control plane node with --endpoints: " +
      "10.5.0.2 is a worker and does not forward calls",
  );
});

Deno.test("maintenance mode: the hint is to apply a configuration", () => {
  const error = describe(12, "API is not implemented in maintenance mode", {
    ...ROUTE,
    isProxied: false,
  });
  strictEqual(error.message, "API is not implemented in maintenance mode (Unimplemented)");
  strictEqual(
    error.hint,
    "the node is in maintenance mode: apply a machine configuration first",
  );
});

Deno.test("missing role: the hint is about the certificate, or about maintenance mode", () => {
  strictEqual(
    describe(7, "not authorized").hint,
    "use a client certificate whose roles allow this",
  );
  // Without a client certificate, another one does not help.
  strictEqual(
    describe(7, "not authorized", { ...ROUTE, isProxied: false }).hint,
    "the node is in maintenance mode: apply a machine configuration first",
  );
});

Deno.test("a sensitive resource in maintenance mode: the hint names what can be read", () => {
  // Nodes in maintenance mode serve State with the role os:reader (v1.8.0-alpha.2, `get mc -i`).
  strictEqual(
    describe(7, "not authorized", { ...DIRECT, path: "/cosi.resource.State/List" }).hint,
    "maintenance mode refuses sensitive resources: apply a machine configuration, " +
      "then read them without --insecure",
  );
});

Deno.test("an unknown namespace or type: the hint is the command that lists them", () => {
  for (
    const [details, hint] of [
      ['namespace "nope" is not supported', 'list the namespaces with "osctl get namespaces"'],
      ['resource type "Nopes" is not supported', 'list the types with "osctl get rd"'],
    ] as const
  ) {
    const error = describe(7, details);
    strictEqual(error.message, `${details} (PermissionDenied)`);
    strictEqual(error.hint, hint);
  }
});

Deno.test("other PermissionDenied errors have no hint", () => {
  strictEqual(describe(7, "write access is not allowed").hint, undefined);
});

Deno.test("a control plane method on a worker: the hint is to use a control plane", () => {
  const error = describe(12, "member list is only available on control plane nodes");
  strictEqual(
    `${error.message}; ${error.hint}`,
    "member list is only available on control plane nodes (Unimplemented); " +
      "select a control plane node with --nodes",
  );
});

Deno.test("other errors are unchanged", () => {
  const others = [
    statusError(5, "no such file"),
    statusError(14, "the connection was lost"),
    new OsctlError("connection", "e refuses connections"),
    new TypeError("bug"),
  ];
  for (const error of others) strictEqual(describeError(error, ROUTE), error);
});

Deno.test("an unknown log: the hint lists the services", () => {
  const { message, hint } = describe(2, 'log "nope" was not registered');
  strictEqual(message, 'log "nope" was not registered (Unknown)');
  strictEqual(hint, 'list the services with "osctl service"');
});

Deno.test("a caller without permission: the hint has context, roles and the roles needed", () => {
  const hintOf = (roles: readonly string[], path = ROUTE.path) =>
    describe(7, "not authorized", { ...ROUTE, path, identity: { context: "lab", roles } }).hint;
  const rest = '; select another context with --context, see "osctl config contexts"';
  strictEqual(
    hintOf(["os:reader"]),
    `context "lab" has the role os:reader, the call needs os:admin or os:operator${rest}`,
  );
  strictEqual(
    hintOf(["os:etcd:backup", "os:reader"], "/machine.MachineService/Read"),
    `context "lab" has the roles os:etcd:backup, os:reader, the call needs os:admin${rest}`,
  );
  // Sensitive resources.
  strictEqual(
    hintOf(["os:reader"], "/cosi.resource.State/Get"),
    `context "lab" has the role os:reader, the call needs os:admin${rest}`,
  );
  strictEqual(
    hintOf(["Example Inc"], "/machine.MachineService/Version"),
    `context "lab" has no role, the call needs os:admin or os:operator or os:reader${rest}`,
  );
  strictEqual(
    describe(7, "not authorized").hint,
    "use a client certificate whose roles allow this",
  );
});

Deno.test("what maintenance mode refuses has a hint with what works", () => {
  for (const mode of ["no-reboot", "staged"]) {
    const text = `apply configuration --mode='${mode}' is not supported in maintenance mode`;
    strictEqual(describe(12, text, DIRECT).hint, "use --mode auto, reboot or try");
  }
  const upgrade = "upgrade --preserve, --stage, and --force are not supported in maintenance mode";
  strictEqual(describe(12, upgrade, DIRECT).hint, "remove --preserve, --stage and --force");
  strictEqual(
    describe(12, "API is not implemented in maintenance mode", DIRECT).hint,
    "the node is in maintenance mode: apply a machine configuration first",
  );
});

Deno.test("texts of Go programs that end are replaced by what happens", () => {
  const goaway =
    `closing transport due to: connection error: desc = "error reading from server: EOF", ` +
    `received prior goaway: code: NO_ERROR, debug data: "graceful_stop"`;
  for (const text of [goaway, "error reading from server: EOF"]) {
    const error = describe(14, text);
    strictEqual(
      error.message,
      "the node ended the connection: its API restarts or the node shuts down (Unavailable)",
    );
    strictEqual(error.hint, 'check it with "osctl version -n 10.5.0.9"');
    strictEqual(error.details, text, "the text of the node is kept");
  }
  strictEqual(
    describe(2, "close /dev/kmsg: file already closed").message,
    "the node ended the kernel log: it restarts or shuts down (Unknown)",
  );
});
