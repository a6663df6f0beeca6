import { describe, expect, test } from "vitest";
import { newId, type CustomerId, type DeviceId, type SessionId, type TenantId, type UserId } from "../ids.ts";
import { isPermitted, permit, permitMember, permitRole, type Resource } from "./permissions.ts";
import {
  NO_USER,
  type CustomerPrincipal,
  type Principal,
  type SystemPrincipal,
  type TenantPrincipal,
} from "./principal.ts";

const tenantId = newId<TenantId>();
const customerId = newId<CustomerId>();
const session = { sessionId: newId<SessionId>() };
const system: SystemPrincipal = {
  ...session,
  authority: "SYS_ADMIN",
  userId: newId<UserId>(),
  tenantId: null,
  customerId: null,
};
const tenant: TenantPrincipal = {
  ...session,
  authority: "TENANT_ADMIN",
  userId: newId<UserId>(),
  tenantId,
  customerId: null,
};
const customer: CustomerPrincipal = {
  ...session,
  authority: "CUSTOMER_USER",
  userId: newId<UserId>(),
  tenantId,
  customerId,
};

const foreignTenant = newId<TenantId>();
const otherCustomer = newId<CustomerId>();

/** Where a resource may stand to the three principals: theirs, a colleague's, or somebody else's. */
const places = {
  own: { tenantId, customerId, userId: customer.userId },
  colleague: { tenantId, customerId, userId: newId<UserId>() },
  otherCustomer: { tenantId, customerId: otherCustomer, userId: newId<UserId>() },
  unassigned: { tenantId, customerId: null, userId: tenant.userId },
  foreign: { tenantId: foreignTenant, customerId: otherCustomer, userId: newId<UserId>() },
};
type Place = keyof typeof places;
const everywhere: readonly Place[] = ["own", "colleague", "otherCustomer", "unassigned", "foreign"];
const inTenant: readonly Place[] = ["own", "colleague", "otherCustomer", "unassigned"];
const ofCustomer: readonly Place[] = ["own", "colleague"];

/** Which places each authority may act in, as the contract's table has it. */
type Row = readonly [system: readonly Place[], tenant: readonly Place[], customer: readonly Place[]];
const nowhere: readonly Place[] = [];
const systemOnly: Row = [everywhere, nowhere, nowhere];
const tenantOnly: Row = [nowhere, inTenant, nowhere];
const tenantAndCustomer: Row = [nowhere, inTenant, ofCustomer];
const members: Row = [nowhere, inTenant, inTenant];
const ownTenantToo: Row = [everywhere, inTenant, nowhere];

// One line per operation, so that this can be compared with the contract.
const CONTRACT: Readonly<Record<Resource["kind"], Readonly<Record<string, Row>>>> = {
  TENANT: {
    create: systemOnly,
    read: ownTenantToo,
    write: systemOnly,
    delete: systemOnly,
    list: systemOnly,
    "read-values": ownTenantToo,
    "write-values": systemOnly,
  },
  TENANT_PROFILE: { create: systemOnly, read: systemOnly, write: systemOnly, delete: systemOnly, list: systemOnly },
  // A customer's users are the tenant's business, not the system's.
  USER: {
    create: [nowhere, inTenant, nowhere],
    read: tenantAndCustomer,
    write: [nowhere, inTenant, ["own"]],
    delete: tenantOnly,
    list: [everywhere, inTenant, ofCustomer],
    "read-values": [nowhere, inTenant, ["own"]],
    "write-values": [nowhere, inTenant, ["own"]],
    "write-credentials": tenantOnly,
    impersonate: tenantOnly,
  },
  CUSTOMER: {
    create: tenantOnly,
    read: tenantAndCustomer,
    write: tenantOnly,
    delete: tenantOnly,
    list: tenantOnly,
    "read-values": tenantAndCustomer,
    "write-values": tenantOnly,
  },
  DEVICE: {
    create: tenantOnly,
    read: tenantAndCustomer,
    write: tenantAndCustomer,
    delete: tenantOnly,
    list: tenantAndCustomer,
    "read-credentials": tenantAndCustomer,
    "write-credentials": tenantOnly,
    assign: tenantOnly,
    "read-values": tenantAndCustomer,
    "write-values": tenantAndCustomer,
    call: tenantAndCustomer,
    claim: members,
    "read-connections": tenantAndCustomer,
    reclaim: tenantAndCustomer,
  },
  DEVICE_PROFILE: {
    create: tenantOnly,
    read: tenantOnly,
    "read-info": members,
    write: tenantOnly,
    delete: tenantOnly,
    list: tenantOnly,
    "list-infos": members,
  },
  OTA_PACKAGE: {
    create: tenantOnly,
    read: tenantOnly,
    "read-info": members,
    write: tenantOnly,
    delete: tenantOnly,
    "list-infos": members,
  },
  OTA_ROLLOUT: {
    create: tenantOnly,
    read: tenantOnly,
    write: tenantOnly,
    delete: tenantOnly,
    list: tenantOnly,
  },
  DASHBOARD: {
    create: tenantOnly,
    read: tenantAndCustomer,
    write: tenantOnly,
    delete: tenantOnly,
    list: [everywhere, inTenant, ofCustomer],
    assign: tenantOnly,
  },
  API_KEY: Object.fromEntries(
    ["create", "read", "write", "delete", "list"].map((operation) => [
      operation,
      [nowhere, inTenant, ["own"]] satisfies Row,
    ]),
  ),
  AUDIT_LOG: { read: ownTenantToo },
  // The query itself keeps to what its caller sees.
  ENTITIES: { list: [everywhere, everywhere, everywhere] },
  USAGE: { read: ownTenantToo },
  OWN_LIMITS: { read: [everywhere, everywhere, everywhere] },
  OVERVIEW: { read: [everywhere, everywhere, everywhere] },
  ADMIN_SETTINGS: { read: systemOnly, write: systemOnly },
};

function resourceAt(kind: Resource["kind"], place: Place): Resource {
  const owner = places[place];
  const deviceId = newId<DeviceId>();
  const customerIds = owner.customerId === null ? [] : [newId<CustomerId>(), owner.customerId];
  return { kind, deviceId, customerIds, authority: "CUSTOMER_USER", ...owner };
}

describe("every operation is permitted where the contract says so, and nowhere else", () => {
  for (const [kind, operations] of Object.entries(CONTRACT) as [Resource["kind"], Readonly<Record<string, Row>>][])
    for (const [operation, row] of Object.entries(operations))
      test(`${operation} ${kind}`, () => {
        const permitted = [system, tenant, customer].map((principal) =>
          everywhere.filter((place) => isPermitted(principal, operation as "read", resourceAt(kind, place) as never)),
        );

        expect(permitted).toEqual(row);
      });
});

describe("users by authority", () => {
  const user = (authority: Principal["authority"]) =>
    ({
      kind: "USER",
      userId: newId<UserId>(),
      authority,
      tenantId: authority === "SYS_ADMIN" ? null : tenantId,
      customerId: null,
    }) as const;

  test("a system administrator acts on administrators of all kinds, and a tenant's on no system administrator", () => {
    expect(
      [user("SYS_ADMIN"), user("TENANT_ADMIN"), user("CUSTOMER_USER")].map((each) =>
        isPermitted<"USER">(system, "write", each),
      ),
    ).toEqual([true, true, false]);
    expect(
      [user("SYS_ADMIN"), user("TENANT_ADMIN"), user("CUSTOMER_USER")].map((each) =>
        isPermitted<"USER">(tenant, "write", each),
      ),
    ).toEqual([false, true, true]);
    expect(isPermitted<"USER">(tenant, "create", { ...user("SYS_ADMIN"), tenantId })).toBe(false);
  });
});

describe("what is assigned to many customers", () => {
  const assignedTo = (...customerIds: readonly CustomerId[]) => ({ kind: "DASHBOARD", tenantId, customerIds }) as const;
  const reads = (resource: ReturnType<typeof assignedTo>): boolean =>
    isPermitted<"DASHBOARD">(customer, "read", resource);

  test("a user of any of them reads it, wherever in the list the customer is", () => {
    expect(reads(assignedTo(customerId))).toBe(true);
    expect(reads(assignedTo(otherCustomer, customerId))).toBe(true);
  });

  test("a user of another customer does not read it, nor anybody's after it was taken back", () => {
    expect(reads(assignedTo(otherCustomer))).toBe(false);
    expect(reads(assignedTo())).toBe(false);
  });

  test("the same id of a customer in another tenant gives nothing", () => {
    const foreign = { kind: "DASHBOARD", tenantId: foreignTenant, customerIds: [customerId] } as const;

    expect(isPermitted<"DASHBOARD">(customer, "read", foreign)).toBe(false);
    expect(isPermitted<"DASHBOARD">(tenant, "read", foreign)).toBe(false);
    expect(() => permit<"DASHBOARD">(customer, "read", foreign)).toThrow(
      expect.objectContaining({ kind: "forbidden" }),
    );
  });

  test("no user of a customer changes it, even if it is assigned to that customer alone", () => {
    for (const operation of ["create", "write", "delete", "assign"] as const)
      expect(isPermitted<"DASHBOARD">(customer, operation, assignedTo(customerId))).toBe(false);
  });

  test("a system administrator lists those of a tenant, and reads and changes none", () => {
    for (const operation of ["create", "read", "write", "delete", "assign"] as const)
      expect(isPermitted<"DASHBOARD">(system, operation, assignedTo(customerId))).toBe(false);
  });
});

describe("refusals", () => {
  const deviceId = newId<DeviceId>();

  test("a device of another tenant does not exist, one of another customer is forbidden", () => {
    const device = { kind: "DEVICE", deviceId, tenantId: foreignTenant, customerId: null } as const;

    expect(() => permit<"DEVICE">(tenant, "read", device)).toThrow(expect.objectContaining({ kind: "not-found" }));
    expect(() => permit<"DEVICE">(customer, "read", { ...device, tenantId })).toThrow(
      expect.objectContaining({ kind: "forbidden" }),
    );
    expect(() => permit<"DEVICE">(customer, "delete", device)).toThrow(expect.objectContaining({ kind: "forbidden" }));
  });

  test("a customer of another tenant is forbidden", () => {
    expect(() => permit<"CUSTOMER">(tenant, "read", { kind: "CUSTOMER", tenantId: foreignTenant, customerId })).toThrow(
      expect.objectContaining({ kind: "forbidden" }),
    );
  });

  test("a role without any right is refused before anything is loaded", () => {
    expect(() => permitRole(system, "read", "DEVICE")).toThrow("SYS_ADMIN may not read this device");
    expect(() => permitRole(system, "list", "DEVICE")).toThrow("SYS_ADMIN may not list devices");
    expect(() => permitRole(system, "write-values", "DEVICE")).toThrow("SYS_ADMIN may not write values of this device");
    expect(() => permitMember(system, "list", "USER")).toThrow(expect.objectContaining({ kind: "forbidden" }));
    permitRole(customer, "read", "DEVICE");
  });
});

describe("a public session", () => {
  const visitor: CustomerPrincipal = { ...customer, userId: NO_USER, isPublic: true };
  const kinds = Object.entries(CONTRACT) as [Resource["kind"], Readonly<Record<string, Row>>][];
  const permittedTo = (principal: Principal): readonly string[] =>
    kinds.flatMap(([kind, operations]) =>
      Object.keys(operations)
        .filter((operation) =>
          everywhere.some((place) => isPermitted(principal, operation as "read", resourceAt(kind, place) as never)),
        )
        .map((operation) => `${operation} ${kind}`),
    );

  test("reads what its customer may read, but neither credentials nor people, and that is all", () => {
    expect(permittedTo(visitor)).toEqual([
      "read CUSTOMER",
      "read-values CUSTOMER",
      "read DEVICE",
      "list DEVICE",
      "read-values DEVICE",
      "read-info DEVICE_PROFILE",
      "list-infos DEVICE_PROFILE",
      "read DASHBOARD",
      "list DASHBOARD",
      "list ENTITIES",
      "read OWN_LIMITS",
    ]);
    const others = permittedTo(visitor).filter((each) => !permittedTo(customer).includes(each));
    expect(others).toEqual([]);
  });

  test("sees no more of others than its customer does", () => {
    for (const place of ["otherCustomer", "unassigned", "foreign"] as const)
      for (const kind of ["DEVICE", "DASHBOARD"] as const)
        expect(isPermitted(visitor, "read", resourceAt(kind, place) as never)).toBe(false);
    expect(() => permitRole(visitor, "write", "DEVICE")).toThrow("a public session may not write this device");
  });
});
