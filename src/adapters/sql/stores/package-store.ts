// Firmware and software packages.
import type { PackageKind } from "../../../core/devices/profile-store.ts";
import { invalid } from "../../../core/errors.ts";
import type { ContentId, DeviceId, DeviceProfileId, PackageId, TenantId } from "../../../core/ids.ts";
import {
  noSuchPackage,
  packageName,
  requireNoContent,
  type FileContent,
  type OtaPackage,
} from "../../../core/ota/ota-package.ts";
import {
  packageLimitExceeded,
  type PackageChange,
  type PackageFilter,
  type PackageSortProperty,
  type PackageStore,
} from "../../../core/ota/package-store.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import { contentColumns, PACKAGE, PACKAGE_COLUMNS, packageOf } from "./package-rows.ts";
import { equal, foldedText, searchPage, type List } from "./search-page.ts";
import { violatesForeignKey, violatesUnique } from "../storage-errors.ts";
import { SqlStore } from "../store-table.ts";
import type { Row } from "./stored-as.ts";

const LIST: List<PackageSortProperty> = {
  columns: "*",
  from: "ota_package",
  search: "search_text",
  id: "id",
  sort: {
    createdTime: "created_at",
    type: "kind",
    title: "title",
    version: "version",
    tag: "tag",
    url: "url",
    fileName: "file_name",
    dataSize: "size_bytes",
    checksum: "checksum",
  },
};

export class SqlPackageStore extends SqlStore implements PackageStore {
  async create(created: OtaPackage): Promise<void> {
    const { tenantId, profileId, title, version, tag } = created;
    this.#requireProfile(tenantId, profileId);
    try {
      this.connection.insert("ota_package", {
        ...PACKAGE.row(created),
        ...contentColumns(created.content),
        search_text: foldedText(title, version, tag),
      });
    } catch (error) {
      if (violatesUnique(error, UNIQUE)) throw invalid(`${packageName(created)} exists already`);
      if (violatesForeignKey(error)) throw noSuchProfile(profileId);
      throw error;
    }
  }

  async update(tenantId: TenantId, id: PackageId, change: PackageChange): Promise<OtaPackage> {
    const present = await this.#require(tenantId, id);
    const { url, additionalInfo, externalId } = change;
    if (url !== null) requireNoContent(present);
    this.connection.update("ota_package", id, {
      ...(url === null ? {} : contentColumns(url)),
      ...PACKAGE.changes({ additionalInfo, externalId }),
    });
    return { ...present, content: url ?? present.content, additionalInfo, externalId };
  }

  async attachFile(tenantId: TenantId, id: PackageId, file: FileContent, tenantBytesMax: number): Promise<OtaPackage> {
    const present = await this.#require(tenantId, id);
    requireNoContent(present);
    const bytes = (await this.fileBytes(tenantId)) + file.bytes;
    if (tenantBytesMax > 0 && bytes > tenantBytesMax) throw packageLimitExceeded(tenantBytesMax, bytes);
    this.connection.update("ota_package", id, contentColumns(file));
    return { ...present, content: file };
  }

  async delete(tenantId: TenantId, id: PackageId): Promise<OtaPackage> {
    const present = await this.#require(tenantId, id);
    const users = this.#usersOf(present);
    if (users.length > 0)
      throw invalid(`${packageName(present)} cannot be deleted while ${users.join(" and ")} refer to it`);
    this.connection.run("DELETE FROM ota_package WHERE id = ?", id);
    return present;
  }

  async deleteAllOf(tenantId: TenantId): Promise<readonly ContentId[]> {
    const rows = this.connection.all("DELETE FROM ota_package WHERE tenant_id = ? RETURNING content_id", tenantId);
    return contentIds(rows);
  }

  async assignedTo(tenantId: TenantId, deviceId: DeviceId, kind: PackageKind): Promise<OtaPackage | undefined> {
    const column = PACKAGE_COLUMNS[kind];
    const row = this.connection.get(
      `SELECT o.* FROM device d JOIN device_profile p ON p.id = d.profile_id
         JOIN ota_package o ON o.id = coalesce(d.${column}, p.${column}) AND o.kind = ?3 AND o.tenant_id = d.tenant_id
       WHERE d.id = ?2 AND d.tenant_id = ?1`,
      tenantId,
      deviceId,
      kind,
    );
    return row === undefined ? undefined : packageOf(row);
  }

  async assignedBehind(tenantId: TenantId, gatewayId: DeviceId): Promise<readonly DeviceId[]> {
    const rows = this.connection.all(
      `SELECT d.id FROM device_route r JOIN device d ON d.id = r.device_id JOIN device_profile p ON p.id = d.profile_id
       WHERE r.gateway_id = ?2 AND d.tenant_id = ?1
         AND coalesce(d.firmware_id, p.firmware_id, d.software_id, p.software_id) IS NOT NULL`,
      tenantId,
      gatewayId,
    );
    return rows.map(({ id }) => id as DeviceId);
  }

  async find(tenantId: TenantId, id: PackageId): Promise<OtaPackage | undefined> {
    const row = this.connection.get("SELECT * FROM ota_package WHERE id = ? AND tenant_id = ?", id, tenantId);
    return row === undefined ? undefined : packageOf(row);
  }

  async tenantOf(id: PackageId): Promise<TenantId | undefined> {
    return this.connection.get("SELECT tenant_id FROM ota_package WHERE id = ?", id)?.["tenant_id"] as
      TenantId | undefined;
  }

  async list(
    { tenantId, assignable }: PackageFilter,
    request: PageRequest<PackageSortProperty>,
  ): Promise<FoundPage<OtaPackage>> {
    const where = [
      ...equal("tenant_id", tenantId),
      ...equal("profile_id", assignable?.profileId ?? null),
      ...equal("kind", assignable?.kind ?? null),
      ...(assignable === null ? [] : [{ sql: "(file_name IS NOT NULL OR url IS NOT NULL)", parameters: [] }]),
    ];
    return searchPage(this.connection, { list: LIST, where, request }, packageOf);
  }

  async fileBytes(tenantId: TenantId): Promise<number> {
    const row = this.connection.get(
      "SELECT coalesce(sum(size_bytes), 0) AS bytes FROM ota_package WHERE tenant_id = ? AND file_name IS NOT NULL",
      tenantId,
    );
    return Number(row?.["bytes"] ?? 0);
  }

  async knownContents(ids: readonly ContentId[]): Promise<readonly ContentId[]> {
    const rows = this.connection.all(
      "SELECT content_id FROM ota_package WHERE content_id IN (SELECT value FROM json_each(?))",
      JSON.stringify(ids),
    );
    return contentIds(rows);
  }

  async #require(tenantId: TenantId, id: PackageId): Promise<OtaPackage> {
    const found = await this.find(tenantId, id);
    if (found === undefined) throw noSuchPackage(id);
    return found;
  }

  #requireProfile(tenantId: TenantId, profileId: DeviceProfileId): void {
    const row = this.connection.get("SELECT 1 FROM device_profile WHERE id = ? AND tenant_id = ?", profileId, tenantId);
    if (row === undefined) throw noSuchProfile(profileId);
  }

  /** The users of a package, in words. Only devices of its profile can have it. */
  #usersOf({ id, kind, profileId }: OtaPackage): readonly string[] {
    const column = PACKAGE_COLUMNS[kind];
    const users: string[] = [];
    const profile = this.connection.get(
      `SELECT name FROM device_profile WHERE id = ? AND ${column} = ?`,
      profileId,
      id,
    );
    if (profile !== undefined) users.push(`the device profile "${String(profile["name"])}"`);
    const devices = this.connection.get(
      `SELECT count(*) AS devices, min(name) AS name FROM device WHERE profile_id = ? AND ${column} = ?`,
      profileId,
      id,
    );
    const count = Number(devices?.["devices"] ?? 0);
    if (count > 0)
      users.push(
        count === 1
          ? `the device "${String(devices?.["name"])}"`
          : `${String(count)} devices, such as "${String(devices?.["name"])}",`,
      );
    const rollout = this.connection.get("SELECT name FROM rollout WHERE package_id = ? AND ended_at IS NULL", id);
    if (rollout !== undefined) users.push(`the rollout "${String(rollout["name"])}"`);
    return users;
  }
}

function contentIds(rows: readonly Row[]): readonly ContentId[] {
  return rows.flatMap(({ content_id: id }) => (id === null ? [] : [id as ContentId]));
}

const UNIQUE = "ota_package.tenant_id, ota_package.kind, ota_package.title, ota_package.version";

function noSuchProfile(id: DeviceProfileId): Error {
  return invalid(`device profile ${id} does not exist`);
}
