// The audit log: who did what to which entity, and the outcome. A record is stored before the answer to its call is
// sent. Old records, and those beyond a tenant's limit, are deleted in the background. Source: REST contract 12.
import { millis, type Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Rounds } from "../../lib/rounds.ts";
import type { AuditAction, AuditedEntity, AuditedType, AuditEvent, AuditTrail } from "../audit-trail.ts";
import { DomainError } from "../errors.ts";
import { newId, type AuditRecordId, type TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import { auditText } from "./audit-data.ts";
import type { AuditFilter, AuditRecord, AuditSortProperty } from "./audit-record.ts";
import type { AuditStore, AuditSubject } from "./audit-store.ts";

/** What to record: nothing, changes, or also reads of credentials and attributes. */
export type AuditLevel = "OFF" | "W" | "RW";

export interface AuditLogDeps {
  readonly store: AuditStore;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface AuditLogOptions {
  readonly level: AuditLevel;
  /** Characters of `actionData`; longer data is truncated and marked as such. */
  readonly dataCharsMax: number;
  /** Older records are deleted; null keeps them until the record limit is reached. */
  readonly retentionMillis: number | null;
  /** Records kept per tenant log and in the log of the system administrators; beyond that, the oldest are deleted. */
  readonly recordsMax: number;
  /** How often expired and surplus records are deleted. */
  readonly sweepMillis: number;
  /** Records deleted in one commit. */
  readonly sweepBatch: number;
  /** Lists of one log that may be in progress at a time; further ones are refused. */
  readonly listsMax: number;
  /** How many records deep a list may be paged in an order other than by time. */
  readonly sortRowsMax: number;
}

const READS: ReadonlySet<AuditAction> = new Set(["ATTRIBUTES_READ", "CREDENTIALS_READ"]);

const FAILURE_CHARS_MAX = 1_000;

export class AuditLog implements AuditTrail {
  readonly #deps: AuditLogDeps;
  readonly #options: AuditLogOptions;
  readonly #counters = { stored: 0, lost: 0 };
  /** Lists in progress, by tenant. */
  readonly #lists = new Map<TenantId | null, number>();
  readonly #sweeps: Rounds;

  constructor(deps: AuditLogDeps, options: AuditLogOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#sweeps = new Rounds(deps.clock, options.sweepMillis, {
      run: (signal) => this.#sweep(signal),
      failed: (error) => {
        deps.log.warn("old audit records could not be removed; the next round tries again", { error });
      },
    });
  }

  /** Records stored, and records lost because the store could not take them. */
  get counters(): { readonly stored: number; readonly lost: number } {
    return this.#counters;
  }

  get dataCharsMax(): number {
    return this.#options.dataCharsMax;
  }

  start(): void {
    this.#sweeps.start();
  }

  /** Waits for a running sweep. May be called twice. */
  stop(): Promise<void> {
    return this.#sweeps.stop();
  }

  /** Whether this action is recorded at the configured level. */
  wants(action: AuditAction): boolean {
    const { level } = this.#options;
    return level === "RW" || (level === "W" && !READS.has(action));
  }

  /**
   * The entity with its present name and customer, for a record in the log of this tenant. Details that the readers of
   * that log may not see are left out, even if a call has named the entity's id.
   */
  async describe(entity: AuditedEntity, tenantId: TenantId | null): Promise<AuditedEntity> {
    const { type, id, name } = entity;
    if (entity.byName === true && tenantId !== null) {
      const found = await this.#deps.store.findDeviceByName(tenantId, name ?? "");
      return found === undefined ? { type, id, name: name ?? null } : { type, ...found };
    }
    if (id === null || (name !== undefined && entity.customerId !== undefined)) return entity;
    const subject = await this.#deps.store.findSubject(type, id);
    if (subject === undefined || !isVisible(type, subject, tenantId)) return entity;
    return { name: subject.name, customerId: subject.customerId, ...entity };
  }

  async record(event: AuditEvent): Promise<void> {
    if (!this.wants(event.action)) return;
    try {
      await this.#append(event);
      this.#counters.stored++;
    } catch (error) {
      this.lose(event.action, error);
    }
  }

  /**
   * Counts a record that could not be made or stored. The call itself is not undone, because its effect has already
   * happened.
   */
  lose(action: AuditAction, error: unknown): void {
    this.#counters.lost++;
    this.#deps.log.error("audit record lost", { action, error });
  }

  async #append({ tenantId, user, entity, action, data, failure }: AuditEvent): Promise<void> {
    const { type, id, name, customerId } = await this.describe(entity, tenantId);
    const actor = user === null ? undefined : await this.describe({ type: "USER", ...user }, tenantId);
    await this.#deps.store.append({
      id: newId<AuditRecordId>(),
      createdAt: this.#deps.clock.now(),
      tenantId,
      customerId: customerId ?? actor?.customerId ?? null,
      entityType: type,
      entityId: id,
      entityName: name ?? null,
      userId: user?.id ?? null,
      userName: actor?.name ?? null,
      action,
      data: auditText(data ?? {}, this.#options.dataCharsMax),
      failure: failure === null ? null : failure.slice(0, FAILURE_CHARS_MAX).toWellFormed(),
    });
  }

  /**
   * Throws `rate-limited` while too many lists of this log are in progress, and `invalid` for a page that is too far
   * away.
   */
  async list(filter: AuditFilter, page: PageRequest<AuditSortProperty>): Promise<FoundPage<AuditRecord>> {
    const { listsMax, sortRowsMax } = this.#options;
    const running = this.#lists.get(filter.tenantId) ?? 0;
    if (running >= listsMax)
      throw new DomainError(
        "rate-limited",
        `the audit log answers ${String(listsMax)} lists of one tenant at a time, and that many are in the making`,
        { retryAfterSeconds: 1, limit: { name: "audit.listsMax", value: listsMax } },
      );
    this.#lists.set(filter.tenantId, running + 1);
    try {
      return await this.#deps.store.list(filter, page, sortRowsMax);
    } finally {
      const left = (this.#lists.get(filter.tenantId) ?? 1) - 1;
      if (left === 0) this.#lists.delete(filter.tenantId);
      else this.#lists.set(filter.tenantId, left);
    }
  }

  /**
   * Deletes all records of a tenant that is being deleted; the deletion itself is recorded in the log of the system
   * administrators.
   */
  async deleteAllOf(tenantId: TenantId): Promise<void> {
    const { sweepBatch } = this.#options;
    while ((await this.#deps.store.removeOfTenant(tenantId, sweepBatch)) === sweepBatch);
  }

  async #sweep(signal: AbortSignal): Promise<void> {
    const { retentionMillis, recordsMax } = this.#options;
    let removed = 0;
    if (retentionMillis !== null) {
      const before = millis(this.#deps.clock.now() - retentionMillis);
      removed += await this.#removeAll((limit) => this.#deps.store.removeOlder(before, limit), signal);
    }
    removed += await this.#removeAll((limit) => this.#deps.store.removeSurplus(recordsMax, limit), signal);
    if (removed > 0) this.#deps.log.debug("old audit records removed", { records: removed });
  }

  /** Deletes in batches, so that others may write in between; ends early when the platform stops. */
  async #removeAll(removeSome: (limit: number) => Promise<number>, signal: AbortSignal): Promise<number> {
    const { sweepBatch } = this.#options;
    let [removed, last] = [0, 0];
    do {
      last = await removeSome(sweepBatch);
      removed += last;
    } while (last > 0 && !signal.aborted);
    return removed;
  }
}

/** The entity types of tenants that system administrators manage. They may not read the contents of a tenant. */
const OF_THE_SYSTEM: ReadonlySet<AuditedType> = new Set(["TENANT", "TENANT_PROFILE", "USER"]);

function isVisible(type: AuditedType, subject: AuditSubject, tenantId: TenantId | null): boolean {
  if (tenantId !== null) return subject.tenantId === tenantId;
  return (subject.tenantId === null || OF_THE_SYSTEM.has(type)) && subject.customerId === null;
}
