// Copies customers, device profiles, devices with their credentials, attributes and history of a tenant from a platform with ThingsBoard's
// REST API to this one. What is there already, found by its name, stays as it is; its history is added. Nothing is changed at the source.
if (Array.fromAsync === undefined) {
  console.error(`migrate.mjs needs Node.js 22 or newer, and this is ${process.versions.node}`);
  process.exit(1);
}

const {
  FROM_URL,
  FROM_USER,
  FROM_PASSWORD,
  TO_URL,
  TO_USER,
  TO_PASSWORD,
  SINCE = "1970-01-01T00:00:00Z",
} = process.env;
const POINTS_OF_A_READ = 10_000;
const LINES_OF_AN_IMPORT = 50_000;
/** Each platform keeps these by itself. */
const OF_THE_PLATFORM = new Set([
  "active",
  "lastActivityTime",
  "lastConnectTime",
  "lastDisconnectTime",
  "inactivityAlarmTime",
]);
const TELEMETRY = "/api/plugins/telemetry/DEVICE";

class Platform {
  #token;

  constructor(url, username, password) {
    Object.assign(this, { url, username, password });
  }

  get(path) {
    return this.#call("GET", path);
  }

  post(path, body, type = "application/json") {
    return this.#call("POST", path, { type, text: typeof body === "string" ? body : JSON.stringify(body) });
  }

  /** A list of any length, page by page. */
  async *list(path) {
    for (let page = 0, hasNext = true; hasNext; page++) {
      const answer = await this.get(`${path}?pageSize=100&page=${page}&sortProperty=createdTime&sortOrder=ASC`);
      yield* answer.data;
      hasNext = answer.hasNext;
    }
  }

  /** Logs in where it has to, and waits where it is too fast. Digits of values stay as they are, however many. */
  async #call(method, path, body) {
    for (;;) {
      this.#token ??= await this.#login();
      const headers = { "X-Authorization": `Bearer ${this.#token}`, ...(body && { "Content-Type": body.type }) };
      const answer = await fetch(this.url + path, { method, headers, body: body?.text });
      const text = await answer.text();
      if (answer.status === 401) this.#token = undefined;
      else if (answer.status === 429) await new Promise((resolve) => setTimeout(resolve, 1_000));
      else if (!answer.ok) throw new Error(`${method} ${this.url}${path}: ${answer.status} ${text}`);
      else {
        for (const warning of answer.headers.get("warning")?.matchAll(/299 - "(.*?)"/g) ?? [])
          console.warn(`  ${warning[1]}`);
        return text === "" ? undefined : JSON.parse(text, withAllDigits);
      }
    }
  }

  async #login() {
    const body = JSON.stringify({ username: this.username, password: this.password });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${this.url}/api/auth/login`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`no login at ${this.url}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).token;
  }
}

function withAllDigits(key, value, { source }) {
  return key === "value" && typeof value === "number" ? JSON.rawJSON(source) : value;
}

const from = new Platform(FROM_URL, FROM_USER, FROM_PASSWORD);
const to = new Platform(TO_URL, TO_USER, TO_PASSWORD);

const customers = await copyAll("customers", "title");
const deviceProfiles = await copyAll("deviceProfiles", "name");
const known = new Set(await Array.fromAsync(to.list("/api/tenant/devices"), ({ name }) => name));
let points = 0;
for await (const device of from.list("/api/tenant/devices")) await copyDevice(device);
console.log(`${points} points`);

/** Entities without references of their own. Gives the id at the destination for each at the source. */
async function copyAll(kind, nameOf) {
  const path = `/api/${kind}`;
  const there = new Map(await Array.fromAsync(to.list(path), (entity) => [entity[nameOf], entity.id]));
  const ids = new Map();
  for await (const entity of from.list(path)) {
    console.log(`${kind.slice(0, -1)} ${entity[nameOf]}`);
    try {
      const id = there.get(entity[nameOf]) ?? (await to.post(path.slice(0, -1), ofAnotherPlatform(entity))).id;
      ids.set(entity.id.id, id);
    } catch (error) {
      console.warn(`  left out: ${error.message}`);
    }
  }
  return ids;
}

/** Without what names something that only the source has. */
function ofAnotherPlatform({ id, tenantId, ownerId, createdTime, version, externalId, ...entity }) {
  const references = ["firmwareId", "softwareId", "defaultRuleChainId", "defaultEdgeRuleChainId", "defaultDashboardId"];
  return Object.fromEntries(Object.entries(entity).filter(([name]) => !references.includes(name)));
}

async function copyDevice(source) {
  console.log(`device ${source.name}`);
  if (!known.has(source.name)) await createDevice(source);
  points += await copyHistory(source.name, source.id.id);
}

async function createDevice(source) {
  const { name, label, additionalInfo, customerId } = source;
  const { credentialsType, credentialsId, credentialsValue } = await from.get(
    `/api/device/${source.id.id}/credentials`,
  );
  const deviceProfileId = deviceProfiles.get(source.deviceProfileId.id);
  const device = { name, label, additionalInfo, deviceProfileId, customerId: customers.get(customerId?.id) };
  const credentials = { credentialsType, credentialsId, credentialsValue };
  const { id } = await to.post("/api/device-with-credentials", { device, credentials });
  for (const scope of ["SERVER_SCOPE", "SHARED_SCOPE", "CLIENT_SCOPE"]) {
    const attributes = await from.get(`${TELEMETRY}/${source.id.id}/values/attributes/${scope}`);
    const kept = attributes.filter(({ key }) => scope !== "SERVER_SCOPE" || !OF_THE_PLATFORM.has(key));
    if (kept.length === 0) continue;
    const values = Object.fromEntries(kept.map(({ key, value }) => [key, value]));
    if (scope !== "CLIENT_SCOPE") await to.post(`${TELEMETRY}/${id.id}/attributes/${scope}`, values);
    // Only the device itself writes these, here by the token that it has.
    else if (credentialsType === "ACCESS_TOKEN")
      await to.post(`/api/v1/${encodeURIComponent(credentialsId)}/attributes`, values);
    else console.warn(`  ${kept.length} client attributes wait for the device to send them`);
  }
}

async function copyHistory(device, sourceId) {
  const path = `${TELEMETRY}/${sourceId}`;
  const endTs = Date.now() + 86_400_000;
  let copied = 0;
  let lines = [];
  const flush = async () => {
    const { accepted, errors } = await to.post("/api/telemetry/import", lines.join("\n"), "application/x-ndjson");
    copied += accepted;
    for (const { message } of errors) console.warn(`  ${message}`);
    lines = [];
  };
  for (const key of await from.get(`${path}/keys/timeseries`))
    for (let startTs = Date.parse(SINCE), found; startTs !== undefined; startTs = found) {
      const range = `startTs=${startTs}&endTs=${endTs}&limit=${POINTS_OF_A_READ}&orderBy=ASC&useStrictDataTypes=true`;
      const answer = await from.get(`${path}/values/timeseries?keys=${encodeURIComponent(key)}&${range}`);
      const read = answer[key] ?? [];
      for (const { ts, value } of read) lines.push(JSON.stringify({ device, ts, key, value }));
      found = read.length < POINTS_OF_A_READ ? undefined : read.at(-1).ts + 1;
      if (lines.length >= LINES_OF_AN_IMPORT) await flush();
    }
  if (lines.length > 0) await flush();
  return copied;
}
