// Firmware and software for proxied devices: chunks of an offered package, in any order and as often as requested.
// Offers are sent once for many devices. Source: docs/gateway-api.md, "Updating the devices behind a gateway".
import { DEFERRED } from "../../core/acknowledgement.ts";
import { parseDeviceName, type DeviceName } from "../../core/devices/device.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import type { PackageKind } from "../../core/devices/profile-store.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { PACKAGE_KINDS, packageName } from "../../core/ota/ota-package.ts";
import { withFile, type FilePackage } from "../../core/ota/package-reader.ts";
import { writeJson } from "../../lib/json.ts";
import { asInteger, asText } from "../../lib/scalars.ts";
import type { DeviceClient } from "../device-api/client.ts";
import type { AssignedPackages } from "../device-api/packages.ts";
import { membersOf, parseObject, refuse, settle } from "../device-api/payload.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import { charge, type GatewayDeps } from "./gateway-devices.ts";

const CHUNK_RESPONSE_FILTER = "v1/gateway/ota/response/+/chunk/+";

export interface GatewayPackageDeps extends GatewayDeps {
  readonly packages: AssignedPackages;
  readonly chunkBytesMax: number;
}

interface ChunkRequest {
  readonly name: DeviceName;
  readonly kind: PackageKind;
  readonly title: string;
  readonly version: string;
  readonly size: number;
}

type Message = RoutedMessage<DeviceClient>;

export class GatewayPackages {
  readonly #deps: GatewayPackageDeps;

  constructor(deps: GatewayPackageDeps) {
    this.#deps = deps;
  }

  /** Answers if the gateway has subscribed to chunks; past the end of the package the answer is empty. */
  async answer(message: Message): Promise<typeof DEFERRED> {
    const { client, receivedAt, session } = message;
    const { activity, devices } = this.#deps;
    activity.ofClient(client, receivedAt);
    const request = parseRequest(message, this.#deps.chunkBytesMax);
    const { name, size } = request;
    try {
      charge(message, name);
      const { tenantId } = client.device;
      const device = devices.find(tenantId, name) ?? (await devices.load(tenantId, name));
      if (device === undefined) throw invalid(`there is no device "${name}"`);
      activity.about(device, message);
      const chunk = await this.#read(device, request, message.part * size);
      await session.settled();
      // The PUBACK goes out before the answer.
      settle(message);
      const qos = session.subscribedQos(CHUNK_RESPONSE_FILTER);
      const topic = `v1/gateway/ota/response/${String(message.id)}/chunk/${String(message.part)}`;
      if (qos !== undefined) session.publish(topic, chunk, qos);
      return DEFERRED;
    } catch (error) {
      return refuse(message, error, name);
    }
  }

  async #read(device: KnownDevice, request: ChunkRequest, start: number): Promise<Uint8Array> {
    const found = await this.#assigned(device, request);
    try {
      return await this.#deps.packages.read(found, { start, bytes: request.size });
    } catch (error) {
      // Repeating the request would not bring the file back.
      if (error instanceof DomainError && error.kind === "not-found") throw invalid(error.message);
      throw error;
    }
  }

  /** Serves only the version that was offered: if another one has been assigned since, the device must start again. */
  async #assigned(device: KnownDevice, { kind, title, version }: ChunkRequest): Promise<FilePackage> {
    const assigned = await this.#deps.packages.assignedTo(device, kind);
    if (assigned === undefined) throw invalid(`no ${kind.toLowerCase()} is assigned to "${device.name}"`);
    if (assigned.title !== title || assigned.version !== version)
      throw invalid(`"${device.name}" is to have ${packageName(assigned)}, not "${title}" ${version}`);
    const found = withFile(assigned);
    if (found === undefined) throw invalid(`${packageName(assigned)} has no file here: it is loaded from its url`);
    return found;
  }
}

function parseRequest(message: Message, chunkBytesMax: number): ChunkRequest {
  const members = membersOf(parseObject(message));
  return {
    name: parseDeviceName(asText(members.get("device"))),
    kind: parseKind(members.get("type")),
    title: parseText(members.get("title"), "title"),
    version: parseText(members.get("version"), "version"),
    size: parseSize(members.get("size"), chunkBytesMax),
  };
}

function parseKind(value: unknown): PackageKind {
  const kind = PACKAGE_KINDS.find((each) => each === value);
  if (kind === undefined) throw invalid(`"type" must be ${PACKAGE_KINDS.join(" or ")}, got ${shown(value)}`);
  return kind;
}

function parseText(value: unknown, what: string): string {
  const text = asText(value);
  if (typeof text !== "string") throw invalid(`"${what}" must be the ${what} of the package, got ${shown(value)}`);
  return text;
}

function parseSize(value: unknown, max: number): number {
  const size = asInteger(value);
  if (typeof size === "number" && Number.isInteger(size) && size >= 1 && size <= max) return size;
  throw invalid(`"size" must be the bytes of a chunk, from 1 to ${String(max)}, got ${shown(value)}`);
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : writeJson(value).slice(0, 64);
}
