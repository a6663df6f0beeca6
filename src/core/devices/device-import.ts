// Devices from the rows of a file: new ones are created, those of a known name are changed, row by row. A dry run makes the
// same plan and writes nothing. A row that is refused leaves the others alone, and the file may be sent again: what is there
// already is left as it is. Source: REST contract 7, decision 0178.
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { plainDecimal } from "../../lib/plain-decimal.ts";
import { Slots } from "../../lib/slots.ts";
import { DomainError } from "../errors.ts";
import type { CustomerId, DeviceId, TenantId } from "../ids.ts";
import { JsonText, type Value } from "../values.ts";
import { accessToken, type CredentialsStore } from "./credentials.ts";
import { isGateway, type Device, type JsonObject } from "./device.ts";
import { deviceLimitExceeded, type DeviceLimit, type DeviceStore } from "./device-store.ts";
import { parseFields, type DeviceService, type SentDeviceFields } from "./device-service.ts";

const IMPORTED_SCOPES = ["SERVER_SCOPE", "SHARED_SCOPE"] as const;
export type ImportedScope = (typeof IMPORTED_SCOPES)[number];

export interface ImportedAttribute {
  /** Its column, by which the outcome names it. */
  readonly column: string;
  readonly scope: ImportedScope;
  readonly key: string;
  readonly value: Value;
}

/** A row of the file. Null leaves a device as it is, and a new one without. */
export interface DeviceRow {
  readonly line: number;
  readonly name: string;
  readonly label: string | null;
  /** Name of the profile, which is created if missing. */
  readonly profile: string | null;
  readonly gateway: boolean | null;
  /** Title of the customer. */
  readonly customer: string | null;
  /** Of a new device, a random one by default. */
  readonly token: string | null;
  readonly attributes: readonly ImportedAttribute[];
  /** Why the row cannot be read; null if it can. */
  readonly problem: string | null;
}

export const ROW_OUTCOMES = ["new", "changed", "unchanged", "refused"] as const;

export interface ImportedRow {
  readonly line: number;
  readonly name: string;
  readonly outcome: (typeof ROW_OUTCOMES)[number];
  /** The columns in which a device that exists changes. */
  readonly changes: readonly string[];
  /** Why it is refused. */
  readonly reason: string | null;
  /** Null for a device that is not there, as in a dry run. */
  readonly deviceId: DeviceId | null;
  /** Of a device that was created with a random one. */
  readonly accessToken: string | null;
}

export interface DeviceImportReport {
  readonly rows: readonly ImportedRow[];
  /** Profiles that the file names and that were missing. */
  readonly newProfiles: readonly string[];
}

/** The part of the attribute service that an import needs. */
interface Attributes {
  read(
    deviceId: DeviceId,
    scope: ImportedScope,
    keys: readonly string[],
  ): Promise<readonly { readonly key: string; readonly value: Value }[]>;
  save(
    device: Pick<Device, "id" | "tenantId">,
    scope: ImportedScope,
    values: readonly (readonly [string, Value])[],
    ts: EpochMillis,
  ): Promise<void>;
}

export interface DeviceImportDeps {
  readonly devices: Pick<DeviceService, "findByName" | "create" | "update" | "credentialsOf">;
  readonly store: Pick<DeviceStore, "count">;
  readonly credentials: Pick<CredentialsStore, "findByCredentialsIds">;
  readonly attributes: Attributes;
  readonly customers: {
    findCustomerByTitle(tenantId: TenantId, title: string): Promise<{ readonly id: CustomerId } | undefined>;
  };
  readonly profiles: { names(tenantId: TenantId, inUse: boolean): Promise<readonly { readonly name: string }[]> };
  readonly limit: DeviceLimit;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Rows that are stored together: other writers wait that long, and it costs about as much as the sync of the commit. */
const ROWS_AT_ONCE = 100;

const RETRY_AFTER_SECONDS = 10;

export class DeviceImport {
  readonly #deps: DeviceImportDeps;
  readonly #slots: Slots<TenantId>;

  constructor(deps: DeviceImportDeps) {
    this.#deps = deps;
    this.#slots = new Slots({
      max: Number.POSITIVE_INFINITY,
      keyMax: 1,
      waitingMax: 0,
      refusal: () =>
        new DomainError("rate-limited", "another import of devices of this tenant is running; try again later", {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        }),
    });
  }

  /**
   * When it resolves, everything that it reports is stored and synced. Rejects with `rate-limited` if an import of the
   * tenant runs, `unavailable` like the store, and the reason of the signal; the message then says up to which line all is stored.
   */
  async run(
    { tenantId, dryRun }: { readonly tenantId: TenantId; readonly dryRun: boolean },
    rows: readonly DeviceRow[],
    signal: AbortSignal,
  ): Promise<DeviceImportReport> {
    const release = await this.#slots.take({ key: tenantId });
    const done: ImportedRow[] = [];
    try {
      const plan = new ImportPlan(this.#deps, tenantId, await this.#stateOf(tenantId));
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        signal.throwIfAborted();
        const planned = await plan.next(rows.slice(from, from + ROWS_AT_ONCE));
        done.push(
          ...(dryRun
            ? planned.map(({ row, step }) => outcomeOf(row, step))
            : await Promise.all(planned.map(({ row, step }) => this.#take(tenantId, row, step)))),
        );
        await nextTurn();
      }
      return { rows: done, newProfiles: plan.newProfiles };
    } catch (error) {
      throw dryRun ? error : withOutcome(error, done.at(-1)?.line);
    } finally {
      release();
    }
  }

  async #stateOf(tenantId: TenantId): Promise<TenantState> {
    const { limit, store, profiles } = this.#deps;
    const [maxDevices, count, known] = await Promise.all([
      limit.maxDevices(tenantId),
      store.count(tenantId),
      profiles.names(tenantId, false),
    ]);
    return { maxDevices, count, profiles: known.map(({ name }) => name) };
  }

  /** Others may have changed what the plan was made from; the stores check again. */
  async #take(tenantId: TenantId, row: DeviceRow, step: Step): Promise<ImportedRow> {
    try {
      if (step.kind === "new") return await this.#create(tenantId, row, step);
      if (step.kind === "changed") await this.#change(tenantId, step);
      return outcomeOf(row, step);
    } catch (error) {
      if (error instanceof DomainError && ROW_REFUSALS.has(error.kind)) return refusedRow(row, error.message);
      throw error;
    }
  }

  async #create(tenantId: TenantId, row: DeviceRow, step: Step & { readonly kind: "new" }): Promise<ImportedRow> {
    const credentials = { kind: "ACCESS_TOKEN", credentialsId: row.token, credentialsValue: null };
    const created = await this.#deps.devices.create(tenantId, step.fields, { credentials });
    try {
      await this.#saveAttributes(created.device, row.attributes);
    } catch (error) {
      // The device is there, so the row is not simply refused.
      if (!(error instanceof DomainError) || !ROW_REFUSALS.has(error.kind)) throw error;
      return refusedRow(row, `the device was created, but not its attributes: ${error.message}`);
    }
    return {
      ...outcomeOf(row, step),
      deviceId: created.device.id,
      accessToken: row.token === null ? created.credentials.credentialsId : null,
    };
  }

  async #change(tenantId: TenantId, step: Step & { readonly kind: "changed" }): Promise<void> {
    const { device, fields, token, attributes } = step;
    if (fields !== null || token !== null)
      await this.#deps.devices.update(tenantId, device.id, fields ?? fieldsOf(device), {
        expectedVersion: device.version,
        ...(token === null
          ? {}
          : { credentials: { kind: "ACCESS_TOKEN", credentialsId: token, credentialsValue: null } }),
      });
    await this.#saveAttributes(device, attributes);
  }

  async #saveAttributes(
    device: Pick<Device, "id" | "tenantId">,
    attributes: readonly ImportedAttribute[],
  ): Promise<void> {
    const now = this.#deps.clock.now();
    await Promise.all(
      IMPORTED_SCOPES.map(async (scope) => {
        const values = valuesIn(attributes, scope);
        if (values.length > 0) await this.#deps.attributes.save(device, scope, values, now);
      }),
    );
  }
}

/** Kinds of errors that are about one row. */
const ROW_REFUSALS: ReadonlySet<string> = new Set(["invalid", "conflict", "not-found", "limit-exceeded", "forbidden"]);

interface TenantState {
  /** 0: no limit. */
  readonly maxDevices: number;
  readonly count: number;
  readonly profiles: readonly string[];
}

type Step =
  | { readonly kind: "new"; readonly fields: SentDeviceFields }
  | {
      readonly kind: "changed";
      readonly device: Device;
      readonly changes: readonly string[];
      /** Null if none of them changes. */
      readonly fields: SentDeviceFields | null;
      readonly token: string | null;
      readonly attributes: readonly ImportedAttribute[];
    }
  | { readonly kind: "unchanged"; readonly device: Device }
  | { readonly kind: "refused"; readonly reason: string };

interface PlannedRow {
  readonly row: DeviceRow;
  readonly step: Step;
}

/** What the rows of one file do, and what earlier rows have taken already. */
class ImportPlan {
  readonly #deps: DeviceImportDeps;
  readonly #tenantId: TenantId;
  readonly #maxDevices: number;
  #count: number;
  readonly #profiles: Set<string>;
  readonly #newProfiles = new Set<string>();
  readonly #customers = new Map<string, CustomerId | undefined>();
  /** The lines that name a device, or bring a token. */
  readonly #names = new Map<string, number>();
  readonly #tokens = new Map<string, number>();

  constructor(deps: DeviceImportDeps, tenantId: TenantId, { maxDevices, count, profiles }: TenantState) {
    this.#deps = deps;
    this.#tenantId = tenantId;
    this.#maxDevices = maxDevices;
    this.#count = count;
    this.#profiles = new Set(profiles);
  }

  get newProfiles(): readonly string[] {
    return [...this.#newProfiles];
  }

  async next(rows: readonly DeviceRow[]): Promise<readonly PlannedRow[]> {
    const owners = await this.#ownersOf(rows);
    await this.#readCustomers(rows);
    const found = await Promise.all(rows.map((row) => this.#presentOf(row)));
    return rows.map((row, index) => ({ row, step: this.#stepOf(row, found[index], owners) }));
  }

  #stepOf(row: DeviceRow, present: Present | undefined, owners: ReadonlyMap<string, DeviceId>): Step {
    try {
      this.#requireReadable(row, present?.device, owners);
      const fields = this.#fieldsOf(row, present?.device);
      parseFields(fields);
      const step = present === undefined ? this.#created(fields) : changed(row, present, fields);
      this.#names.set(row.name, row.line);
      if (row.token !== null) this.#tokens.set(row.token, row.line);
      if (row.profile !== null && !this.#profiles.has(row.profile)) this.#newProfiles.add(row.profile);
      return step;
    } catch (error) {
      if (error instanceof DomainError && ROW_REFUSALS.has(error.kind))
        return { kind: "refused", reason: error.message };
      throw error;
    }
  }

  #requireReadable(row: DeviceRow, device: Device | undefined, owners: ReadonlyMap<string, DeviceId>): void {
    if (row.problem !== null) throw new DomainError("invalid", row.problem);
    const [sameName, sameToken] = [this.#names.get(row.name), this.#tokens.get(row.token ?? "")];
    if (sameName !== undefined) throw new DomainError("invalid", `line ${String(sameName)} has the same name`);
    if (row.token === null) return;
    accessToken(row.token);
    if (sameToken !== undefined) throw new DomainError("invalid", `line ${String(sameToken)} has the same token`);
    const owner = owners.get(row.token);
    if (owner !== undefined && owner !== device?.id)
      throw new DomainError("invalid", "another device has this token already");
  }

  #fieldsOf(row: DeviceRow, device: Device | undefined): SentDeviceFields {
    const present = device === undefined ? NO_FIELDS : fieldsOf(device);
    return {
      ...present,
      name: row.name,
      label: row.label ?? present.label,
      ...(row.profile === null || row.profile === device?.type ? {} : { profileId: null, type: row.profile }),
      customerId: row.customer === null ? present.customerId : this.#customerOf(row.customer),
      additionalInfo: infoWith(present.additionalInfo, row.gateway),
    };
  }

  #created(fields: SentDeviceFields): Step {
    if (this.#maxDevices > 0 && this.#count >= this.#maxDevices)
      throw deviceLimitExceeded(this.#maxDevices, fields.name);
    this.#count++;
    return { kind: "new", fields };
  }

  /** Undefined if there is no such device yet. */
  async #presentOf(row: DeviceRow): Promise<Present | undefined> {
    const device = await this.#deps.devices.findByName(this.#tenantId, row.name);
    if (device === undefined) return undefined;
    const isNewToken = row.token !== null && !(await this.#hasToken(device, row.token));
    return { device, isNewToken, attributes: await this.#otherAttributes(device, row.attributes) };
  }

  async #hasToken({ id }: Device, token: string): Promise<boolean> {
    const { kind, credentialsId } = await this.#deps.devices.credentialsOf(this.#tenantId, id);
    return kind === "ACCESS_TOKEN" && credentialsId === token;
  }

  /** Those that the device does not have yet, compared as texts: an export has no types. */
  async #otherAttributes(
    { id }: Device,
    attributes: readonly ImportedAttribute[],
  ): Promise<readonly ImportedAttribute[]> {
    const others = IMPORTED_SCOPES.map(async (scope) => {
      const wanted = attributes.filter((attribute) => attribute.scope === scope);
      if (wanted.length === 0) return wanted;
      const keys = wanted.map(({ key }) => key);
      const present = new Map(
        (await this.#deps.attributes.read(id, scope, keys)).map(({ key, value }) => [key, textOf(value)] as const),
      );
      return wanted.filter(({ key, value }) => present.get(key) !== textOf(value));
    });
    return (await Promise.all(others)).flat();
  }

  #customerOf(title: string): CustomerId {
    const id = this.#customers.get(title);
    if (id === undefined) throw new DomainError("invalid", `there is no customer "${title.slice(0, 64)}"`);
    return id;
  }

  async #readCustomers(rows: readonly DeviceRow[]): Promise<void> {
    const titles = new Set(rows.flatMap(({ customer }) => customer ?? []));
    for (const title of titles)
      if (!this.#customers.has(title))
        this.#customers.set(title, (await this.#deps.customers.findCustomerByTitle(this.#tenantId, title))?.id);
  }

  /** The devices that have these tokens; tokens are unique in the installation. */
  async #ownersOf(rows: readonly DeviceRow[]): Promise<ReadonlyMap<string, DeviceId>> {
    const tokens = [...new Set(rows.flatMap(({ token }) => token ?? []))];
    if (tokens.length === 0) return new Map();
    const found = await this.#deps.credentials.findByCredentialsIds(tokens);
    return new Map(found.map(({ credentialsId, deviceId }) => [credentialsId, deviceId]));
  }
}

/** A device of the name of a row, and what of the row differs from it, other than fields. */
interface Present {
  readonly device: Device;
  readonly isNewToken: boolean;
  readonly attributes: readonly ImportedAttribute[];
}

function changed(row: DeviceRow, { device, isNewToken, attributes }: Present, fields: SentDeviceFields): Step {
  const ofFields = [
    ...(fields.label === device.label ? [] : ["label"]),
    ...(fields.type === null ? [] : ["profile"]),
    ...(row.gateway === null || row.gateway === isGateway(device) ? [] : ["gateway"]),
    ...(fields.customerId === device.customerId ? [] : ["customer"]),
  ];
  const changes = [...ofFields, ...(isNewToken ? ["token"] : []), ...attributes.map(({ column }) => column)];
  if (changes.length === 0) return { kind: "unchanged", device };
  const token = isNewToken ? row.token : null;
  return { kind: "changed", device, changes, fields: ofFields.length === 0 ? null : fields, token, attributes };
}

const NO_FIELDS: SentDeviceFields = {
  name: "",
  type: null,
  label: null,
  profileId: null,
  customerId: null,
  deviceData: null,
  additionalInfo: null,
  firmwareId: null,
  softwareId: null,
  externalId: null,
};

function fieldsOf(device: Device): SentDeviceFields {
  const { name, label, profileId, customerId, deviceData, additionalInfo } = device;
  const { firmwareId, softwareId, externalId } = device;
  const references = { profileId, customerId, firmwareId, softwareId, externalId };
  return { name, type: null, label, deviceData, additionalInfo, ...references };
}

/** A device that is no gateway needs no mark of it. */
function infoWith(info: JsonObject | null, gateway: boolean | null): JsonObject | null {
  if (gateway === null || gateway === isGateway({ additionalInfo: info })) return info;
  return { ...info, gateway };
}

function valuesIn(
  attributes: readonly ImportedAttribute[],
  wanted: ImportedScope,
): readonly (readonly [string, Value])[] {
  return attributes.filter(({ scope }) => scope === wanted).map(({ key, value }) => [key, value] as const);
}

function textOf(value: Value): string {
  if (value instanceof JsonText) return value.text;
  return typeof value === "number" ? plainDecimal(value) : String(value);
}

function outcomeOf({ line, name }: DeviceRow, step: Step): ImportedRow {
  return {
    line,
    name,
    outcome: step.kind,
    changes: step.kind === "changed" ? step.changes : [],
    reason: step.kind === "refused" ? step.reason : null,
    deviceId: "device" in step ? step.device.id : null,
    accessToken: null,
  };
}

function refusedRow(row: DeviceRow, reason: string): ImportedRow {
  return outcomeOf(row, { kind: "refused", reason });
}

function withOutcome(error: unknown, line: number | undefined): unknown {
  if (!(error instanceof DomainError)) return error;
  const what =
    line === undefined
      ? "nothing is imported"
      : `all up to line ${String(line)} is imported, and some rows after it may be`;
  return new DomainError(error.kind, `${error.message}; ${what}`, { ...error.details, cause: error.details.cause });
}
