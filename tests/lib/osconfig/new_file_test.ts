import assert from "node:assert/strict";
import { encodeBase64, parseConfig, renderConfig } from "../../../lib/osconfig/mod.ts";
import { newConfigText } from "../../../lib/osconfig/new_file.ts";

const PEMS = { ca: "-----CA-----\n", crt: "-----CRT-----\n", key: "-----KEY-----\n" };

Deno.test("newConfigText() writes the same data as the editor's text for any name", () => {
  const names = ["lab", "", "n", "1e3", "a: b", "#x", "null", "über", 'q"q', "- x", "a\nb", "*"];
  for (const name of names) {
    for (const endpoints of [[], ["127.0.0.1"], ["::1", "a.example.com:50000"]]) {
      const text = newConfigText(name, { endpoints, ...PEMS });
      const { ca, crt, key } = PEMS;
      const record = {
        endpoints,
        nodes: [],
        ca: encodeBase64(ca),
        crt: encodeBase64(crt),
        key: encodeBase64(key),
      };
      const edited = renderConfig(name, { [name]: record });
      assert.deepEqual(parseConfig(text, "new").config, parseConfig(edited, "edited").config, name);
    }
  }
});

Deno.test("newConfigText() writes the same layout as the editor's text", () => {
  const text = newConfigText("lab", { endpoints: ["127.0.0.1"], ca: "a", crt: "b", key: "c" });
  assert.equal(
    text,
    "context: lab\ncontexts:\n    lab:\n        endpoints:\n            - 127.0.0.1\n" +
      "        ca: YQ==\n        crt: Yg==\n        key: Yw==\n",
  );
});
