// The options of the simulator as they are written on a command line.
import { readFileSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "commander";
import { DEVICE_KINDS, isDeviceKind, type DeviceKind } from "./models/kinds.ts";
import type { SimulatorOptions } from "./simulator.ts";

const EXAMPLES = `
Examples:
  npm run simulate -- --token GATEWAY_TOKEN
  npm run simulate -- --host plant.example --token-file tokens.txt --gateways 4 --devices 100 --rate 20 --mqtt 5
  npm run simulate -- --token GATEWAY_TOKEN --drop-every 30 --garbage-every 10 --backlog 24`;

interface ParsedOptions {
  readonly host: string;
  readonly port: number;
  readonly token: readonly string[];
  readonly tokenFile?: string;
  readonly gateways?: number;
  readonly devices: number;
  readonly kinds: readonly DeviceKind[];
  readonly prefix: string;
  readonly rate?: number;
  readonly devicesPerMessage: number;
  readonly inFlight: number;
  readonly mqtt: "3.1.1" | "5";
  readonly qos: "0" | "1";
  readonly seed: string;
  readonly dropEvery: number;
  readonly garbageEvery: number;
  readonly backlog: number;
}

/** `args` are what follows the name of the program. Ends the process after `--help` or a mistake, which it explains. */
export function parseSimulatorOptions(args: readonly string[]): SimulatorOptions {
  const program = simulatorCommand();
  program.parse(args, { from: "user" });
  const parsed = program.opts<ParsedOptions>();
  const tokens = [...parsed.token, ...(parsed.tokenFile === undefined ? [] : readTokens(parsed.tokenFile, program))];
  const gateways = parsed.gateways ?? tokens.length;
  if (tokens.length === 0) program.error("error: give the access token of a gateway with --token or --token-file");
  if (gateways > tokens.length)
    program.error(`error: ${String(gateways)} gateways need as many tokens, got ${String(tokens.length)}`);
  return {
    host: parsed.host,
    port: parsed.port,
    tokens: tokens.slice(0, gateways),
    protocol: parsed.mqtt === "5" ? 5 : 4,
    qos: parsed.qos === "1" ? 1 : 0,
    devicesPerGateway: parsed.devices,
    rate: parsed.rate,
    kinds: parsed.kinds,
    devicePrefix: parsed.prefix,
    devicesPerMessage: parsed.devicesPerMessage,
    inFlightMax: parsed.inFlight,
    seed: parsed.seed,
    dropEverySeconds: parsed.dropEvery,
    garbageEverySeconds: parsed.garbageEvery,
    backlogHours: parsed.backlog,
  };
}

function simulatorCommand(): Command {
  const kinds = Object.keys(DEVICE_KINDS);
  return new Command("simulate")
    .description(
      "Simulated gateways with devices that measure, obey commands and follow shared attributes, over real MQTT.",
    )
    .option("--host <name>", "where the platform is", "127.0.0.1")
    .option("--port <number>", "its MQTT port", integer(1, 65_535), 1883)
    .option("--token <token...>", "access token of a gateway; several for several gateways", [])
    .option("--token-file <path>", "file with one access token a line")
    .option("--gateways <number>", "how many gateways (default: one for each token)", integer(1, 10_000))
    .option("--devices <number>", "devices behind each gateway", integer(1, 10_000), 20)
    .option(
      "--kinds <list>",
      `kinds of devices, separated by commas, which take turns`,
      parseKinds,
      kinds.filter(isDeviceKind),
    )
    .option("--prefix <text>", "first word of the device names", "Plant")
    .option(
      "--rate <number>",
      "telemetry messages a second of each gateway (default: each device reports once a second)",
      decimal(0.001, 100_000),
    )
    .option("--devices-per-message <number>", "devices that share a telemetry message", integer(1, 100), 10)
    .option(
      "--in-flight <number>",
      "messages waiting for their acknowledgement; above it, readings are skipped",
      integer(1, 65_535),
      100,
    )
    .addOption(new Option("--mqtt <version>", "MQTT version").choices(["3.1.1", "5"]).default("5"))
    .addOption(new Option("--qos <level>", "QoS of telemetry and attributes").choices(["0", "1"]).default("1"))
    .option("--seed <text>", "the same seed gives the same devices and readings", "bridgehead")
    .option("--drop-every <seconds>", "cut the link this often; 0 for never", integer(0, 86_400), 0)
    .option(
      "--garbage-every <seconds>",
      "send a message that is not JSON this often; 0 for never",
      integer(0, 86_400),
      0,
    )
    .option(
      "--backlog <hours>",
      "first send readings of so many past hours, one a minute; 0 for none",
      integer(0, 8_784),
      0,
    )
    .addHelpText("after", EXAMPLES);
}

function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^[0-9]+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`It must be an integer from ${String(min)} to ${String(max)}.`);
    return value;
  };
}

function decimal(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !(value >= min && value <= max))
      throw new InvalidArgumentError(`It must be a number from ${String(min)} to ${String(max)}.`);
    return value;
  };
}

function parseKinds(text: string): DeviceKind[] {
  return text.split(",").map((kind) => {
    if (!isDeviceKind(kind))
      throw new InvalidArgumentError(`There is no kind "${kind}"; there are ${Object.keys(DEVICE_KINDS).join(", ")}.`);
    return kind;
  });
}

function readTokens(path: string, program: Command): string[] {
  try {
    return readFileSync(path, "utf8")
      .split(/\r?\n/)
      .filter((line) => line !== "");
  } catch (error) {
    return program.error(
      `error: cannot read the token file: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
