import { equal, throws } from "node:assert/strict";
import { chooseProvisioner, refuseFlags, stateFolder } from "../../../lib/cluster/mod.ts";
import { fakeSystem } from "../../helpers/fake_system.ts";

Deno.test("docker and qemu are told apart from names that mean nothing", () => {
  const system = fakeSystem();
  for (const name of ["docker", "qemu"]) {
    throws(() => chooseProvisioner(name, system), {
      kind: "unsupported",
      message: `this build has no ${name} provisioner, only the sandbox`,
      hint: "give --provisioner sandbox",
    });
  }
  throws(() => chooseProvisioner("podman", system), { kind: "usage" });
  equal(typeof chooseProvisioner("sandbox", system).create, "function");
});

Deno.test("the state folder is below the home, or relative to the working directory", () => {
  const places = { home: "/home/a", cwd: "/home/me" };
  equal(stateFolder("<home>/.os/clusters", places), "/home/a/.os/clusters");
  equal(stateFolder("clusters", places), "/home/me/clusters");
  equal(stateFolder("/x", places), "/x");
});

Deno.test("a flag that is given and cannot be honoured is named", () => {
  const table = { cidr: 1, withTpm2: 2 };
  refuseFlags(new Set(["cidr", "nodes"]), table, new Set(["cidr"]));
  throws(() => refuseFlags(new Set(["withTpm2"]), table, new Set(["cidr"])), {
    kind: "unsupported",
    message: "the sandbox provisioner cannot do --with-tpm2",
  });
});
