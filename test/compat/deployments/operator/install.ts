// The former release as a service, nginx in front of it, and its first users.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import packageInfo from "../../../../package.json" with { type: "json" };
import { sectionOf } from "../../../support/document-walk.ts";
import { RestClient, text, tokenOf } from "../../../support/rest-client.ts";
import { TestTenant } from "../../../support/tenant.ts";
import { commandsWith, OPERATIONS, serviceInstallation, settingsIn } from "../operations-page.ts";
import type { ServiceMachine } from "../service-machine.ts";
import type { ProxyAddress } from "../through-proxy.ts";
import { typeBlock } from "./typing.ts";

const NAME = "iot.example.com";
export const PROXY_PORTS = { https: 443, mqtts: 8883 };
export const SETTINGS = "etc/bridgehead.yml";
export const READY = "bridgehead ready ";
const CERTIFICATES = `/etc/letsencrypt/live/${NAME}`;
/** The users of the first start, with the password of the restore drill. */
const TENANT_ADMIN = "tenant@bridgehead.local";
const SYS_ADMIN = "sysadmin@bridgehead.local";
const PASSWORD = "correct-horse";

/** From this package, in the place of that of this version. */
export async function installService(machine: ServiceMachine, packageFile: string): Promise<void> {
  const { install, settings, start } = serviceInstallation();
  const printed = `./bridgehead-${packageInfo.version}.tgz`;
  assert.ok(install.includes(printed), `the page installs ${printed}`);
  await typeBlock(machine, install.replace(printed, packageFile));
  writeFileSync(join(machine.root, SETTINGS), settings);
  await typeBlock(machine, start);
  await machine.said(READY, 1);
}

/** With a certificate of a company's authority; everything here trusts it from now on. */
export async function putProxyInFront(machine: ServiceMachine): Promise<ProxyAddress> {
  const section = sectionOf(OPERATIONS, "Behind a proxy");
  await machine.type(issueCertificate(machine.address));
  writeFileSync(join(machine.root, SETTINGS), settingsIn(section, "http.trustedProxies"));
  await typeBlock(machine, commandsWith(section, "nginx"));
  await machine.said(READY, 2);
  const ca = readFileSync(join(machine.root, "root/ca.pem"), "utf8");
  setDefaultCACertificates([...getCACertificates("default"), ca]);
  return { host: machine.address, port: PROXY_PORTS.https, servername: NAME, ca };
}

/** What another department does. The address is in the certificate because nothing here resolves the name. */
function issueCertificate(address: string): string {
  const key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
  return [
    `mkdir -p ${CERTIFICATES}`,
    `openssl req -x509 ${key} -days 3650 -subj '/CN=Example CA' -keyout ca.key -out ca.pem`,
    `openssl req ${key} -subj '/CN=${NAME}' -keyout ${CERTIFICATES}/privkey.pem -out server.csr`,
    `echo 'subjectAltName=DNS:${NAME},IP:${address}' > names`,
    `openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 90 -extfile names -out ${CERTIFICATES}/fullchain.pem`,
  ].join("; ");
}

/** By the links of the journal, as the pages behind them do. Each start has printed new ones, of which the last work. */
export async function openAccounts(
  machine: ServiceMachine,
  { host }: ProxyAddress,
): Promise<{ readonly tenant: TestTenant; readonly sysAdmin: RestClient }> {
  const rest = new RestClient(`https://${host}`);
  const journal = await machine.type("journalctl -u bridgehead -o cat");
  const links = new Map(
    [...journal.matchAll(/^Set the password of (\S+), once, at (\S+)$/gm)].map(([, email, link]) => [email, link]),
  );
  const open = async (email: string): Promise<RestClient> => {
    const link = new URL(links.get(email) ?? "");
    assert.equal(link.origin, `https://${NAME}`);
    const activateToken = link.searchParams.get("activateToken");
    return rest.withToken(tokenOf(await rest.post("/api/noauth/activate", { activateToken, password: PASSWORD })));
  };
  const [tenantAdmin, sysAdmin] = [await open(TENANT_ADMIN), await open(SYS_ADMIN)];
  let lastNumber = 0;
  const tenantId = text(await tenantAdmin.get("/api/auth/user"), "tenantId", "id");
  return { tenant: new TestTenant(tenantAdmin, tenantId, () => ++lastNumber), sysAdmin };
}
