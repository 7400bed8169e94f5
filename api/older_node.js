/**
 * Recent methods for Node before release 26, by the specifications of ECMAScript: base64 and
 * hexadecimal of `Uint8Array`, and insertion into maps. Each entry of the npm package imports this
 * module first.
 *
 * @module
 */

/** Defines a method unless the runtime has it. */
function define(target, name, method) {
  if (name in target) return;
  Object.defineProperty(target, name, { value: method, configurable: true, writable: true });
}

define(Uint8Array, "fromBase64", (text, { alphabet } = {}) => {
  if (alphabet !== "base64url" && /[-_]/.test(text)) throw new SyntaxError("invalid base64");
  const standard = alphabet === "base64url" ? text.replaceAll("-", "+").replaceAll("_", "/") : text;
  try {
    return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0));
  } catch (cause) {
    throw new SyntaxError("invalid base64", { cause });
  }
});

define(Uint8Array, "fromHex", (text) => {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new SyntaxError("invalid hexadecimal text");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
});

define(Uint8Array.prototype, "toBase64", function ({ alphabet, omitPadding = false } = {}) {
  // In parts: a call has a limited number of arguments.
  let binary = "";
  for (let start = 0; start < this.length; start += 4096) {
    binary += String.fromCharCode(...this.subarray(start, start + 4096));
  }
  const padded = btoa(binary);
  const text = omitPadding ? padded.replace(/(?<!=)=+$/, "") : padded;
  return alphabet === "base64url" ? text.replaceAll("+", "-").replaceAll("/", "_") : text;
});

define(Uint8Array.prototype, "toHex", function () {
  return Array.from(this, (byte) => byte.toString(16).padStart(2, "0")).join("");
});

for (const { prototype } of [Map, WeakMap]) {
  define(prototype, "getOrInsertComputed", function (key, create) {
    if (!this.has(key)) this.set(key, create(key));
    return this.get(key);
  });
  define(prototype, "getOrInsert", function (key, value) {
    return this.getOrInsertComputed(key, () => value);
  });
}
