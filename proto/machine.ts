/** The machine service: `MachineService.<Method>`, and its messages as `machine.<Message>`. */
export { machine, MachineService } from "./gen/machine.js";
