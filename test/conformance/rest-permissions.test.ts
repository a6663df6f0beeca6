// REST contract 1.7: every route, for every role, on an entity of the own customer, of another customer of the tenant, and
// of another tenant. A route without a row fails; a refused call must not have changed anything.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { RestRoute } from "../../src/transport/rest/route.ts";
import { AccessWorld, OWNERS, ROLES, type Owner, type Place, type Role } from "../support/access-world.ts";
import { useTestPlatform } from "../support/conformance.ts";
import type { Cell, Cells, Row, Rule, Sent } from "../support/permission-rows.ts";
import { TABLE } from "../support/permission-table.ts";
import { member, RestClient, type Method, type RestAnswer } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";

const platform = useTestPlatform();
let world: AccessWorld;
beforeAll(async () => {
  world = await AccessWorld.create(platform());
});

test("REST-115: every route has a row, and every row a route", () => {
  const routes = platform().routes.map(nameOf);
  expect(new Set(TABLE.map(({ route }) => route))).toEqual(new Set(routes));
});

test.each(TABLE.map((each, index) => [`${each.route} (row ${String(index)})`, each] as const))(
  "REST-115: %s",
  async (_name, each) => {
    if ("open" in each.rule) await checkOpen(each, each.rule.open);
    else await checkRule(each, each.rule);
  },
);

async function checkOpen(each: Row, status: number): Promise<void> {
  const { callers, places } = world;
  for (const caller of [world.platform.anonymous, ...Object.values(callers)])
    expect((await call(caller, each, places.own)).status).toBe(status);
}

async function checkRule(each: Row, cells: Rule): Promise<void> {
  const isRead = each.route.startsWith("GET ");
  const before = isRead ? undefined : await world.snapshot();
  const combinations = ROLES.flatMap((role) =>
    OWNERS.map((owner, index) => ({ role, owner, wanted: cellOf(cells[role], index) })),
  );
  for (const owner of OWNERS) expectStranger(each, await call(world.platform.anonymous, each, world.places[owner]));
  for (const { role, owner, wanted } of combinations) if (isRefusal(wanted)) await check(each, role, owner, wanted);
  if (before !== undefined) expect(await world.snapshot(), "a refused call has changed something").toEqual(before);
  for (const { role, owner, wanted } of combinations) if (!isRefusal(wanted)) await check(each, role, owner, wanted);
}

async function check(each: Row, role: Role, owner: Owner, wanted: Cell): Promise<void> {
  const uses = isRefusal(wanted) ? undefined : each.uses;
  const place = uses === undefined || uses === "session" ? world.places[owner] : await world.fresh(owner, uses);
  const caller = uses === "session" ? await world.login(role) : world.callers[role];
  const answer = await call(caller, each, place);
  const what = `${role} on ${owner}: ${answer.text.slice(0, 200)}`;
  if (wanted === 403) expectRefusal(each, answer, 403, 20);
  if (wanted === 404) expectRefusal(each, answer, 404, 32);
  expect(answer.status, what).toBe(typeof wanted === "number" ? wanted : 200);
  if (typeof wanted === "string")
    expect(answer.text.includes(each.send(place).names ?? "-"), what).toBe(wanted === "shown");
}

function cellOf(cells: Cells, owner: number): Cell {
  return typeof cells === "object" ? (cells[owner] ?? 403) : cells;
}

function isRefusal(cell: Cell): boolean {
  return typeof cell === "number" && cell >= 300;
}

/** A caller without credentials; the analytics service tells by its code that there are none. */
function expectStranger(each: Row, answer: RestAnswer): void {
  if (!isOfAnalytics(each)) expectError(answer, 401, 10);
  else expect([answer.status, member(answer.body, "code")], answer.text).toEqual([403, "TOKEN_MISSING"]);
}

function expectRefusal(each: Row, answer: RestAnswer, status: number, errorCode: number): void {
  if (!isOfAnalytics(each)) expectError(answer, status, errorCode);
  else expect([answer.status, member(answer.body, "errorCode")], answer.text).toEqual([status, errorCode]);
}

function isOfAnalytics({ route }: Row): boolean {
  return route.includes(" /apiAnalytics/");
}

/** What of a place stands for one of its users, by a name; no user of theirs has what it is replaced by. */
function namesOfUsers(place: Place): readonly string[] {
  return [place.adminId, place.userId, place.invitedAdminId, place.invitedUserId, place.adminEmail];
}

test.each(TABLE.map((each, index) => [`${each.route} (row ${String(index)})`, each] as const))(
  "REST-115: a user of another tenant is answered like one that does not exist: %s",
  async (_name, each) => {
    const { callers, places } = world;
    const place = places["other tenant"];
    const sent = JSON.stringify(each.send(place));
    const name = namesOfUsers(place).find((known) => sent.includes(known));
    // A caller with rights over all tenants knows them all; a list says nothing of those that it does not show.
    if (name === undefined || "open" in each.rule) return;
    const unknown = name.includes("@") ? "nobody@example.com" : randomUUID();
    const [real, absent] = [name, unknown].map((each) => sent.replaceAll(name, each));
    for (const role of ["TENANT_ADMIN", "CUSTOMER_USER"] as const) {
      const answers: unknown[] = [];
      for (const text of [real, absent]) {
        const answer = await call(callers[role], { ...each, send: () => JSON.parse(text ?? "") as Sent }, place);
        answers.push([
          answer.status,
          answer.text
            .replaceAll(name, "USER")
            .replaceAll(unknown, "USER")
            .replace(/"timestamp":[0-9]+/, ""),
        ]);
      }
      expect(answers[0], role).toEqual(answers[1]);
    }
  },
);

function call(caller: RestClient, each: Row, place: Place): Promise<RestAnswer> {
  const { params = {}, query = "", body, credentials } = each.send(place);
  const { method, path } = routeOf(each);
  const values: Readonly<Record<string, string>> = {
    tenantId: place.tenant.id,
    tenantProfileId: place.tenantProfileId,
    customerId: place.customer.id,
    deviceId: place.device.id,
    deviceName: place.device.name,
    deviceProfileId: place.deviceProfileId,
    otaPackageId: place.packageId,
    rolloutId: place.rolloutId,
    dashboardId: place.dashboardId,
    rpcId: place.rpcId,
    ...params,
  };
  const filled = path.replaceAll(/:(\w+)/g, (_text, name: string) => encodeURIComponent(values[name] ?? `no ${name}`));
  const target = query === "" ? filled : `${filled}?${query}`;
  return credentials === "jwt" ? callByJwt(caller, method, target, body) : caller.request(method, target, body);
}

/** The token in the parameter of that name, where there is one. */
function callByJwt(caller: RestClient, method: Method, target: string, body: unknown): Promise<RestAnswer> {
  const { baseUrl, authorization, answerCheck } = caller;
  const token = authorization?.replace("Bearer ", "");
  return new RestClient(baseUrl, undefined, answerCheck).request(
    method,
    token === undefined ? target : `${target}?jwt=${token}`,
    body,
  );
}

function routeOf({ route }: Row): { readonly method: Method; readonly path: string } {
  const [method = "", path = ""] = route.split(" ");
  return { method: method as Method, path };
}

/** As the table writes it: the one parameter that says nothing of its kind is named by it. */
function nameOf({ method, path }: RestRoute): string {
  return `${method} ${path.replace(/^(\/api\/tenantProfile(?:Info)?)\/:id/, "$1/:tenantProfileId")}`;
}

test("REST-115: the tenant of a new user is the administrator's own, whatever the body says", async () => {
  const { own, "other tenant": other } = world.places;
  const created = await own.tenant.rest.post("/api/user?sendActivationMail=false", {
    email: `${own.tenant.uniqueName("new")}@example.com`,
    authority: "TENANT_ADMIN",
    tenantId: { entityType: "TENANT", id: other.tenant.id },
  });
  expect(member(created, "tenantId", "id")).toBe(own.tenant.id);
});
