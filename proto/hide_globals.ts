/** Hides globals when it is loaded, before the libraries in `protobuf.ts`. */
import { hideGlobals } from "./hidden_globals.ts";

hideGlobals();
