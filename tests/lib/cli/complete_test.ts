import { deepEqual, equal } from "node:assert/strict";
import type { CompletionRequest, Wiring } from "../../../lib/cli/wiring.ts";
import type { NodeClient } from "../../../lib/client/types.ts";
import { OsctlError } from "../../../lib/errors.ts";
import { FakeClock, fakeSystem } from "../../helpers/fake_system.ts";
import { runCommand } from "../../helpers/run_command.ts";
import { fixtureTree } from "./fixture_tree.ts";

type Found = NonNullable<Wiring<NodeClient>["completers"]>;

const known: Found = () =>
  Promise.resolve({
    context: () => Promise.resolve(["home", "work"]),
    node: () => Promise.resolve(["10.0.0.2", "10.0.0.3", "fd00::2"]),
    remotePath: (_context, { prefix }) => Promise.resolve([`${prefix}a/`, `${prefix}b c`]),
  });

/** The lines a shell gets for an unfinished line. */
async function ask(args: string[], completers: Found = known, release = "v1.8"): Promise<string[]> {
  const { code, stdout, stderr } = await runCommand(["__complete", ...args], {
    tree: fixtureTree,
    release,
    wiring: { completers },
  });
  deepEqual([code, stderr], [0, ""]);
  return stdout.split("\n").slice(0, -1);
}

/** The candidates zsh and fish get; the last word is being typed. */
async function candidates(...words: string[]): Promise<string[]> {
  return (await ask(["zsh", ...words])).map((line) => line.split("\t")[0]!.replace(/^=/, ""));
}

Deno.test("commands are completed by name, with their summary", async () => {
  deepEqual(await ask(["zsh", "co"]), [
    "=copy\tCopy a folder of a node",
    "=config\tThe configuration",
  ]);
  deepEqual(await candidates(""), ["list", "copy", "usage", "image", "config"]);
  deepEqual(await candidates("image", ""), ["list"]);
  deepEqual(await candidates("-n", "x", "image", "l"), ["list"]);
  deepEqual(await candidates("nonsense", ""), []);
  deepEqual(await candidates("nonsense"), []);
});

Deno.test("an alias is completed only where no name fits", async () => {
  deepEqual(await candidates("ls"), ["ls"]);
  deepEqual(await candidates("cp"), ["cp"]);
  deepEqual(await candidates("images", ""), ["list"]);
});

Deno.test("completion follows the release", async () => {
  deepEqual(await ask(["zsh", "im"], known, "v1.4"), ["=images\tList images"]);
  deepEqual(await ask(["zsh", "list", "--pres"], known, "v1.4"), ["=--preserve\tan old one"]);
  deepEqual(await candidates("list", "--pres"), []);
});

Deno.test("help completes like the command it is about", async () => {
  deepEqual(await candidates("help", "im"), ["image"]);
  deepEqual(await candidates("help", "image", ""), ["list"]);
});

Deno.test("flags are completed by name, own and inherited, but not twice and not hidden", async () => {
  deepEqual(await candidates("list", "--l"), ["--level", "--long", "--loss"]);
  deepEqual(await candidates("list", "--level", "low", "--l"), ["--long", "--loss"]);
  deepEqual(await candidates("list", "-l", "--l"), ["--level", "--loss"]);
  deepEqual(await candidates("list", "--no"), [
    "--no-masquerade-cidrs",
    "--nodelink",
    "--nodes",
  ]);
  deepEqual(await candidates("list", "-n", "x", "--nodes"), ["--nodes"], "a list may be repeated");
  deepEqual(await candidates("list", "--sec"), []);
  deepEqual(await candidates("--co"), ["--context"]);
  deepEqual(await candidates("list", "--he"), ["--help"]);
  deepEqual(await candidates("image", "--name"), ["--namespace"]);
  deepEqual(
    await candidates("list", "--", "--l"),
    ["--la/", "--lb c"],
    "after -- it is an argument",
  );
});

Deno.test("a letter that needs a value is confirmed", async () => {
  deepEqual(await candidates("list", "-n"), ["-n"]);
  deepEqual(await candidates("list", "-Hn"), ["-Hn"]);
});

Deno.test("values of a fixed set", async () => {
  deepEqual(await candidates("list", "-m", ""), ["auto", "reboot", "try"]);
  deepEqual(await candidates("list", "-m", "re"), ["reboot"]);
  deepEqual(await candidates("list", "-mre"), ["-mreboot"]);
  deepEqual(await candidates("list", "-m=re"), ["-m=reboot"]);
  deepEqual(await candidates("list", "--mode=re"), ["--mode=reboot"]);
  deepEqual(await candidates("list", "--wait="), ["--wait=true", "--wait=false"]);
  deepEqual(await candidates("list", "--kinds", "red,"), ["red,green"]);
  deepEqual(await candidates("list", "--tail", ""), []);
});

Deno.test("live values, wherever the flag stands", async () => {
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
    "what is taken is left out",
  );
  deepEqual(await candidates("--context", ""), ["home", "work"]);
  deepEqual(await candidates("list", "/x/"), ["/x/a/", "/x/b c"]);
  deepEqual(await candidates("list", "/x", "/y"), [], "it takes one argument");
});

Deno.test("a folder alone is not followed by a space", async () => {
  const folder: Found = () => Promise.resolve({ remotePath: () => Promise.resolve(["/etc/"]) });
  deepEqual(await ask(["fish", "list", "/e"], folder), ["=/etc/\t", ":nospace"]);
});

Deno.test("the shell completes local files", async () => {
  deepEqual(await ask(["zsh", "--osconfig", "x"]), [":files "]);
  deepEqual(await ask(["zsh", "--osconfig=x"]), [":files --osconfig="]);
});

Deno.test("bash gives its line, and gets what replaces its part of the word", async () => {
  deepEqual(await ask(["bash", "osctl list --mode=re", "re"]), ["=reboot\t"]);
  deepEqual(await ask(["bash", "osctl list --mode re", "re"]), ["=reboot\t"]);
  deepEqual(await ask(["bash", "osctl -n fd00:", ""]), ["=:2\t"]);
  deepEqual(await ask(["bash", "osctl   list  ", ""]), ["=a/\t", "=b\\ c\t"]);
  deepEqual(await ask(["bash", "osctl list '/x y/", "/x y/"]), ["=/x y/a/\t", "=/x y/b c\t"]);
  deepEqual(await ask(["bash", "osctl --context 'a b' -n \"10.0.0.2", "10.0.0.2"]), [
    "=10.0.0.2\t",
  ]);
  deepEqual(await ask(["bash", "osctl list /x\\ y/", "/x\\ y/"]), [
    "=/x\\ y/a/\t",
    "=/x\\ y/b\\ c\t",
  ]);
});

Deno.test("a completer sees the flags and arguments of the line", async () => {
  const seen: CompletionRequest[] = [];
  const spy: Found = () =>
    Promise.resolve({
      remotePath(_context, request) {
        seen.push(request);
        return Promise.resolve([]);
      },
    });
  await ask(["zsh", "-na,b", "--depth", "x", "list", "-n", "c", "--context=work", "/e"], spy);
  const [{ prefix, flags, args }] = seen as [CompletionRequest];
  deepEqual([prefix, args, flags.nodes, flags.context], ["/e", [], ["a", "b", "c"], "work"]);
  equal(flags["depth"], 1, "a value that cannot be read counts as not given");
  equal(flags["state"], "/nonexistent/home/.os/state");
});

Deno.test("a failing look-up gives nothing and says nothing", async () => {
  for (
    const broken of [
      () => Promise.reject(new OsctlError("connection", "refused")),
      () => Promise.reject(new TypeError("a bug")),
      () => {
        throw new Error("at once");
      },
    ]
  ) {
    deepEqual(await ask(["zsh", "-n", ""], () => Promise.resolve({ node: broken })), []);
  }
  deepEqual(await ask(["zsh", "-n", ""], () => Promise.reject(new Error("no completers"))), []);
  deepEqual(await ask(["zsh", "-n", ""], () => Promise.resolve({})), []);
});

Deno.test("a slow look-up is given up after 1.5 seconds, and cancelled", async () => {
  const clock = new FakeClock();
  const system = fakeSystem({ clock });
  let cancelled = false;
  const started = Promise.withResolvers<void>();
  const completers: Found = () =>
    Promise.resolve({
      node: ({ signal }) => {
        signal.addEventListener("abort", () => cancelled = true);
        started.resolve();
        return new Promise(() => {});
      },
    });
  const asked = runCommand(["__complete", "zsh", "-n", ""], {
    tree: fixtureTree,
    system,
    wiring: { completers },
  });
  await started.promise;
  await clock.advance(1499);
  equal(cancelled, false);
  await clock.advance(1);
  const { code, stdout, stderr } = await asked;
  deepEqual([code, stdout, stderr, cancelled], [0, "", "", true]);
  equal(clock.waiting, 0);
});

Deno.test("what a completer writes to stderr is not seen", async () => {
  const completers: Found = () =>
    Promise.resolve({
      node: async ({ stderr }) => {
        await stderr.write("warning\n");
        return ["a"];
      },
    });
  deepEqual(await ask(["zsh", "-n", ""], completers), ["=a\t"]);
});

Deno.test("a name with control characters is left out", async () => {
  const odd: Found = () =>
    Promise.resolve({ remotePath: () => Promise.resolve(["/a\nb", "/c\u001b[31m", "/d"]) });
  deepEqual(await ask(["zsh", "list", "/"], odd), ["=/d\t"]);
});
