import { auditStoreContract } from "../../../../test/contracts/audit-store.ts";
import { ScratchDevices } from "../../../../test/support/device-world.ts";
import { ENTITY_ENGINES } from "../../../../test/support/entity-engines.ts";

for (const [engine, scratch] of ENTITY_ENGINES)
  auditStoreContract(engine, async () => {
    const devices = await ScratchDevices.open(scratch);
    return {
      store: devices.stores.audit,
      addDevice: (tenantId, name) => devices.add({ tenantId, name }),
      [Symbol.asyncDispose]: () => devices[Symbol.asyncDispose](),
    };
  });
