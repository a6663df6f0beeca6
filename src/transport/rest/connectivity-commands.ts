// The commands with which one particular device sends its first value, ready to be pasted: with its real credentials, the
// host and port at which it reaches the platform, and the certificate that it has to trust. Source: REST contract 16.
import { Type, type Static } from "typebox";
import { parseBasicValue } from "../../core/devices/credentials.ts";
import type { CredentialsKind } from "../../core/devices/device.ts";

export type Secured = "https" | "mqtts";

/** Where a protocol is reached. */
export interface ProtocolAddress {
  /** As in a URL: an IPv6 address stands in brackets. */
  readonly host: string;
  readonly port: number;
}

/** Protocols that are not offered are left out. */
export type Addresses = Readonly<Partial<Record<"http" | "https" | "mqtt" | "mqtts", ProtocolAddress>>>;

export interface ConnectingCredentials {
  readonly kind: CredentialsKind;
  readonly credentialsId: string;
  readonly credentialsValue: string | null;
}

export interface CommandParts {
  readonly addresses: Addresses;
  readonly credentials: ConnectingCredentials;
  /** Where the platform itself is reached, as `https://iot.example.com`: certificates are downloaded there. */
  readonly baseUrl: string;
  /** Whose certificates a client does not trust by itself, so that it has to download them. */
  readonly ownAuthority: ReadonlySet<Secured>;
}

/** A command, or several in their order. */
const Command = Type.String();
const Commands = Type.Array(Type.String());
const MQTT_COMMANDS = { mqtt: Type.Optional(Command), mqtts: Type.Optional(Commands) };

export const ConnectivityCommands = Type.Object({
  http: Type.Optional(Type.Object({ http: Type.Optional(Command), https: Type.Optional(Commands) })),
  mqtt: Type.Optional(Type.Object({ ...MQTT_COMMANDS, docker: Type.Object(MQTT_COMMANDS) })),
});
type ConnectivityCommands = Static<typeof ConnectivityCommands>;

/** What a command sends, and where to. */
export interface FirstMessage {
  readonly topic: string;
  readonly payload: string;
}

const FIRST_MESSAGE: FirstMessage = { topic: "v1/devices/me/telemetry", payload: '{"temperature":25}' };
const CLIENT_IMAGE = "eclipse-mosquitto";
/** Files of a device that authenticates with a certificate. */
export const DEVICE_FILES = { certificate: "device-cert.pem", key: "device-key.pem" };
/** The name under which a container finds the machine that it runs on. */
export const DOCKER_HOST = "host.docker.internal";
/** Addresses that mean something else inside a container. */
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
  // A certificate can only be shown where there is TLS.
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
  message = FIRST_MESSAGE,
): string {
  const client = { program: "mosquitto_pub", trusted: "", who: whoArguments(credentials) };
  return publishCommand(client, address, message);
}

/** Over TLS: where clients do not know the authority, its certificate comes first. */
export function securedPublish(
  { credentials, baseUrl, ownAuthority }: Pick<CommandParts, "credentials" | "baseUrl" | "ownAuthority">,
  address: ProtocolAddress,
  message = FIRST_MESSAGE,
): string[] {
  const publish = (trusted: string): string =>
    publishCommand({ program: "mosquitto_pub", trusted, who: whoArguments(credentials) }, address, message);
  if (!ownAuthority.has("mqtts")) return [publish("--tls-use-os-certs ")];
  return [downloadCommand("mqtts", baseUrl, ownAuthority), publish(`--cafile ${certificateFile("mqtts")} `)];
}

/** The files that the client needs are those of the folder in which the command is run. */
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

/** What publishes, the option for the certificates that it trusts, and those for who it is. */
interface PublishingClient {
  readonly program: string;
  readonly trusted: string;
  readonly who: string;
}

function publishCommand(
  { program, trusted, who }: PublishingClient,
  { host, port }: ProtocolAddress,
  { topic, payload } = FIRST_MESSAGE,
): string {
  return `${program} -d -q 1 ${trusted}-h ${shellQuote(unbracketed(host))} -p ${String(port)} -t ${topic} ${who} -m ${shellQuote(payload)}`;
}

/** As programs want an IPv6 address that is not part of a URL. */
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
      // The private key is the device's alone.
      return `--cert ${DEVICE_FILES.certificate} --key ${DEVICE_FILES.key}`;
  }
}

/** The members that are not null, in their order. */
export function present(values: Readonly<Record<string, string | null>>): [name: string, value: string][] {
  return Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

/** A download cannot check the certificate of a server whose authority is not known yet. */
export function downloadCommand(protocol: Secured, baseUrl: string, ownAuthority: ReadonlySet<Secured>): string {
  const unchecked = baseUrl.startsWith("https:") && ownAuthority.has("https") ? "-k " : "";
  const url = `${baseUrl}/api/device-connectivity/${protocol}/certificate/download`;
  return `curl -f -S ${unchecked}-o ${certificateFile(protocol)} ${shellQuote(url)}`;
}

/** The name of the downloaded file. */
export function certificateFile(protocol: Secured): string {
  return `bridgehead-${protocol}.pem`;
}

/** `encodeURIComponent` leaves some characters that shells look for. */
function escapeSegment(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Characters that no shell gives a meaning to. */
const PLAIN = /^[A-Za-z0-9@_+=:,./-]+$/;
/** What stands safely in double quotes. Of other characters than letters, Windows makes those of ASCII that they look like. */
const QUOTABLE = /^(?:[ "#%&'()*+,\-./:;<=>?@[\]^_{|}~]|[\p{L}\p{N}])*$/u;
/** Quotes that end one another and have nothing between them at which the command prompt of Windows begins another command. */
const QUOTES_IN_PAIRS = /^[^"]*$|^(?:[^"&|<>^()]*"[^"&|<>^()]*")*[^"&|<>^()]*$/;

/**
 * One argument of a command that people paste into a terminal, where it is not known whether it is a POSIX shell or the command
 * prompt of Windows. To both it is this one argument where the two agree on a form: they do on double quotes, and on `%`
 * outside of them, where a quote behind it keeps the prompt from taking what follows for the name of a variable. Other
 * texts may come from anyone who names a device, so they are written in characters that no shell acts on: a POSIX shell
 * prints the text, but for line ends that it ends with, and the command prompt has one argument that is wrong.
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
