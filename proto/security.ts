/** The security service: `SecurityService.<Method>`, and its messages as `securityapi.<Message>`. */
export { securityapi, SecurityService } from "./gen/securityapi.js";
