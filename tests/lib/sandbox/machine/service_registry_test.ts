import { deepEqual, equal, throws } from "node:assert/strict";
import { ServiceRegistry } from "../../../../lib/sandbox/machine/service_registry.ts";

/** Returns a registry whose clock advances by a second per read. */
function createRegistry(): ServiceRegistry {
  let seconds = 0;
  return new ServiceRegistry(() => ++seconds * 1000);
}

Deno.test("ServiceRegistry records the start of a service", () => {
  const services = createRegistry();
  services.markStarted("apid", "Started task apid (PID 1)", { waitsFor: "api certificates" });
  const apid = services.get("apid");
  equal(apid?.state, "Running");
  deepEqual(apid?.health, { unknown: false, healthy: true, message: "", changedAt: 6000 });
  deepEqual(apid?.events, [
    { state: "Starting", message: "Starting service", at: 1000 },
    { state: "Waiting", message: "Waiting for api certificates", at: 2000 },
    { state: "Preparing", message: "Running pre state", at: 3000 },
    { state: "Preparing", message: "Creating service runner", at: 4000 },
    { state: "Running", message: "Started task apid (PID 1)", at: 5000 },
    { state: "Running", message: "Health check successful", at: 6000 },
  ]);
});

Deno.test("ServiceRegistry continues the start of a prepared service", () => {
  const services = createRegistry();
  services.markPreparing("etcd");
  equal(services.get("etcd")?.state, "Preparing");
  services.markStarted("etcd", "Up", { isHealthChecked: false });
  deepEqual(services.get("etcd")?.events.map(({ state }) => state), [
    ...["Starting", "Preparing", "Preparing", "Running"],
  ]);
  equal(services.get("etcd")?.health.unknown, true);
});

Deno.test("ServiceRegistry lists services by id", () => {
  const services = createRegistry();
  services.setState("trustd", "Waiting", "Waiting for time");
  services.setState("apid", "Starting", "Starting service");
  deepEqual(services.list().map(({ id }) => id), ["apid", "trustd"]);
  equal(services.get("trustd")?.health.unknown, true);
  equal(services.get("nope"), undefined);
});

Deno.test("ServiceRegistry records a health change once", () => {
  const services = createRegistry();
  const messages: (string | undefined)[] = [];
  const stop = services.onChange(({ events }) => messages.push(events.at(-1)?.message));
  services.setState("etcd", "Running", "Up");
  services.setHealth("etcd", true);
  services.setHealth("etcd", true);
  services.setHealth("etcd", false, "no answer");
  services.setHealth("etcd", false, "still no answer");
  deepEqual(messages, ["Up", "Health check successful", "Health check failed: no answer"]);
  equal(services.get("etcd")?.health.message, "still no answer");
  equal(services.get("etcd")?.health.changedAt, 4000);
  stop();
  services.setState("etcd", "Stopping", "Down");
  equal(messages.length, 3);
});

Deno.test("ServiceRegistry keeps the last 100 events", () => {
  const services = createRegistry();
  for (let i = 0; i < 250; i++) services.setState("apid", "Running", `event ${i}`);
  const events = services.get("apid")?.events ?? [];
  equal(events.length, 100);
  equal(events[0]?.message, "event 150");
});

Deno.test("ServiceRegistry rejects the health of an unknown service", () => {
  throws(() => createRegistry().setHealth("nope", true), /Unknown service "nope"/);
});
