/** The storage service: `StorageService.<Method>`, and its messages as `storage.<Message>`. */
export { storage, StorageService } from "./gen/storage.js";
