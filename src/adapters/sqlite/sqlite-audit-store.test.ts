import { auditStoreContract } from "../../../test/contracts/audit-store.ts";
import { ScratchDevices } from "../../../test/support/device-world.ts";

auditStoreContract("SQLite", async () => {
  const devices = await ScratchDevices.open();
  return {
    store: devices.stores.audit,
    addDevice: (tenantId, name) => devices.add({ tenantId, name }),
    [Symbol.asyncDispose]: () => devices[Symbol.asyncDispose](),
  };
});
