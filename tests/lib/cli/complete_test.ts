import { deepEqual, equal } from "node:assert/strict";
import type { CompletionRequest, Wiring } from "../../../lib/cli/wiring.ts";
import type { NodeClient } from "../../../lib/client/types.ts";
import { OsctlError } from "../../../lib/errors.ts";
import { FakeClock, fakeSystem } from "../../helpers/fake_system.ts";
import { runCommand } from "../../helpers/run_command.ts";
import { fixtureTree } from "./fixture_tree.ts";

type Completers = NonNullable<Wiring<NodeClient>["completers"]>;

const known: Completers = () =>
  Promise.resolve({
    context: () => Promise.resolve(["home", "work"]),
    node: () => Promise.resolve(["10.0.0.2", "10.0.0.3", "fd00::2"]),
    remotePath: (_context, { prefix }) => Promise.resolve([`${prefix}a/`, `${prefix}b c`]),
  });

/** Returns the completion output for an unfinished line. */
async function complete(
  args: string[],
  completers: Completers = known,
  release = "v1.8",
): Promise<string[]> {
  const { code, stdout, stderr } = await runCommand(["__complete", ...args], {
    tree: fixtureTree,
    release,
    wiring: { completers },
  });
  deepEqual([code, stderr], [0, ""]);
  return stdout.split("\n").slice(0, -1);
}

/** Returns the candidates of zsh for the last word. */
async function candidates(...args: string[]): Promise<string[]> {
  return (await complete(["zsh", ...args])).map((line) => line.split("\t")[0]!.replace(/^=/, ""));
}

Deno.test("completion lists commands with their summaries", async () => {
  deepEqual(await complete(["zsh", "co"]), [
    "=copy\tCopy a folder of a node",
    "=config\tThe configuration",
  ]);
  deepEqual(await candidates(""), ["list", "copy", "usage", "image", "config"]);
  deepEqual(await candidates("image", ""), ["list"]);
  deepEqual(await candidates("-n", "x", "image", "l"), ["list"]);
  deepEqual(await candidates("nonsense", ""), []);
  deepEqual(await candidates("nonsense"), []);
});

Deno.test("completion lists aliases only if no command name matches", async () => {
  deepEqual(await candidates("ls"), ["ls"]);
  deepEqual(await candidates("cp"), ["cp"]);
  deepEqual(await candidates("images", ""), ["list"]);
});

Deno.test("completion lists commands and flags of the release", async () => {
  deepEqual(await complete(["zsh", "im"], known, "v1.4"), ["=images\tList images"]);
  deepEqual(await complete(["zsh", "list", "--pres"], known, "v1.4"), [
    "=--preserve\tremoved flag",
  ]);
  deepEqual(await candidates("list", "--pres"), []);
});

Deno.test("completion after help lists commands", async () => {
  deepEqual(await candidates("help", "im"), ["image"]);
  deepEqual(await candidates("help", "image", ""), ["list"]);
});

Deno.test("completion lists own and inherited flags, without hidden and set ones", async () => {
  deepEqual(await candidates("list", "--l"), ["--level", "--long", "--loss"]);
  deepEqual(await candidates("list", "--level", "low", "--l"), ["--long", "--loss"]);
  deepEqual(await candidates("list", "-l", "--l"), ["--level", "--loss"]);
  deepEqual(await candidates("list", "--no"), [
    "--no-masquerade-cidrs",
    "--no-preferences",
    "--nodelink",
    "--nodes",
  ]);
  deepEqual(await candidates("list", "-n", "x", "--nodes"), ["--nodes"], "a list may be repeated");
  deepEqual(await candidates("list", "--sec"), []);
  deepEqual(await candidates("--con"), ["--context"]);
  deepEqual(await candidates("list", "--he"), ["--help"]);
  deepEqual(await candidates("image", "--name"), ["--namespace"]);
  deepEqual(
    await candidates("list", "--", "--l"),
    ["--la/", "--lb c"],
    "after -- it is an argument",
  );
});

Deno.test("completion returns a short flag that requires a value", async () => {
  deepEqual(await candidates("list", "-n"), ["-n"]);
  deepEqual(await candidates("list", "-Hn"), ["-Hn"]);
});

Deno.test("completion lists values of flags with a fixed set", async () => {
  deepEqual(await candidates("list", "-m", ""), ["auto", "reboot", "try"]);
  deepEqual(await candidates("list", "-m", "re"), ["reboot"]);
  deepEqual(await candidates("list", "-mre"), ["-mreboot"]);
  deepEqual(await candidates("list", "-m=re"), ["-m=reboot"]);
  deepEqual(await candidates("list", "--mode=re"), ["--mode=reboot"]);
  deepEqual(await candidates("list", "--wait="), ["--wait=true", "--wait=false"]);
  deepEqual(await candidates("list", "--kinds", "red,"), ["red,green"]);
  deepEqual(await candidates("list", "--tail", ""), []);
});

Deno.test("completion lists values of completers at any position of the flag", async () => {
  for (
    const before of [["-n"], ["--nodes"], ["list", "-n"], ["list", "-lHn"], ["image", "list", "-n"]]
  ) {
    deepEqual(await candidates(...before, "10."), ["10.0.0.2", "10.0.0.3"], before.join(" "));
  }
  deepEqual(await candidates("list", "-n10."), ["-n10.0.0.2", "-n10.0.0.3"]);
  deepEqual(await candidates("--nodes=fd"), ["--nodes=fd00::2"]);
  deepEqual(
    await candidates("-n", "10.0.0.2,10"),
    ["10.0.0.2,10.0.0.3"],
    "a value in the list is omitted",
  );
  deepEqual(await candidates("--context", ""), ["home", "work"]);
  deepEqual(await candidates("list", "/x/"), ["/x/a/", "/x/b c"]);
  deepEqual(await candidates("list", "/x", "/y"), [], "it takes one argument");
});

Deno.test("completion adds no space after a single folder", async () => {
  const folder: Completers = () =>
    Promise.resolve({ remotePath: () => Promise.resolve(["/etc/"]) });
  deepEqual(await complete(["fish", "list", "/e"], folder), ["=/etc/\t", ":nospace"]);
});

Deno.test("completion delegates local files to the shell", async () => {
  deepEqual(await complete(["zsh", "--osconfig", "x"]), [":files "]);
  deepEqual(await complete(["zsh", "--osconfig=x"]), [":files --osconfig="]);
});

Deno.test("completion for bash returns replacements of its part of the word", async () => {
  deepEqual(await complete(["bash", "osctl list --mode=re", "re"]), ["=reboot\t"]);
  deepEqual(await complete(["bash", "osctl list --mode re", "re"]), ["=reboot\t"]);
  deepEqual(await complete(["bash", "osctl -n fd00:", ""]), ["=:2\t"]);
  deepEqual(await complete(["bash", "osctl   list  ", ""]), ["=a/\t", "=b\\ c\t"]);
  deepEqual(await complete(["bash", "osctl list '/x y/", "/x y/"]), ["=/x y/a/\t", "=/x y/b c\t"]);
  deepEqual(await complete(["bash", "osctl --context 'a b' -n \"10.0.0.2", "10.0.0.2"]), [
    "=10.0.0.2\t",
  ]);
  deepEqual(await complete(["bash", "osctl list /x\\ y/", "/x\\ y/"]), [
    "=/x\\ y/a/\t",
    "=/x\\ y/b\\ c\t",
  ]);
});

Deno.test("completion passes flags and arguments of the line to completers", async () => {
  const seen: CompletionRequest[] = [];
  const recorder: Completers = () =>
    Promise.resolve({
      remotePath(_context, request) {
        seen.push(request);
        return Promise.resolve([]);
      },
    });
  await complete(
    ["zsh", "-na,b", "--depth", "x", "list", "-n", "c", "--context=work", "/e"],
    recorder,
  );
  const [{ prefix, flags, args }] = seen as [CompletionRequest];
  deepEqual([prefix, args, flags.nodes, flags.context], ["/e", [], ["a", "b", "c"], "work"]);
  equal(flags["depth"], 1, "an invalid value is ignored");
  equal(flags["state"], "/nonexistent/home/.os/state");
});

Deno.test("completion ignores failing completers", async () => {
  for (
    const broken of [
      () => Promise.reject(new OsctlError("connection", "refused")),
      () => Promise.reject(new TypeError("a bug")),
      () => {
        throw new Error("at once");
      },
    ]
  ) {
    deepEqual(await complete(["zsh", "-n", ""], () => Promise.resolve({ node: broken })), []);
  }
  deepEqual(
    await complete(["zsh", "-n", ""], () => Promise.reject(new Error("no completers"))),
    [],
  );
  deepEqual(await complete(["zsh", "-n", ""], () => Promise.resolve({})), []);
});

Deno.test("completion cancels a completer after 1.5 seconds", async () => {
  const clock = new FakeClock();
  const system = fakeSystem({ clock });
  let cancelled = false;
  const started = Promise.withResolvers<void>();
  const completers: Completers = () =>
    Promise.resolve({
      node: ({ signal }) => {
        signal.addEventListener("abort", () => cancelled = true);
        started.resolve();
        return new Promise(() => {});
      },
    });
  const completion = runCommand(["__complete", "zsh", "-n", ""], {
    tree: fixtureTree,
    system,
    wiring: { completers },
  });
  await started.promise;
  await clock.advance(1499);
  equal(cancelled, false);
  await clock.advance(1);
  const { code, stdout, stderr } = await completion;
  deepEqual([code, stdout, stderr, cancelled], [0, "", "", true]);
  equal(clock.waiting, 0);
});

Deno.test("completion discards stderr of completers", async () => {
  const completers: Completers = () =>
    Promise.resolve({
      node: async ({ stderr }) => {
        await stderr.write("warning\n");
        return ["a"];
      },
    });
  deepEqual(await complete(["zsh", "-n", ""], completers), ["=a\t"]);
});

Deno.test("completion omits candidates with control characters", async () => {
  const odd: Completers = () =>
    Promise.resolve({ remotePath: () => Promise.resolve(["/a\nb", "/c\u001b[31m", "/d"]) });
  deepEqual(await complete(["zsh", "list", "/"], odd), ["=/d\t"]);
});
