/** The key management service: `KMSService.<Method>`, and its messages as `sidero.kms.<Message>`. */
export { KMSService, sidero } from "./gen/sidero.js";
