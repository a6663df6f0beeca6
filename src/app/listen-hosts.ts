// The addresses that the servers listen on. Without TLS, passwords and tokens are sent unencrypted, so a server without
// TLS is only reachable from this machine unless the operator allows more.
import { BlockList, isIP } from "node:net";
import type { Logger } from "../lib/logger.ts";

const ALL_ADDRESSES = "0.0.0.0";
const THIS_MACHINE = "127.0.0.1";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8);
LOOPBACK.addAddress("::1", "ipv6");

interface Server {
  readonly host?: string | undefined;
  readonly tls: { readonly certFile?: string | undefined };
}

/** The part of the configuration used here; config.ts imports this file. */
interface Servers {
  readonly http: Server;
  readonly mqtt: Server;
  readonly allowPlaintext: boolean;
}

export interface ListenHosts {
  readonly http: string;
  /** The host of the server without TLS. */
  readonly mqtt: string;
  readonly mqtts: string;
}

export function listenHosts({ http, mqtt, allowPlaintext }: Servers): ListenHosts {
  const withTls = (host: string | undefined): string => host ?? ALL_ADDRESSES;
  const withoutTls = (host: string | undefined): string => {
    if (allowPlaintext) return withTls(host);
    return host !== undefined && isThisMachine(host) ? host : THIS_MACHINE;
  };
  return {
    http: http.tls.certFile === undefined ? withoutTls(http.host) : withTls(http.host),
    mqtt: withoutTls(mqtt.host),
    mqtts: withTls(mqtt.host),
  };
}

/** The host in addresses shown to people on this machine; `given` is the setting. */
export function shownHost(given: string | undefined): string {
  if (given === undefined || given === ALL_ADDRESSES || given === "::") return "localhost";
  return given.includes(":") ? `[${given}]` : given;
}

/**
 * Reports a configured host on which a server without TLS is reachable from other machines; `environment` is for
 * example `HTTP`.
 */
export function openHostProblem(environment: string, config: Servers): string[] {
  const name = environment.toLowerCase() as "http" | "mqtt";
  const { host, tls } = config[name];
  if (config.allowPlaintext || host === undefined || tls.certFile !== undefined || isThisMachine(host)) return [];
  return [
    `${environment}_HOST (${name}.host) lets other machines reach ${environment} at "${host}" without TLS: give ` +
      `${environment}_TLS_CERT_FILE and ${environment}_TLS_KEY_FILE, let the platform make a certificate (TLS_AUTO=true), ` +
      "or allow it (ALLOW_PLAINTEXT=true)",
  ];
}

/** Logs at startup from where the servers without TLS are reachable. */
export function reportReach(config: Servers, log: Logger): void {
  const plain = plainServers(config);
  const open = openPlainServers(config);
  if (open.length > 0)
    log.warn("other machines may send passwords and tokens without TLS", {
      protocols: open.map(({ protocol }) => protocol),
      setting: "ALLOW_PLAINTEXT (allowPlaintext)",
    });
  const closed = plain.filter(({ protocol, host }) => isThisMachine(host) && !hasTls(protocol, config));
  if (closed.length > 0 && !config.allowPlaintext)
    log.info("reached from this machine only, as there is no TLS", {
      protocols: closed.map(({ protocol }) => protocol),
      remedy: "give certificates (HTTP_TLS_CERT_FILE, MQTT_TLS_CERT_FILE), or have one made (TLS_AUTO=true)",
    });
}

interface PlainServer {
  readonly protocol: "HTTP" | "MQTT";
  readonly host: string;
}

/** Servers without TLS that other machines can reach. */
export function openPlainServers(config: Servers): readonly PlainServer[] {
  return plainServers(config).filter(({ host }) => !isThisMachine(host));
}

function plainServers(config: Servers): readonly PlainServer[] {
  const hosts = listenHosts(config);
  return [
    ...(config.http.tls.certFile === undefined ? [{ protocol: "HTTP", host: hosts.http } as const] : []),
    { protocol: "MQTT", host: hosts.mqtt },
  ];
}

function hasTls(protocol: string, { mqtt }: Servers): boolean {
  return protocol === "MQTT" && mqtt.tls.certFile !== undefined;
}

/** Whether a server on this host is reachable only from this machine. */
export function isThisMachine(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host === "localhost";
  return LOOPBACK.check(host, family === 4 ? "ipv4" : "ipv6");
}
