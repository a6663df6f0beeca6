// Ready-to-paste ways to send a gateway's first message, and to go on sending: commands and files for common clients, with the
// gateway's real credentials and the address at which it reaches the platform.
import { Type, type Static } from "typebox";
import { parseBasicValue } from "../../core/devices/credentials.ts";
import { GATEWAY_TELEMETRY_TOPIC } from "../gateway-api/routes.ts";
import { awkCommand, javaScriptLoop, pythonLoop } from "./changing-values.ts";
import {
  certificateFile,
  DEVICE_FILES,
  downloadCommand,
  plainPublish,
  present,
  securedPublish,
  unbracketed,
  type CommandParts,
  type SentMessage,
  type ProtocolAddress,
} from "./connectivity-commands.ts";
import { nullable, oneOf } from "./nullable.ts";

/**
 * A command to run in a terminal, or a file to save under a name; with `section`, text to insert into the file of that
 * name.
 */
const ExampleStep = Type.Object({
  kind: oneOf(["command", "file", "section"]),
  file: nullable(Type.String({ description: "To save the text as, or to put it into; null for a command." })),
  text: Type.String(),
});
type ExampleStep = Static<typeof ExampleStep>;

/** The host of an IPv6 address has no brackets. */
export const GatewayTransport = Type.Object({
  protocol: oneOf(["mqtt", "mqtts"]),
  host: Type.String(),
  port: Type.Integer(),
  examples: Type.Array(
    Type.Object({
      program: oneOf(["mosquitto", "mqttjs", "paho", "tb-gateway"]),
      steps: Type.Array(ExampleStep, { description: "In their order." }),
      continuous: Type.Array(ExampleStep, {
        description:
          "Instead, to send changing values of several devices until they are stopped; none for a program that sends what it reads.",
      }),
    }),
  ),
});
type GatewayTransport = Static<typeof GatewayTransport>;

const DEVICE = "Thermometer";
const VALUES = { temperature: 21.5 };
const MESSAGE = { topic: GATEWAY_TELEMETRY_TOPIC, payload: JSON.stringify({ [DEVICE]: [VALUES] }) };
const MESSAGES = { topic: GATEWAY_TELEMETRY_TOPIC, printedBy: awkCommand() };

/** Leaves out protocols that are not offered or do not accept credentials of this kind. */
export function gatewayTransports(parts: CommandParts): GatewayTransport[] {
  const { addresses, credentials } = parts;
  // Certificate authentication needs TLS.
  const mqtt = credentials.kind === "X509_CERTIFICATE" ? undefined : addresses.mqtt;
  const { mqtts } = addresses;
  return [
    ...(mqtt === undefined ? [] : [transport("mqtt", parts, mqtt)]),
    ...(mqtts === undefined ? [] : [transport("mqtts", parts, mqtts)]),
  ];
}

function transport(protocol: "mqtt" | "mqtts", parts: CommandParts, address: ProtocolAddress): GatewayTransport {
  const isSecured = protocol === "mqtts";
  const ownsAuthority = isSecured && parts.ownAuthority.has("mqtts");
  const client: Client = {
    url: `${protocol}://${address.host}:${String(address.port)}`,
    host: unbracketed(address.host),
    port: address.port,
    isSecured,
    authority: ownsAuthority ? certificateFile("mqtts") : null,
    identity: identityOf(parts.credentials),
  };
  const download = ownsAuthority ? [command(downloadCommand("mqtts", parts.baseUrl, parts.ownAuthority))] : [];
  const publish = (message: SentMessage): ExampleStep[] =>
    (isSecured ? securedPublish(parts, address, message) : [plainPublish(parts, address, message)]).map(command);
  const inNode = (file: string, text: string): ExampleStep[] => [
    ...download,
    command("npm install mqtt"),
    { kind: "file", file, text },
    command(`node ${file}`),
  ];
  const inPython = (file: string, text: string): ExampleStep[] => [
    ...download,
    // Debian 12 and others refuse `pip install` outside a virtual environment.
    command("python3 -m venv venv && venv/bin/pip install paho-mqtt"),
    { kind: "file", file, text },
    command(`venv/bin/python ${file}`),
  ];
  return {
    protocol,
    host: client.host,
    port: client.port,
    examples: [
      { program: "mosquitto", steps: publish(MESSAGE), continuous: publish(MESSAGES) },
      {
        program: "mqttjs",
        steps: inNode("first-message.mjs", mqttJsFile(client, FIRST_IN_JAVASCRIPT)),
        continuous: inNode("keep-sending.mjs", mqttJsFile(client, javaScriptLoop())),
      },
      {
        program: "paho",
        steps: inPython("first_message.py", pahoFile(client)),
        continuous: inPython("keep_sending.py", pahoLoopFile(client)),
      },
      {
        program: "tb-gateway",
        steps: [...download, { kind: "section", file: "tb_gateway.json", text: gatewaySection(client) }],
        continuous: [],
      },
    ],
  };
}

function command(text: string): ExampleStep {
  return { kind: "command", file: null, text };
}

interface Identity {
  readonly clientId: string | null;
  readonly userName: string | null;
  readonly password: string | null;
  /** Whether the identity is one of the platform's tokens instead of a user name with a password. */
  readonly isToken: boolean;
  readonly hasCertificate: boolean;
}

interface Client {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly isSecured: boolean;
  /** The file with the certificate to trust; null if clients know the authority. */
  readonly authority: string | null;
  readonly identity: Identity;
}

function identityOf({ kind, credentialsId, credentialsValue }: CommandParts["credentials"]): Identity {
  switch (kind) {
    case "ACCESS_TOKEN":
      return { clientId: null, userName: credentialsId, password: null, isToken: true, hasCertificate: false };
    case "MQTT_BASIC":
      return { ...parseBasicValue(credentialsValue), isToken: false, hasCertificate: false };
    case "X509_CERTIFICATE":
      return { clientId: null, userName: null, password: null, isToken: false, hasCertificate: true };
  }
}

const FIRST_IN_JAVASCRIPT = [
  `const message = { ${DEVICE}: [{ temperature: ${String(VALUES.temperature)} }] };`,
  `await gateway.publishAsync("${MESSAGE.topic}", JSON.stringify(message), { qos: 1 });`,
  'console.log("stored");',
  "await gateway.endAsync();",
];

/** `sending`: lines that send on the client `gateway`. */
function mqttJsFile({ url, authority, identity }: Client, sending: readonly string[]): string {
  const { clientId, userName, password, hasCertificate } = identity;
  const files = {
    ca: authority,
    cert: hasCertificate ? DEVICE_FILES.certificate : null,
    key: hasCertificate ? DEVICE_FILES.key : null,
  };
  const options = [
    ...present({ clientId, username: userName, password }).map(([name, text]) => `${name}: ${JSON.stringify(text)}`),
    ...present(files).map(([name, file]) => `${name}: readFileSync(${JSON.stringify(file)})`),
  ];
  const readsFiles = authority !== null || hasCertificate;
  return [
    ...(readsFiles ? ['import { readFileSync } from "node:fs";'] : []),
    'import { connectAsync } from "mqtt";',
    "",
    `const gateway = await connectAsync(${JSON.stringify(url)}, {`,
    ...options.map((option) => `  ${option},`),
    "});",
    ...sending,
    "",
  ].join("\n");
}

/** `publish.single` is the same in all versions of the library. JSON strings are valid Python strings. */
function pahoFile(client: Client): string {
  const { host, port, isSecured, identity } = client;
  const { clientId, userName, password } = identity;
  return [
    "import json",
    "import paho.mqtt.publish as publish",
    "",
    "publish.single(",
    `    "${MESSAGE.topic}",`,
    `    json.dumps({"${DEVICE}": [{"temperature": ${String(VALUES.temperature)}}]}),`,
    "    qos=1,",
    `    hostname=${JSON.stringify(host)},`,
    `    port=${String(port)},`,
    ...(clientId === null ? [] : [`    client_id=${JSON.stringify(clientId)},`]),
    ...(userName === null && password === null
      ? []
      : [`    auth={${pairs({ username: userName, password }, ": ", JSON.stringify)}},`]),
    ...(isSecured ? [`    tls={${pairs(tlsOf(client), ": ", JSON.stringify)}},`] : []),
    ")",
    'print("stored")',
    "",
  ].join("\n");
}

/** One connection for all messages. It needs version 2 of the library, which `pip` installs. */
function pahoLoopFile(client: Client): string {
  const { host, port, isSecured, identity } = client;
  const { clientId, userName, password } = identity;
  const named = clientId === null ? "" : `, client_id=${JSON.stringify(clientId)}`;
  return [
    "import json",
    "import time",
    "from math import cos, sin",
    "import paho.mqtt.client as mqtt",
    "",
    `gateway = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2${named})`,
    ...(userName === null ? [] : [`gateway.username_pw_set(${pairs({ username: userName, password }, "=")})`]),
    ...(isSecured ? [`gateway.tls_set(${pairs(tlsOf(client), "=")})`] : []),
    `gateway.connect(${JSON.stringify(host)}, ${String(port)})`,
    "gateway.loop_start()",
    ...pythonLoop(),
    "",
  ].join("\n");
}

function tlsOf({ authority, identity: { hasCertificate } }: Client): Readonly<Record<string, string | null>> {
  return {
    ca_certs: authority,
    certfile: hasCertificate ? DEVICE_FILES.certificate : null,
    keyfile: hasCertificate ? DEVICE_FILES.key : null,
  };
}

/** Those that are present, as the members of a Python dictionary or as named arguments. */
function pairs(
  values: Readonly<Record<string, string | null>>,
  between: ": " | "=",
  nameText = (name: string): string => name,
): string {
  return present(values)
    .map(([name, text]) => `${nameText(name)}${between}${JSON.stringify(text)}`)
    .join(", ");
}

/** Expects files in the folder of the configuration. */
function gatewaySection({ host, port, isSecured, authority, identity }: Client): string {
  const { clientId, userName, password, isToken, hasCertificate } = identity;
  const security = {
    ...(isToken
      ? { type: isSecured ? "tlsAccessToken" : "accessToken", accessToken: userName }
      : hasCertificate
        ? { type: "tlsPrivateKey", cert: DEVICE_FILES.certificate, privateKey: DEVICE_FILES.key }
        : {
            type: "usernamePassword",
            ...Object.fromEntries(present({ clientId, username: userName, password })),
          }),
    ...(isSecured ? { tls: true } : {}),
    ...(authority === null ? {} : { caCert: authority }),
  };
  return JSON.stringify(
    { thingsboard: { host, port, remoteConfiguration: false, remoteShell: false, security, qos: 1 } },
    undefined,
    2,
  );
}
