/**
 * talosctl shows and destroys our cluster of virtual machines, and osctl the one of
 * talosctl, which gets CNI plugins that only create the bridge, and an emulator that sleeps.
 * Runs where `OSCTL_BENCH_REFERENCE` names talosctl, and `/dev/kvm` opens, which it needs.
 */
import assert from "node:assert/strict";
import { Program } from "../../scripts/program.ts";
import { NetworkNamespace, noQemu, qemuTest } from "../helpers/qemu.ts";

const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");

/** A CNI plugin for bridges: IPv4, without packet filter rules. */
const BRIDGE_PLUGIN = `#!/bin/bash
conf=$(cat)
value() { echo "$conf" | grep -o "\\"$1\\": *\\"[^\\"]*\\"" | head -1 | cut -d'"' -f4; }
argument() { echo "$CNI_ARGS" | tr ';' '\\n' | sed -n "s/^$1=//p"; }
bridge=$(value bridge) ip=$(argument IP) gateway=$(argument GATEWAY)
chain=CNI-$(printf '%s%s' "$(value name)" "$CNI_CONTAINERID" | sha512sum | cut -c1-24)
if [ "$CNI_COMMAND" = DEL ]; then
  iptables -t nat -F $chain 2>/dev/null
  iptables -t nat -X $chain 2>/dev/null
  exit 0
fi
ip link add $bridge type bridge 2>/dev/null
ip address add $gateway/24 dev $bridge 2>/dev/null
ip link set $bridge up
iptables -t nat -N $chain
mac=02:00:00:00:00:0\${ip:7:1}
cat <<END
{"cniVersion": "0.4.0", "interfaces": [{"name": "$bridge", "mac": "02:00:00:00:00:f1"},
 {"name": "veth0", "mac": "$mac", "sandbox": "$CNI_NETNS"},
 {"name": "tap0", "mac": "02:00:00:00:00:f2", "sandbox": "$CNI_NETNS"},
 {"name": "tap0", "mac": "$mac", "sandbox": "$CNI_CONTAINERID"}],
 "ips": [{"version": "4", "address": "$ip", "gateway": "$gateway", "interface": 1}], "dns": {}}
END
`;
/** A CNI plugin that returns the result of the one before. */
const PASSING_PLUGIN = `#!/bin/bash
conf=$(cat)
[ "$CNI_COMMAND" = ADD ] && echo "$conf" | sed 's/.*"prevResult"://; s/,"type":"[a-z-]*"}$//'
exit 0
`;

async function writePrograms(folder: string, programs: Readonly<Record<string, string>>) {
  await Deno.mkdir(folder);
  for (const [name, text] of Object.entries(programs)) {
    await Deno.writeTextFile(`${folder}/${name}`, text, { mode: 0o755 });
  }
}

async function hasKvm(): Promise<boolean> {
  return await Deno.open("/dev/kvm", { read: true, write: true })
    .then((file) => (file.close(), true), () => false);
}

Deno.test({
  ...qemuTest("each client shows and destroys the virtual machines of the other"),
  ignore: reference === undefined || noQemu !== undefined || !(await hasKvm()),
  fn: async () => {
    await using program = await Program.create();
    await using namespace = await NetworkNamespace.create();
    const { home } = program;
    const state = `${home}/st`;
    await Deno.mkdir(state);
    await Deno.writeFile(`${home}/a.iso`, new Uint8Array(4096));
    await writePrograms(`${home}/cni`, {
      bridge: BRIDGE_PLUGIN,
      firewall: PASSING_PLUGIN,
      static: PASSING_PLUGIN,
      "tc-redirect-tap": PASSING_PLUGIN,
    });
    await writePrograms(`${home}/bin`, { "qemu-system-x86_64": "#!/bin/sh\nexec sleep 1000\n" });
    const run = async (command: string, args: readonly string[], env = {}) => {
      const child = namespace.spawn(command, {
        args: [...args],
        cwd: home,
        env: { ...program.invocation.env, KUBECONFIG: `${home}/kubeconfig`, ...env },
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      });
      const { code, stdout, stderr } = await child.output();
      const text = new TextDecoder();
      return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
    };
    const osctl = (...args: string[]) =>
      run(Deno.execPath(), [...program.invocation.args, "cluster", ...args, "--state", state]);
    const theirs = (...args: string[]) =>
      run(reference!, ["cluster", ...args, "--provisioner=qemu", "--state", state]);
    const common = ["--disk=8", "--disk-preallocate=false", "--iso-path=a.iso", "--with-tpm2"];

    const created = await osctl(
      ...["create", "--provisioner=qemu", "--name=ours", "--osconfig=config", "--wait=false"],
      ...["--with-init-node", "--os-version=v1.8", "--memory=64", "--memory-workers=64"],
      ...common,
    );
    assert.equal(created.code, 0, created.stderr);
    const shown = await theirs("show", "--name=ours");
    assert.match(shown.stdout, /^ours-worker-1 +worker +10\.5\.0\.3 +2\.00 +67 MB +8\.4 MB$/m);
    const destroyed = await theirs("destroy", "--name=ours");
    assert.equal(destroyed.code, 0, destroyed.stderr);
    await namespace.assertClean(state);

    // It waits for nodes that never start.
    const args = [
      ...["cluster", "create", "--provisioner=qemu", "--name=theirs", "--state", state, ...common],
      ...["--cni-bin-path", `${home}/cni`, "--cni-conf-dir", `${home}/conf`],
      ...["--cni-cache-dir", `${home}/cache`, "--talosconfig", `${home}/other`],
    ];
    const PATH = `${home}/bin:${Deno.env.get("PATH")}`;
    const made = await run("timeout", ["-s", "INT", "10", reference!, ...args], { PATH });
    assert.match(made.stderr, /creating worker nodes/);
    const list = await osctl("list");
    assert.match(list.stdout, /^theirs +qemu +running +2 /m);
    const show = await osctl("show", "--name=theirs");
    assert.match(show.stdout, /^theirs-worker-1 +worker +10\.5\.0\.3 +2\.00 +2\.1 GB +8\.4 MB /m);
    const removed = await osctl("destroy", "--name=theirs");
    assert.equal(removed.code, 0, removed.stderr);
    await namespace.assertClean(state);
  },
});
