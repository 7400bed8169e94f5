/** The methods for older releases of Node return what methods of this runtime return. */
import { deepEqual, equal, throws } from "node:assert/strict";

/** Base64 and hexadecimal of Uint8Array. */
interface Methods {
  fromBase64(text: string, options?: { alphabet?: string }): Uint8Array;
  fromHex(text: string): Uint8Array;
  prototype: { toBase64(options?: object): string; toHex(): string };
}

const NAMES = ["fromBase64", "fromHex"] as const;
const PROTOTYPE_NAMES = ["toBase64", "toHex"] as const;
const MAP_NAMES = ["getOrInsert", "getOrInsertComputed"] as const;

/** Loads the module without the methods of the runtime; returns its methods and restores these. */
async function loadMethods() {
  const owners: [object, readonly string[]][] = [
    [Uint8Array, NAMES],
    [Uint8Array.prototype, PROTOTYPE_NAMES],
    [Map.prototype, MAP_NAMES],
    [WeakMap.prototype, MAP_NAMES],
  ];
  const saved = owners.flatMap(([owner, names]) =>
    names.map((name) => [owner, name, Object.getOwnPropertyDescriptor(owner, name)!] as const)
  );
  for (const [owner, name] of saved) Reflect.deleteProperty(owner, name);
  const url = new URL("../../api/older_node.js", import.meta.url).href;
  await import(`${url}?alone`);
  const defined = saved.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name)!.value);
  for (const [owner, name, descriptor] of saved) Object.defineProperty(owner, name, descriptor);
  const [fromBase64, fromHex, toBase64, toHex, getOrInsert, getOrInsertComputed] = defined;
  return { fromBase64, fromHex, toBase64, toHex, getOrInsert, getOrInsertComputed };
}

const methods = await loadMethods();

Deno.test("methods for older releases of Node return what this runtime returns", () => {
  const own = Uint8Array as unknown as Methods;
  for (const length of [0, 1, 2, 3, 255, 4096, 10_000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => index * 31 % 256);
    const options = [{}, { alphabet: "base64url" }, { alphabet: "base64url", omitPadding: true }];
    for (const option of options) {
      const text = own.prototype.toBase64.call(bytes, option);
      equal(methods.toBase64.call(bytes, option), text);
      deepEqual(methods.fromBase64(text, option), own.fromBase64(text, option));
    }
    const hex = own.prototype.toHex.call(bytes);
    equal(methods.toHex.call(bytes), hex);
    deepEqual(methods.fromHex(hex), bytes);
  }
  for (const text of ["a", "a-b_", "&&&&", "AAAA=", "A==="]) {
    throws(() => own.fromBase64(text), SyntaxError);
    throws(() => methods.fromBase64(text), SyntaxError, text);
  }
  for (const text of ["a", "0g", "0x"]) throws(() => methods.fromHex(text), SyntaxError, text);
});

Deno.test("maps of older releases of Node insert a value once", () => {
  const map = new Map<string, number>();
  equal(methods.getOrInsertComputed.call(map, "a", (key: string) => key.length), 1);
  equal(methods.getOrInsertComputed.call(map, "a", () => 5), 1);
  deepEqual([...map], [["a", 1]]);
});
