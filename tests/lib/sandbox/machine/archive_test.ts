import { deepEqual, equal, match, ok } from "node:assert/strict";
import { archive } from "../../../../lib/sandbox/machine/archive.ts";
import { coalesce, copyTree, gzip, SkippedFiles } from "../../../../lib/sandbox/machine/copy.ts";
import { all, joinBytes, never, output, withFolder } from "./folder.ts";
import { testWith } from "../../../helpers/programs.ts";

const test = testWith("tar");

/** Archives a tree into a file. Returns the skipped paths. */
async function archiveTo(file: string, root: string): Promise<string[]> {
  const left: string[] = [];
  const tree = archive(root, never(), (path, reason) => left.push(`${path}: ${reason}`));
  await Deno.writeFile(file, ReadableStream.from(tree));
  return left;
}

test("archive() writes content, modes, times and links that tar unpacks", async () => {
  await withFolder(async (folder) => {
    const tree = `${folder}/tree`;
    await Deno.mkdir(`${tree}/sub/empty`, { recursive: true });
    await Deno.writeTextFile(`${tree}/hello`, "hello\n");
    await Deno.writeTextFile(`${tree}/sub/run`, "#!/bin/sh\n");
    await Deno.chmod(`${tree}/sub/run`, 0o4751);
    await Deno.writeFile(`${tree}/sub/large`, crypto.getRandomValues(new Uint8Array(65_536)));
    await Deno.writeFile(`${tree}/sub/larger`, new Uint8Array(1_000_003).fill(7));
    await Deno.writeTextFile(`${tree}/sub/none`, "");
    await Deno.symlink("../hello", `${tree}/sub/link`);
    await output("mkfifo", [`${tree}/pipe`]);
    await Deno.utime(`${tree}/hello`, 1_000_000_000, 1_000_000_000);
    await Deno.chmod(`${tree}/sub/empty`, 0o1777);
    deepEqual(await archiveTo(`${folder}/a.tar`, tree), []);
    await Deno.mkdir(`${folder}/out`);
    await output("tar", ["-xpf", `${folder}/a.tar`, "-C", `${folder}/out`]);
    const facts = ["-mindepth", "1", "-printf", "%P %y %m %U %G %s %l %Ts\\n"];
    const sorted = async (path: string) =>
      (await output("find", [path, ...facts])).split("\n").toSorted();
    deepEqual(await sorted(`${folder}/out`), await sorted(tree));
    await output("diff", ["-r", "--exclude=pipe", tree, `${folder}/out`]);
  });
});

test("archive() keeps long, unusual and non-ASCII names and long link targets", async () => {
  await withFolder(async (folder) => {
    const tree = `${folder}/tree`;
    const names = [
      "n".repeat(100),
      "n".repeat(101),
      "n".repeat(255),
      `${"d".repeat(90)}/${"f".repeat(99)}`,
      `${"d".repeat(90)}/${"f".repeat(100)}`,
      `${"d".repeat(90)}/${"f".repeat(101)}`,
      `${Array.from({ length: 20 }, () => "deep-folder-name").join("/")}/leaf`,
      "grüße",
      "日本/語",
      "with space and\nline break",
      "-dash",
      "99999 path=trick",
    ];
    for (const name of names) {
      const cut = `${tree}/${name}`.lastIndexOf("/");
      await Deno.mkdir(`${tree}/${name}`.slice(0, cut), { recursive: true });
      await Deno.writeTextFile(`${tree}/${name}`, name);
    }
    await Deno.symlink("t".repeat(300), `${tree}/long-link`);
    await Deno.symlink("zürich", `${tree}/umlaut-link`);
    deepEqual(await archiveTo(`${folder}/a.tar`, tree), []);
    await Deno.mkdir(`${folder}/out`);
    await output("tar", ["-xf", `${folder}/a.tar`, "-C", `${folder}/out`]);
    for (const name of names) equal(await Deno.readTextFile(`${folder}/out/${name}`), name);
    equal(await Deno.readLink(`${folder}/out/long-link`), "t".repeat(300));
    equal(await Deno.readLink(`${folder}/out/umlaut-link`), "zürich");
  });
});

test("archive() stores a single file under its base name", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/one`, "1");
    deepEqual(await archiveTo(`${folder}/a.tar`, `${folder}/one`), []);
    equal(await output("tar", ["-tf", `${folder}/a.tar`]), "one\n");
  });
});

test("archive() writes no entry for the root", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/tree/a/b`, { recursive: true });
    deepEqual(await archiveTo(`${folder}/a.tar`, `${folder}/tree`), []);
    equal(await output("tar", ["-tf", `${folder}/a.tar`]), "a/\na/b/\n");
  });
});

test("archive() reads files of /proc and /sys, whose reported size is wrong", async () => {
  await withFolder(async (folder) => {
    deepEqual(await archiveTo(`${folder}/a.tar`, "/proc/version"), []);
    equal(
      await output("tar", ["-xOf", `${folder}/a.tar`, "version"]),
      await Deno.readTextFile("/proc/version"),
    );
    deepEqual(await archiveTo(`${folder}/b.tar`, "/proc/cpuinfo"), []);
    match(await output("tar", ["-xOf", `${folder}/b.tar`, "cpuinfo"]), /processor\s*: 0/);
    deepEqual(await archiveTo(`${folder}/c.tar`, "/sys/class/net/lo/ifindex"), []);
    equal(await output("tar", ["-xOf", `${folder}/c.tar`, "ifindex"]), "1\n");
  });
});

test("archive() skips and reports sockets", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/tree`);
    await Deno.writeTextFile(`${folder}/tree/z`, "z");
    using _listener = Deno.listen({ transport: "unix", path: `${folder}/tree/socket` });
    const left = await archiveTo(`${folder}/a.tar`, `${folder}/tree`);
    deepEqual(left, [`${folder}/tree/socket: tar cannot store sockets`]);
    equal(await output("tar", ["-tf", `${folder}/a.tar`]), "z\n");
  });
});

test("archive() stays well-formed when a file is truncated during the read", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/tree`);
    await Deno.writeFile(`${folder}/tree/a`, new Uint8Array(300_000).fill(97));
    await Deno.writeTextFile(`${folder}/tree/b`, "b");
    const left: string[] = [];
    const pieces: Uint8Array[] = [];
    const tree = archive(`${folder}/tree`, never(), (path, why) => left.push(`${path}: ${why}`));
    for await (const piece of tree) {
      pieces.push(piece);
      if (pieces.length === 1) await Deno.truncate(`${folder}/tree/a`, 100_000);
    }
    await Deno.writeFile(`${folder}/a.tar`, joinBytes(pieces));
    equal(await output("tar", ["-tf", `${folder}/a.tar`]), "a\nb\n");
    equal(left.length, 1);
    match(left[0] ?? "", /tree\/a: read .*: file was truncated by 200000 bytes$/);
  });
});

Deno.test("archive() stops when aborted", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a`, "");
    deepEqual(await all(archive(folder, AbortSignal.abort(), () => {})), []);
  });
});

test("copyTree() yields a compressed archive that tar unpacks", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/tree`);
    await Deno.writeTextFile(`${folder}/tree/a`, "x".repeat(500_000));
    const messages = await all(copyTree(`${folder}/tree`, never()));
    const bytes = messages.map((message) => {
      ok("bytes" in message);
      return message.bytes;
    });
    await Deno.writeFile(`${folder}/a.tgz`, joinBytes(bytes));
    await output("gzip", ["-t", `${folder}/a.tgz`]);
    equal(await output("tar", ["-xzOf", `${folder}/a.tgz`, "a"]), "x".repeat(500_000));
  });
});

Deno.test("copyTree() reports skipped files at the end", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/tree`);
    using _listener = Deno.listen({ transport: "unix", path: `${folder}/tree/socket` });
    const messages = await all(copyTree(`${folder}/tree`, never()));
    deepEqual(messages.at(-1), {
      error:
        `1 error occurred:\n\t* skipping "${folder}/tree/socket": tar cannot store sockets\n\n`,
    });
  });
});

Deno.test("copyTree() yields only an error for a missing root", async () => {
  deepEqual(await all(copyTree("/nope", never())), [
    { error: "lstat /nope: no such file or directory" },
  ]);
});

Deno.test("copyTree() can be stopped early", async () => {
  for await (const message of copyTree("/usr/share/doc", never())) {
    ok("bytes" in message);
    break;
  }
});

Deno.test("gzip() of no input is a valid empty stream", async () => {
  const bytes = joinBytes(await all(gzip(ReadableStream.from([]))));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  equal((await new Response(plain).bytes()).length, 0);
});

Deno.test("coalesce() joins small chunks and keeps all bytes", async () => {
  const pieces = ReadableStream.from([1, 2, 3, 4, 5].map((n) => new Uint8Array(n).fill(n)));
  const sizes = (await all(coalesce(pieces, 4))).map((piece) => piece.length);
  deepEqual(sizes, [6, 4, 5]);
});

Deno.test("SkippedFiles lists the first 100 files and counts the rest", () => {
  const omissions = new SkippedFiles();
  equal(omissions.summary, undefined);
  for (let i = 0; i < 250; i++) omissions.add(`/f${i}`, "why");
  const lines = (omissions.summary ?? "").split("\n");
  equal(lines[0], "250 errors occurred:");
  equal(lines[1], '\t* skipping "/f0": why');
  equal(lines[101], "\t* and 150 more");
});
