import { deepEqual, equal, rejects, throws } from "node:assert/strict";
import {
  defaultSockets,
  findEndpoints,
  formatAddress,
  parseHost,
} from "../../../../lib/cluster/docker/endpoint.ts";

const environment = (variables: Record<string, string>) => ({
  get: (name: string) => variables[name],
});

/** Runs the body with a home whose docker client has the context `lab` with TLS files. */
async function withDockerConfig(body: (home: string) => Promise<void>): Promise<void> {
  const home = await Deno.makeTempDir();
  try {
    const digest = new Uint8Array(
      await crypto.subtle.digest("SHA-256", new TextEncoder().encode("lab")),
    ).toHex();
    const meta = `${home}/.docker/contexts/meta/${digest}`;
    const tls = `${home}/.docker/contexts/tls/${digest}/docker`;
    for (const folder of [meta, tls]) await Deno.mkdir(folder, { recursive: true });
    const text = { Name: "lab", Endpoints: { docker: { Host: "tcp://lab:2376" } } };
    await Deno.writeTextFile(`${meta}/meta.json`, JSON.stringify(text));
    for (const name of ["ca", "cert", "key"]) await Deno.writeTextFile(`${tls}/${name}.pem`, name);
    await body(home);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

Deno.test("addresses of engines are parsed and formatted", () => {
  const texts = [
    "unix:///run/docker.sock",
    "tcp://10.0.0.1:2375",
    "tcp://[fd00::1]:80",
    "ssh://me@host:2222/run/podman.sock",
    "ssh://host",
  ];
  for (const text of texts) equal(formatAddress(parseHost(text, undefined, "x")), text);
  deepEqual(parseHost("https://host", undefined, "x"), {
    kind: "tcp",
    host: "host",
    port: 2376,
    tls: { ca: undefined, certificate: undefined, insecure: false },
  });
  equal(formatAddress(parseHost("tcp://host", undefined, "x")), "tcp://host:2375");
  for (
    const text of ["host", "unix://relative", "npipe:////./pipe/docker", "tcp://", "tcp://:80"]
  ) {
    throws(() => parseHost(text, undefined, "DOCKER_HOST"), {
      kind: "input",
      message: `invalid engine address "${text}" in DOCKER_HOST`,
    });
  }
});

Deno.test("engines of macOS have sockets in the home folder, engines of Windows none", () => {
  const system = { home: "/Users/jane", env: environment({ TMPDIR: "/var/folders/x/T/" }) };
  deepEqual(defaultSockets(system, "windows"), []);
  deepEqual(defaultSockets({ ...system, env: environment({}) }, "linux"), [
    "/var/run/docker.sock",
    "/run/podman/podman.sock",
  ]);
  deepEqual(defaultSockets(system, "darwin"), [
    "/var/run/docker.sock",
    "/Users/jane/.docker/run/docker.sock",
    "/Users/jane/.colima/default/docker.sock",
    "/Users/jane/.orbstack/run/docker.sock",
    "/Users/jane/.rd/docker.sock",
    "/var/folders/x/T/podman/podman-machine-default-api.sock",
    "/Users/jane/.local/share/containers/podman/machine/podman.sock",
    "/run/podman/podman.sock",
  ]);
});

Deno.test("DOCKER_HOST wins, then DOCKER_CONTEXT, then the current context, then sockets", () =>
  withDockerConfig(async (home) => {
    const find = async (variables: Record<string, string>) =>
      (await findEndpoints({ home, env: environment(variables) }))
        .map(({ address, source }) => `${formatAddress(address)} (${source})`);
    const config = (text: string) => Deno.writeTextFile(`${home}/.docker/config.json`, text);
    deepEqual(await find({ XDG_RUNTIME_DIR: "/run/user/1" }), [
      "unix:///var/run/docker.sock (default)",
      "unix:///run/user/1/docker.sock (default)",
      "unix:///run/user/1/podman/podman.sock (default)",
      "unix:///run/podman/podman.sock (default)",
    ]);
    await config('{"currentContext": "lab"}');
    deepEqual(await find({}), ['tcp://lab:2376 (context "lab")']);
    equal((await find({ DOCKER_CONTEXT: "default" })).length, 2);
    await config("{}");
    deepEqual(await find({ DOCKER_CONTEXT: "lab" }), ['tcp://lab:2376 (context "lab")']);
    const host = { DOCKER_CONTEXT: "lab", DOCKER_HOST: "unix:///x" };
    deepEqual(await find(host), ["unix:///x (DOCKER_HOST)"]);
    await rejects(() => find({ DOCKER_CONTEXT: "other" }), /docker context "other" not found/);
    await config("{");
    await rejects(() => find({}), /config\.json" is not a JSON object/);
    equal((await find({ DOCKER_CONFIG: `${home}/elsewhere` })).length, 2);
  }));

Deno.test("TLS files come from the context, DOCKER_CERT_PATH or the folder of the client", () =>
  withDockerConfig(async (home) => {
    const tlsOf = async (variables: Record<string, string>) => {
      const [{ address } = { address: undefined }] = await findEndpoints({
        home,
        env: environment(variables),
      });
      return address?.kind === "tcp" ? address.tls : undefined;
    };
    const certificate = { crt: "cert", key: "key" };
    deepEqual(await tlsOf({ DOCKER_CONTEXT: "lab" }), { ca: "ca", certificate, insecure: false });
    const folder = `${home}/certs`;
    await Deno.mkdir(folder);
    await Deno.writeTextFile(`${folder}/ca.pem`, "other");
    const host = { DOCKER_HOST: "tcp://h:1", DOCKER_CERT_PATH: folder };
    const only = { ca: "other", certificate: undefined };
    deepEqual(await tlsOf(host), { ...only, insecure: true });
    deepEqual(await tlsOf({ ...host, DOCKER_TLS_VERIFY: "1" }), { ...only, insecure: false });
    equal(await tlsOf({ DOCKER_HOST: "tcp://h:1" }), undefined);
    await Deno.writeTextFile(`${home}/.docker/ca.pem`, "default");
    const verified = await tlsOf({ DOCKER_HOST: "tcp://h:1", DOCKER_TLS_VERIFY: "1" });
    deepEqual([verified?.ca, verified?.insecure], ["default", false]);
  }));
