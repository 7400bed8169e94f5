/** JSON patches that are refused. */
import type { Case } from "./case.ts";
import { DOCUMENTS } from "./config.ts";
import { machine } from "./write.ts";

/** Refused. */
export const refusedOperations: readonly Case[] = [
  {
    name: "refused: operations that are none",
    patches: ["[1]"],
    refused: /^--patch #1:1:2: an operation must be a map/,
  },
  {
    name: "refused: an operation without a name or path",
    patches: ['[{"value": 1}]'],
    refused:
      /^--patch #1:1:2: the operation has no "op"\n--patch #1:1:2: the operation has no "path"/,
  },
  {
    name: "refused: an unknown operation",
    patches: ['[{"op": "insert", "path": "/a", "value": 1}]'],
    refused: /^--patch #1:1:9: unknown operation "insert"/,
  },
  {
    name: "refused: a parent that is missing",
    patches: ["- op: replace\n  path: /machine/nothing/here\n  value: 1\n"],
    refused: /^--patch #1:1:3: operation "replace": no list or map at "\/machine\/nothing"/,
  },
  {
    name: "refused: removing what is absent",
    patches: [
      '[{"op": "test", "path": "/debug", "value": false}, {"op": "remove", "path": "/machine/nothing"}]',
    ],
    refused: /^--patch #1:1:52: operation 2 "remove": no value at "\/machine\/nothing"/,
  },
  {
    name: "refused: moving what is absent",
    patches: ['[{"op": "move", "from": "/machine/nothing", "path": "/machine/x"}]'],
    refused: /no value at "\/machine\/nothing"/,
  },
  {
    name: "refused: moving into itself",
    patches: ['[{"op": "move", "from": "/machine", "path": "/machine/x"}]'],
    refused: /^--patch #1:1:2: operation "move": it cannot be done at "\/machine\/x"/,
  },
  {
    name: "refused: a test that fails, without telling the value",
    patches: ['[{"op": "test", "path": "/machine/token", "value": "guess"}]'],
    refused: /^--patch #1:1:2: operation "test": the value at "\/machine\/token" is another$/,
  },
  {
    name: "refused: an index behind the end",
    patches: ['[{"op": "add", "path": "/machine/certSANs/7", "value": "x"}]'],
    refused:
      /^--patch #1:1:2: operation "add": "7" is not an index of the list at "\/machine\/certSANs"/,
  },
  {
    name: "refused: replacing an item behind the end",
    patches: ['[{"op": "replace", "path": "/machine/certSANs/2", "value": "x"}]'],
    refused: /no value at "\/machine\/certSANs\/2"/,
  },
  {
    name: "refused: going into a text",
    patches: ['[{"op": "add", "path": "/machine/type/x", "value": 1}]'],
    refused: /no list or map at "\/machine\/type"/,
  },
  {
    name: "refused: removing the whole document",
    patches: ['[{"op": "remove", "path": ""}]'],
    refused: /the path is that of the whole document/,
  },
  {
    name: "refused: a JSON patch for several documents",
    config: DOCUMENTS,
    patches: ['[{"op": "remove", "path": "/machine/time"}]'],
    refused: /^--patch #1: a JSON patch requires a single document, found 7/,
  },
  {
    name: "refused: merging into what a JSON patch made wrong",
    patches: [
      '[{"op": "add", "path": "/machine/unheard", "value": 1}]',
      machine("{type: worker}"),
    ],
    refused: /^--patch #1: the result is invalid: machine\.unheard: unknown key/,
  },
  {
    name: "refused: merging into a wrong configuration",
    config: "machine:\n  typ: worker\n",
    patches: [machine("{type: worker}")],
    refused: /^node\.yaml:2:3: machine\.typ: unknown key "typ"; did you mean "type"/,
  },
  {
    name: "refused: a pointer without a slash",
    patches: ['[{"op": "add", "path": "machine/debug", "value": 1}]'],
    refused: /^--patch #1:1:24: the path "machine\/debug" does not start with "\/"/,
    differs: "it leaves out what is before the first slash",
  },
  {
    name: "refused: adding without a value",
    patches: ['[{"op": "add", "path": "/machine/kernel"}]'],
    refused: /^--patch #1:1:2: the operation "add" has no "value"/,
    differs: "it adds null",
  },
  {
    name: "refused: copying what is absent",
    patches: ['[{"op": "copy", "from": "/machine/nothing", "path": "/machine/x"}]'],
    refused: /no value at "\/machine\/nothing"/,
    differs: "it writes null",
  },
  {
    name: "refused: testing what is absent",
    patches: ['[{"op": "test", "path": "/machine/nothing", "value": 1}]'],
    refused: /no value at "\/machine\/nothing"/,
  },
];
