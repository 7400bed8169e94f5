import { equal, match, throws } from "node:assert/strict";
import { grantsOthers } from "../../../lib/osconfig/warning.ts";
import { writeFileAtomic } from "../../../lib/platform/files.ts";
import { AclError, readAccessList, restrictToOwner } from "../../../lib/platform/windows_acl.ts";

const windows = { ignore: Deno.build.os !== "windows" };

/** Wine stores access control lists as modes of Unix, and reports others as readers. */
function isWine(): boolean {
  try {
    Deno.dlopen("ntdll.dll", { wine_get_version: { parameters: [], result: "pointer" } }).close();
    return true;
  } catch {
    return false;
  }
}

const native = { ignore: Deno.build.os !== "windows" || isWine() };

Deno.test("on Windows, private files grant access to their owner only", native, async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}\\key.pem`;
    await writeFileAtomic(path, "secret", { mode: 0o600 });
    match(readAccessList(path), /^D:P/);
    equal(grantsOthers(readAccessList(path)), false);
    equal(await Deno.readTextFile(path), "secret");
    await writeFileAtomic(path, "changed", { mode: 0o600 });
    equal(grantsOthers(readAccessList(path)), false);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("restrictToOwner() fails for a missing file", windows, () => {
  throws(() => restrictToOwner("C:\\absent\\file", { isFolder: false }), AclError);
});
