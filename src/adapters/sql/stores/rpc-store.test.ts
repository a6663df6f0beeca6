import { rpcStoreContract } from "../../../../test/contracts/rpc-store.ts";
import { ScratchDevices } from "../../../../test/support/device-world.ts";
import { millis } from "../../../lib/clock.ts";
import { ENTITY_ENGINES } from "../../../../test/support/entity-engines.ts";

for (const [engine, scratch] of ENTITY_ENGINES)
  rpcStoreContract(engine, async () => {
    const devices = await ScratchDevices.open(scratch);
    return {
      store: devices.stores.rpc,
      tenantId: devices.tenantId,
      addDevice: (fields) => devices.add(fields),
      deleteDevice: (id) => {
        devices.delete(id);
      },
      route: async (gatewayId, deviceId) => {
        await devices.stores.registry.connectRoutes(devices.tenantId, gatewayId, [deviceId], millis(1));
      },
      [Symbol.asyncDispose]: () => devices[Symbol.asyncDispose](),
    };
  });
