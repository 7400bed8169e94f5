/** The inspect service: `InspectService.<Method>`, and its messages as `inspect.<Message>`. */
export { inspect, InspectService } from "./gen/inspect.js";
