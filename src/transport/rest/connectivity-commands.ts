// Commands that send the first value of one particular device, ready to be pasted: with its real credentials, the host
// and port at which it reaches the platform, and the certificate it must trust. Source: REST contract 16.
import { Type, type Static } from "typebox";
import { parseBasicValue } from "../../core/devices/credentials.ts";
import type { CredentialsKind } from "../../core/devices/device.ts";

export type Secured = "https" | "mqtts";

/** The address of a protocol. */
export interface ProtocolAddress {
  /** As in a URL: an IPv6 address has brackets. */
  readonly host: string;
  readonly port: number;
}

/** Contains only protocols that are offered. */
export type Addresses = Readonly<Partial<Record<"http" | "https" | "mqtt" | "mqtts", ProtocolAddress>>>;

export interface ConnectingCredentials {
  readonly kind: CredentialsKind;
  readonly credentialsId: string;
  readonly credentialsValue: string | null;
}

export interface CommandParts {
  readonly addresses: Addresses;
  readonly credentials: ConnectingCredentials;
  /** The address of the platform, such as `https://iot.example.com`, from which certificates are downloaded. */
  readonly baseUrl: string;
  /** Protocols whose certificate clients do not trust by default, so that they must download it. */
  readonly ownAuthority: ReadonlySet<Secured>;
}

/** A command, or several in order. */
const Command = Type.String();
const Commands = Type.Array(Type.String());
const MQTT_COMMANDS = { mqtt: Type.Optional(Command), mqtts: Type.Optional(Commands) };

export const ConnectivityCommands = Type.Object({
  http: Type.Optional(Type.Object({ http: Type.Optional(Command), https: Type.Optional(Commands) })),
  mqtt: Type.Optional(Type.Object({ ...MQTT_COMMANDS, docker: Type.Object(MQTT_COMMANDS) })),
});
type ConnectivityCommands = Static<typeof ConnectivityCommands>;

/** What a command sends, and where to. */
export type SentMessage =
  | { readonly topic: string; readonly payload: string }
  /** A command prints messages, one a line. */
  | { readonly topic: string; readonly printedBy: string };

const FIRST_MESSAGE = { topic: "v1/devices/me/telemetry", payload: '{"temperature":25}' };
const CLIENT_IMAGE = "eclipse-mosquitto";
/** File names for a device that authenticates with a certificate. */
export const DEVICE_FILES = { certificate: "device-cert.pem", key: "device-key.pem" };
/** The name under which a container reaches its host machine. */
export const DOCKER_HOST = "host.docker.internal";
/** Addresses with a different meaning inside a container. */
export const LOCAL_HOST = /^(localhost|127\.[0-9.]+|\[::1\])$/i;

export function connectivityCommands(parts: CommandParts): ConnectivityCommands {
  const http = httpCommands(parts);
  const mqtt = mqttCommands(parts);
  return { ...(http === undefined ? {} : { http }), ...(mqtt === undefined ? {} : { mqtt }) };
}

function httpCommands({ addresses, credentials, baseUrl, ownAuthority }: CommandParts): ConnectivityCommands["http"] {
  const { http, https } = addresses;
  if (credentials.kind !== "ACCESS_TOKEN" || (http === undefined && https === undefined)) return undefined;
  const post = (scheme: string, { host, port }: ProtocolAddress, trusted: string): string =>
    `curl -v -X POST ${trusted}${shellQuote(
      `${scheme}://${host}:${String(port)}/api/v1/${escapeSegment(credentials.credentialsId)}/telemetry`,
    )} --header Content-Type:application/json --data ${shellQuote(FIRST_MESSAGE.payload)}`;
  const own = ownAuthority.has("https");
  return {
    ...(http === undefined ? {} : { http: post("http", http, "") }),
    ...(https === undefined
      ? {}
      : {
          https: [
            ...(own ? [downloadCommand("https", baseUrl, ownAuthority)] : []),
            post("https", https, own ? `--cacert ${certificateFile("https")} ` : ""),
          ],
        }),
  };
}

function mqttCommands(parts: CommandParts): ConnectivityCommands["mqtt"] {
  const { addresses, credentials } = parts;
  // Certificate authentication needs TLS.
  const mqtt = credentials.kind === "X509_CERTIFICATE" ? undefined : addresses.mqtt;
  const { mqtts } = addresses;
  if (mqtt === undefined && mqtts === undefined) return undefined;
  const who = whoArguments(credentials);
  return {
    ...(mqtt === undefined ? {} : { mqtt: plainPublish(parts, mqtt) }),
    ...(mqtts === undefined ? {} : { mqtts: securedPublish(parts, mqtts) }),
    docker: {
      ...(mqtt === undefined ? {} : { mqtt: inDocker("", mqtt, "", who) }),
      ...(mqtts === undefined ? {} : { mqtts: securedInDocker(parts, mqtts, who) }),
    },
  };
}

export function plainPublish(
  { credentials }: Pick<CommandParts, "credentials">,
  address: ProtocolAddress,
  message: SentMessage = FIRST_MESSAGE,
): string {
  const client = { program: "mosquitto_pub", trusted: "", who: whoArguments(credentials) };
  return publishCommand(client, address, message);
}

/** Publishes over TLS. If clients do not know the authority, its certificate is downloaded first. */
export function securedPublish(
  { credentials, baseUrl, ownAuthority }: Pick<CommandParts, "credentials" | "baseUrl" | "ownAuthority">,
  address: ProtocolAddress,
  message: SentMessage = FIRST_MESSAGE,
): string[] {
  const publish = (trusted: string): string =>
    publishCommand({ program: "mosquitto_pub", trusted, who: whoArguments(credentials) }, address, message);
  if (!ownAuthority.has("mqtts")) return [publish("--tls-use-os-certs ")];
  return [downloadCommand("mqtts", baseUrl, ownAuthority), publish(`--cafile ${certificateFile("mqtts")} `)];
}

/** Expects the client's files in the folder in which the command is run. */
function securedInDocker({ baseUrl, ownAuthority }: CommandParts, address: ProtocolAddress, who: string): string[] {
  const folder = '-v "$PWD:/work" -w /work ';
  if (!ownAuthority.has("mqtts")) return [inDocker(folder, address, "--tls-use-os-certs ", who)];
  return [
    downloadCommand("mqtts", baseUrl, ownAuthority),
    inDocker(folder, address, `--cafile ${certificateFile("mqtts")} `, who),
  ];
}

function inDocker(options: string, address: ProtocolAddress, trusted: string, who: string): string {
  const isLocal = LOCAL_HOST.test(address.host);
  const reach = isLocal ? `--add-host=${DOCKER_HOST}:host-gateway ` : "";
  const seen = isLocal ? { ...address, host: DOCKER_HOST } : address;
  const program = `docker run --rm ${reach}${options}${CLIENT_IMAGE} mosquitto_pub`;
  return publishCommand({ program, trusted, who }, seen);
}

/** The publishing program, its option for trusted certificates, and its options for the identity. */
interface PublishingClient {
  readonly program: string;
  readonly trusted: string;
  readonly who: string;
}

function publishCommand(
  { program, trusted, who }: PublishingClient,
  { host, port }: ProtocolAddress,
  message: SentMessage = FIRST_MESSAGE,
): string {
  const [printed, what] =
    "payload" in message ? ["", `-m ${shellQuote(message.payload)}`] : [`${message.printedBy} | `, "-l"];
  return `${printed}${program} -d -q 1 ${trusted}-h ${shellQuote(unbracketed(host))} -p ${String(port)} -t ${message.topic} ${who} ${what}`;
}

/** The form of an IPv6 address outside URLs. */
export function unbracketed(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

function whoArguments({ kind, credentialsId, credentialsValue }: ConnectingCredentials): string {
  switch (kind) {
    case "ACCESS_TOKEN":
      return `-u ${shellQuote(credentialsId)}`;
    case "MQTT_BASIC": {
      const { clientId, userName, password } = parseBasicValue(credentialsValue);
      return present({ "-i": clientId, "-u": userName, "-P": password })
        .map(([option, text]) => `${option} ${shellQuote(text)}`)
        .join(" ");
    }
    case "X509_CERTIFICATE":
      // Only the device has the private key, so the command names its file.
      return `--cert ${DEVICE_FILES.certificate} --key ${DEVICE_FILES.key}`;
  }
}

/** The members that are not null, in order. */
export function present(values: Readonly<Record<string, string | null>>): [name: string, value: string][] {
  return Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

/** Downloads without checking the server's certificate, whose authority is not known yet. */
export function downloadCommand(protocol: Secured, baseUrl: string, ownAuthority: ReadonlySet<Secured>): string {
  const unchecked = baseUrl.startsWith("https:") && ownAuthority.has("https") ? "-k " : "";
  const url = `${baseUrl}/api/device-connectivity/${protocol}/certificate/download`;
  return `curl -f -S ${unchecked}-o ${certificateFile(protocol)} ${shellQuote(url)}`;
}

/** The name of the downloaded file. */
export function certificateFile(protocol: Secured): string {
  return `bridgehead-${protocol}.pem`;
}

/** `encodeURIComponent` leaves some characters that shells interpret. */
function escapeSegment(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Characters without a meaning in any shell. */
const PLAIN = /^[A-Za-z0-9@_+=:,./-]+$/;
/**
 * Characters that are safe in double quotes. Of the others only letters and digits are allowed, as Windows may replace
 * a character by the ASCII character it resembles.
 */
const QUOTABLE = /^(?:[ "#%&'()*+,\-./:;<=>?@[\]^_{|}~]|[\p{L}\p{N}])*$/u;
/**
 * No quotes, or quotes in pairs without any character at which the Windows command prompt would start another command.
 */
const QUOTES_IN_PAIRS = /^[^"]*$|^(?:[^"&|<>^()]*"[^"&|<>^()]*")*[^"&|<>^()]*$/;

/**
 * Quotes one argument of a command that people paste into a POSIX shell or the Windows command prompt; we do not know
 * which. It is one argument to both if the text can be written in a form they agree on: double quotes, with `%` outside
 * of them and followed by a quote, so that the command prompt does not read a variable name. Any other text, which may
 * come from the user who names a device, is written in characters that no shell acts on: a POSIX shell prints the text,
 * except for trailing line ends, and the command prompt sees one wrong argument.
 */
export function shellQuote(text: string): string {
  if (PLAIN.test(text)) return text;
  if (QUOTABLE.test(text) && QUOTES_IN_PAIRS.test(text))
    return text
      .split("%")
      .map((part) => `"${part.replaceAll('"', String.raw`\"`)}"`)
      .join("%");
  return `"$(printf %b '${[...Buffer.from(text)].map(escaped).join("")}')"`;
}

function escaped(byte: number): string {
  const character = String.fromCharCode(byte);
  return PLAIN.test(character) ? character : `\\0${byte.toString(8).padStart(3, "0")}`;
}
