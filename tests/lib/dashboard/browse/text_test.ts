/** Command lines and foldable texts. */
import { deepEqual, equal, throws } from "node:assert/strict";
import { findNodes, parseCommandLine } from "../../../../lib/dashboard/browse/command_line.ts";
import { findHunks, TextDocument } from "../../../../lib/dashboard/browse/text_document.ts";

const NAMES = {
  order: ["10.5.0.2", "10.5.0.3", "10.5.0.4"],
  nameOf: (node: string) =>
    ({ "10.5.0.2": "lab-control-plane-1.lan", "10.5.0.3": "lab-worker-1" })[node] ?? node,
};

Deno.test("a command line has a type, nodes and a filter", () => {
  equal(parseCommandLine("  "), undefined);
  deepEqual(parseCommandLine("links worker-1 -l a=b /eth 0"), {
    name: "links",
    words: ["worker-1"],
    namespace: "",
    filter: "-l a=b eth 0",
  });
  deepEqual(parseCommandLine("members -n cluster"), {
    name: "members",
    words: [],
    namespace: "cluster",
    filter: "",
  });
  deepEqual(parseCommandLine("files worker-1 /proc/sys")!.words, ["worker-1", "/proc/sys"]);
  throws(() => parseCommandLine("links -l"), /-l needs a value/);
});

Deno.test("nodes are named by address, name, and the end of it", () => {
  deepEqual(findNodes([], NAMES), NAMES.order);
  deepEqual(findNodes(["worker-1"], NAMES), ["10.5.0.3"]);
  deepEqual(findNodes(["10.5.0.4,control-plane-1"], NAMES), ["10.5.0.2", "10.5.0.4"]);
  throws(() => findNodes(["lab-worker-2"], NAMES), /unknown node "lab-worker-2"/);
});

const YAML = `node: a
metadata:
    id: x
    labels:
        zone: a
spec:
    ports:
    - 1
    - 2

    name: x
`;

Deno.test("sections of a text are folded by indentation", () => {
  const text = new TextDocument(YAML);
  equal(text.lines.length, 11);
  text.toggle(1);
  deepEqual(text.visible.map(({ text }) => text), [
    "node: a",
    "metadata:",
    "spec:",
    "    ports:",
    "    - 1",
    "    - 2",
    "",
    "    name: x",
  ]);
  // A line without a section folds the one that contains it.
  equal(text.toggle(7), 6);
  deepEqual(text.visible.map(({ isFolded }) => isFolded), [
    undefined,
    true,
    false,
    true,
    undefined,
    undefined,
  ]);
  text.foldAll(true);
  equal(text.visible.length, 3);
  text.reveal(4);
  equal(text.visible[4]!.text, "        zone: a");
});

Deno.test("a search goes around the end in both directions", () => {
  const text = new TextDocument("alpha\nbeta\nalphabet\n");
  equal(text.find("ALPHA", 0, 1), 2);
  equal(text.find("alpha", 2, 1), 0);
  equal(text.find("alpha", 0, -1), 2);
  equal(text.find("gamma", 0, 1), undefined);
});

Deno.test("hunks of a diff are its sections", () => {
  const text = new TextDocument("--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n@@ -9 +9 @@\n z\n", findHunks);
  text.foldAll(true);
  deepEqual(text.visible.map(({ text }) => text), ["--- a", "+++ b", "@@ -1 +1 @@", "@@ -9 +9 @@"]);
});
