import { deepEqual, equal, throws } from "node:assert/strict";
import { ServiceRegistry } from "../../../../lib/sandbox/machine/services.ts";

/** A book whose clock goes on by a second with each look. */
function book(): ServiceRegistry {
  let seconds = 0;
  return new ServiceRegistry(() => ++seconds * 1000);
}

Deno.test("ServiceRegistry tells how a service came up", () => {
  const services = book();
  services.started("apid", "Started task apid (PID 1)");
  const apid = services.get("apid");
  equal(apid?.state, "Running");
  deepEqual(apid?.health, { unknown: false, healthy: true, message: "", changedAt: 3000 });
  deepEqual(apid?.steps, [
    { state: "Starting", message: "Starting service", at: 1000 },
    { state: "Running", message: "Started task apid (PID 1)", at: 2000 },
    { state: "Running", message: "Health check successful", at: 3000 },
  ]);
});

Deno.test("ServiceRegistry lists services by id", () => {
  const services = book();
  services.enter("trustd", "Waiting", "Waiting for time");
  services.enter("apid", "Starting", "Starting service");
  deepEqual(services.list().map(({ id }) => id), ["apid", "trustd"]);
  equal(services.get("trustd")?.health.unknown, true);
  equal(services.get("nope"), undefined);
});

Deno.test("ServiceRegistry notes a change of health once", () => {
  const services = book();
  const heard: (string | undefined)[] = [];
  const stop = services.onChange(({ steps }) => heard.push(steps.at(-1)?.message));
  services.enter("etcd", "Running", "Up");
  services.check("etcd", true);
  services.check("etcd", true);
  services.check("etcd", false, "no answer");
  services.check("etcd", false, "still no answer");
  deepEqual(heard, ["Up", "Health check successful", "Health check failed: no answer"]);
  equal(services.get("etcd")?.health.message, "still no answer");
  equal(services.get("etcd")?.health.changedAt, 4000);
  stop();
  services.enter("etcd", "Stopping", "Down");
  equal(heard.length, 3);
});

Deno.test("ServiceRegistry keeps the last hundred steps", () => {
  const services = book();
  for (let i = 0; i < 250; i++) services.enter("apid", "Running", `step ${i}`);
  const steps = services.get("apid")?.steps ?? [];
  equal(steps.length, 100);
  equal(steps[0]?.message, "step 150");
});

Deno.test("ServiceRegistry refuses health of a service it does not know", () => {
  throws(() => book().check("nope", true), /Unknown service "nope"/);
});
