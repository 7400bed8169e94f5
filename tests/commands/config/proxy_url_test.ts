/** Proxies of contexts, as clients of v1.14 have them. */
import assert from "node:assert/strict";
import { findRuntimeFolders } from "../../../scripts/run_command.ts";
import { startTestProxy } from "../../helpers/proxies.ts";
import { withSandbox } from "../../helpers/sandbox.ts";
import { makePki, serverCertificate } from "../../lib/rpc/peers.ts";
import { withConfigHome } from "./home.ts";

Deno.test("connections of a context use its proxy, in maintenance mode too", async () => {
  await withSandbox({ unconfigured: 1 }, async ({ run, nodes, unconfigured, home }) => {
    const [node, machine] = [nodes[0]!, unconfigured[0]!];
    const version = ["version", "-n", node.address];
    for (const kind of ["http", "socks5"] as const) {
      await using proxy = await startTestProxy(kind);
      const url = `${kind}://${proxy.host}`;
      assert.equal((await run(["config", "proxy-url", url])).code, 0);
      assert.equal((await run(["config", "proxy-url"])).stdout, `${url}\n`);
      const configured = await run(version);
      assert.equal(configured.code, 0, configured.stderr);
      const insecure = await run(["get", "disks", "--insecure", "-n", machine.address]);
      assert.equal(insecure.code, 0, insecure.stderr);
      assert.deepEqual([...new Set(proxy.targets)], [
        `${node.address}:${node.port}`,
        `${machine.address}:${machine.port}`,
      ], kind);
    }
    const dead = await run(version);
    assert.equal(dead.code, 1, "no connection past the proxy");
    assert.match(
      dead.stderr,
      /cannot connect to proxy 127\.0\.0\.1:\d+ for \S+: it refused the connection; check the proxy of the context with "osctl config proxy-url"/,
    );
    await run(["config", "proxy-url", "direct"]);
    const direct = await run(version, { env: { HTTPS_PROXY: "http://127.0.0.1:9" } });
    assert.equal(direct.code, 0, direct.stderr);
    await run(["config", "proxy-url", ""]);
    assert.ok(!(await Deno.readTextFile(`${home}/.os/config`)).includes("proxy-url"));
    assert.deepEqual((await run(["config", "proxy-url"])).stdout, "");
  });
});

Deno.test("a proxy with TLS is verified by the roots of the system", async () => {
  const pki = await makePki("ecdsa");
  const certificate = await serverCertificate(pki.ca);
  const { denoDir } = await findRuntimeFolders();
  await withSandbox({}, async ({ run, nodes: [node], home }) => {
    await using proxy = await startTestProxy("http", certificate);
    assert.equal((await run(["config", "proxy-url", `https://${proxy.host}`])).code, 0);
    await Deno.writeTextFile(`${home}/ca.pem`, pki.ca.crt);
    const read = async (env: Record<string, string>) =>
      await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "main.ts", "read", "/proc/cpuinfo", "-n", node!.address],
        env: { HOME: home, DENO_DIR: denoDir, ...env },
      }).output();
    for (const variable of ["NODE_EXTRA_CA_CERTS", "DENO_CERT"]) {
      const trusted = await read({ [variable]: `${home}/ca.pem` });
      assert.equal(trusted.code, 0, new TextDecoder().decode(trusted.stderr));
      assert.match(new TextDecoder().decode(trusted.stdout), /processor/);
    }
    const target = `${node!.address}:${node!.port}`;
    assert.deepEqual(proxy.targets, [target, target]);
    const { code, stderr } = await read({});
    assert.equal(code, 1);
    assert.match(new TextDecoder().decode(stderr), /^osctl: cannot connect to proxy .*certificate/);
    assert.equal(proxy.targets.length, 2);
  });
});

Deno.test("a proxy that cannot be used is an error with its place, without its password", async () => {
  await withConfigHome(async (home) => {
    await home.write(
      "context: lab\ncontexts:\n  lab:\n    endpoints: [10.0.0.2]\n" +
        "    proxy-url: ftp://user:secret@proxy:21\n",
    );
    const { code, stderr } = await home.run(["info"]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /config:5:16: "proxy-url" of context "lab" is not the URL of a proxy; write it as http:/,
    );
    assert.ok(!stderr.includes("secret"));
    const wrong = await home.run(["proxy-url", "ftp://user:secret@proxy:21"]);
    assert.deepEqual([wrong.code, wrong.stdout], [2, ""]);
    assert.match(wrong.stderr, /^osctl: invalid URL of a proxy; write it as http:/);
  });
});

Deno.test("unknown keys of a context are kept, and named once", async () => {
  await withSandbox({}, async ({ run, nodes, osconfig }) => {
    const text = await Deno.readTextFile(osconfig);
    const with2 = text.replace("    test:\n", "    test:\n        jump-host: bastion\n");
    await Deno.writeTextFile(osconfig, with2, { mode: 0o600 });
    const { code, stderr } = await run(["version", "-n", nodes[0]!.address]);
    assert.equal(code, 0);
    assert.equal(
      stderr,
      'osctl: warning: context "test" has keys without effect: "jump-host"\n',
    );
    await run(["config", "proxy-url", "direct"]);
    const edited = await Deno.readTextFile(osconfig);
    assert.match(edited, /\n {8}jump-host: bastion\n/);
    assert.match(edited, /\n {8}proxy-url: direct\n/);
  });
});
