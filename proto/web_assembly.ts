/**
 * Hides `WebAssembly` while `long` is loaded, which would start the engine for faster divisions that no
 * call uses.
 *
 * @module
 */

let hidden: PropertyDescriptor | undefined;

/** Hides the global until {@linkcode restoreWebAssembly}. */
export function hideWebAssembly(): void {
  hidden = Object.getOwnPropertyDescriptor(globalThis, "WebAssembly");
  if (hidden === undefined) return;
  Object.defineProperty(globalThis, "WebAssembly", { configurable: true, value: undefined });
}

/** Restores the hidden global. */
export function restoreWebAssembly(): void {
  if (hidden !== undefined) Object.defineProperty(globalThis, "WebAssembly", hidden);
}
