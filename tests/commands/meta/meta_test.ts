import assert from "node:assert/strict";
import { type Binding, unary } from "../../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import { withSandbox } from "../../helpers/sandbox.ts";

function recorded(calls: string[]): Binding[] {
  return [
    unary(MachineService.MetaWrite, ({ key, value }) => {
      calls.push(`write ${key} ${new TextDecoder().decode(value ?? undefined)}`);
      return Promise.resolve(machine.MetaWriteResponse.create({ messages: [{}] }));
    }),
    unary(MachineService.MetaDelete, ({ key }) => {
      calls.push(`delete ${key}`);
      return Promise.resolve(machine.MetaDeleteResponse.create({ messages: [{}] }));
    }),
  ];
}

Deno.test("meta write and delete accept decimal, hexadecimal, octal and binary keys", async () => {
  const calls: string[] = [];
  await withSandbox({ workers: 1, bindings: recorded(calls) }, async ({ run, nodes, dead }) => {
    const [one, two] = nodes.map(({ address }) => address);
    for (
      const [text, key] of [["12", 12], ["0x0c", 12], ["0o14", 12], ["014", 12], ["0b1100", 12]]
    ) {
      const { code, stdout, stderr } = await run(["meta", "write", `${text}`, "a=ä", "-n", one!]);
      assert.deepEqual([code, stdout, stderr], [0, "", ""]);
      assert.deepEqual(calls.splice(0), [`write ${key} a=ä`]);
    }
    const both = await run(["meta", "delete", "255", "-n", `${one},${dead},${two}`]);
    assert.equal(both.code, 1);
    assert.match(both.stderr, new RegExp(`^osctl: ${dead}: [^\\n]+\\n$`));
    assert.deepEqual(calls.splice(0), ["delete 255", "delete 255"]);
    for (const text of ["256", "-1", "abc", "", "1.5", "0x100"]) {
      const { code, stderr } = await run(["meta", "delete", "-n", one!, "--", text]);
      assert.equal(code, 2, text);
      assert.equal(
        stderr,
        `osctl: invalid META key "${text}"; use a number from 0 to 255, such as 12 or 0x0c; ` +
          `see "osctl meta delete --help"\n`,
      );
    }
    assert.deepEqual(calls, []);
  });
});

Deno.test("meta --insecure uses the maintenance service and exists in v1.8 only", async () => {
  await withSandbox({ unconfigured: 1 }, async ({ run, unconfigured }) => {
    const node = unconfigured[0]!.address;
    const { code, stderr } = await run(["meta", "write", "12", "a", "--insecure", "-n", node]);
    assert.equal(code, 1);
    assert.match(stderr, /in maintenance mode/);
    const old = await run(["meta", "write", "12", "a", "-i", "-n", node], { release: "v1.4" });
    assert.equal(old.code, 2);
    assert.match(old.stderr, /unknown flag "-i"/);
  });
});
