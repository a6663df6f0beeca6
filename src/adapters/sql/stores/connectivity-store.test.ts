import { connectivityStoreContract } from "../../../../test/contracts/connectivity-store.ts";
import { ScratchDevices } from "../../../../test/support/device-world.ts";
import { ENTITY_ENGINES } from "../../../../test/support/entity-engines.ts";

for (const [engine, scratch] of ENTITY_ENGINES)
  connectivityStoreContract(engine, async () => {
    const devices = await ScratchDevices.open(scratch);
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
