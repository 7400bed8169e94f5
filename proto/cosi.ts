/** The resource service: `State.<Method>`, and its messages as `cosi.resource.<Message>`. */
export { cosi, State } from "./gen/cosi.js";
