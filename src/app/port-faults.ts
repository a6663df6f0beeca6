// Says why a port could not be opened, in terms for an operator: which port, and the setting that changes it.
import { DomainError } from "../core/errors.ts";
import type { Config } from "./config.ts";

const REASONS: ReadonlyMap<unknown, string> = new Map([
  ["EADDRINUSE", "is in use by another program; stop that one"],
  ["EACCES", "may not be opened by this user; allow it to"],
  ["EADDRNOTAVAIL", "cannot be opened, because that is no address of this machine; correct it"],
]);

/** Awaits the opening of a protocol's ports; a system error becomes `unavailable`. */
export async function opening(protocol: "http" | "mqtt", opened: Promise<void>, config: Config): Promise<void> {
  try {
    await opened;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || !("port" in error)) throw error;
    const { code, port } = error;
    const address = "address" in error ? String(error.address) : "the given host";
    const reason = REASONS.get(code);
    if (reason === undefined) throw error;
    const [what, portSetting] = portOf(protocol, port === config.mqtt.port);
    const setting = code === "EADDRNOTAVAIL" ? `${protocol.toUpperCase()}_HOST (${protocol}.host)` : portSetting;
    throw new DomainError(
      "unavailable",
      `port ${String(port)} of ${address}, for ${what}, ${reason}, or choose another with ${setting}`,
      { cause: error },
    );
  }
}

function portOf(protocol: "http" | "mqtt", isPlainMqtt: boolean): readonly [what: string, setting: string] {
  if (protocol === "http") return ["HTTP", "HTTP_PORT (http.port)"];
  return isPlainMqtt ? ["MQTT", "MQTT_PORT (mqtt.port)"] : ["MQTT over TLS", "MQTT_TLS_PORT (mqtt.tls.port)"];
}
