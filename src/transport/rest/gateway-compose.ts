// The compose file that runs a gateway: its image, the platform's address, and the gateway's credentials. Gateway
// programs read `host`, `port` and `accessToken`, or `clientId`, `username` and `password`, from their environment.
// Source: REST contract 16.
import { parseBasicValue } from "../../core/devices/credentials.ts";
import { invalid } from "../../core/errors.ts";
import {
  DOCKER_HOST,
  LOCAL_HOST,
  present,
  unbracketed,
  type ConnectingCredentials,
  type ProtocolAddress,
} from "./connectivity-commands.ts";

/** Compose stops with this text if the variable is not set. */
const NO_IMAGE = "${GATEWAY_IMAGE:?set it to the image of your gateway program}";

export interface GatewayComposeParts {
  /** If undefined, the image comes from the environment. */
  readonly image: string | undefined;
  readonly address: ProtocolAddress;
  readonly credentials: ConnectingCredentials;
}

/** Throws `invalid` for a gateway that authenticates with a certificate: its files cannot be part of this one. */
export function gatewayCompose({ image, address, credentials }: GatewayComposeParts): string {
  const isLocal = LOCAL_HOST.test(address.host);
  const host = isLocal ? DOCKER_HOST : unbracketed(address.host);
  const environment: readonly (readonly [string, string])[] = [
    ["host", host],
    ["port", String(address.port)],
    ...identity(credentials),
  ];
  return [
    "# Run it with: docker compose up -d",
    "# It holds the credentials of the gateway: keep it as you would keep a password.",
    "services:",
    "  gateway:",
    `    image: ${image === undefined ? `"${NO_IMAGE}"` : scalar(image)}`,
    "    restart: unless-stopped",
    ...(isLocal ? ["    extra_hosts:", `      - "${DOCKER_HOST}:host-gateway"`] : []),
    "    environment:",
    ...environment.map(([name, value]) => `      ${name}: ${scalar(value)}`),
    "    logging:",
    "      options:",
    '        max-size: "10m"',
    '        max-file: "3"',
    "",
  ].join("\n");
}

function identity({ kind, credentialsId, credentialsValue }: ConnectingCredentials): (readonly [string, string])[] {
  switch (kind) {
    case "ACCESS_TOKEN":
      return [["accessToken", credentialsId]];
    case "MQTT_BASIC": {
      const { clientId, userName, password } = parseBasicValue(credentialsValue);
      return present({ clientId, username: userName, password });
    }
    case "X509_CERTIFICATE":
      throw invalid(
        "a gateway that shows a certificate cannot be run from a compose file alone, give it an access token",
      );
  }
}

/** A string in YAML, which accepts JSON strings; compose would read a dollar sign as the start of a variable. */
function scalar(text: string): string {
  return JSON.stringify(text).replaceAll("$", "$$$$");
}
