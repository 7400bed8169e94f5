import assert from "node:assert/strict";
import { formatRelativeTime } from "../../../lib/output/relative_time.ts";

const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;

Deno.test("formatRelativeTime() formats past and future times", () => {
  for (
    const [distance, words] of [
      [0, "now"],
      [999, "now"],
      [SECOND, "1 second ago"],
      [1999, "1 second ago"],
      [2 * SECOND, "2 seconds ago"],
      [59 * SECOND, "59 seconds ago"],
      [MINUTE, "1 minute ago"],
      [2 * MINUTE, "2 minutes ago"],
      [HOUR, "1 hour ago"],
      [2 * HOUR, "2 hours ago"],
      [DAY, "1 day ago"],
      [2 * DAY, "2 days ago"],
      [7 * DAY, "1 week ago"],
      [14 * DAY, "2 weeks ago"],
      [29 * DAY, "4 weeks ago"],
      [30 * DAY, "1 month ago"],
      [60 * DAY, "2 months ago"],
      [359 * DAY, "11 months ago"],
      [360 * DAY, "1 year ago"],
      [539 * DAY, "1 year ago"],
      [540 * DAY, "2 years ago"],
      [720 * DAY, "2 years ago"],
      [36 * 360 * DAY, "36 years ago"],
      [37 * 360 * DAY, "a long while ago"],
      [1e15, "a long while ago"],
      [-500, "now"],
      [-3 * MINUTE, "3 minutes from now"],
      [-40 * DAY, "1 month from now"],
    ] as const
  ) {
    assert.equal(formatRelativeTime(1e12 - distance, 1e12), words, String(distance));
  }
});
