/** Test resources, and abbreviated watch events. */
import { Store } from "../../../../lib/sandbox/state/store.ts";
import type { NewResource, Spec } from "../../../../lib/sandbox/state/resource.ts";
import type { WatchEvent } from "../../../../lib/sandbox/state/watch.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

export const KIND = { namespace: "zoo", type: "Animals.test.dev" };

/** Returns a spec of one line. */
export function spec(text: string): Spec {
  return { value: text, yaml: `${text}\n`, proto: new TextEncoder().encode(text) };
}

/** Returns a resource of the kind above. */
export function animal(id: string, text = "", more: Partial<NewResource> = {}): NewResource {
  return { ...KIND, id, spec: spec(text), ...more };
}

/** Returns a store with a stopped clock. */
export function newStore(historyCapacity?: number): { store: Store; clock: FakeClock } {
  const clock = new FakeClock();
  return { store: new Store(clock, historyCapacity), clock };
}

/** Abbreviates an event: `updated cat@2 (was 1)`. */
export function inShort(event: WatchEvent): string {
  if (event.kind === "errored") return `errored ${event.error}`;
  const { id, version } = event.resource.metadata;
  const name = version === undefined ? id : `${id}@${version}`;
  const old = event.kind === "updated" ? ` (was ${event.old.metadata.version})` : "";
  return `${event.kind} ${name}${old}`.trim();
}

/** Returns the next batch of a watch, abbreviated. */
export async function next(watch: AsyncIterator<WatchEvent[]>): Promise<string[]> {
  const { value, done } = await watch.next();
  return done === true ? ["end"] : value.map(inShort);
}
