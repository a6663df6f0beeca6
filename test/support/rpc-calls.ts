// Calls of the platform to a device behind a gateway, for tests: how one arrives and is answered.
import { expect } from "vitest";
import { connectGateway, RPC, type ConnectedGateway, type GatewayOptions } from "./conformance.ts";
import type { TestPlatform } from "./platform.ts";
import { member } from "./rest-client.ts";
import type { TestDevice } from "./tenant.ts";

export interface Reachable {
  readonly gateway: ConnectedGateway;
  readonly device: TestDevice;
}

/** A device whose gateway has subscribed to calls. */
export async function reachable(platform: TestPlatform, options: GatewayOptions = {}): Promise<Reachable> {
  const gateway = await connectGateway(platform, { subscribe: [RPC], ...options });
  return { gateway, device: await gateway.connectDevice() };
}

export function nextCommand(gateway: ConnectedGateway): Promise<unknown> {
  return gateway.client.nextJson(RPC);
}

export async function reply(
  gateway: ConnectedGateway,
  device: { readonly name: string },
  command: unknown,
  data: unknown,
): Promise<void> {
  const id = member(command, "data", "id");
  expect(await gateway.publish(RPC, { device: device.name, id, data })).toBe(0);
}
