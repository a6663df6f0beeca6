import { dashboardStoreContracts } from "../../../../test/contracts/dashboard-store.ts";
import { ENTITY_ENGINES } from "../../../../test/support/entity-engines.ts";

for (const [engine, scratch] of ENTITY_ENGINES) dashboardStoreContracts(engine, scratch);
