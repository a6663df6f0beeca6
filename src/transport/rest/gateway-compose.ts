// The compose file with which a gateway is run: its image, where the platform is, and who the gateway is. Gateway programs
// read `host`, `port` and `accessToken`, or `clientId`, `username` and `password`, from their environment.
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

/** Compose asks for it, with this text, where it is not set. */
const NO_IMAGE = "${GATEWAY_IMAGE:?set it to the image of your gateway program}";

export interface GatewayComposeParts {
  /** Undefined leaves it to the environment. */
  readonly image: string | undefined;
  readonly address: ProtocolAddress;
  readonly credentials: ConnectingCredentials;
}

/** Throws `invalid` for a gateway that shows a certificate: its files cannot be a part of this one. */
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

/** A text in YAML, which takes what JSON is; compose reads a dollar sign as the beginning of a variable. */
function scalar(text: string): string {
  return JSON.stringify(text).replaceAll("$", "$$$$");
}
