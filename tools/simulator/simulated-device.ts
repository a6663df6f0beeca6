// A device behind a gateway: a name, the model that gives its readings, and the answers to what the platform asks of it.
import type { DeviceModel, Values } from "./models/device-model.ts";

export class SimulatedDevice {
  readonly name: string;
  readonly model: DeviceModel;

  constructor(name: string, model: DeviceModel) {
    this.name = name;
    this.model = model;
  }

  /** What a command is answered with; refusals are answers too. */
  answer(method: string, params: unknown): Values {
    try {
      return (
        this.model.command(method, params) ?? {
          success: false,
          error: `a ${this.model.profile} has no method "${method}"`,
        }
      );
    } catch (error) {
      return { success: false, error: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The settings that were understood, as they are now in force. */
  apply(wanted: ReadonlyMap<string, unknown>): Values {
    const inForce = [...wanted].flatMap(([setting, value]) => {
      const applied = this.model.apply(setting, value);
      return applied === undefined ? [] : [[setting, applied] as const];
    });
    return Object.fromEntries(inForce);
  }
}
