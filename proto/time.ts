/** The time service: `TimeService.<Method>`, and its messages as `time.<Message>`. */
export { time, TimeService } from "./gen/time.js";
