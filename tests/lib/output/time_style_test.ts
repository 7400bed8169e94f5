import { equal, ok } from "node:assert/strict";
import { createTimeFormatter, isZone, type TimeStyle } from "../../../lib/output/time_style.ts";

const NOW = Date.UTC(2026, 10, 23, 14, 30, 12);
const format = (style: TimeStyle, ms = NOW, kind = {}) =>
  createTimeFormatter(style, { now: () => NOW })({ seconds: ms / 1000, nanos: 120_000_000 }, kind);

Deno.test("times have the offset of their zone at that time", () => {
  const zone = "Europe/Berlin";
  equal(format({ zone, format: "rfc3339" }), "2026-11-23T15:30:12+01:00");
  equal(format({ zone, format: "rfc3339" }, Date.UTC(2026, 6, 1)), "2026-07-01T02:00:00+02:00");
  equal(format({ zone, format: "datetime" }, Date.UTC(2026, 11, 31, 23)), "2027-01-01 00:00:00");
  equal(format({ zone: "UTC", format: "rfc3339" }), "2026-11-23T14:30:12Z");
  equal(format({ zone: "America/St_Johns", format: "rfc3339" }), "2026-11-23T11:00:12-03:30");
  const local = new Date(NOW);
  ok(
    format({})!.endsWith(
      ` ${String(local.getHours()).padStart(2, "0")}:${
        String(local.getMinutes()).padStart(2, "0")
      }:12`,
    ),
  );
});

Deno.test("ages stay relative without a format, readings of clocks are never relative", () => {
  const zone = "UTC";
  equal(format({ zone }, NOW, { isRelative: true }), undefined);
  equal(format({ zone, format: "datetime" }, NOW, { isRelative: true }), "2026-11-23 14:30:12");
  equal(format({ format: "relative" }, NOW - 180_000), "3 minutes ago");
  equal(format({ zone, format: "relative" }, NOW, { isExact: true }), "2026-11-23 14:30:12.12");
  equal(format({ zone }, NOW, { isExact: true }), "2026-11-23 14:30:12.12");
  equal(format({ zone }, 1e20), undefined);
});

Deno.test("zones are local, UTC and names of the IANA database", () => {
  ok(["local", "UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"].every(isZone));
  ok(!["", "Berlin", "Europe/Atlantis", "Local Time"].some(isZone));
});
