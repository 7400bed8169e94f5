import { ok, strictEqual } from "node:assert/strict";
import { explain } from "../../../lib/client/explain.ts";
import { OsctlError } from "../../../lib/errors.ts";
import { RpcError, statusError } from "../../../lib/rpc/mod.ts";

const way = { node: "10.5.0.9", endpoint: "10.5.0.2:50000", naming: true };

function explained(code: number, details: string, where = way): RpcError {
  const error = explain(statusError(code, details), where);
  ok(error instanceof RpcError);
  return error;
}

function dialing(reason: string): string {
  return `connection error: desc = "transport: Error while dialing: ${reason}"`;
}

Deno.test("a node its endpoint cannot reach is told with the reason and who could not", () => {
  const text = dialing("dial tcp 10.5.0.9:50000: connect: connection refused");
  const error = explained(14, text);
  strictEqual(
    error.message,
    "cannot be reached from 10.5.0.2: connection refused (Unavailable)",
  );
  strictEqual(error.hint, "check that the node is up and its address is right");
  strictEqual(error.code, 14);
  strictEqual(error.details, text, "the node's own words stay");
  ok(error.cause instanceof RpcError);
});

Deno.test("a node whose certificate its endpoint does not trust is told likewise", () => {
  const text = 'connection error: desc = "transport: authentication handshake failed: tls: bad"';
  strictEqual(
    explained(14, text).message,
    "cannot be reached from 10.5.0.2: authentication handshake failed: tls: bad (Unavailable)",
  );
});

Deno.test("a node of another authority is not said to be down", () => {
  const reason = "tls: failed to verify certificate: x509: certificate signed by unknown authority";
  strictEqual(
    explained(
      14,
      `connection error: desc = "transport: authentication handshake failed: ${reason}"`,
    )
      .hint,
    "check that the node belongs to this cluster and has a machine configuration",
  );
});

Deno.test("the address is told when the node was given by name", () => {
  const named = { ...way, node: "worker-1" };
  strictEqual(
    explained(14, dialing("dial tcp 10.5.0.9:50000: connect: no route to host"), named).message,
    "cannot be reached from 10.5.0.2: 10.5.0.9:50000: no route to host (Unavailable)",
  );
  strictEqual(
    explained(14, dialing("dial tcp: lookup worker-1: no such host"), named).message,
    "cannot be reached from 10.5.0.2: lookup worker-1: no such host (Unavailable)",
  );
  const v6 = { node: "fd00::9", endpoint: "[fd00::2]:50000", naming: true };
  strictEqual(
    explained(14, dialing("dial tcp [fd00::9]:50000: i/o timeout"), v6).message,
    "cannot be reached from fd00::2: i/o timeout (Unavailable)",
  );
});

Deno.test("a worker as endpoint: the hint asks for a control plane", () => {
  const error = explained(7, "no request forwarding");
  strictEqual(error.message, "no request forwarding (PermissionDenied)");
  strictEqual(
    error.hint,
    "give a control plane with --endpoints: " +
      "10.5.0.2 is a worker and passes no calls on to other nodes",
  );
});

Deno.test("maintenance mode is named in the hint, also where the endpoint is the node", () => {
  const error = explained(12, "API is not implemented in maintenance mode", {
    ...way,
    naming: false,
  });
  strictEqual(error.message, "API is not implemented in maintenance mode (Unimplemented)");
  strictEqual(
    error.hint,
    "the node is in maintenance mode: give it a machine configuration first",
  );
});

Deno.test("a role that is too low: the hint names the certificate, or maintenance mode", () => {
  strictEqual(
    explained(7, "not authorized").hint,
    "use a client certificate whose roles allow this",
  );
  // Where no certificate is shown, another one is no help.
  strictEqual(
    explained(7, "not authorized", { ...way, naming: false }).hint,
    "the node is in maintenance mode: give it a machine configuration first",
  );
});

Deno.test("an unknown namespace or type: the hint names the command that lists them", () => {
  for (
    const [details, hint] of [
      ['namespace "nope" is not supported', 'list the namespaces with "osctl get namespaces"'],
      ['resource type "Nopes" is not supported', 'list the types with "osctl get rd"'],
    ] as const
  ) {
    const error = explained(7, details);
    strictEqual(error.message, `${details} (PermissionDenied)`);
    strictEqual(error.hint, hint);
  }
});

Deno.test("any other refusal has no hint about certificates", () => {
  strictEqual(explained(7, "write access is not allowed").hint, undefined);
});

Deno.test("what only control planes answer is to be asked of one", () => {
  const error = explained(12, "member list is only available on control plane nodes");
  strictEqual(
    `${error.message}; ${error.hint}`,
    "member list is only available on control plane nodes (Unimplemented); " +
      "name a control plane with --nodes",
  );
});

Deno.test("other errors stay what they are", () => {
  const others = [
    statusError(5, "no such file"),
    statusError(14, "the connection was lost"),
    new OsctlError("connection", "e refuses connections"),
    new TypeError("bug"),
  ];
  for (const error of others) strictEqual(explain(error, way), error);
});

Deno.test("a log that is not there leads to the list of services", () => {
  const { message, hint } = explained(2, 'log "nope" was not registered');
  strictEqual(message, 'log "nope" was not registered (Unknown)');
  strictEqual(hint, 'list the services with "osctl service"');
});
