import assert from "node:assert/strict";
import type { ConnectionOptions } from "../../../../lib/rpc/http2/connection_options.ts";
import { encodeHeaders, type HeaderField } from "../../../../lib/rpc/http2/hpack.ts";
import type { Stream } from "../../../../lib/rpc/http2/stream.ts";
import { open, REQUEST, request, turn, type Wire } from "./wire.ts";

const [PROTOCOL, FLOW, CLOSED, SIZE, REFUSED, COMPRESSION] = [1, 3, 5, 6, 7, 9];
const [DATA, HEADERS, PRIORITY, RST, SETTINGS, PUSH, PING, GOAWAY, UPDATE, MORE] = [
  0,
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  9,
];
const [END, ACK, WHOLE, PADDED, WITH_PRIORITY] = [1, 1, 4, 8, 0x20];
const zeros = (length: number) => "00".repeat(length);

/** What a case does to a connection that has exchanged settings. */
interface Subject {
  wire: Wire;
  /** The streams in progress on the tested side. */
  streams: Stream[];
  /** What the receivers of the streams heard. */
  heard: string[];
}

/** A server, or a client with stream 1 open, that has got its peer's settings. */
async function subject(role: "client" | "server", more: Partial<ConnectionOptions> = {}) {
  const streams: Stream[] = [];
  const heard: string[] = [];
  const listen = (stream: Stream) => {
    streams.push(stream);
    stream.receiver = {
      headers: (fields) => heard.push(`${stream.id} headers ${fields.length}`),
      data: (piece) => heard.push(`${stream.id} data ${piece.length}`),
      end: () => heard.push(`${stream.id} end`),
      closed: (error) => heard.push(`${stream.id} closed${error ? ` ${error.code}` : ""}`),
    };
  };
  const { wire, connection, ended } = open(role, { onStream: listen, ...more });
  wire.receive(SETTINGS, 0, 0);
  await connection.ready;
  if (role === "client") {
    const stream = await connection.open();
    listen(stream);
    stream.sendHeaders(REQUEST, true);
  }
  await turn();
  wire.frames.length = 0;
  return { wire, connection, ended, streams, heard };
}

/** What the connection answers to an offence: `go away code`, `reset stream code`, or nothing. */
async function verdict(
  role: "client" | "server",
  offend: (subject: Subject) => void,
  more: Partial<ConnectionOptions> = {},
): Promise<string> {
  const tested = await subject(role, more);
  offend(tested);
  await turn();
  await turn();
  const answers = tested.wire.frames.flatMap((frame) => {
    const [type, , stream, payload = ""] = frame.split(" ");
    if (type === "7") return [`go away ${parseInt(payload.slice(8, 16), 16)}`];
    return type === "3" ? [`reset ${stream} ${parseInt(payload, 16)}`] : [];
  });
  tested.connection.destroy();
  await tested.ended;
  return answers.join(", ");
}

type Case = [name: string, offend: (subject: Subject) => void, verdict: string];

for (const role of ["client", "server"] as const) {
  Deno.test(`a ${role} ends the connection for frames with a wrong stream or length`, async () => {
    const cases: Case[] = [
      ["DATA", ({ wire }) => wire.receive(DATA, 0, 0, "00"), `go away ${PROTOCOL}`],
      ["HEADERS", ({ wire }) => wire.receive(HEADERS, WHOLE, 0, request), `go away ${PROTOCOL}`],
      ["PRIORITY", ({ wire }) => wire.receive(PRIORITY, 0, 0, zeros(5)), `go away ${PROTOCOL}`],
      ["RST_STREAM", ({ wire }) => wire.receive(RST, 0, 0, zeros(4)), `go away ${PROTOCOL}`],
      ["SETTINGS", ({ wire }) => wire.receive(SETTINGS, 0, 1), `go away ${PROTOCOL}`],
      ["PUSH_PROMISE", ({ wire }) => wire.receive(PUSH, WHOLE, 1, zeros(4)), `go away ${PROTOCOL}`],
      ["PING", ({ wire }) => wire.receive(PING, 0, 1, zeros(8)), `go away ${PROTOCOL}`],
      ["GOAWAY", ({ wire }) => wire.receive(GOAWAY, 0, 1, zeros(8)), `go away ${PROTOCOL}`],
      ["CONTINUATION", ({ wire }) => wire.receive(MORE, WHOLE, 0), `go away ${PROTOCOL}`],
      ["an unknown frame", ({ wire }) => wire.receive(99, 255, 77, zeros(3)), ""],
      ["padded DATA", ({ wire }) => wire.receive(DATA, PADDED, 1), `go away ${SIZE}`],
      ["padding", ({ wire }) => wire.receive(DATA, PADDED, 1, "0100"), ""],
      [
        "too much padding",
        ({ wire }) => wire.receive(HEADERS, PADDED, 1, "02"),
        `go away ${PROTOCOL}`,
      ],
      ["padded HEADERS", ({ wire }) => wire.receive(HEADERS, PADDED, 1), `go away ${SIZE}`],
      [
        "HEADERS too short for a priority",
        ({ wire }) => wire.receive(HEADERS, WITH_PRIORITY, 1, zeros(4)),
        `go away ${SIZE}`,
      ],
      ["short PRIORITY", ({ wire }) => wire.receive(PRIORITY, 0, 1, zeros(4)), `go away ${SIZE}`],
      ["long RST_STREAM", ({ wire }) => wire.receive(RST, 0, 1, zeros(5)), `go away ${SIZE}`],
      ["odd SETTINGS", ({ wire }) => wire.receive(SETTINGS, 0, 0, zeros(7)), `go away ${SIZE}`],
      ["ACK with more", ({ wire }) => wire.receive(SETTINGS, ACK, 0, zeros(6)), `go away ${SIZE}`],
      ["short PING", ({ wire }) => wire.receive(PING, 0, 0, zeros(7)), `go away ${SIZE}`],
      ["long PING", ({ wire }) => wire.receive(PING, ACK, 0, zeros(9)), `go away ${SIZE}`],
      ["short GOAWAY", ({ wire }) => wire.receive(GOAWAY, 0, 0, zeros(7)), `go away ${SIZE}`],
      ["long UPDATE", ({ wire }) => wire.receive(UPDATE, 0, 0, zeros(5)), `go away ${SIZE}`],
      ["a large frame", ({ wire }) => wire.receive(99, 0, 0, zeros(20_001)), `go away ${SIZE}`],
      ["large DATA", ({ wire }) => wire.receive(DATA, 0, 1, zeros(20_001)), `go away ${SIZE}`],
      [
        "large HEADERS",
        ({ wire }) => wire.receive(HEADERS, 4, 1, zeros(20_001)),
        `go away ${SIZE}`,
      ],
    ];
    for (const [name, offend, expected] of cases) {
      // Padding of DATA is only allowed where DATA is.
      const opened = (tested: Subject) => {
        if (role === "server" && name === "padding") {
          tested.wire.receive(HEADERS, WHOLE, 1, request);
        }
        if (role === "client" && name === "padding") {
          tested.wire.receive(HEADERS, WHOLE, 1, encodeHeaders([[":status", "200"]]));
        }
        offend(tested);
      };
      assert.equal(await verdict(role, opened), expected, name);
    }
  });

  Deno.test(`a ${role} ends the connection for settings and windows that cannot be`, async () => {
    const cases: Case[] = [
      ["push 2", ({ wire }) => wire.receive(SETTINGS, 0, 0, "000200000002"), `go away ${PROTOCOL}`],
      [
        "push 1",
        ({ wire }) => wire.receive(SETTINGS, 0, 0, "000200000001"),
        role === "client" ? `go away ${PROTOCOL}` : "",
      ],
      ["push 0", ({ wire }) => wire.receive(SETTINGS, 0, 0, "000200000000"), ""],
      ["window", ({ wire }) => wire.receive(SETTINGS, 0, 0, "000480000000"), `go away ${FLOW}`],
      ["frames", ({ wire }) => wire.receive(SETTINGS, 0, 0, "000501000000"), `go away ${PROTOCOL}`],
      ["unknown", ({ wire }) => wire.receive(SETTINGS, 0, 0, "ffffffffffff"), ""],
      ["by nothing", ({ wire }) => wire.receive(UPDATE, 0, 0, zeros(4)), `go away ${PROTOCOL}`],
      ["by too much", ({ wire }) => wire.receive(UPDATE, 0, 0, "7fffffff"), `go away ${FLOW}`],
      [
        "of no stream",
        ({ wire }) => wire.receive(UPDATE, 0, 99, "00000001"),
        `go away ${PROTOCOL}`,
      ],
      ["even stream", ({ wire }) => wire.receive(UPDATE, 0, 2, "00000001"), `go away ${PROTOCOL}`],
    ];
    for (const [name, offend, expected] of cases) {
      assert.equal(await verdict(role, offend), expected, name);
    }
  });

  Deno.test(`a ${role} resets a stream whose window grows by nothing or too much`, async () => {
    const start = ({ wire }: Subject) => {
      if (role === "server") wire.receive(HEADERS, WHOLE, 1, request);
    };
    const grow = (by: string) => (tested: Subject) => {
      start(tested);
      tested.wire.receive(UPDATE, 0, 1, by);
    };
    assert.equal(await verdict(role, grow(zeros(4))), `reset 1 ${PROTOCOL}`);
    assert.equal(await verdict(role, grow("7fffffff")), `reset 1 ${FLOW}`);
    assert.equal(await verdict(role, grow("7fff0000")), "");
    const settings = (tested: Subject) => {
      start(tested);
      tested.wire.receive(UPDATE, 0, 1, "7fff0000");
      tested.wire.receive(SETTINGS, 0, 0, "00047fffffff");
    };
    assert.equal(await verdict(role, settings), `go away ${FLOW}`);
  });

  Deno.test(`a ${role} ends the connection for header blocks it cannot follow`, async () => {
    const cases: Case[] = [
      ["interrupted", ({ wire }) => {
        wire.receive(HEADERS, END, 1, request);
        wire.receive(PING, 0, 0, zeros(8));
      }, `go away ${PROTOCOL}`],
      ["interrupted by data", ({ wire }) => {
        wire.receive(HEADERS, 0, 1, request);
        wire.receive(DATA, 0, 1, "00");
      }, `go away ${PROTOCOL}`],
      ["continued elsewhere", ({ wire }) => {
        wire.receive(HEADERS, 0, 1, request);
        wire.receive(MORE, WHOLE, 3);
      }, `go away ${PROTOCOL}`],
      [
        "no such entry",
        ({ wire }) => wire.receive(HEADERS, WHOLE, 1, "be"),
        `go away ${COMPRESSION}`,
      ],
      [
        "late size",
        ({ wire }) => wire.receive(HEADERS, WHOLE, 1, "8820"),
        `go away ${COMPRESSION}`,
      ],
      [
        "large size",
        ({ wire }) => wire.receive(HEADERS, WHOLE, 1, "3fe21f88"),
        `go away ${COMPRESSION}`,
      ],
      [
        "depends on itself",
        ({ wire }) =>
          wire.receive(HEADERS, WITH_PRIORITY | WHOLE, 1, `0000000100${request.toHex()}`),
        `go away ${PROTOCOL}`,
      ],
      [
        "depends on itself later",
        ({ wire }) => wire.receive(PRIORITY, 0, 1, "8000000100"),
        `go away ${PROTOCOL}`,
      ],
    ];
    for (const [name, offend, expected] of cases) {
      assert.equal(await verdict(role, offend), expected, name);
    }
  });
}

Deno.test("a request that is none is reset, and nobody hears of it", async () => {
  const cases: [string, HeaderField[]][] = [
    ["upper case", [...REQUEST, ["X-Test", "1"]]],
    ["space in a name", [...REQUEST, ["x test", "1"]]],
    ["empty name", [...REQUEST, ["", "1"]]],
    ["line break", [...REQUEST, ["x", "a\nb"]]],
    ["zero", [...REQUEST, ["x", "a\0b"]]],
    ["unknown pseudo-field", [...REQUEST, [":test", "1"]]],
    ["field of responses", [...REQUEST, [":status", "200"]]],
    ["late pseudo-field", [["x", "1"], ...REQUEST]],
    ["connection", [...REQUEST, ["connection", "keep-alive"]]],
    ["transfer-encoding", [...REQUEST, ["transfer-encoding", "chunked"]]],
    ["te", [...REQUEST, ["te", "gzip"]]],
    ["no method", REQUEST.filter(([name]) => name !== ":method")],
    ["no scheme", REQUEST.filter(([name]) => name !== ":scheme")],
    ["no path", REQUEST.filter(([name]) => name !== ":path")],
    ["empty path", [[":method", "POST"], [":scheme", "https"], [":path", ""]]],
    ["relative path", [[":method", "POST"], [":scheme", "https"], [":path", "x"]]],
    ...REQUEST.map((field): [string, HeaderField[]] => [`two ${field[0]}`, [field, ...REQUEST]]),
    ["CONNECT with a path", [[":method", "CONNECT"], [":authority", "a"], [":path", "/"]]],
    ["bad length", [...REQUEST, ["content-length", "x"]]],
    ["two lengths", [...REQUEST, ["content-length", "1"], ["content-length", "2"]]],
  ];
  for (const [name, fields] of cases) {
    const offend = ({ wire, streams }: Subject) => {
      wire.receive(HEADERS, WHOLE, 1, encodeHeaders(fields));
      assert.equal(streams.length, 0);
    };
    assert.equal(await verdict("server", offend), `reset 1 ${PROTOCOL}`, name);
  }
});

Deno.test("requests of every right form are taken", async () => {
  const cases: HeaderField[][] = [
    [...REQUEST, ["te", "trailers"], ["content-length", "0"], ["x", " space "], ["x", "again"]],
    [[":method", "CONNECT"], [":authority", "a:1"]],
    [[":method", "OPTIONS"], [":scheme", "https"], [":path", "*"]],
  ];
  for (const fields of cases) {
    const { wire, connection, heard, ended } = await subject("server");
    wire.receive(HEADERS, WHOLE | END, 1, encodeHeaders(fields));
    await turn();
    assert.deepEqual(heard, ["1 end"]);
    connection.destroy();
    await ended;
  }
});

Deno.test("an answer that is none resets the stream", async () => {
  const answer = (fields: HeaderField[], flags = WHOLE) => ({ wire }: Subject) =>
    wire.receive(HEADERS, flags, 1, encodeHeaders(fields));
  const ok: HeaderField = [":status", "200"];
  const cases: Case[] = [
    ["no status", answer([["x", "1"]]), `reset 1 ${PROTOCOL}`],
    ["two", answer([ok, ok]), `reset 1 ${PROTOCOL}`],
    ["no number", answer([[":status", "ok"]]), `reset 1 ${PROTOCOL}`],
    ["101", answer([[":status", "101"]]), `reset 1 ${PROTOCOL}`],
    ["a request", answer([ok, [":path", "/"]]), `reset 1 ${PROTOCOL}`],
    ["connection", answer([ok, ["connection", "close"]]), `reset 1 ${PROTOCOL}`],
    ["last interim", answer([[":status", "103"]], WHOLE | END), `reset 1 ${PROTOCOL}`],
    ["data first", ({ wire }) => wire.receive(DATA, 0, 1, "00"), `reset 1 ${PROTOCOL}`],
    ["end first", ({ wire }) => wire.receive(DATA, END, 1), `reset 1 ${PROTOCOL}`],
    ["short body", answer([ok, ["content-length", "3"]], WHOLE | END), `reset 1 ${PROTOCOL}`],
  ];
  for (const [name, offend, expected] of cases) {
    assert.equal(await verdict("client", offend), expected, name);
  }
});

Deno.test("an answer may have interim responses and trailers", async () => {
  const { wire, connection, heard, ended } = await subject("client");
  wire.receive(HEADERS, WHOLE, 1, encodeHeaders([[":status", "103"]]));
  wire.receive(HEADERS, WHOLE, 1, encodeHeaders([[":status", "200"], ["content-length", "2"]]));
  wire.receive(DATA, 0, 1, "0102");
  wire.receive(HEADERS, WHOLE | END, 1, encodeHeaders([["grpc-status", "0"], ["x", "y"]]));
  await turn();
  const expected = ["headers 1", "headers 2", "data 2", "headers 2", "end", "closed"];
  assert.deepEqual(heard, expected.map((line) => `1 ${line}`));
  connection.destroy();
  await ended;
});

Deno.test("trailers are the last, and hold no pseudo-fields", async () => {
  const trailers = (fields: HeaderField[], flags: number) => ({ wire }: Subject) => {
    wire.receive(HEADERS, WHOLE, 1, request);
    wire.receive(HEADERS, flags, 1, encodeHeaders(fields));
  };
  assert.equal(await verdict("server", trailers([["x", "1"]], WHOLE)), `reset 1 ${PROTOCOL}`);
  const pseudo = trailers([[":method", "POST"]], WHOLE | END);
  assert.equal(await verdict("server", pseudo), `reset 1 ${PROTOCOL}`);
  assert.equal(await verdict("server", trailers([["x", "1"]], WHOLE | END)), "");
});

Deno.test("a body has the announced length", async () => {
  const send = (announced: string, ...frames: [flags: number, length: number][]) => {
    return ({ wire }: Subject) => {
      const fields = encodeHeaders([...REQUEST, ["content-length", announced]]);
      wire.receive(HEADERS, WHOLE, 1, fields);
      for (const [flags, length] of frames) wire.receive(DATA, flags, 1, zeros(length));
    };
  };
  assert.equal(await verdict("server", send("3", [0, 2], [END, 1])), "");
  assert.equal(await verdict("server", send("3", [0, 2], [END, 0])), `reset 1 ${PROTOCOL}`);
  assert.equal(await verdict("server", send("3", [0, 4])), `reset 1 ${PROTOCOL}`);
  assert.equal(await verdict("server", send("3", [END, 4])), `reset 1 ${PROTOCOL}`);
});

Deno.test("frames on streams that are not open are judged by who ended them", async () => {
  const begin = (flags: number) => ({ wire }: Subject) => wire.receive(HEADERS, flags, 1, request);
  const then = (first: (subject: Subject) => void, ...rest: ((subject: Subject) => void)[]) => {
    return (tested: Subject) => {
      first(tested);
      for (const next of rest) next(tested);
    };
  };
  const half = begin(WHOLE | END);
  const data = ({ wire }: Subject) => wire.receive(DATA, END, 1, "00");
  const headers = ({ wire }: Subject) => wire.receive(HEADERS, WHOLE | END, 1, request);
  const reset = ({ wire }: Subject) => wire.receive(RST, 0, 1, zeros(4));
  const update = ({ wire }: Subject) => wire.receive(UPDATE, 0, 1, "00000001");
  const priority = ({ wire }: Subject) => wire.receive(PRIORITY, 0, 1, "0000000300");
  const answer = ({ streams }: Subject) => streams[0]?.sendHeaders([[":status", "200"]], true);
  const cancel = ({ streams }: Subject) => streams[0]?.reset(8);
  const cases: Case[] = [
    ["data when half closed", then(half, data), `reset 1 ${CLOSED}`],
    ["headers when half closed", then(half, headers), `reset 1 ${CLOSED}`],
    ["twice", then(half, data, data), `reset 1 ${CLOSED}, go away ${CLOSED}`],
    ["others when half closed", then(half, update, priority), ""],
    ["reset when half closed", then(half, reset, priority, update), ""],
    ["data behind a reset", then(half, reset, data), `go away ${CLOSED}`],
    ["headers behind a reset", then(half, reset, headers), `go away ${CLOSED}`],
    ["data when closed", then(half, answer, data), `go away ${CLOSED}`],
    ["headers when closed", then(half, answer, headers), `go away ${CLOSED}`],
    ["others when closed", then(half, answer, update, reset, priority), ""],
    ["data before opening", data, `go away ${PROTOCOL}`],
    ["reset before opening", reset, `go away ${PROTOCOL}`],
    ["update before opening", update, `go away ${PROTOCOL}`],
    ["priority before opening", priority, ""],
    ["even", ({ wire }) => wire.receive(HEADERS, WHOLE, 2, request), `go away ${PROTOCOL}`],
    ["decreasing", ({ wire }) => {
      wire.receive(HEADERS, WHOLE, 5, request);
      wire.receive(HEADERS, WHOLE, 3, request);
    }, `go away ${PROTOCOL}`],
  ];
  for (const [name, offend, expected] of cases) {
    assert.equal(await verdict("server", offend), expected, name);
  }
  // Whoever cancels may still get what was on its way: data, and trailers.
  const trailers = ({ wire }: Subject) =>
    wire.receive(HEADERS, WHOLE | END, 1, encodeHeaders([["x", "y"]]));
  const late = then(begin(WHOLE), cancel, data, trailers, update, reset);
  assert.equal(await verdict("server", late), "reset 1 8");
  assert.equal(
    await verdict("server", then(begin(WHOLE), cancel, headers)),
    `reset 1 8, go away ${PROTOCOL}`,
  );
});

Deno.test("a client does not take streams, and knows which it has opened", async () => {
  const status = encodeHeaders([[":status", "200"]]);
  const on = (id: number) => ({ wire }: Subject) => wire.receive(HEADERS, WHOLE, id, status);
  assert.equal(await verdict("client", on(2)), `go away ${PROTOCOL}`);
  assert.equal(await verdict("client", on(3)), `go away ${PROTOCOL}`);
  assert.equal(await verdict("client", on(1)), "");
});

Deno.test("streams above the limit are refused, and take no place", async () => {
  const many = ({ wire }: Subject) => {
    for (const id of [1, 3, 5, 7]) wire.receive(HEADERS, WHOLE, id, request);
  };
  assert.equal(await verdict("server", many), `reset 5 ${REFUSED}, reset 7 ${REFUSED}`);
});

Deno.test("a peer with a small header table is told that it is not used", async () => {
  const { wire, connection, ended } = open("client");
  wire.receive(SETTINGS, 0, 0, "000100000000");
  await connection.ready;
  for (let count = 0; count < 2; count++) (await connection.open()).sendHeaders(REQUEST, true);
  await turn();
  const blocks = wire.frames.filter((frame) => frame.startsWith("1 "));
  assert.deepEqual(blocks.map((frame) => frame.split(" ")[3]?.slice(0, 4)), ["2083", "8387"]);
  connection.destroy();
  await ended;
});
