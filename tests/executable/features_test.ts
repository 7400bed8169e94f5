/** What an executable does with processes, workers and files of its own. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { withSandbox } from "../helpers/sandbox.ts";
import { until } from "../helpers/until.ts";
import { type Executable, executableTest, run } from "./executable.ts";

/** Creates a home directory below the folder of the executable. */
async function createHome({ folder }: Executable): Promise<string> {
  const home = `${folder}/home`;
  await Deno.mkdir(home, { mode: 0o700 });
  return home;
}

executableTest("it generates keys and configurations, and validates them", {}, async (exe) => {
  const home = await createHome(exe);
  const env = { HOME: home, USERPROFILE: home };
  const generated = await run(exe.path, ["gen", "config", "lab", "https://10.5.0.2:6443"], {
    env,
    cwd: home,
  });
  equal(generated.code, 0, generated.stderr);
  for (const name of ["controlplane.yaml", "worker.yaml"]) {
    const { code, stderr } = await run(exe.path, ["validate", "-m", "metal", "-c", name], {
      env,
      cwd: home,
    });
    equal(code, 0, stderr);
  }
  const ca = await run(exe.path, ["gen", "ca", "--rsa", "--organization", "lab"], {
    env,
    cwd: home,
  });
  equal(ca.code, 0, ca.stderr);
  match(await Deno.readTextFile(`${home}/lab.crt`), /^-----BEGIN CERTIFICATE-----\n/);
});

executableTest("it runs plug-ins", { posix: true }, async (exe) => {
  const home = await createHome(exe);
  await Deno.writeTextFile(`${home}/osctl-hello`, '#!/bin/sh\necho "hello $*"\nexit 3\n', {
    mode: 0o755,
  });
  const env = { HOME: home, PATH: `${home}:/usr/bin:/bin` };
  deepEqual(await run(exe.path, ["hello", "a b"], { env }), {
    code: 3,
    stdout: "hello a b\n",
    stderr: "",
  });
});

executableTest(
  "it calls nodes, and serves the dashboard to a browser",
  { linux: true },
  async (exe) => {
    await withSandbox({ controlPlanes: 1, workers: 1 }, async ({ home, nodes }) => {
      const env = { HOME: home };
      const targets = nodes.map(({ address }) => address).join(",");
      const members = await run(exe.path, ["get", "members", "-n", targets], { env });
      equal(members.code, 0, members.stderr);
      for (const { name, address } of nodes) {
        match(members.stdout, new RegExp(`^${address} .* ${name} `, "m"));
      }
      const child = new Deno.Command(exe.path, {
        args: ["dashboard", "--web", "-n", targets],
        clearEnv: true,
        env,
        cwd: "/",
        stdin: "null",
        stdout: "piped",
        stderr: "null",
      }).spawn();
      const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      const { value = "" } = await reader.read();
      const page = await fetch(value.trim());
      equal(page.status, 200);
      match(await page.text(), /^<!doctype html>/i);
      child.kill("SIGINT");
      equal((await child.status).code, 130);
      await reader.cancel();
    });
  },
);

const SESSION = { server: true, linux: true } as const;
executableTest("its session serves it under another name and TMPDIR", SESSION, async (exe) => {
  await withSandbox({ controlPlanes: 1 }, async ({ home, controlPlanes }) => {
    const env = { HOME: home, OSCTL_SESSION: "1", PATH: "/usr/bin:/bin" };
    const started = await run(exe.path, ["session", "start"], { env });
    equal(started.code, 0, started.stderr);
    try {
      const other = await exe.copy("osctl-new");
      await Deno.mkdir(`${exe.folder}/other`);
      const { code, stderr } = await run(other, ["version", "-n", controlPlanes[0]!.address], {
        env: { ...env, TMPDIR: `${exe.folder}/other`, OSCTL_DEBUG: "1" },
      });
      equal(code, 0, stderr);
      match(stderr, /connection endpoint=\S+ via=session status=OK/);
    } finally {
      const stopped = await run(exe.path, ["session", "stop", "--all"], { env });
      equal(stopped.code, 0, stopped.stderr);
    }
  });
});

const IN_CLUSTER = ["--in-cluster", "--pod-image=registry.example.com/osctl:v1"];
executableTest("a sandbox starts pods after the file was replaced", SESSION, async (exe) => {
  const home = await createHome(exe);
  const env = { HOME: home, PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin", OSCTL_YES: "1" };
  const osctl = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(exe.path, args, { env, cwd: home });
    equal(code, 0, `osctl ${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  await osctl("cluster", "create", "--provisioner", "sandbox", "--name", "exe", "--workers", "2");
  try {
    const [x, y] = /127\.(\d+)\.(\d+)\.\d+/.exec(await osctl("cluster", "show", "--name", "exe"))!
      .slice(1);
    ok(x && y);
    const access = {
      enabled: true,
      allowedRoles: ["os:admin"],
      allowedKubernetesNamespaces: ["osctl-system"],
    };
    const patch = { machine: { features: { kubernetesTalosAPIAccess: access } } };
    await osctl("patch", "machineconfig", "-n", "@controlplane", "--patch", JSON.stringify(patch));
    // As an upgrade of osctl: install(1) removes the file first.
    const next = await exe.copy("next");
    await Deno.remove(exe.path);
    await Deno.rename(next, exe.path);
    const reboot = ["reboot", "-n", "@workers", "--rolling", "--yes", "--drain=false"];
    const name = (await osctl(...reboot, ...IN_CLUSTER)).trim();
    const [rollout] = await until(
      async () => JSON.parse(await osctl("rollout", "list", "-o", "json")),
      ([one]) => one?.state === "complete" || one?.state === "failed",
    );
    deepEqual([rollout.name, rollout.state, rollout.done], [name, "complete", 2]);
  } finally {
    await osctl("cluster", "destroy", "--name", "exe");
  }
});
