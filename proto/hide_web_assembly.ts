/** Hides `WebAssembly` when it is loaded, before the library in `long.ts`. */
import { hideWebAssembly } from "./web_assembly.ts";

hideWebAssembly();
