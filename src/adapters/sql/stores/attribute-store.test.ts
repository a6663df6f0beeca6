import { attributeStoreContract } from "../../../../test/contracts/attribute-store.ts";
import { ScratchDevices } from "../../../../test/support/device-world.ts";
import { ENTITY_ENGINES } from "../../../../test/support/entity-engines.ts";

for (const [engine, scratch] of ENTITY_ENGINES)
  attributeStoreContract(engine, async () => {
    const devices = await ScratchDevices.open(scratch);
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
