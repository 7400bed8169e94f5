import { strictEqual, throws } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { parseConfig, selectContext } from "../../../lib/osconfig/mod.ts";

const TWO = "context: prod\ncontexts:\n  prod: {}\n  staging: {}\n";

function config(text: string) {
  return parseConfig(text, "/f", "/f").config;
}

function fails(text: string, flag: string, message: RegExp, hint: RegExp): void {
  throws(() => selectContext(config(text), flag), (error) => {
    if (!(error instanceof OsctlError)) return false;
    strictEqual(message.test(error.message), true, error.message);
    strictEqual(hint.test(error.hint ?? ""), true, error.hint);
    return error.kind === "input";
  });
}

Deno.test("selectContext() returns the context of --context or the current one", () => {
  strictEqual(selectContext(config(TWO), "").name, "prod");
  strictEqual(selectContext(config(TWO), "staging").name, "staging");
});

Deno.test("selectContext() reports known contexts and the nearest match", () => {
  fails(TWO, "stagign", /^context "stagign" is not defined in "\/f"$/, /did you mean "staging"\?/);
  fails(TWO, "xyz", /"xyz" is not defined/, /^known contexts: "prod", "staging"$/);
  const many = Array.from({ length: 9000 }, (_, index) => `  c${index}: {}\n`).join("");
  fails(
    `contexts:\n${many}`,
    "xyz",
    /not defined/,
    /^known contexts: ("c\d+", ){9}"c\d+" and 8990 more$/,
  );
  fails("context: gone\ncontexts: { a: {} }", "", /^the current context "gone" is not/, /"a"/);
  fails("contexts: { a: {} }", "", /^no current context in "\/f"$/, /osctl config context/);
  fails("", "", /^the client configuration "\/f" has no contexts$/, /osctl config merge/);
  const missing = (reference: string | undefined) => () =>
    selectContext(
      {
        path: undefined,
        missing: { path: "/h/.os/config", reference },
        current: "",
        contexts: new Map(),
      },
      "a",
    );
  const message = 'client configuration "/h/.os/config" does not exist';
  throws(missing(undefined), {
    message,
    hint: 'create a cluster with "osctl cluster create --provisioner sandbox", ' +
      'or import a configuration with "osctl config merge <file>"',
  });
  throws(missing("/h o/.talos/config"), {
    message,
    hint: "merge the configuration of talosctl: osctl config merge '/h o/.talos/config'",
  });
});
