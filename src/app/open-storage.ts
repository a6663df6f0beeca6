// Opens the stores that the settings name. Those of a cluster are loaded only where they are used.
import type { Config } from "./config.ts";
import { openFolderStorage } from "./folder-storage.ts";
import type { Storage, StorageDeps } from "./storage.ts";

export async function openStorage(config: Config, deps: StorageDeps): Promise<Storage> {
  if (config.cluster.postgresUrl === undefined) return await openFolderStorage(config, deps);
  const { openClusterStorage } = await import("./cluster/cluster-storage.ts");
  return await openClusterStorage(config, deps);
}
