// Why a port could not be opened, in the words of an operator: which port it is, and the setting that
// chooses another one.
import { DomainError } from "../core/errors.ts";
import type { Config } from "./config.ts";

const REASONS: ReadonlyMap<string, string> = new Map([
  ["EADDRINUSE", "is in use by another program; stop that one"],
  ["EACCES", "may not be opened by this user; allow it to"],
  ["EADDRNOTAVAIL", "cannot be opened, because that is no address of this machine; correct it"],
]);

interface Listening {
  readonly what: string;
  readonly host: string;
  readonly portSetting: string;
  readonly hostSetting: string;
}

/** Awaits what opens HTTP ports; a failure of the system to open one comes out as `unavailable`. */
export function openingHttp(opened: Promise<void>, { http }: Config): Promise<void> {
  return explained(opened, () => ({
    what: "HTTP",
    host: http.host,
    portSetting: "HTTP_PORT (http.port)",
    hostSetting: "HTTP_HOST (http.host)",
  }));
}

/** The same for MQTT, with and without TLS. */
export function openingMqtt(opened: Promise<void>, { mqtt }: Config): Promise<void> {
  return explained(opened, (port) => ({
    ...(port === mqtt.port
      ? { what: "MQTT", portSetting: "MQTT_PORT (mqtt.port)" }
      : { what: "MQTT over TLS", portSetting: "MQTT_TLS_PORT (mqtt.tls.port)" }),
    host: mqtt.host,
    hostSetting: "MQTT_HOST (mqtt.host)",
  }));
}

async function explained(opened: Promise<void>, listening: (port: number) => Listening): Promise<void> {
  try {
    await opened;
  } catch (error) {
    const fault = listenFault(error);
    if (fault === undefined) throw error;
    const { what, host, portSetting, hostSetting } = listening(fault.port);
    const setting = fault.isAddress ? hostSetting : portSetting;
    throw new DomainError(
      "unavailable",
      `port ${String(fault.port)} of ${host}, for ${what}, ${fault.reason}, or choose another with ${setting}`,
      { cause: error },
    );
  }
}

function listenFault(error: unknown): { port: number; reason: string; isAddress: boolean } | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("port" in error)) return undefined;
  const { code, port } = error;
  if (typeof code !== "string" || typeof port !== "number") return undefined;
  const reason = REASONS.get(code);
  return reason === undefined ? undefined : { port, reason, isAddress: code === "EADDRNOTAVAIL" };
}
