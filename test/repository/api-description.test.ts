// The description of the API is what client generators make code of. This walks all of it for what they stumble over:
// numbers without a size, names that become one name, unions where a plain type would do. test/compat/ runs the generators.
import { beforeAll, expect, test } from "vitest";
import { parseJson } from "../../src/lib/json.ts";
import { SCHEMA_PLACE, type Written } from "../../src/transport/rest/openapi/plain-forms.ts";
import { servedDocument } from "../../tools/openapi/document.ts";
import { isObject } from "../../src/lib/members.ts";

interface Place {
  /** As `Device.createdTime` or `GET /api/devices query pageSize`. */
  readonly name: string;
  readonly schema: Written;
  /** Of a member or a parameter: its own name. */
  readonly member: string | undefined;
}

let document: Written;
let places: readonly Place[];
let operations: readonly { readonly name: string; readonly path: string; readonly operation: Written }[];
let components: ReadonlyMap<string, Written>;

beforeAll(async () => {
  const parsed = parseJson(await servedDocument());
  document = isObject(parsed) ? parsed : {};
  components = new Map(membersOf(at(document, "components", "schemas")));
  operations = membersOf(document["paths"]).flatMap(([path, item]) =>
    membersOf(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
  );
  places = [
    ...[...components].flatMap(([name, schema]) => placesIn(name, schema)),
    ...operations.flatMap(({ name, operation }) => [
      ...parametersOf(operation).flatMap((parameter) => {
        const member = String(parameter["name"]);
        const schema = parameter["schema"];
        return isObject(schema) ? placesIn(`${name} ${member}`, schema, member) : [];
      }),
      ...contentsOf(operation).flatMap((media) => placesIn(name, media["schema"])),
    ]),
  ];
});

test("every whole number says how long it is, and every other number that it is a double", () => {
  const bare = places.filter(({ schema }) => {
    const types = typesOf(schema);
    if (types.includes("integer")) return schema["format"] !== "int32" && schema["format"] !== "int64";
    return types.includes("number") && schema["format"] !== "double";
  });
  expect(names(bare)).toEqual([]);
});

test("times are long numbers", () => {
  const short = places.filter(
    ({ member, schema }) => /(Time|Ts|^ts|^timestamp)$/.test(member ?? "") && schema["format"] === "int32",
  );
  // Durations, in seconds: of tokens.
  expect(names(short).filter((name) => !name.startsWith("JwtSettings"))).toEqual([]);
});

test("ids are UUIDs", () => {
  const texts = places.filter(
    ({ member, schema }) =>
      /(^id|Id)$/.test(member ?? "") && typesOf(schema).includes("string") && schema["format"] !== "uuid",
  );
  // What a device logs in with; what the log of the server names; a column or a field of a view; a panel.
  expect([...new Set(texts.map(({ name }) => name))].sort()).toEqual([
    "AnalyticsErrorResponse.requestId",
    "ComputedPanel.id",
    "DeviceCredentials.credentialsId",
    "DeviceCredentialsInput.credentialsId",
    "ReportColumn.id",
    "ViewField.id",
  ]);
});

test("every array says what is in it", () => {
  expect(names(places.filter(({ schema }) => typesOf(schema).includes("array") && !isObject(schema["items"])))).toEqual(
    [],
  );
});

test("what takes null says so in its type, and enumerations are of texts or numbers alone", () => {
  const mixed = places.filter(({ schema }) => {
    const { enum: words } = schema;
    return Array.isArray(words) && (words.includes(null) || typesOf(schema).length !== 1);
  });
  expect(names(mixed)).toEqual([]);
});

test("nothing is null alone, which generators have no type for", () => {
  const alone = places.filter(({ schema, member }) => member !== undefined && schema["type"] === "null");
  expect(names(alone)).toEqual([]);
});

test("defaults are texts, numbers, flags or null: others would be copied into code", () => {
  const others = places.filter(({ schema }) => typeof schema["default"] === "object" && schema["default"] !== null);
  expect(names(others)).toEqual([]);
});

test("the words of an enumeration become different names, or bring their names with them", () => {
  const clashing = places.filter(({ schema }) => {
    const { enum: words, "x-enum-varnames": given } = schema;
    if (!Array.isArray(words)) return false;
    const spelled = (given === undefined ? words : given) as unknown[];
    const identifiers = spelled.map((word) => mangled(String(word)));
    return identifiers.includes("") || new Set(identifiers).size !== words.length;
  });
  expect(names(clashing)).toEqual([]);
});

test("lists say by what they can be sorted, and in which order", () => {
  const open = places.filter(
    ({ member, schema }) =>
      ["sortProperty", "sortOrder", "orderBy"].includes(member ?? "") &&
      typesOf(schema).includes("string") &&
      !Array.isArray(schema["enum"]),
  );
  expect(names(open)).toEqual([]);
});

/** Keywords that generators read as something else, or not at all. */
const STRANGE = ["const", "patternProperties", "nullable", "not", "if", "$defs", "prefixItems"];

test("schemas are written in words that generators know", () => {
  const strange = places.flatMap(({ name, schema }) =>
    Object.keys(schema)
      .filter((word) => STRANGE.includes(word) || (word.startsWith("x-") && word !== "x-enum-varnames"))
      .map((word) => `${name}: ${word}`),
  );
  expect(strange).toEqual([]);
});

/** What generated clients already have under these names, in one language or another. */
const TAKEN = [
  "api",
  "apiclient",
  "any",
  "array",
  "blob",
  "boolean",
  "configuration",
  "date",
  "error",
  "file",
  "function",
]
  .concat(["integer", "list", "map", "model", "null", "number", "object", "request", "response", "set", "string"])
  .concat(["unset", "client", "authenticatedclient", "apiresponse", "apiexception", "openapi"]);

test("schemas have names that generated code can tell apart, also from those of parts without a name", () => {
  const parts = [...components].flatMap(([name, schema]) => partsIn(name, schema));
  const all = [...components.keys(), ...parts].map(mangled);
  const twice = all.filter((name, index) => all.indexOf(name) !== index);
  expect([...new Set(twice)]).toEqual([]);
  expect([...components.keys()].filter((name) => TAKEN.includes(mangled(name)))).toEqual([]);
  // Functions and types that Go gets for each of the others.
  const made = [...components.keys()].flatMap((name) => [`New${name}`, `Nullable${name}`, `New${name}WithDefaults`]);
  expect(made.filter((name) => components.has(name))).toEqual([]);
});

test("members of a schema have different names in any spelling", () => {
  const clashing = places.filter(({ schema }) => {
    const members = membersOf(schema["properties"]).map(([name]) => mangled(name));
    return new Set(members).size !== members.length;
  });
  expect(names(clashing)).toEqual([]);
});

test("operations have different ids in any spelling, and their parameters different names", () => {
  const ids = operations.map(({ operation }) => mangled(String(operation["operationId"])));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const clashing = operations.filter(({ operation }) => {
    const parameters = parametersOf(operation).map(({ name }) => mangled(String(name)));
    return new Set(parameters).size !== parameters.length;
  });
  expect(names(clashing)).toEqual([]);
});

test("no call of the platform's API makes a union of a generator; null next to a type is none", () => {
  const seen = new Set<string>();
  const unions: string[] = [];
  const visit = (name: string, schema: unknown): void => {
    for (const place of placesIn(name, schema)) {
      const { $ref: reference, anyOf, oneOf, allOf } = place.schema;
      if (typeof reference === "string") {
        const component = reference.slice(SCHEMA_PLACE.length);
        if (seen.has(component)) continue;
        seen.add(component);
        visit(component, components.get(component));
      }
      const real = [anyOf, oneOf, allOf].filter(Array.isArray).flatMap((each: unknown[]) => each.filter(isNoNull));
      if (real.length > 1) unions.push(place.name);
    }
  };
  for (const { name, path, operation } of operations.filter((each) => each.path.startsWith("/api/")))
    for (const media of contentsOf(operation)) visit(`${name} ${path}`, media["schema"]);
  expect(unions).toEqual([]);
});

test("the licence is named as packages name it", () => {
  expect(at(document, "info", "license")).toEqual({ name: "Apache-2.0", identifier: "Apache-2.0" });
});

/** Ids under which clients of the platforms before this one know their calls; users' code names them. */
const KNOWN_IDS = {
  "POST /api/plugins/telemetry/{entityType}/{entityId}/timeseries/{scope}": "saveEntityTelemetry",
  "POST /api/plugins/telemetry/{entityType}/{entityId}/timeseries/{scope}/{ttl}": "saveEntityTelemetryWithTTL",
  "GET /api/plugins/telemetry/{entityType}/{entityId}/values/timeseries": "getLatestTimeseries",
  "GET /api/plugins/telemetry/{entityType}/{entityId}/values/timeseries/history": "getTimeseriesHistory",
  "GET /api/plugins/telemetry/{entityType}/{entityId}/keys/timeseries": "getTimeseriesKeys",
  "DELETE /api/plugins/telemetry/{entityType}/{entityId}/timeseries/delete": "deleteEntityTimeseries",
  "POST /api/plugins/telemetry/{entityType}/{entityId}/{scope}": "saveEntityAttributesV1",
  "POST /api/plugins/telemetry/{entityType}/{entityId}/attributes/{scope}": "saveEntityAttributesV2",
  "DELETE /api/plugins/telemetry/{entityType}/{entityId}/{scope}": "deleteEntityAttributes",
  "GET /api/plugins/telemetry/{entityType}/{entityId}/values/attributes/{scope}": "getAttributesByScope",
  "POST /api/rpc/oneway/{deviceId}": "handleOneWayDeviceRPCRequestV2",
  "POST /api/rpc/twoway/{deviceId}": "handleTwoWayDeviceRPCRequestV2",
  "POST /api/plugins/rpc/oneway/{deviceId}": "handleOneWayDeviceRPCRequestV1",
  "POST /api/plugins/rpc/twoway/{deviceId}": "handleTwoWayDeviceRPCRequestV1",
  "GET /api/rpc/persistent/{rpcId}": "getPersistedRpc",
  "POST /api/auth/login": "login",
  "GET /api/auth/user": "getUser",
  "POST /api/device": "saveDevice",
  "GET /api/device/{deviceId}": "getDeviceById",
  "DELETE /api/device/{deviceId}": "deleteDevice",
  "GET /api/device/{deviceId}/credentials": "getDeviceCredentialsByDeviceId",
  "GET /api/tenant/devices": "getTenantDevices",
  "GET /api/tenant/deviceInfos": "getTenantDeviceInfos",
  "POST /api/customer": "saveCustomer",
  "GET /api/customers": "getCustomers",
  "POST /api/deviceProfile": "saveDeviceProfile",
  "POST /api/entitiesQuery/find": "findEntityDataByQuery",
} as const;

test("operations have the ids that users' code knows them by", () => {
  const found = new Map(operations.map(({ name, operation }) => [name, operation["operationId"]]));
  expect(Object.fromEntries(Object.keys(KNOWN_IDS).map((name) => [name, found.get(name)]))).toEqual(KNOWN_IDS);
});

function names(found: readonly { readonly name: string }[]): string[] {
  return found.map(({ name }) => name);
}

/** Letters and digits: what is left of a name when a generator has put it into its language. */
function mangled(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

function membersOf(value: unknown): [string, Written][] {
  return isObject(value)
    ? Object.entries(value).map(([name, member]): [string, Written] => [name, isObject(member) ? member : {}])
    : [];
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((place, name) => (isObject(place) ? place[name] : undefined), value);
}

function typesOf({ type }: Written): unknown[] {
  return (Array.isArray(type) ? type : [type]).filter((each) => each !== "null");
}

function isNoNull(schema: unknown): boolean {
  return !(isObject(schema) && schema["type"] === "null");
}

function parametersOf(operation: Written): Written[] {
  const { parameters } = operation;
  return Array.isArray(parameters) ? parameters.filter(isObject) : [];
}

/** The media types of an operation's body and of its answers. */
function contentsOf(operation: Written): Written[] {
  const answers = membersOf(operation["responses"]).map(([, answer]) => resolved(answer));
  return [operation["requestBody"], ...answers].flatMap((part) =>
    membersOf(at(part, "content")).map(([, each]) => each),
  );
}

function resolved(answer: Written): Written {
  const { $ref: reference } = answer;
  const found = typeof reference === "string" ? at(document, ...reference.split("/").slice(1)) : answer;
  return isObject(found) ? found : {};
}

/** The schema and all that are written inside it. */
function placesIn(name: string, schema: unknown, member?: string): Place[] {
  if (!isObject(schema)) return [];
  const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema;
  const alternatives = [anyOf, oneOf, allOf].filter(Array.isArray).flat();
  return [
    { name, schema, member },
    ...membersOf(properties).flatMap(([each, part]) => placesIn(`${name}.${each}`, part, each)),
    ...placesIn(`${name}[]`, items),
    ...placesIn(`${name}.*`, additionalProperties),
    ...alternatives.filter(isNoNull).flatMap((each: unknown) => placesIn(name, each, member)),
  ];
}

/** The names that generators give to objects inside a schema which have none of their own. */
function partsIn(name: string, schema: unknown): string[] {
  if (!isObject(schema)) return [];
  const { properties, items, anyOf, oneOf } = schema;
  return [
    ...membersOf(properties).flatMap(([each, part]) => {
      const own = `${name}${each}`;
      return [...("properties" in part ? [own] : []), ...partsIn(own, part)];
    }),
    ...partsIn(`${name}Inner`, items),
    ...[anyOf, oneOf]
      .filter(Array.isArray)
      .flat()
      .flatMap((each: unknown) => partsIn(name, each)),
  ];
}
