import assert from "node:assert/strict";
import { machine, MachineService } from "../../../../proto/machine.ts";
import { cosi, State } from "../../../../proto/cosi.ts";
import { openChannel } from "../../../../lib/rpc/mod.ts";
import type { Channel } from "../../../../lib/rpc/types.ts";
import { type Sandbox, withSandbox } from "../../../helpers/sandbox.ts";
import { withChannel } from "../channels.ts";
import { eventually } from "./eventually.ts";

const { Mode } = machine.ApplyConfigurationRequest;
const CONFIG = { namespace: "config", type: "MachineConfigs.config.talos.dev", id: "v1alpha1" };

const onNode = (body: (channel: Channel, sandbox: Sandbox) => Promise<void>) =>
  withSandbox(
    {},
    (sandbox) =>
      withChannel(sandbox, sandbox.nodes[0]!, ["os:admin"], (channel) => body(channel, sandbox)),
  );

async function readConfig(channel: Channel): Promise<{ text: string; version: string }> {
  const { resource } = await channel.unary(State.Get, CONFIG);
  return {
    text: resource?.spec?.yamlSpec ?? "",
    version: resource?.metadata?.version ?? "",
  };
}

async function apply(
  channel: Channel,
  text: string,
  options: Omit<machine.IApplyConfigurationRequest, "data"> = {},
): Promise<machine.IApplyConfiguration> {
  const request = { data: new TextEncoder().encode(text), mode: Mode.AUTO, ...options };
  const { messages } = await channel.unary(MachineService.ApplyConfiguration, request);
  return messages[0]!;
}

const withSysctl = (text: string, value = "4096") =>
  text.replace(
    "    install:\n",
    `    sysctls:\n        net.core.somaxconn: "${value}"\n    install:\n`,
  );
const withEnv = (text: string) =>
  text.replace("    install:\n", "    env:\n        A: b\n    install:\n");

Deno.test("a new node has a generated configuration, which only os:admin may read", () =>
  onNode(async (channel, sandbox) => {
    const { text, version } = await readConfig(channel);
    assert.match(text, /^version: v1alpha1\n/);
    assert.match(text, /type: controlplane/);
    assert.equal(version, "1");
    await withChannel(sandbox, sandbox.nodes[0]!, ["os:reader"], async (reader) => {
      await assert.rejects(readConfig(reader), { code: 7, details: "not authorized" });
    });
  }));

Deno.test("mode auto applies without a reboot where nodes do, and stores the text verbatim", () =>
  onNode(async (channel, sandbox) => {
    const next = withSysctl((await readConfig(channel)).text) + "# comment\n";
    const answer = await apply(channel, next);
    assert.equal(answer.mode, Mode.NO_REBOOT);
    assert.equal(answer.modeDetails, "Applied configuration without a reboot");
    assert.deepEqual(await readConfig(channel), { text: next, version: "2" });
    const path = `${sandbox.nodes[0]!.folder}/config.yaml`;
    assert.equal(await Deno.readTextFile(path), next);
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
  }));

Deno.test("a dry run reports the mode and the diff in the format of nodes, and changes nothing", () =>
  onNode(async (channel) => {
    const before = await readConfig(channel);
    const details = async (text: string, mode: number) =>
      (await apply(channel, text, { mode, dryRun: true })).modeDetails ?? "";
    assert.equal(
      await details(before.text, Mode.AUTO),
      "Dry run summary:\nApplied configuration without a reboot (skipped in dry-run).\n" +
        "Config diff:\n\nNo changes.",
    );
    const reboot = await details(withEnv(before.text), Mode.AUTO);
    assert.match(
      reboot,
      /^Dry run summary:\nApplied configuration with a reboot \(skipped in dry-run\)\./,
    );
    const diff = await details(withSysctl(before.text), Mode.STAGED);
    assert.equal(
      diff.split("@@")[0],
      "Dry run summary:\nStaged configuration to be applied after the next reboot " +
        "(skipped in dry-run).\nConfig diff:\n\n--- a\n+++ b\n",
    );
    // No ` @@` and no line break before the first line of a hunk, as on Talos nodes.
    assert.match(diff, /\n@@ -\d+,6 \+\d+,8 {2,}\S/);
    assert.ok(diff.includes('\n+    sysctls:\n+        net.core.somaxconn: "4096"\n'));
    assert.deepEqual(await readConfig(channel), before);
  }));

// pkg/machinery/textdiff/textdiff_test.go of Talos v1.13.9.
Deno.test("diffs of newer nodes have complete hunk headers", () =>
  withSandbox(
    { osVersion: "v1.13.9" },
    (sandbox) =>
      withChannel(sandbox, sandbox.nodes[0]!, ["os:admin"], async (channel) => {
        // The spec is a YAML string.
        const { text: block } = await readConfig(channel);
        const text = block.replace("|\n", "").replaceAll(/^ {4}/gm, "");
        const { modeDetails } = await apply(channel, withSysctl(text), { dryRun: true });
        assert.match(modeDetails!, /\n--- a\n\+\+\+ b\n@@ -\d+,6 \+\d+,8 @@\n {2,}\S/);
      }),
  ));

Deno.test("mode no-reboot rejects changes that require a reboot", () =>
  onNode(async (channel) => {
    const { text } = await readConfig(channel);
    for (const mode of [Mode.NO_REBOOT, Mode.TRY]) {
      await assert.rejects(apply(channel, withEnv(text), { mode }), {
        code: 3,
        details: /^this config change can't be applied in immediate mode\ndiff:\n--- a\n\+\+\+ b\n/,
      });
    }
  }));

Deno.test("invalid configurations are rejected as a list of errors", () =>
  onNode(async (channel) => {
    const { text } = await readConfig(channel);
    await assert.rejects(apply(channel, text.replace("type: controlplane", "type: bogus")), {
      code: 3,
      details: '1 error occurred:\n\t* unknown machine type "bogus"\n\n',
    });
    await assert.rejects(apply(channel, "machine: ["), { code: 3 });
    assert.equal((await readConfig(channel)).text, text);
  }));

Deno.test("mode try reverts after its timeout, and stores nothing", () =>
  onNode(async (channel, sandbox) => {
    const { text } = await readConfig(channel);
    const options = { mode: Mode.TRY, tryModeTimeout: { seconds: 2, nanos: 0 } };
    const answer = await apply(channel, withSysctl(text), options);
    assert.equal(
      answer.modeDetails,
      "Applied configuration without a reboot\nThe config is applied in 'try' mode and will be " +
        "automatically reverted back in 2s",
    );
    assert.equal((await readConfig(channel)).text, withSysctl(text));
    assert.equal(await Deno.readTextFile(`${sandbox.nodes[0]!.folder}/config.yaml`), text);
    await eventually(async () => assert.equal((await readConfig(channel)).text, text));
    assert.equal((await readConfig(channel)).version, "3");
    await apply(channel, withSysctl(text, "1"), options);
    await apply(channel, withSysctl(text, "2"));
    await new Promise((resolve) => setTimeout(resolve, 2200));
    assert.equal((await readConfig(channel)).text, withSysctl(text, "2"), "kept by another mode");
  }));

Deno.test("mode staged takes effect after the reboot of mode reboot, with a new boot id", () =>
  withSandbox({}, async (sandbox) => {
    const node = sandbox.nodes[0]!;
    const asAdmin = <T>(body: (channel: Channel) => Promise<T>) => {
      let result: T;
      return withChannel(sandbox, node, ["os:admin"], async (channel) => {
        result = await body(channel);
      }).then(() => result);
    };
    const readBootId = () =>
      asAdmin(async (channel) => {
        const path = "/proc/sys/kernel/random/boot_id";
        const chunks = await Array.fromAsync(channel.serverStream(MachineService.Read, { path }));
        return new TextDecoder().decode(chunks[0]!.bytes);
      });
    const { text } = await asAdmin(readConfig);
    const bootId = await readBootId();
    assert.match(bootId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\n$/);
    const staged = await asAdmin((channel) =>
      apply(channel, withSysctl(text, "7"), { mode: Mode.STAGED })
    );
    assert.equal(staged.modeDetails, "Staged configuration to be applied after the next reboot");
    assert.equal((await asAdmin(readConfig)).text, text);
    const answer = await asAdmin((channel) => apply(channel, withEnv(withSysctl(text, "7"))));
    assert.equal(answer.mode, Mode.REBOOT);
    assert.match(
      answer.modeDetails ?? "",
      /^Applied configuration with a reboot: this config change can't be applied in immediate mode\n/,
    );
    await eventually(async () => assert.notEqual(await readBootId(), bootId));
    assert.equal((await asAdmin(readConfig)).text, withEnv(withSysctl(text, "7")));
  }));

Deno.test("a node in maintenance mode becomes a configured one", () =>
  withSandbox({ workers: 1, unconfigured: 1 }, async (sandbox) => {
    const node = sandbox.unconfigured[0]!;
    const text = await Deno.readTextFile(`${sandbox.workers[0]!.folder}/config.yaml`);
    const insecure = openChannel(`${node.address}:${node.port}`, { insecure: true });
    try {
      await assert.rejects(apply(insecure, text, { mode: Mode.STAGED }), {
        code: 12,
        details: "apply configuration --mode='staged' is not supported in maintenance mode",
      });
      await assert.rejects(apply(insecure, "machine: ["), {
        code: 2,
        details: /^failed to parse config: /,
      });
      await assert.rejects(apply(insecure, text.replace("type: worker", "type: bogus")), {
        code: 3,
        details: /^configuration validation failed: 1 error occurred:\n/,
      });
      assert.equal(
        (await apply(insecure, text, { dryRun: true })).modeDetails,
        "Dry run summary:\nNode is running in maintenance mode and does not have a config yet.",
      );
      assert.equal((await apply(insecure, text)).modeDetails, "");
    } finally {
      insecure.close();
    }
    await eventually(() =>
      withChannel(sandbox, node, ["os:admin"], async (channel) => {
        assert.equal((await readConfig(channel)).text, text);
      })
    );
    const members = { namespace: "cluster", type: "Members.cluster.talos.dev" };
    await withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
      const list = await Array.fromAsync(
        channel.serverStream(State.List, cosi.resource.ListRequest.create(members)),
      );
      assert.equal(list.length, 3);
    });
  }));
