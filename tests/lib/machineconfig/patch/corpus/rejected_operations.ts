/** JSON patches that are rejected. */
import type { Case } from "./case.ts";
import { DOCUMENTS } from "./config.ts";
import { machine } from "./write.ts";

/** Rejected JSON patches. */
export const rejectedOperations: readonly Case[] = [
  {
    name: "rejects an operation that is not a map",
    patches: ["[1]"],
    rejected: /^--patch #1:1:2: an operation must be a map/,
  },
  {
    name: "rejects an operation without op and path",
    patches: ['[{"value": 1}]'],
    rejected:
      /^--patch #1:1:2: the operation has no "op"\n--patch #1:1:2: the operation has no "path"/,
  },
  {
    name: "rejects an unknown operation",
    patches: ['[{"op": "insert", "path": "/a", "value": 1}]'],
    rejected: /^--patch #1:1:9: unknown operation "insert"/,
  },
  {
    name: "rejects a path with a missing parent",
    patches: ["- op: replace\n  path: /machine/nothing/here\n  value: 1\n"],
    rejected: /^--patch #1:1:3: operation "replace": no list or map at "\/machine\/nothing"/,
  },
  {
    name: "rejects the removal of an absent value",
    patches: [
      '[{"op": "test", "path": "/debug", "value": false}, {"op": "remove", "path": "/machine/nothing"}]',
    ],
    rejected: /^--patch #1:1:52: operation 2 "remove": no value at "\/machine\/nothing"/,
  },
  {
    name: "rejects a move of an absent value",
    patches: ['[{"op": "move", "from": "/machine/nothing", "path": "/machine/x"}]'],
    rejected: /no value at "\/machine\/nothing"/,
  },
  {
    name: "rejects a move of a value into itself",
    patches: ['[{"op": "move", "from": "/machine", "path": "/machine/x"}]'],
    rejected: /^--patch #1:1:2: operation "move": invalid path "\/machine\/x"/,
  },
  {
    name: "rejects a failed test and prints no value",
    patches: ['[{"op": "test", "path": "/machine/token", "value": "guess"}]'],
    rejected: /^--patch #1:1:2: operation "test": the value at "\/machine\/token" is different$/,
  },
  {
    name: "rejects an index after the end of a list",
    patches: ['[{"op": "add", "path": "/machine/certSANs/7", "value": "x"}]'],
    rejected:
      /^--patch #1:1:2: operation "add": "7" is not an index of the list at "\/machine\/certSANs"/,
  },
  {
    name: "rejects the replacement of an item after the end of a list",
    patches: ['[{"op": "replace", "path": "/machine/certSANs/2", "value": "x"}]'],
    rejected: /no value at "\/machine\/certSANs\/2"/,
  },
  {
    name: "rejects a path through a string",
    patches: ['[{"op": "add", "path": "/machine/type/x", "value": 1}]'],
    rejected: /no list or map at "\/machine\/type"/,
  },
  {
    name: "rejects the removal of the whole document",
    patches: ['[{"op": "remove", "path": ""}]'],
    rejected: /operation "remove": the path "" is the whole document/,
  },
  {
    name: "rejects a JSON patch for several documents",
    config: DOCUMENTS,
    patches: ['[{"op": "remove", "path": "/machine/time"}]'],
    rejected: /^--patch #1: a JSON patch requires a single document, found 7/,
  },
  {
    name: "rejects a merge into a configuration that a JSON patch made invalid",
    patches: [
      '[{"op": "add", "path": "/machine/unheard", "value": 1}]',
      machine("{type: worker}"),
    ],
    rejected: /^--patch #1: the result is invalid: machine\.unheard: unknown key/,
  },
  {
    name: "rejects a merge into an invalid configuration",
    config: "machine:\n  typ: worker\n",
    patches: [machine("{type: worker}")],
    rejected: /^node\.yaml:2:3: machine\.typ: unknown key "typ"; did you mean "type"/,
  },
  {
    name: "rejects a JSON pointer without a leading slash",
    patches: ['[{"op": "add", "path": "machine/debug", "value": 1}]'],
    rejected: /^--patch #1:1:24: the path "machine\/debug" does not start with "\/"/,
    differs: "ignores the part before the first slash",
  },
  {
    name: "rejects the operation add without a value",
    patches: ['[{"op": "add", "path": "/machine/kernel"}]'],
    rejected: /^--patch #1:1:2: the operation "add" has no "value"/,
    differs: "adds null",
  },
  {
    name: "rejects a copy of an absent value",
    patches: ['[{"op": "copy", "from": "/machine/nothing", "path": "/machine/x"}]'],
    rejected: /no value at "\/machine\/nothing"/,
    differs: "writes null",
  },
  {
    name: "rejects a test of an absent value",
    patches: ['[{"op": "test", "path": "/machine/nothing", "value": 1}]'],
    rejected: /no value at "\/machine\/nothing"/,
  },
];
