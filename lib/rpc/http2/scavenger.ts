/**
 * Keeps a fast stream's memory small. Every chunk read from a socket is a buffer outside the
 * JavaScript heap; V8 sees only its tiny handle and collects so rarely that hundreds of megabytes of
 * dead buffers pile up. A collection of the young generation, which costs well under a
 * millisecond, frees them (and is faster than taking fresh memory from the system).
 *
 * @module
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes between two collections. */
const INTERVAL = 16 * 1024 * 1024;

type Collect = (options: { type: "minor" }) => void;

let collect: Collect | undefined;

/** Loads V8's collector on first use: short calls never need it. */
function minorCollection(): void {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as Collect;
  }
  collect({ type: "minor" });
}

/** A function to be told of every buffer's size; it collects when enough has passed through. */
export function createScavenger(): (bytes: number) => void {
  let passed = 0;
  return (bytes) => {
    passed += bytes;
    if (passed < INTERVAL) return;
    passed = 0;
    minorCollection();
  };
}
