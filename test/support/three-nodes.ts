// Three nodes behind a balancer, as `npm run cluster` starts them, with a tenant administrator who can log in.
import { systemClock } from "../../src/lib/clock.ts";
import { Cluster, type Detours } from "../../tools/cluster/cluster.ts";
import { freePorts } from "../../tools/cluster/free-ports.ts";
import { runtimeEnvironment } from "./server-process.ts";

export const CLUSTER_ADMIN = { email: "tenant@example.com", password: "A-password-of-a-test-1" };

export interface ThreeNodesOptions {
  readonly environment?: NodeJS.ProcessEnv;
  /** Instead of a bucket. */
  readonly sharedFolder?: string | undefined;
  readonly detours?: Detours;
}

/** Not started yet. */
export async function threeNodes(
  folder: string,
  { environment = {}, sharedFolder, detours }: ThreeNodesOptions = {},
): Promise<Cluster> {
  const [httpPort = 0, mqttPort = 0] = await freePorts(2);
  const settings = {
    ...runtimeEnvironment(),
    BOOTSTRAP_TENANT_ADMIN_EMAIL: CLUSTER_ADMIN.email,
    BOOTSTRAP_TENANT_ADMIN_PASSWORD: CLUSTER_ADMIN.password,
    ...environment,
  };
  return await Cluster.in(
    { folder, sharedFolder, nodes: 3, httpPort, mqttPort, environment: settings, detours },
    { clock: systemClock, say: () => undefined },
  );
}
