/** Compares node data of this machine with the output of its own tools. */
import assert from "node:assert/strict";
import type { Program } from "../../scripts/program.ts";
import { withRealCluster } from "./cluster.ts";

type Row = Record<string, unknown>;

/** Output of a tool; undefined where it is not installed. */
async function tool(name: string, ...args: string[]): Promise<string | undefined> {
  try {
    const env = { LC_ALL: "C" };
    const { code, stdout, stderr } = await new Deno.Command(name, { args, env }).output();
    const text = new TextDecoder();
    assert.equal(code, 0, `${name}: ${text.decode(stderr)}`);
    return text.decode(stdout);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Splits each line into words. */
const toCells = (text: string): string[][] =>
  text.split("\n").filter((line) => line.trim() !== "").map((line) => line.trim().split(/\s+/));

async function records(program: Program, node: string, args: string[]): Promise<Row[]> {
  const { code, stdout, stderr } = await program.run([...args, "--output", "json", "-n", node]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

const assertClose = (one: number, other: number, part: number) =>
  assert.ok(Math.abs(one - other) <= part * Math.max(one, other), `${one} is not near ${other}`);

Deno.test({
  name: "sandbox nodes report what this machine's own tools report",
  ignore: Deno.build.os !== "linux",
  async fn(t) {
    await withRealCluster(async ({ program, controlPlane: node }) => {
      const query = (...args: string[]) => records(program, node, args);

      await t.step("memory, and free", async () => {
        const [memory] = await query("memory") as [Row];
        const info = memory["meminfo"] as Record<string, number>;
        const kernel = await Deno.readTextFile("/proc/meminfo");
        for (const name of ["MemTotal", "SwapTotal", "VmallocTotal", "Hugepagesize"]) {
          const [, kibibytes] = new RegExp(`^${name}: +([0-9]+)`, "m").exec(kernel) ?? [];
          assert.equal(info[name], Number(kibibytes ?? 0) * 1024, name);
        }
        const free = await tool("free", "-b");
        if (free === undefined) return;
        const [, total, , , , , available] = toCells(free)[1]!;
        assert.equal(memory["total"], Number(total));
        assertClose(Number(memory["available"]), Number(available), 0.2);
      });

      await t.step("mounts, and df", async () => {
        const mounts = await query("mounts");
        const df = await tool("df", "-B1", "--output=source,size,avail,target", "/");
        if (df === undefined) return;
        const [source, size, available] = toCells(df)[1]!;
        const root = mounts.filter(({ mountedOn }) => mountedOn === "/").at(-1)!;
        assert.deepEqual([root["filesystem"], root["size"]], [source, Number(size)]);
        assertClose(Number(root["available"]), Number(available), 0.1);
      });

      await t.step("disks, and lsblk", async () => {
        const disks = await query("disks");
        const columns = "PATH,SIZE,RO,TYPE";
        const lsblk = await tool("lsblk", "--bytes", "--nodeps", "--noheadings", "-o", columns);
        if (lsblk === undefined) return;
        const known = new Map(toCells(lsblk).map(([path, ...facts]) => [path, facts]));
        for (const { device, size, readOnly } of disks) {
          const [bytes, ro] = known.get(String(device))!;
          assert.deepEqual([size, readOnly], [Number(bytes), ro === "1"]);
        }
        const missing = [...known].filter(([path, [size, , type]]) =>
          type === "disk" && size !== "0" && !/\/(loop|ram|zram|dm-|md|nbd)/.test(path!) &&
          !disks.some(({ device }) => device === path)
        );
        assert.deepEqual(missing, []);
      });

      await t.step("usage, and du", async () => {
        const tree = `${program.home}/tree`;
        for (const folder of ["a/b", "c"]) {
          await Deno.mkdir(`${tree}/${folder}`, { recursive: true });
        }
        for (const [name, size] of [["a/one", 1], ["a/b/two", 70_000], ["three", 4096]] as const) {
          await Deno.writeFile(`${tree}/${name}`, new Uint8Array(size));
        }
        await Deno.symlink("three", `${tree}/c/link`);
        const usage = await query("usage", "-a", "-d", "-1", tree);
        const du = await tool("du", "--bytes", "--all", tree);
        if (du === undefined) return;
        assert.deepEqual(
          usage.map(({ path, size }) => `${size} ${path}`).toSorted(),
          toCells(du).map((row) => row.join(" ")).toSorted(),
        );
      });

      await t.step("netstat, and ss", async () => {
        using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
        const { port } = listener.addr;
        using _client = await Deno.connect({ hostname: "127.0.0.1", port });
        using _server = await listener.accept();
        const sockets = (await query("netstat", "-a", "-t", "-4", "-p"))
          .filter(({ localPort, remotePort }) => localPort === port || remotePort === port);
        assert.equal(sockets.length, 3);
        for (const { pid } of sockets) assert.equal(pid, Deno.pid);
        const ss = await tool("ss", "-Hnat4", `( sport = :${port} or dport = :${port} )`);
        if (ss === undefined) return;
        const states: Record<string, string> = { LISTEN: "LISTEN", ESTABLISHED: "ESTAB" };
        assert.deepEqual(
          sockets.map(({ state, localAddress, localPort }) =>
            `${states[String(state)]} ${localAddress}:${localPort}`
          ).toSorted(),
          toCells(ss).map(([state, , , local]) => `${state} ${local}`).toSorted(),
        );
      });

      await t.step("processes, and ps", async () => {
        const processes = await query("processes");
        const own = processes.find(({ pid }) => pid === Deno.pid)!;
        const ps = await tool("ps", "-o", "pid=,ppid=,nlwp=,args=", "-p", String(Deno.pid));
        if (ps === undefined) return;
        const [pid, ppid, , ...args] = toCells(ps)[0]!;
        assert.deepEqual([own["pid"], own["ppid"]], [Number(pid), Number(ppid)]);
        assert.equal(String(own["args"]).split(/\s+/)[0], args[0]);
      });

      await t.step("containers and stats are programs that run here", async () => {
        const [apid] = await query("containers") as [Row];
        const ps = await tool("ps", "-o", "rss=", "-p", String(apid["pid"]));
        const [used] = await query("stats") as [Row];
        assert.ok(Number(used["cpu"]) > 0);
        if (ps !== undefined) assertClose(Number(used["memory"]), Number(ps.trim()) * 1024, 0.5);
      });

      await t.step("dmesg, and the kernel's own log", async () => {
        const { code, stdout, stderr } = await program.run(["dmesg", "-n", node]);
        if (code !== 0) {
          // Not accessible to this user, or absent in a container.
          assert.match(stderr, /\/dev\/kmsg/);
          return;
        }
        const dmesg = await tool("dmesg", "--notime");
        if (dmesg === undefined) return;
        // The kernel may log more between the two reads.
        const last = stdout.trimEnd().split("\n").at(-1)!.replace(/^.*?\]: /, "");
        assert.ok(dmesg.includes(last.trim()), last);
        assertClose(stdout.split("\n").length, dmesg.split("\n").length, 0.2);
      });
    });
  },
});
