import { deepEqual, equal, rejects } from "node:assert/strict";
import {
  isComplete,
  isFinished,
  type Journal,
  readJournal,
  stepsOf,
  writeJournal,
} from "../../../../lib/procedures/ca_rotation/journal.ts";
import { presentIdentity } from "../../../../lib/procedures/ca_rotation/clients.ts";
import type { Progress, Replacement } from "../../../../lib/procedures/ca_rotation/types.ts";

const pair = (name: string) => ({ crt: `${name} crt`, key: `${name} key` });

function replacement(rotate: Progress = "none", rollback: Progress = "none"): Replacement {
  return { old: pair("old"), new: pair("new"), rotate, rollback };
}

function journal(os?: Replacement, kubernetes?: Replacement): Journal {
  return {
    version: 1,
    direction: "rotate",
    context: {
      name: "lab",
      endpoints: ["10.0.0.2"],
      nodes: [],
      ca: "context",
      client: pair("before"),
    },
    nodes: [{ address: "10.0.0.2", isControlPlane: true }],
    isDiscovered: true,
    client: pair("after"),
    ...os === undefined ? {} : { os },
    ...kubernetes === undefined ? {} : { kubernetes },
    output: "/home/lab/osconfig",
    force: false,
    k8sEndpoint: "",
  };
}

const titles = (journal: Journal) =>
  stepsOf(journal).map(({ authority, phase }) => `${authority} ${phase}`);

Deno.test("a rotation replaces the node API's authority first, a rollback last", () => {
  const both = journal(replacement("done"), replacement("issue"));
  deepEqual(titles(both), [
    ...["os accept", "os issue", "os drop"],
    ...["kubernetes accept", "kubernetes issue", "kubernetes drop"],
  ]);
  deepEqual(stepsOf(both).map((step) => isComplete(both, step)), [
    ...[true, true, true, true, false, false],
  ]);
  both.direction = "rollback";
  equal(titles(both)[0], "kubernetes accept");
  equal(isFinished(both), false);
  const early = { ...journal(replacement("issue"), replacement()), direction: "rollback" as const };
  deepEqual(titles(early), ["os accept", "os issue", "os drop"]);
});

Deno.test("the client is one that nodes in every state of a phase accept", () => {
  const client = (rotate: Progress, rollback: Progress = "none") =>
    presentIdentity(journal(replacement(rotate, rollback))).crt;
  deepEqual((["none", "accept", "issue", "drop", "done"] as const).map((one) => client(one)), [
    ...["before crt", "before crt", "after crt", "after crt", "after crt"],
  ]);
  // A rollback: nodes accept the old client again once both are accepted.
  equal(client("accept", "accept"), "before crt");
  equal(client("drop", "accept"), "after crt");
  deepEqual((["issue", "drop", "done"] as const).map((one) => client("done", one)), [
    ...["before crt", "before crt", "before crt"],
  ]);
  deepEqual(presentIdentity(journal(undefined, replacement("drop"))).roots, ["context"]);
});

Deno.test("a journal is private, and other files are rejected without quoting them", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/osconfig.rotation.json`;
    const written = journal(replacement("accept"));
    await writeJournal(path, written);
    equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    deepEqual(await readJournal(path), written);
    const text = await Deno.readTextFile(path);
    for (
      const broken of [
        "hidden",
        "[]",
        text.replace('"accept"', '"hidden"'),
        text.replace('"version": 1', '"version": 2'),
        text.replace('"after key"', "1"),
        text.replace('"10.0.0.2"\n', "\n"),
      ]
    ) {
      await Deno.writeTextFile(path, broken);
      await rejects(readJournal(path, "x.json"), {
        message: '"x.json" is not a journal of rotate-ca',
      });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
