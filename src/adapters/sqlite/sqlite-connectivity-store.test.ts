import { connectivityStoreContract } from "../../../test/contracts/connectivity-store.ts";
import { ScratchDevices } from "../../../test/support/device-world.ts";

connectivityStoreContract("SQLite", async () => {
  const devices = await ScratchDevices.open();
  return {
    store: devices.stores.connectivity,
    attributes: devices.stores.attributes,
    tenantId: devices.tenantId,
    addDevice: (createdAt) => devices.add({ createdAt }),
    deleteDevice: (id) => {
      devices.delete(id);
    },
    [Symbol.asyncDispose]: () => devices[Symbol.asyncDispose](),
  };
});
