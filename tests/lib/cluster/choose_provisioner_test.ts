import { equal, rejects, throws } from "node:assert/strict";
import {
  chooseProvisioner,
  rejectUnsupportedFlags,
  resolveStateFolder,
} from "../../../lib/cluster/mod.ts";
import { fakeSystem } from "../../helpers/fake_system.ts";

Deno.test("provisioners are chosen by name; unknown names are rejected", async () => {
  const system = fakeSystem();
  await rejects(() => chooseProvisioner("podman", system), { kind: "usage" });
  for (const name of ["docker", "qemu", "sandbox"]) {
    equal((await chooseProvisioner(name, system)).name, name);
  }
});

Deno.test("resolveStateFolder replaces <home> and resolves relative paths", () => {
  const places = { home: "/home/a", cwd: "/home/me" };
  equal(resolveStateFolder("<home>/.os/clusters", places), "/home/a/.os/clusters");
  equal(resolveStateFolder("clusters", places), "/home/me/clusters");
  equal(resolveStateFolder("/x", places), "/x");
});

Deno.test("rejectUnsupportedFlags names the unsupported flag", () => {
  const table = { cidr: 1, withTpm2: 2 };
  const support = {
    docker: new Set<string>(),
    qemu: new Set<string>(),
    sandbox: new Set(["cidr"]),
  };
  rejectUnsupportedFlags("sandbox", new Set(["cidr", "nodes"]), table, support);
  throws(() => rejectUnsupportedFlags("sandbox", new Set(["withTpm2"]), table, support), {
    kind: "unsupported",
    message: "the sandbox provisioner does not support --with-tpm2",
  });
});
