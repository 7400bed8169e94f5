/** Applies differences that the program sends, see its `delta.ts`. */

/** Returns the value after a change; parts that have not changed are the same objects. */
export function applyDelta(before, delta) {
  if ("v" in delta) return delta.v;
  if ("o" in delta) {
    const after = { ...before };
    for (const [name, change] of Object.entries(delta.o)) {
      if (change === null) delete after[name];
      else after[name] = applyDelta(before[name], change);
    }
    return after;
  }
  return delta.a.flatMap((part) => {
    if (Array.isArray(part)) return before.slice(part[0], part[0] + part[1]);
    return ["v" in part ? part.v : applyDelta(before[part.i], part.d)];
  });
}
