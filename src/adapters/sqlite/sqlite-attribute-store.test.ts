import { attributeStoreContract } from "../../../test/contracts/attribute-store.ts";
import { ScratchDevices } from "../../../test/support/device-world.ts";

attributeStoreContract("SQLite", async () => {
  const devices = await ScratchDevices.open();
  return {
    store: devices.stores.attributes,
    addDevice: () => devices.add(),
    deleteDevice: (id) => {
      devices.delete(id);
    },
    addTenant: () => devices.addTenant(),
    deleteTenant: (id) => devices.stores.tenants.deleteTenant(id),
    [Symbol.asyncDispose]: () => devices[Symbol.asyncDispose](),
  };
});
