/** Packet captures and filters. */
import { deepStrictEqual, ok } from "node:assert/strict";
import fc from "fast-check";
import { OsctlError } from "../../lib/errors.ts";
import { compileFilter, parseFilter } from "../../lib/pcap/bpf/compile_filter.ts";
import { findInvalid } from "../../lib/pcap/bpf/instruction.ts";
import { runFilter } from "../../lib/pcap/bpf/run_filter.ts";
import { BriefFormatter, formatDump, formatJsonPacket } from "../../lib/pcap/mod.ts";
import {
  type CapturedPacket,
  encodeCaptureHeader,
  encodePacket,
  LINK_ETHERNET,
  LINK_RAW,
  RecordReader,
} from "../../lib/pcap/packet_file.ts";
import { concat } from "../../lib/rpc/http2/bytes.ts";
import { checkProperty, resultOf } from "../helpers/check_property.ts";
import { FILTER_EXPRESSIONS } from "../lib/pcap/filter_expressions.ts";
import { samplePackets } from "../lib/pcap/packets.ts";

const SAMPLES = samplePackets().map(({ data }) => data);

async function* readPackets(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<CapturedPacket> {
  const reader = new RecordReader();
  for await (const chunk of chunks) {
    reader.push(chunk);
    while (reader.next()) yield reader.packet;
  }
}

/** A sample packet with some bytes changed, often cut. */
const data = fc.tuple(
  fc.constantFrom(...SAMPLES),
  fc.array(fc.tuple(fc.nat(120), fc.oneof(fc.constant(255), fc.nat(255))), { maxLength: 8 }),
  fc.option(fc.nat(120)),
).map(([sample, changes, cut]) => {
  const bytes = sample.slice(0, cut ?? undefined);
  for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
  return bytes;
});
const linkType = fc.constantFrom(LINK_ETHERNET, LINK_ETHERNET, LINK_ETHERNET, LINK_RAW);
const packet = fc.record({
  seconds: fc.nat(2 ** 32 - 1),
  nanos: fc.nat(999_999_999),
  more: fc.nat(2000),
  data,
}).map(({ more, ...rest }) => ({ ...rest, length: rest.data.length + more }));

async function* pieces(bytes: Uint8Array, offsets: readonly number[]) {
  const at = offsets.map((offset) => offset % (bytes.length + 1)).sort((a, b) => a - b);
  let from = 0;
  for (const to of [...at, bytes.length]) {
    yield bytes.slice(from, to);
    await Promise.resolve();
    from = to;
  }
}

checkProperty(
  "a capture is read back, in whatever pieces it arrives",
  fc.asyncProperty(
    fc.array(packet, { maxLength: 6 }),
    fc.boolean(),
    fc.array(fc.nat(), { maxLength: 12 }),
    async (packets, nanoseconds, offsets) => {
      const header = encodeCaptureHeader({ snapLength: 262_144, linkType: 1, nanoseconds });
      const file = concat([header, ...packets.map((one) => encodePacket(one, nanoseconds))]);
      const found = [];
      for await (const { data, ...rest } of readPackets(pieces(file, offsets))) {
        found.push({ ...rest, data: data.slice() });
      }
      const expected = packets.map((one) => ({
        ...one,
        nanos: nanoseconds ? one.nanos : Math.floor(one.nanos / 1000) * 1000,
      }));
      deepStrictEqual(found, expected);
    },
  ),
);

checkProperty(
  "changed packets are printed in every form, without control characters",
  fc.property(packet, linkType, (one, linkType) => {
    const outputs = [
      formatDump(one, linkType),
      new BriefFormatter(linkType).format(one),
      formatJsonPacket(one, linkType),
    ];
    for (const output of outputs) {
      ok(output.length > 0 && output.length < 1_000_000, output.slice(0, 200));
      // deno-lint-ignore no-control-regex
      ok(!/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(output), JSON.stringify(output));
    }
  }),
);

const valid = fc.constantFrom(...FILTER_EXPRESSIONS).filter((text) =>
  "value" in resultOf(() => compileFilter(text, LINK_ETHERNET))
);

checkProperty(
  "not, and, or of filters select what their parts select",
  fc.property(valid, valid, data, (a, b, bytes) => {
    // "vlan" and other encapsulations shift the offsets of the filters after it. A computed offset can be beyond any packet,
    // and a divisor 0; both reject the packet.
    fc.pre(!/vlan|mpls|pppoe|geneve|\[[^\]]*[\[+*-]|len\]|[/%]\s*[a-z(]/.test(`${a} ${b}`));
    // A load beyond a packet rejects it, and simplified programs have fewer loads.
    const whole = new Uint8Array(4096);
    whole.set(bytes.slice(0, whole.length));
    const accepts = (text: string) =>
      runFilter(compileFilter(text, LINK_ETHERNET), whole, whole.length) > 0;
    const [first, second] = [accepts(a), accepts(b)];
    deepStrictEqual(accepts(`(${a}) and (${b})`), first && second, `${a}, ${b}`);
    deepStrictEqual(accepts(`not (${a})`), !first, a);
    deepStrictEqual(accepts(`(${a}) or (${b})`), first || second, `${a}, ${b}`);
  }),
);

const word = fc.constantFrom(
  ...new Set(FILTER_EXPRESSIONS.flatMap((text) => text.split(/\b/)).map((part) => part.trim())),
);

checkProperty(
  "any filter is a valid program or a usage error",
  fc.property(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(word, { maxLength: 10 }).map((words) => words.join(" ")),
      fc.array(fc.nat(2 ** 17), { maxLength: 9 }).map((all) => all.join(" ")),
    ),
    linkType,
    data,
    (text, linkType, bytes) => {
      const result = resultOf(() => parseFilter(text, linkType));
      if ("error" in result) {
        ok(result.error instanceof OsctlError, String(result.error));
        return;
      }
      if (result.value.length === 0) return;
      deepStrictEqual(findInvalid(result.value), undefined);
      ok(runFilter(result.value, bytes, bytes.length) >= 0);
    },
  ),
);
