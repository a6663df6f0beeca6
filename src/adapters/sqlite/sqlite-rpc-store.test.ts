import { rpcStoreContract } from "../../../test/contracts/rpc-store.ts";
import { ScratchDevices } from "../../../test/support/device-world.ts";
import { millis } from "../../lib/clock.ts";

rpcStoreContract("SQLite", async () => {
  const devices = await ScratchDevices.open();
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
