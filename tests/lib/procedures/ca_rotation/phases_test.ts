import { deepEqual, equal } from "node:assert/strict";
import { isSameTrust, trustAfter } from "../../../../lib/procedures/ca_rotation/phases.ts";
import { PHASES } from "../../../../lib/procedures/ca_rotation/types.ts";
import type { Trust } from "../../../../lib/machineconfig/authorities/mod.ts";

const pem = (name: string) =>
  `-----BEGIN CERTIFICATE-----\n${btoa(`certificate ${name}`)}\n-----END CERTIFICATE-----\n`;
const ca = (name: string) => ({ crt: pem(name), key: `key ${name}` });
const [OLD, NEW, OTHER] = [ca("old"), ca("new"), pem("other")];
const FORTH = { from: OLD, to: NEW };
const BACK = { from: NEW, to: OLD };

/** The states of a node in the order of a rotation. */
function statesOf(start: Trust, isControlPlane: boolean): Trust[] {
  const states = [start];
  for (const phase of PHASES) {
    states.push(trustAfter(phase, states.at(-1)!, FORTH, isControlPlane));
  }
  return states;
}

const START: Trust = { issuing: OLD, accepted: [OTHER] };
const WORKER: Trust = { issuing: { crt: OLD.crt, key: undefined }, accepted: [] };
/** A worker with a document of v1.14. */
const ACCEPTING: Trust = { issuing: undefined, accepted: [OLD.crt] };

Deno.test("a control plane accepts, issues and drops; other authorities remain", () => {
  deepEqual(statesOf(START, true).slice(1), [
    { issuing: OLD, accepted: [OTHER, NEW.crt] },
    { issuing: NEW, accepted: [OTHER, OLD.crt] },
    { issuing: NEW, accepted: [OTHER] },
  ]);
});

Deno.test("a worker never gets a key", () => {
  const issuing = { crt: NEW.crt, key: undefined };
  deepEqual(statesOf(WORKER, false).slice(2), [
    { issuing, accepted: [OLD.crt] },
    { issuing, accepted: [] },
  ]);
  deepEqual(statesOf(ACCEPTING, false).slice(1).map(({ accepted }) => accepted), [
    [OLD.crt, NEW.crt],
    [NEW.crt, OLD.crt],
    [NEW.crt],
  ]);
});

Deno.test("a repeated phase changes nothing", () => {
  for (
    const [start, isControlPlane] of [[START, true], [WORKER, false], [ACCEPTING, false]] as const
  ) {
    const states = statesOf(start, isControlPlane);
    PHASES.forEach((phase, index) => {
      const state = states[index + 1]!;
      equal(isSameTrust(trustAfter(phase, state, FORTH, isControlPlane), state), true, phase);
    });
  }
});

Deno.test("a rollback from every state returns to the start", () => {
  for (
    const [start, isControlPlane] of [[START, true], [WORKER, false], [ACCEPTING, false]] as const
  ) {
    for (const state of statesOf(start, isControlPlane)) {
      const end = PHASES.reduce(
        (trust, phase) => trustAfter(phase, trust, BACK, isControlPlane),
        state,
      );
      deepEqual(end, start);
    }
  }
});

Deno.test("the same certificate in other line breaks is not added again", () => {
  const crlf = NEW.crt.replaceAll("\n", "\r\n");
  const trust = { issuing: OLD, accepted: [crlf] };
  equal(trustAfter("accept", trust, FORTH, true), trust);
  deepEqual(trustAfter("issue", trust, FORTH, true).accepted, [OLD.crt]);
});

Deno.test("certificates without a final line feed do not run into the next one", () => {
  const unterminated = { crt: OLD.crt.trimEnd(), key: OLD.key };
  const pair = { from: unterminated, to: NEW };
  const worker = { issuing: undefined, accepted: [unterminated.crt] };
  deepEqual(trustAfter("accept", worker, pair, false).accepted, [OLD.crt, NEW.crt]);
  const control = { issuing: unterminated, accepted: [NEW.crt] };
  deepEqual(trustAfter("issue", control, pair, true).accepted, [OLD.crt]);
  equal(trustAfter("accept", control, pair, true), control);
});
