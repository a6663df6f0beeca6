// The devices a view looks at, and with whom it is shared: lists of ids, which the tenant's directory has to know.
// Source: analytics contract 2.3, 6.3.
import { DomainError } from "../../errors.ts";
import type { AnyId, CustomerId, DeviceId, DeviceProfileId, TenantId } from "../../ids.ts";
import { parseId } from "../../ids.ts";
import { EXPRESSION_LENGTH_MAX } from "../expressions/formula-parser.ts";
import { ObjectReader } from "./object-reader.ts";
import type { Scope, Sharing } from "./table-view.ts";
import type { ProfileReference, ViewDirectory } from "./view-directory.ts";
import type { ViewProblems } from "./view-problems.ts";
import { quote } from "./view-problems.ts";

const DEVICES_MAX = 10_000;
const LIST_MAX = 1_000;
const PATTERN_MAX = 255;
const NAME_MAX = 255;

/** An id or a reference with its place, until the directory has been asked. */
interface Placed<Item> {
  readonly item: Item;
  readonly pointer: string;
}

export interface ScopeDraft {
  readonly scope: Omit<Scope, "profiles">;
  readonly profiles: readonly Placed<ProfileReference>[] | null;
  readonly devices: readonly Placed<DeviceId>[];
  readonly customers: readonly Placed<CustomerId>[];
}

export function parseScope(view: ObjectReader): ScopeDraft {
  const object =
    view.object("scope", "SCOPE_INVALID") ?? new ObjectReader({}, "/scope", view.problems, "SCOPE_INVALID");
  object.word("entityType", ["DEVICE"]);
  const profiles = listOf(object, "profiles", LIST_MAX, parseProfile);
  const devices = listOf(object, "deviceIds", DEVICES_MAX, (json, pointer) =>
    idAt<DeviceId>(json, pointer, view.problems),
  );
  const customers = listOf(object, "customerIds", LIST_MAX, (json, pointer) =>
    json === "none" ? ("none" as const) : idAt<CustomerId>(json, pointer, view.problems),
  );
  const gateways = listOf(object, "gatewayIds", LIST_MAX, (json, pointer) =>
    idAt<DeviceId>(json, pointer, view.problems),
  );
  const nameMatches = object.text("nameMatches", PATTERN_MAX) ?? null;
  if (nameMatches === "") object.problem("nameMatches", "A name pattern has 1 to 255 characters.");
  const where = object.text("where", EXPRESSION_LENGTH_MAX, "EXPRESSION_LIMIT") ?? null;
  object.finish();
  return {
    scope: {
      entityType: "DEVICE",
      deviceIds: itemsOf(devices),
      customerIds: itemsOf(customers),
      gatewayIds: itemsOf(gateways),
      nameMatches,
      where,
    },
    profiles,
    devices: [...(devices ?? []), ...(gateways ?? [])],
    customers: (customers ?? []).flatMap(({ item, pointer }) => (item === "none" ? [] : [{ item, pointer }])),
  };
}

export interface SharingDraft {
  readonly sharing: Sharing;
  readonly customers: readonly Placed<CustomerId>[];
}

export function parseSharing(view: ObjectReader): SharingDraft {
  const object = view.object("sharing") ?? new ObjectReader({}, "/sharing", view.problems, "VIEW_INVALID");
  const ids = (object.list("customerIds", LIST_MAX) ?? []).flatMap((json, index) => {
    const pointer = `${object.at("customerIds")}/${String(index)}`;
    const item = idAt<CustomerId>(json, pointer, view.problems);
    return item === undefined ? [] : [{ item, pointer }];
  });
  const sharing: Sharing = {
    visibility: object.word("visibility", ["private", "tenant", "customers"]) ?? "private",
    customerIds: ids.map(({ item }) => item),
    allCustomers: object.flag("allCustomers", false),
  };
  object.finish();
  return { sharing, customers: ids };
}

/** The scope with its profiles by id and name. What the tenant does not have is a problem. */
export async function resolveScope(
  { scope, profiles, devices, customers }: ScopeDraft,
  sharedWith: SharingDraft["customers"],
  tenantId: TenantId,
  directory: ViewDirectory,
  problems: ViewProblems,
): Promise<Scope> {
  const wanted = [...customers, ...sharedWith];
  const [foundProfiles, foundDevices, foundCustomers] = await Promise.all([
    profiles === null ? [] : directory.profiles(tenantId, itemsOf(profiles)),
    devices.length === 0 ? new Set<DeviceId>() : directory.devices(tenantId, itemsOf(devices)),
    wanted.length === 0 ? new Set<CustomerId>() : directory.customers(tenantId, itemsOf(wanted)),
  ]);
  for (const [index, { item, pointer }] of (profiles ?? []).entries())
    if (foundProfiles[index] === undefined)
      problems.add(pointer, "SCOPE_UNKNOWN", `Profile ${quote(item.name ?? item.id)} does not exist.`);
  for (const { item, pointer } of devices)
    if (!foundDevices.has(item)) problems.add(pointer, "SCOPE_UNKNOWN", `Device ${quote(item)} does not exist.`);
  for (const { item, pointer } of wanted)
    if (!foundCustomers.has(item)) problems.add(pointer, "SCOPE_UNKNOWN", `Customer ${quote(item)} does not exist.`);
  const known = [...foundProfiles].filter((profile) => profile !== undefined);
  return { ...scope, profiles: profiles === null ? null : known };
}

function listOf<Item>(
  object: ObjectReader,
  name: string,
  countMax: number,
  parse: (json: unknown, pointer: string, object: ObjectReader) => Item | undefined,
): readonly Placed<Item>[] | null {
  const list = object.list(name, countMax);
  if (list === undefined) return null;
  if (list.length === 0)
    object.problem(
      name,
      `"${name}" is empty and would select nothing; leave it out to select all.`,
      "SCOPE_EMPTY_LIST",
    );
  return list.flatMap((json, index) => {
    const pointer = `${object.at(name)}/${String(index)}`;
    const item = parse(json, pointer, object);
    return item === undefined ? [] : [{ item, pointer }];
  });
}

function parseProfile(json: unknown, pointer: string, object: ObjectReader): ProfileReference | undefined {
  const profile = ObjectReader.of(json, pointer, object.problems, "SCOPE_INVALID");
  if (profile === undefined) return undefined;
  const idJson = profile.any("id");
  const name = profile.text("name", NAME_MAX) ?? null;
  profile.finish();
  const id = idJson === undefined ? null : idAt<DeviceProfileId>(idJson, `${pointer}/id`, object.problems);
  if (id === undefined) return undefined;
  if (id !== null || name !== null) return { id, name };
  if (!profile.has("name")) object.problems.add(pointer, "SCOPE_INVALID", 'A profile is named by "id" or "name".');
  return undefined;
}

function idAt<Id extends AnyId>(json: unknown, pointer: string, problems: ViewProblems): Id | undefined {
  try {
    if (typeof json === "string") return parseId<Id>(json, "id");
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  problems.add(pointer, "SCOPE_UNKNOWN", `${quote(json)} is no UUID.`);
  return undefined;
}

function itemsOf<Item>(placed: readonly Placed<Item>[]): readonly Item[];
function itemsOf<Item>(placed: readonly Placed<Item>[] | null): readonly Item[] | null;
function itemsOf<Item>(placed: readonly Placed<Item>[] | null): readonly Item[] | null {
  return placed === null ? null : placed.map(({ item }) => item);
}
