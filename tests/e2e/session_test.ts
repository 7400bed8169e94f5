import assert from "node:assert/strict";
import { withRealCluster } from "./cluster.ts";

Deno.test("a session of the program on one node, two nodes and an unreachable one", async (t) => {
  await withRealCluster(async ({ program, controlPlane, worker, dead }) => {
    const both = `${controlPlane},${worker}`;

    await t.step("version prints both nodes in the order given", async () => {
      const reversed = await program.run(["-n", `${worker},${controlPlane}`, "version"]);
      assert.equal(reversed.code, 0, reversed.stderr);
      const nodes = [...reversed.stdout.matchAll(/NODE:\s+(\S+)/g)].map((match) => match[1]);
      assert.deepEqual(nodes, [worker, controlPlane]);
    });

    await t.step(
      "an unreachable node is reported on stderr, the others respond, exit code 1",
      async () => {
        const { code, stdout, stderr } = await program.run(["-n", `${both},${dead}`, "version"]);
        assert.equal(code, 1);
        assert.equal([...stdout.matchAll(/NODE:/g)].length, 2);
        assert.equal(stderr.trim().split("\n").length, 1, stderr);
        assert.ok(stderr.includes(`${dead}: `), stderr);
      },
    );

    await t.step("read prints the file's exact bytes", async () => {
      const { code, stdout } = await program.run(["-n", controlPlane, "read", "/proc/version"]);
      assert.equal(code, 0);
      assert.equal(stdout, await Deno.readTextFile("/proc/version"));
    });

    await t.step("read and copy reject two nodes in one line, before any call", async () => {
      for (const args of [["read", "/proc/version"], ["copy", "/etc/ssl", "copied"]]) {
        const { code, stdout, stderr } = await program.run(["-n", both, ...args]);
        assert.equal(code, 2);
        assert.equal(stdout, "");
        assert.equal(stderr.trim().split("\n").length, 1, stderr);
      }
    });

    await t.step("list -o json is one array with a row per entry and node", async () => {
      const { code, stdout } = await program.run(["-n", both, "list", "/etc", "-o", "json"]);
      assert.equal(code, 0);
      const rows = JSON.parse(stdout) as { node: string; name: string }[];
      for (const node of [controlPlane, worker]) {
        assert.ok(rows.some((row) => row.node === node && row.name === "hosts"), node);
      }
    });

    await t.step("a closed pipe ends the program silently with 0", async () => {
      const child = program.command(["-n", controlPlane, "list", "-l", "-r", "/usr/share"], {
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const reader = child.stdout.getReader();
      await reader.read();
      await reader.cancel();
      const stderr = await new Response(child.stderr).text();
      assert.deepEqual({ code: (await child.status).code, stderr }, { code: 0, stderr: "" });
    });

    await t.step("^C ends a followed log with 0", async () => {
      const child = program.command(["-n", controlPlane, "logs", "machined", "-f"], {
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const reader = child.stdout.getReader();
      const { done } = await reader.read();
      assert.equal(done, false);
      child.kill("SIGINT");
      while (!(await reader.read()).done);
      const stderr = await new Response(child.stderr).text();
      assert.deepEqual({ code: (await child.status).code, stderr }, { code: 0, stderr: "" });
    });
  });
});

Deno.test("a 2 GiB file read into a slow pipe keeps the process under 200 MB", async () => {
  await withRealCluster(async ({ program, controlPlane }) => {
    const path = `${program.home}/large`;
    // Sparse, so that the test needs no disk space.
    using file = await Deno.open(path, { write: true, create: true });
    const size = 2 * 1024 ** 3;
    await file.truncate(size);
    const child = program.command(["-n", controlPlane, "read", path], {
      stdin: "null",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    let seen = 0;
    let peakMb = 0;
    let chunks = 0;
    for await (const chunk of child.stdout) {
      seen += chunk.length;
      // The reader pauses at intervals, and the memory is measured.
      if (chunks++ % 512 === 0) {
        const status = await Deno.readTextFile(`/proc/${child.pid}/status`);
        peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000);
      }
    }
    assert.equal((await child.status).code, 0);
    assert.equal(seen, size);
    assert.ok(peakMb > 0 && peakMb < 200, `peak memory ${peakMb} MB`);
  });
});
