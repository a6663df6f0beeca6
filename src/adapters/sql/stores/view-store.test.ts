import { viewStoreContracts } from "../../../../test/contracts/view-store.ts";
import { ENTITY_ENGINES } from "../../../../test/support/entity-engines.ts";

for (const [engine, scratch] of ENTITY_ENGINES) viewStoreContracts(engine, scratch);
