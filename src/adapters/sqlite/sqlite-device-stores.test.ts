import { credentialsStoreContract } from "../../../test/contracts/credentials-store.ts";
import { deviceStoreContract } from "../../../test/contracts/device-store.ts";
import { packageStoreContract } from "../../../test/contracts/package-store.ts";
import { profileStoreContract } from "../../../test/contracts/profile-store.ts";
import { registryStoreContract } from "../../../test/contracts/registry-store.ts";
import { rolloutStoreContract } from "../../../test/contracts/rollout-store.ts";
import { sqliteDeviceStores } from "../../../test/support/sqlite-device-stores.ts";

registryStoreContract("SQLite", sqliteDeviceStores);
deviceStoreContract("SQLite", sqliteDeviceStores);
credentialsStoreContract("SQLite", sqliteDeviceStores);
profileStoreContract("SQLite", sqliteDeviceStores);
packageStoreContract("SQLite", sqliteDeviceStores);
rolloutStoreContract("SQLite", sqliteDeviceStores);
