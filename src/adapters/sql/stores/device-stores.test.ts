import { credentialsStoreContract } from "../../../../test/contracts/credentials-store.ts";
import { deviceStoreContract } from "../../../../test/contracts/device-store.ts";
import { packageStoreContract } from "../../../../test/contracts/package-store.ts";
import { profileStoreContract } from "../../../../test/contracts/profile-store.ts";
import { registryStoreContract } from "../../../../test/contracts/registry-store.ts";
import { rolloutStoreContract } from "../../../../test/contracts/rollout-store.ts";
import { deviceStores } from "../../../../test/support/device-stores.ts";
import { ENTITY_ENGINES } from "../../../../test/support/entity-engines.ts";

for (const [engine, scratch] of ENTITY_ENGINES) {
  const open = () => deviceStores(scratch);
  registryStoreContract(engine, open);
  deviceStoreContract(engine, open);
  credentialsStoreContract(engine, open);
  profileStoreContract(engine, open);
  packageStoreContract(engine, open);
  rolloutStoreContract(engine, open);
}
