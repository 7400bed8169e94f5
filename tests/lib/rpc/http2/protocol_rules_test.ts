import assert from "node:assert/strict";
import type { ConnectionOptions } from "../../../../lib/rpc/http2/connection_options.ts";
import { encodeHeaders, type HeaderField } from "../../../../lib/rpc/http2/hpack.ts";
import type { Stream } from "../../../../lib/rpc/http2/stream.ts";
import { open, REQUEST, request, turn, type Wire } from "./wire.ts";

const [PROTOCOL, FLOW, CLOSED, SIZE, REFUSED, COMPRESSION] = [1, 3, 5, 6, 7, 9];
const [DATA, HEADERS, PRIORITY, RST, SETTINGS, PUSH, PING, GOAWAY, UPDATE, CONTINUATION] = [
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

/** A connection under test, after the exchange of settings. */
interface Subject {
  wire: Wire;
  /** Its open streams. */
  streams: Stream[];
  /** The calls of the receivers of its streams. */
  events: string[];
}

/** Creates a server, or a client with stream 1 open, that has received settings. */
async function subject(role: "client" | "server", more: Partial<ConnectionOptions> = {}) {
  const streams: Stream[] = [];
  const events: string[] = [];
  const listen = (stream: Stream) => {
    streams.push(stream);
    stream.receiver = {
      headers: (fields) => events.push(`${stream.id} headers ${fields.length}`),
      data: (piece) => events.push(`${stream.id} data ${piece.length}`),
      end: () => events.push(`${stream.id} end`),
      closed: (error) => events.push(`${stream.id} closed${error ? ` ${error.code}` : ""}`),
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
  return { wire, connection, ended, streams, events };
}

/** Returns the GOAWAY and RST_STREAM frames that `violate` causes: `goaway code`, `reset stream code`. */
async function reaction(
  role: "client" | "server",
  violate: (subject: Subject) => void,
  more: Partial<ConnectionOptions> = {},
): Promise<string> {
  const tested = await subject(role, more);
  violate(tested);
  await turn();
  await turn();
  const frames = tested.wire.frames.flatMap((frame) => {
    const [type, , stream, payload = ""] = frame.split(" ");
    if (type === "7") return [`goaway ${parseInt(payload.slice(8, 16), 16)}`];
    return type === "3" ? [`reset ${stream} ${parseInt(payload, 16)}`] : [];
  });
  tested.connection.destroy();
  await tested.ended;
  return frames.join(", ");
}

type Case = [name: string, violate: (subject: Subject) => void, reaction: string];

for (const role of ["client", "server"] as const) {
  Deno.test(`a ${role} ends the connection at a frame with an invalid stream or length`, async () => {
    const cases: Case[] = [
      ["DATA", ({ wire }) => wire.receive(DATA, 0, 0, "00"), `goaway ${PROTOCOL}`],
      ["HEADERS", ({ wire }) => wire.receive(HEADERS, WHOLE, 0, request), `goaway ${PROTOCOL}`],
      ["PRIORITY", ({ wire }) => wire.receive(PRIORITY, 0, 0, zeros(5)), `goaway ${PROTOCOL}`],
      ["RST_STREAM", ({ wire }) => wire.receive(RST, 0, 0, zeros(4)), `goaway ${PROTOCOL}`],
      ["SETTINGS", ({ wire }) => wire.receive(SETTINGS, 0, 1), `goaway ${PROTOCOL}`],
      ["PUSH_PROMISE", ({ wire }) => wire.receive(PUSH, WHOLE, 1, zeros(4)), `goaway ${PROTOCOL}`],
      ["PING", ({ wire }) => wire.receive(PING, 0, 1, zeros(8)), `goaway ${PROTOCOL}`],
      ["GOAWAY", ({ wire }) => wire.receive(GOAWAY, 0, 1, zeros(8)), `goaway ${PROTOCOL}`],
      ["CONTINUATION", ({ wire }) => wire.receive(CONTINUATION, WHOLE, 0), `goaway ${PROTOCOL}`],
      ["an unknown frame", ({ wire }) => wire.receive(99, 255, 77, zeros(3)), ""],
      ["padded DATA", ({ wire }) => wire.receive(DATA, PADDED, 1), `goaway ${SIZE}`],
      ["padding", ({ wire }) => wire.receive(DATA, PADDED, 1, "0100"), ""],
      [
        "too much padding",
        ({ wire }) => wire.receive(HEADERS, PADDED, 1, "02"),
        `goaway ${PROTOCOL}`,
      ],
      ["padded HEADERS", ({ wire }) => wire.receive(HEADERS, PADDED, 1), `goaway ${SIZE}`],
      [
        "HEADERS too short for a priority",
        ({ wire }) => wire.receive(HEADERS, WITH_PRIORITY, 1, zeros(4)),
        `goaway ${SIZE}`,
      ],
      ["short PRIORITY", ({ wire }) => wire.receive(PRIORITY, 0, 1, zeros(4)), `goaway ${SIZE}`],
      ["long RST_STREAM", ({ wire }) => wire.receive(RST, 0, 1, zeros(5)), `goaway ${SIZE}`],
      ["odd SETTINGS", ({ wire }) => wire.receive(SETTINGS, 0, 0, zeros(7)), `goaway ${SIZE}`],
      ["ACK with more", ({ wire }) => wire.receive(SETTINGS, ACK, 0, zeros(6)), `goaway ${SIZE}`],
      ["short PING", ({ wire }) => wire.receive(PING, 0, 0, zeros(7)), `goaway ${SIZE}`],
      ["long PING", ({ wire }) => wire.receive(PING, ACK, 0, zeros(9)), `goaway ${SIZE}`],
      ["short GOAWAY", ({ wire }) => wire.receive(GOAWAY, 0, 0, zeros(7)), `goaway ${SIZE}`],
      ["long UPDATE", ({ wire }) => wire.receive(UPDATE, 0, 0, zeros(5)), `goaway ${SIZE}`],
      ["a large frame", ({ wire }) => wire.receive(99, 0, 0, zeros(20_001)), `goaway ${SIZE}`],
      ["large DATA", ({ wire }) => wire.receive(DATA, 0, 1, zeros(20_001)), `goaway ${SIZE}`],
      [
        "large HEADERS",
        ({ wire }) => wire.receive(HEADERS, 4, 1, zeros(20_001)),
        `goaway ${SIZE}`,
      ],
    ];
    for (const [name, violate, expected] of cases) {
      // Padding of DATA is only allowed where DATA is.
      const opened = (tested: Subject) => {
        if (role === "server" && name === "padding") {
          tested.wire.receive(HEADERS, WHOLE, 1, request);
        }
        if (role === "client" && name === "padding") {
          tested.wire.receive(HEADERS, WHOLE, 1, encodeHeaders([[":status", "200"]]));
        }
        violate(tested);
      };
      assert.equal(await reaction(role, opened), expected, name);
    }
  });

  Deno.test(`a ${role} ends the connection at an invalid setting or window`, async () => {
    const cases: Case[] = [
      ["push 2", ({ wire }) => wire.receive(SETTINGS, 0, 0, "000200000002"), `goaway ${PROTOCOL}`],
      [
        "push 1",
        ({ wire }) => wire.receive(SETTINGS, 0, 0, "000200000001"),
        role === "client" ? `goaway ${PROTOCOL}` : "",
      ],
      ["push 0", ({ wire }) => wire.receive(SETTINGS, 0, 0, "000200000000"), ""],
      ["window", ({ wire }) => wire.receive(SETTINGS, 0, 0, "000480000000"), `goaway ${FLOW}`],
      ["frames", ({ wire }) => wire.receive(SETTINGS, 0, 0, "000501000000"), `goaway ${PROTOCOL}`],
      ["unknown", ({ wire }) => wire.receive(SETTINGS, 0, 0, "ffffffffffff"), ""],
      ["increment 0", ({ wire }) => wire.receive(UPDATE, 0, 0, zeros(4)), `goaway ${PROTOCOL}`],
      [
        "window above 2^31-1",
        ({ wire }) => wire.receive(UPDATE, 0, 0, "7fffffff"),
        `goaway ${FLOW}`,
      ],
      [
        "idle stream",
        ({ wire }) => wire.receive(UPDATE, 0, 99, "00000001"),
        `goaway ${PROTOCOL}`,
      ],
      ["even stream", ({ wire }) => wire.receive(UPDATE, 0, 2, "00000001"), `goaway ${PROTOCOL}`],
    ];
    for (const [name, violate, expected] of cases) {
      assert.equal(await reaction(role, violate), expected, name);
    }
  });

  Deno.test(`a ${role} resets a stream at increment 0 and at a window above 2^31-1`, async () => {
    const start = ({ wire }: Subject) => {
      if (role === "server") wire.receive(HEADERS, WHOLE, 1, request);
    };
    const grow = (by: string) => (tested: Subject) => {
      start(tested);
      tested.wire.receive(UPDATE, 0, 1, by);
    };
    assert.equal(await reaction(role, grow(zeros(4))), `reset 1 ${PROTOCOL}`);
    assert.equal(await reaction(role, grow("7fffffff")), `reset 1 ${FLOW}`);
    assert.equal(await reaction(role, grow("7fff0000")), "");
    const settings = (tested: Subject) => {
      start(tested);
      tested.wire.receive(UPDATE, 0, 1, "7fff0000");
      tested.wire.receive(SETTINGS, 0, 0, "00047fffffff");
    };
    assert.equal(await reaction(role, settings), `goaway ${FLOW}`);
  });

  Deno.test(`a ${role} ends the connection at a malformed header block`, async () => {
    const cases: Case[] = [
      ["interrupted", ({ wire }) => {
        wire.receive(HEADERS, END, 1, request);
        wire.receive(PING, 0, 0, zeros(8));
      }, `goaway ${PROTOCOL}`],
      ["interrupted by data", ({ wire }) => {
        wire.receive(HEADERS, 0, 1, request);
        wire.receive(DATA, 0, 1, "00");
      }, `goaway ${PROTOCOL}`],
      ["continued on another stream", ({ wire }) => {
        wire.receive(HEADERS, 0, 1, request);
        wire.receive(CONTINUATION, WHOLE, 3);
      }, `goaway ${PROTOCOL}`],
      [
        "invalid index",
        ({ wire }) => wire.receive(HEADERS, WHOLE, 1, "be"),
        `goaway ${COMPRESSION}`,
      ],
      [
        "size update after a field",
        ({ wire }) => wire.receive(HEADERS, WHOLE, 1, "8820"),
        `goaway ${COMPRESSION}`,
      ],
      [
        "size update above the limit",
        ({ wire }) => wire.receive(HEADERS, WHOLE, 1, "3fe21f88"),
        `goaway ${COMPRESSION}`,
      ],
      [
        "depends on itself",
        ({ wire }) =>
          wire.receive(HEADERS, WITH_PRIORITY | WHOLE, 1, `0000000100${request.toHex()}`),
        `goaway ${PROTOCOL}`,
      ],
      [
        "depends on itself later",
        ({ wire }) => wire.receive(PRIORITY, 0, 1, "8000000100"),
        `goaway ${PROTOCOL}`,
      ],
    ];
    for (const [name, violate, expected] of cases) {
      assert.equal(await reaction(role, violate), expected, name);
    }
  });
}

Deno.test("a malformed request is reset and not dispatched", async () => {
  const cases: [string, HeaderField[]][] = [
    ["upper case", [...REQUEST, ["X-Test", "1"]]],
    ["space in a name", [...REQUEST, ["x test", "1"]]],
    ["empty name", [...REQUEST, ["", "1"]]],
    ["line break", [...REQUEST, ["x", "a\nb"]]],
    ["NUL", [...REQUEST, ["x", "a\0b"]]],
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
    const violate = ({ wire, streams }: Subject) => {
      wire.receive(HEADERS, WHOLE, 1, encodeHeaders(fields));
      assert.equal(streams.length, 0);
    };
    assert.equal(await reaction("server", violate), `reset 1 ${PROTOCOL}`, name);
  }
});

Deno.test("valid requests of every form are dispatched", async () => {
  const cases: HeaderField[][] = [
    [...REQUEST, ["te", "trailers"], ["content-length", "0"], ["x", " space "], ["x", "again"]],
    [[":method", "CONNECT"], [":authority", "a:1"]],
    [[":method", "OPTIONS"], [":scheme", "https"], [":path", "*"]],
  ];
  for (const fields of cases) {
    const { wire, connection, events, ended } = await subject("server");
    wire.receive(HEADERS, WHOLE | END, 1, encodeHeaders(fields));
    await turn();
    assert.deepEqual(events, ["1 end"]);
    connection.destroy();
    await ended;
  }
});

Deno.test("a malformed response resets the stream", async () => {
  const respond = (fields: HeaderField[], flags = WHOLE) => ({ wire }: Subject) =>
    wire.receive(HEADERS, flags, 1, encodeHeaders(fields));
  const ok: HeaderField = [":status", "200"];
  const cases: Case[] = [
    ["no status", respond([["x", "1"]]), `reset 1 ${PROTOCOL}`],
    ["two", respond([ok, ok]), `reset 1 ${PROTOCOL}`],
    ["not a number", respond([[":status", "ok"]]), `reset 1 ${PROTOCOL}`],
    ["101", respond([[":status", "101"]]), `reset 1 ${PROTOCOL}`],
    ["a request", respond([ok, [":path", "/"]]), `reset 1 ${PROTOCOL}`],
    ["connection", respond([ok, ["connection", "close"]]), `reset 1 ${PROTOCOL}`],
    ["last interim", respond([[":status", "103"]], WHOLE | END), `reset 1 ${PROTOCOL}`],
    ["data first", ({ wire }) => wire.receive(DATA, 0, 1, "00"), `reset 1 ${PROTOCOL}`],
    ["end first", ({ wire }) => wire.receive(DATA, END, 1), `reset 1 ${PROTOCOL}`],
    ["short body", respond([ok, ["content-length", "3"]], WHOLE | END), `reset 1 ${PROTOCOL}`],
  ];
  for (const [name, violate, expected] of cases) {
    assert.equal(await reaction("client", violate), expected, name);
  }
});

Deno.test("a response may have interim responses and trailers", async () => {
  const { wire, connection, events, ended } = await subject("client");
  wire.receive(HEADERS, WHOLE, 1, encodeHeaders([[":status", "103"]]));
  wire.receive(HEADERS, WHOLE, 1, encodeHeaders([[":status", "200"], ["content-length", "2"]]));
  wire.receive(DATA, 0, 1, "0102");
  wire.receive(HEADERS, WHOLE | END, 1, encodeHeaders([["grpc-status", "0"], ["x", "y"]]));
  await turn();
  const expected = ["headers 1", "headers 2", "data 2", "headers 2", "end", "closed"];
  assert.deepEqual(events, expected.map((line) => `1 ${line}`));
  connection.destroy();
  await ended;
});

Deno.test("trailers have END_STREAM and no pseudo-header fields", async () => {
  const trailers = (fields: HeaderField[], flags: number) => ({ wire }: Subject) => {
    wire.receive(HEADERS, WHOLE, 1, request);
    wire.receive(HEADERS, flags, 1, encodeHeaders(fields));
  };
  assert.equal(await reaction("server", trailers([["x", "1"]], WHOLE)), `reset 1 ${PROTOCOL}`);
  const pseudo = trailers([[":method", "POST"]], WHOLE | END);
  assert.equal(await reaction("server", pseudo), `reset 1 ${PROTOCOL}`);
  assert.equal(await reaction("server", trailers([["x", "1"]], WHOLE | END)), "");
});

Deno.test("a body has the length of content-length", async () => {
  const send = (announced: string, ...frames: [flags: number, length: number][]) => {
    return ({ wire }: Subject) => {
      const fields = encodeHeaders([...REQUEST, ["content-length", announced]]);
      wire.receive(HEADERS, WHOLE, 1, fields);
      for (const [flags, length] of frames) wire.receive(DATA, flags, 1, zeros(length));
    };
  };
  assert.equal(await reaction("server", send("3", [0, 2], [END, 1])), "");
  assert.equal(await reaction("server", send("3", [0, 2], [END, 0])), `reset 1 ${PROTOCOL}`);
  assert.equal(await reaction("server", send("3", [0, 4])), `reset 1 ${PROTOCOL}`);
  assert.equal(await reaction("server", send("3", [END, 4])), `reset 1 ${PROTOCOL}`);
});

Deno.test("frames on closed and idle streams", async () => {
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
  const respond = ({ streams }: Subject) => streams[0]?.sendHeaders([[":status", "200"]], true);
  const cancel = ({ streams }: Subject) => streams[0]?.reset(8);
  const cases: Case[] = [
    ["data when half closed", then(half, data), `reset 1 ${CLOSED}`],
    ["headers when half closed", then(half, headers), `reset 1 ${CLOSED}`],
    ["twice", then(half, data, data), `reset 1 ${CLOSED}, goaway ${CLOSED}`],
    ["others when half closed", then(half, update, priority), ""],
    ["reset when half closed", then(half, reset, priority, update), ""],
    ["data after a reset", then(half, reset, data), `goaway ${CLOSED}`],
    ["headers after a reset", then(half, reset, headers), `goaway ${CLOSED}`],
    ["data when closed", then(half, respond, data), `goaway ${CLOSED}`],
    ["headers when closed", then(half, respond, headers), `goaway ${CLOSED}`],
    ["others when closed", then(half, respond, update, reset, priority), ""],
    ["data before opening", data, `goaway ${PROTOCOL}`],
    ["reset before opening", reset, `goaway ${PROTOCOL}`],
    ["update before opening", update, `goaway ${PROTOCOL}`],
    ["priority before opening", priority, ""],
    ["even", ({ wire }) => wire.receive(HEADERS, WHOLE, 2, request), `goaway ${PROTOCOL}`],
    ["decreasing", ({ wire }) => {
      wire.receive(HEADERS, WHOLE, 5, request);
      wire.receive(HEADERS, WHOLE, 3, request);
    }, `goaway ${PROTOCOL}`],
  ];
  for (const [name, violate, expected] of cases) {
    assert.equal(await reaction("server", violate), expected, name);
  }
  // After a reset by this side, data and trailers may still be in flight.
  const trailers = ({ wire }: Subject) =>
    wire.receive(HEADERS, WHOLE | END, 1, encodeHeaders([["x", "y"]]));
  const late = then(begin(WHOLE), cancel, data, trailers, update, reset);
  assert.equal(await reaction("server", late), "reset 1 8");
  assert.equal(
    await reaction("server", then(begin(WHOLE), cancel, headers)),
    `reset 1 8, goaway ${PROTOCOL}`,
  );
});

Deno.test("a client rejects headers on streams that it has not opened", async () => {
  const status = encodeHeaders([[":status", "200"]]);
  const on = (id: number) => ({ wire }: Subject) => wire.receive(HEADERS, WHOLE, id, status);
  assert.equal(await reaction("client", on(2)), `goaway ${PROTOCOL}`);
  assert.equal(await reaction("client", on(3)), `goaway ${PROTOCOL}`);
  assert.equal(await reaction("client", on(1)), "");
});

Deno.test("refused streams do not count against the limit", async () => {
  const many = ({ wire }: Subject) => {
    for (const id of [1, 3, 5, 7]) wire.receive(HEADERS, WHOLE, id, request);
  };
  assert.equal(await reaction("server", many), `reset 5 ${REFUSED}, reset 7 ${REFUSED}`);
});

Deno.test("a reduced header table is answered once by a size update to 0", async () => {
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
