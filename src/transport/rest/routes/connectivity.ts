// How to connect one particular device: commands, the certificate to trust, and for gateways a compose file and ways to
// send a first message. Source: REST contract 16; the ways to send are this platform's own.
import { Type } from "typebox";
import { permitMember } from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import type { DeviceService } from "../../../core/devices/device-service.ts";
import type { Device } from "../../../core/devices/device.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import {
  certificateFile,
  ConnectivityCommands,
  connectivityCommands,
  LOCAL_HOST,
  type Addresses,
  type CommandParts,
  type ConnectingCredentials,
  type ProtocolAddress,
  type Secured,
} from "../connectivity-commands.ts";
import { permitCredentials } from "../device-access.ts";
import { gatewayCompose } from "../gateway-compose.ts";
import { GatewayTransport, gatewayTransports } from "../gateway-examples.ts";
import { linkBase, type Addressed } from "../link-base.ts";
import { MEMBERS, plainText, resource, openResource, type RestRoute } from "../route.ts";
import { wordOf } from "../nullable.ts";

const open = openResource("connectivity");
const api = resource("connectivity", MEMBERS);

export interface ServerCertificate {
  /** The certificate and its chain. */
  readonly pem: string;
  /** Whether clients do not know the authority and must be given it. */
  readonly isOwnAuthority: boolean;
}

/** How a protocol is offered. Undefined or empty members default to the request or to the ports that listen. */
export interface OfferedProtocol {
  readonly enabled: boolean | undefined;
  readonly host: string;
  readonly port: number | undefined;
}

export interface ConnectivityRouteDeps {
  readonly devices: Pick<DeviceService, "require" | "credentialsOf">;
  readonly offered: Readonly<Record<"http" | "https" | "mqtt" | "mqtts", OfferedProtocol>>;
  /** The gateway image in a compose file; if undefined, its user sets it. */
  readonly gatewayImage: string | undefined;
  /** The listening ports; undefined if a protocol has none. */
  readonly ports: () => Readonly<Record<"http" | "mqtt" | "mqtts", number | undefined>>;
  /** Undefined if the protocol is served without TLS. */
  readonly certificateOf: (protocol: Secured) => Promise<ServerCertificate | undefined>;
}

const EXAMPLE: CommandParts = {
  addresses: { http: { host: "localhost", port: 8080 }, mqtt: { host: "localhost", port: 1883 } },
  credentials: { kind: "ACCESS_TOKEN", credentialsId: "A1B2C3D4E5F6G7H8I9J0", credentialsValue: null },
  baseUrl: "http://localhost:8080",
  ownAuthority: new Set(),
};
const GATEWAY_EXAMPLE = {
  transports: gatewayTransports(EXAMPLE).map((each) => ({ ...each, examples: each.examples.slice(0, 1) })),
};

const GatewayTransports = Type.Object(
  { transports: Type.Array(GatewayTransport) },
  { title: "GatewayConnectionExamples", examples: [GATEWAY_EXAMPLE] },
);

export function connectivityRoutes(deps: ConnectivityRouteDeps): readonly RestRoute[] {
  const { devices, gatewayImage, certificateOf } = deps;
  /** The device and its credentials, for a caller that may read them. */
  const requireReadable = async (principal: Principal, id: string): Promise<[Device, ConnectingCredentials]> => {
    permitMember(principal, "read-credentials", "DEVICE");
    const device = await devices.require(principal.tenantId, parseId(id, "deviceId"));
    permitCredentials(principal, device);
    return [device, await devices.credentialsOf(device.tenantId, device.id)];
  };
  const requireGateway = async (principal: Principal, id: string): Promise<ConnectingCredentials> => {
    const [device, credentials] = await requireReadable(principal, id);
    if (device.additionalInfo?.["gateway"] !== true)
      throw invalid(`device ${device.id} is no gateway: its additionalInfo.gateway is not true`);
    return credentials;
  };
  const ownAuthorities = async (): Promise<ReadonlySet<Secured>> => {
    const own = new Set<Secured>();
    for (const protocol of ["https", "mqtts"] as const) {
      const certificate = await certificateOf(protocol);
      if (certificate?.isOwnAuthority === true) own.add(protocol);
    }
    return own;
  };
  const commandParts = async (credentials: ConnectingCredentials, request: Addressed): Promise<CommandParts> => ({
    addresses: addressesFor(deps, request, (await certificateOf("mqtts")) !== undefined),
    credentials,
    baseUrl: linkBase(undefined, request),
    ownAuthority: await ownAuthorities(),
  });

  return [
    api.get("/api/device-connectivity/:deviceId", "getDevicePublishTelemetryCommands", {
      summary: "Commands that send the first value of a device",
      answer: Type.Object(ConnectivityCommands.properties, {
        title: "ConnectivityCommands",
        examples: [connectivityCommands(EXAMPLE)],
      }),
      audit: { action: "CREDENTIALS_READ", entity: ({ params }) => ({ type: "DEVICE", id: params.deviceId }) },
      async handle({ principal, params, host, protocol }) {
        const [, credentials] = await requireReadable(principal, params.deviceId);
        return connectivityCommands(await commandParts(credentials, { host, protocol }));
      },
    }),
    api.get("/api/device-connectivity/gateway-launch/:deviceId", "getGatewayConnectionExamples", {
      summary: "Ways to send the first message of a gateway, ready to paste",
      answer: GatewayTransports,
      audit: { action: "CREDENTIALS_READ", entity: ({ params }) => ({ type: "DEVICE", id: params.deviceId }) },
      async handle({ principal, params, host, protocol }) {
        const credentials = await requireGateway(principal, params.deviceId);
        return { transports: gatewayTransports(await commandParts(credentials, { host, protocol })) };
      },
    }),
    open.get("/api/device-connectivity/:protocol/certificate/download", "downloadServerCertificate", {
      summary: "The certificate that clients of mqtts or https must trust",
      errors: [404],
      params: Type.Object({ protocol: wordOf(["mqtts", "https", "coaps"]) }),
      answer: plainText("application/x-pem-file", "-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n"),
      async handle({ params: { protocol } }, reply) {
        const secured = protocol === "mqtts" || protocol === "https" ? protocol : undefined;
        const certificate = secured === undefined ? undefined : await certificateOf(secured);
        if (secured === undefined || certificate === undefined)
          throw new DomainError("not-found", `there is no certificate for "${protocol.slice(0, 32)}"`);
        reply.header("content-disposition", `attachment; filename="${certificateFile(secured)}"`);
        return certificate.pem;
      },
    }),
    api.get(
      "/api/device-connectivity/gateway-launch/:deviceId/docker-compose/download",
      "downloadGatewayDockerCompose",
      {
        summary: "A compose file that runs the gateway",
        answer: plainText("application/yaml", 'services:\n  gateway:\n    image: "…"\n'),
        audit: { action: "CREDENTIALS_READ", entity: ({ params }) => ({ type: "DEVICE", id: params.deviceId }) },
        async handle({ principal, params, host, protocol }, reply) {
          const credentials = await requireGateway(principal, params.deviceId);
          const { mqtt, mqtts } = addressesFor(deps, { host, protocol }, (await certificateOf("mqtts")) !== undefined);
          const address = mqtt ?? mqtts;
          if (address === undefined)
            throw invalid("MQTT is not offered to devices by the settings of this installation");
          reply.header("content-disposition", 'attachment; filename="docker-compose.yml"');
          return gatewayCompose({ image: gatewayImage, address, credentials });
        },
      },
    ),
  ];
}

const DEFAULT_PORTS = { http: 80, https: 443, mqtt: 1883, mqtts: 8883 };

/** Where a device reaches each offered protocol, from the caller's point of view. */
function addressesFor({ offered, ports }: ConnectivityRouteDeps, request: Addressed, hasMqtts: boolean): Addresses {
  const asked = askedAddress(request);
  const listening = ports();
  const address = (name: "http" | "https" | "mqtt" | "mqtts", port: number | undefined): ProtocolAddress => {
    const { host, port: given } = offered[name];
    return { host: host === "" ? asked.host : bracketed(host), port: given ?? port ?? DEFAULT_PORTS[name] };
  };
  /** The request's own protocol and port are known to work. */
  const web = (name: "http" | "https"): ProtocolAddress | undefined => {
    if (!(offered[name].enabled ?? request.protocol === name)) return undefined;
    return address(name, request.protocol === name ? asked.port : name === "http" ? listening.http : undefined);
  };
  const [http, https] = [web("http"), web("https")];
  return {
    ...(http === undefined ? {} : { http }),
    ...(https === undefined ? {} : { https }),
    ...((offered.mqtt.enabled ?? LOCAL_HOST.test(asked.host)) ? { mqtt: address("mqtt", listening.mqtt) } : {}),
    ...((offered.mqtts.enabled ?? hasMqtts) ? { mqtts: address("mqtts", listening.mqtts) } : {}),
  };
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([0-9]{1,5}))?$/i;

/** The host and port of the request. They go into commands, so anything else is refused. Throws `invalid`. */
function askedAddress({ host, protocol }: Addressed): ProtocolAddress {
  const [, name, port] = HOST.exec(host) ?? [];
  if (name === undefined) throw invalid("the request does not name a host that devices could be told of");
  return { host: name, port: port === undefined ? DEFAULT_PORTS[protocol] : Number(port) };
}

function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}
