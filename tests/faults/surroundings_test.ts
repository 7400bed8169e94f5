/** The real program with a full disk, a read-only home, closed outputs, signals and SIGKILL. */
import assert from "node:assert/strict";
import { parseConfig } from "../../lib/osconfig/mod.ts";
import { parseKubeconfig } from "../../lib/kubernetes/mod.ts";
import type { Program } from "../../scripts/program.ts";
import { withRealCluster } from "../e2e/cluster.ts";
import { noKernelLog } from "../helpers/programs.ts";
import { isInstalled } from "../helpers/terminal.ts";
import { KILLS } from "./counts.ts";

/** Runs a shell script in which `osctl` is the program. */
async function shell(program: Program, script: string) {
  const { command, args, env } = program.invocation;
  const quoted = [command, ...args].map((word) => `'${word}'`).join(" ");
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", `osctl() { ${quoted} "$@"; }\n${script}`],
    cwd: program.home,
    clearEnv: true,
    env: { ...env },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

const DOCS = new URL("../../docs", import.meta.url).pathname;

const ONE_LINE = /^osctl: [^\n]+\n$/;

const delay = (ms: number) => new Promise<false>((done) => setTimeout(() => done(false), ms));

async function list(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
}

Deno.test({
  name: "the program fails in one line, or ends silently, whatever surrounds it",
  ignore: Deno.build.os !== "linux",
}, async (t) => {
  await withRealCluster(async ({ program, controlPlane: node }) => {
    const { home } = program;

    await t.step("a full device as stdout is an error", async () => {
      for (
        const command of [
          "version --client",
          `list -r /etc -n ${node}`,
          "--help",
          "gen secrets -o -",
        ]
      ) {
        const { code, stderr } = await shell(program, `osctl ${command} > /dev/full`);
        assert.equal(code, 1, `${command}: ${stderr}`);
        assert.match(stderr, ONE_LINE, command);
        assert.match(stderr, /space/i, command);
      }
    });

    await t.step("a full disk leaves no partial file and the old configuration", async (t) => {
      const disk = `${home}/disk`;
      if (!isInstalled("mount")) return console.log("skipped: no mount");
      await Deno.mkdir(disk);
      const mount = await new Deno.Command("mount", {
        args: ["-t", "tmpfs", "-o", "size=64k", "none", disk],
        stderr: "null",
      }).output();
      if (!mount.success) return console.log("skipped: mounting a tmpfs needs root");
      try {
        const config = await Deno.readTextFile(`${home}/.os/config`);
        await Deno.writeTextFile(`${disk}/config`, config);
        await Deno.writeFile(`${disk}/fill`, new Uint8Array(48 * 1024));
        const before = await list(disk);
        const commands = [
          `etcd snapshot ${disk}/db -n ${node}`,
          `gen config a https://10.5.0.2:6443 -o ${disk}/out`,
          `gen secrets -o ${disk}/secrets.yaml`,
          `copy /etc/ssl ${disk}/copied -n ${node}`,
          `--osconfig ${disk}/config config context ${"c".repeat(3)}`,
          `--osconfig ${disk}/config config node 10.0.0.1`,
        ];
        for (const command of commands) {
          const fill = `head -c 20000 /dev/zero > ${disk}/more 2>/dev/null; `;
          const { code, stderr } = await shell(program, `${fill} osctl ${command}`);
          await t.step(command.replaceAll(home, "~"), async () => {
            assert.equal(code, 1, stderr);
            assert.doesNotMatch(stderr, /internal error|\n +at /);
            assert.match(stderr, /^osctl: [^\n]+\n/m);
            const left = (await list(disk)).filter((name) => !before.includes(name));
            assert.ok(
              left.every((name) =>
                ["more", "out", "copied.part.lock"].includes(name) || stderr.includes(name)
              ),
              `${left}: ${stderr}`,
            );
            assert.equal(await Deno.readTextFile(`${disk}/config`), config);
          });
          await shell(program, `rm -rf ${disk}/copied ${disk}/out ${disk}/more ${disk}/*.part*`);
        }
      } finally {
        await new Deno.Command("umount", { args: [disk] }).output();
      }
    });

    await t.step("a read-only home: reading works, writing fails in one line", async () => {
      const script = (command: string) =>
        `unshare -m bash -c 'mount --bind -o ro ${home} ${home} && mount -o remount,ro,bind ${home}; ` +
        `cd /; exec "$@"' _ ${command}`;
      const { command: start, args } = program.invocation;
      const run = async (command: string) =>
        await shell(
          program,
          script([start, ...args].map((word) => `'${word}'`).join(" ") + ` ${command}`),
        );
      const probe = await run("version --client");
      if (/unshare|mount/.test(probe.stderr)) return console.log("skipped: unshare needs root");
      const read = await run(`version -n ${node}`);
      assert.equal(read.code, 0, read.stderr);
      const commands = [
        "config node 10.0.0.1",
        `kubeconfig ${home}/kubeconfig -n ${node}`,
        `gen secrets -o ${home}/secrets.yaml`,
        `etcd snapshot ${home}/db -n ${node}`,
      ];
      for (const command of commands) {
        const { code, stderr } = await run(command);
        assert.equal(code, 1, `${command}: ${stderr}`);
        assert.match(stderr, /^osctl: [^\n]*read-only[^\n]*\n$/i, command);
      }
    });

    await t.step("closed outputs end the program without a trace", async () => {
      const commands = [
        [`osctl list -r ${DOCS} -n ${node} | head -1`, 1],
        ...(noKernelLog === undefined ? [[`osctl dmesg -n ${node} | head -1`, 1] as const] : []),
        [`osctl --help | head -1`, 1],
        [`osctl completion bash | head -1`, 1],
        [`osctl version -n ${node} | :`, 0],
      ] as const;
      for (const [command, lines] of commands) {
        const { stdout, stderr } = await shell(program, `set -o pipefail; ${command}`);
        assert.equal(stderr, "", command);
        assert.equal(stdout.split("\n").length - 1, lines, command);
      }
      for (const command of [`version -n ${node}`, "--help", "version --nonsense"]) {
        for (const closed of [">&-", "2>&-", ">&- 2>&-", "<&-"]) {
          const { code, stdout, stderr } = await shell(program, `osctl ${command} ${closed}`);
          const title = `${command} ${closed}: ${stdout}${stderr}`;
          assert.ok(code <= 2, title);
          assert.doesNotMatch(stdout + stderr, /internal error|panic|\n +at /, title);
        }
      }
    });

    await t.step("every signal that ends a process ends a followed stream", async () => {
      const signals = [
        "SIGINT",
        "SIGTERM",
        "SIGHUP",
        "SIGQUIT",
        "SIGUSR1",
        "SIGUSR2",
        "SIGPIPE",
        "SIGALRM",
      ];
      for (const signal of signals as Deno.Signal[]) {
        const child = program.command(["-n", node, "logs", "machined", "-f"], {
          stdin: "null",
          stdout: "piped",
          stderr: "piped",
        }).spawn();
        const reader = child.stdout.getReader();
        await reader.read();
        child.kill(signal);
        if (signal === "SIGPIPE") {
          // Ignored: a closed output is an error of its write.
          child.kill("SIGTERM");
        }
        const rest = (async () => {
          while (!(await reader.read()).done);
        })();
        const stderr = await new Response(child.stderr).text();
        await rest;
        const { code, signal: ended } = await child.status;
        assert.ok(code === 0 || code >= 128 || ended !== null, `${signal}: ${code}`);
        assert.doesNotMatch(stderr, /internal error|panic|\n +at /, `${signal}: ${stderr}`);
      }
    });

    await t.step(
      `${KILLS} kills of the client leave old or new files, never partial ones`,
      async () => {
        const readKey = async () => {
          const text = await Deno.readTextFile(`${home}/.os/config`);
          return parseConfig(text, "config").config.contexts.get("e2e")?.key;
        };
        const key = await readKey();
        const kube = await program.run(["kubeconfig", `${home}/kube`, "-n", node]);
        assert.equal(kube.code, 0, kube.stderr);
        let killed = 0;
        for (let kill = 0; kill < KILLS; kill++) {
          const commands = [
            ["config", "node", `10.0.0.${kill}`],
            ["kubeconfig", `${home}/kube`, "--force", "-n", node],
            ["etcd", "snapshot", `${home}/db-${kill}`, "-n", node],
            ["gen", "secrets", "-o", `${home}/secrets-${kill}.yaml`],
          ];
          const child = program.command(commands[kill % commands.length]!, {
            stdin: "null",
            stdout: "null",
            stderr: "null",
          }).spawn();
          const timer = setTimeout(() => child.kill("SIGKILL"), 60 + Math.random() * 400);
          if ((await child.status).signal === "SIGKILL") killed++;
          clearTimeout(timer);
          assert.ok(await readKey() === key, "the credentials are the old ones");
          assert.equal(
            parseKubeconfig(await Deno.readTextFile(`${home}/kube`), "kube").kubeconfig.users.size,
            1,
          );
          for (const name of await list(home)) {
            if (name === `db-${kill}`) {
              const { size } = await Deno.stat(`${home}/${name}`);
              assert.equal(size % 512, 32, "pages and a digest");
            }
            if (name === `secrets-${kill}.yaml`) {
              assert.match(await Deno.readTextFile(`${home}/${name}`), /^trustdinfo:\n/m);
            }
          }
        }
        console.log(`${killed} of ${KILLS} commands were killed before their end`);
        const works = await program.run(["version", "-n", node]);
        assert.equal(works.code, 0, works.stderr);
      },
    );

    await t.step(`${KILLS} kills of copy leave whole files, and the next copy works`, async () => {
      const from = `${home}/from`;
      const FILES = 400;
      const content = (index: number) => `${index}\n`.repeat(20_000);
      await Deno.mkdir(`${from}/deep`, { recursive: true });
      for (let index = 0; index < FILES; index++) {
        const name = `${from}/${index % 2 ? "deep/" : ""}${index}`;
        await Deno.writeTextFile(name, content(index));
      }
      await Deno.chmod(`${from}/deep`, 0o555);
      let killed = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const target = `${home}/copied-${kill}`;
        const isNew = kill % 2 === 0;
        if (!isNew) await Deno.mkdir(target);
        const child = program.command(["copy", from, target, "-n", node], {
          stdin: "null",
          stdout: "null",
          stderr: "null",
        }).spawn();
        // Once the extraction has begun.
        const folder = isNew ? `${target}.part` : target;
        const ended = child.status.then(() => true);
        const count = async () => (await list(folder).catch(() => [])).length;
        while (await count() === 0 && !await Promise.race([ended, delay(2)]));
        await Promise.race([ended, delay(Math.random() * 300)]);
        try {
          child.kill("SIGKILL");
        } catch (error) {
          assert.ok(error instanceof TypeError, "it has ended");
        }
        if ((await child.status).signal === "SIGKILL") killed++;
        if (!isNew) {
          const again = await program.run(["copy", from, target, "-n", node]);
          const names = [...await list(target), ...await list(`${target}/deep`).catch(() => [])];
          assert.deepEqual(names.filter((name) => name.startsWith(".copy-")), [], again.stderr);
        }
        if (isNew) {
          const names = (await list(home)).filter((name) => name.startsWith(`copied-${kill}`));
          const isComplete = names.includes(`copied-${kill}`);
          const again = await program.run([
            "copy",
            from,
            isComplete ? `${target}-2` : target,
            "-n",
            node,
          ]);
          assert.equal(again.code, 0, again.stderr);
          const hasPart = names.includes(`copied-${kill}.part`);
          assert.equal(/warning: removed [^\n]+\.part"/.test(again.stderr), hasPart, again.stderr);
        }
        let found = 0;
        for (let index = 0; index < FILES; index++) {
          const name = `${target}/${index % 2 ? "deep/" : ""}${index}`;
          const text = await Deno.readTextFile(name).catch(() => undefined);
          if (text === undefined) continue;
          found++;
          assert.ok(text === content(index), `${name} is whole`);
        }
        if (isNew) assert.equal(found, FILES);
      }
      console.log(`${killed} of ${KILLS} copies were killed before their end`);
      const folders = (await list(home)).filter((name) => /^(from$|copied-)/.test(name));
      for (const folder of folders) {
        const deep = `${home}/${folder}/deep`;
        await Deno.chmod(deep, 0o755).catch((error) => {
          if (
            !(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory)
          ) throw error;
        });
      }
    });
  });
});
