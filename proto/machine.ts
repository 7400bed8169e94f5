/** The machine services: `MachineService.<Method>`, and their messages as `machine.<Message>`. */
export { ImageService, LifecycleService, machine, MachineService } from "./gen/machine.js";
