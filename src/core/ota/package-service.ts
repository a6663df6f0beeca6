// Management of firmware and software packages: creating and describing them, uploading their files, deleting them. The
// caller has already checked permissions. Source: REST contract 8, docs/decisions/0112-packages-as-files.md.
import { Readable } from "node:stream";
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Rounds } from "../../lib/rounds.ts";
import { Slots } from "../../lib/slots.ts";
import { parseFreeJson, parseTitle } from "../entity-text.ts";
import { DomainError, invalid } from "../errors.ts";
import { newId, type ContentId, type PackageId, type TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import { fileMissing, noSuchPackage, requireNoContent, type FileContent, type OtaPackage } from "./ota-package.ts";
import type { PackageContents } from "./package-contents.ts";
import type { PackageFilter, PackageSortProperty, PackageStore } from "./package-store.ts";
import { checkedUpload, type PackageUpload } from "./package-upload.ts";
import { parseTag, parseUrl, requireUnchanged, type SentPackage } from "./sent-package.ts";

export interface PackageServiceDeps {
  readonly store: PackageStore;
  readonly contents: PackageContents;
  readonly limits: PackageLimits;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface PackageLimits {
  /** Limit of the total bytes of a tenant's files; 0 means no limit. */
  maxPackageBytes(tenantId: TenantId): Promise<number>;
}

export interface PackageOptions {
  readonly fileBytesMax: number;
  /** Concurrent uploads of one tenant; further ones are refused. */
  readonly tenantUploadsMax: number;
  /** How often to look for files without a package. */
  readonly sweepMillis: number;
  /**
   * A file that has had no package for this long is removed: longer than an upload may take that another process carries out, 0 if
   * there is none.
   */
  readonly orphanMillis: number;
}

interface UploadTarget {
  readonly tenantId: TenantId;
  readonly id: PackageId;
  readonly contentId: ContentId;
}

const BATCH = 100;
const RETRY_AFTER_SECONDS = 30;

export class PackageService {
  readonly #deps: PackageServiceDeps;
  readonly #options: PackageOptions;
  readonly #uploads: Slots<TenantId>;
  /** Files that are being uploaded here, by package: the store does not know them yet. */
  readonly #uploading = new Map<PackageId, ContentId>();
  /** Since when the last sweeps have found these without a package. */
  #orphans: ReadonlyMap<ContentId, EpochMillis> = new Map();
  readonly #sweeps: Rounds;

  constructor(deps: PackageServiceDeps, options: PackageOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#uploads = new Slots({
      max: Infinity,
      keyMax: options.tenantUploadsMax,
      waitingMax: 0,
      refusal: () => tooManyUploads(options.tenantUploadsMax),
    });
    this.#sweeps = new Rounds(deps.clock, options.sweepMillis, {
      run: () => this.#removeOrphans(),
      failed: (error) => this.#sweepFailed(error),
    });
  }

  /** Removes files left by uploads and deletions of the previous run. Can be started again after a stop. */
  async start(): Promise<void> {
    this.#sweeps.start();
    await this.#removeOrphans().catch((error: unknown) => this.#sweepFailed(error));
  }

  async stop(): Promise<void> {
    await this.#sweeps.stop();
    this.#orphans = new Map();
  }

  /** Throws `invalid`, also if the tenant already has this title and version. */
  async create(tenantId: TenantId, sent: SentPackage): Promise<OtaPackage> {
    const created: OtaPackage = {
      id: newId<PackageId>(),
      createdAt: this.#deps.clock.now(),
      tenantId,
      profileId: sent.profileId,
      kind: sent.kind,
      title: parseTitle(sent.title, "title"),
      version: parseTitle(sent.version, "version"),
      tag: parseTag(sent),
      content: parseUrl(sent) ?? { kind: "none" },
      additionalInfo: parseFreeJson(sent.additionalInfo, "additionalInfo"),
      externalId: sent.externalId,
    };
    await this.#deps.store.create(created);
    return created;
  }

  /**
   * Updates the url (while there is no content) and additional info. Other fields must be absent or unchanged. Throws
   * `not-found` and `invalid`.
   */
  async update(tenantId: TenantId, id: PackageId, sent: SentPackage): Promise<OtaPackage> {
    const present = await this.require(tenantId, id);
    requireUnchanged(present, sent);
    return await this.#deps.store.update(tenantId, id, {
      url: present.content.kind === "none" ? parseUrl(sent) : null,
      additionalInfo: parseFreeJson(sent.additionalInfo, "additionalInfo"),
      externalId: sent.externalId,
    });
  }

  /**
   * Stores the uploaded file. Resolves when file and package are stored and synced. Throws `not-found`; `invalid` for a
   * package that already has content, an empty file, or a wrong checksum; `too-large`, `limit-exceeded`,
   * `rate-limited`; `conflict` while another upload for it is running; and any error of reading the pieces.
   */
  async upload(tenantId: TenantId, id: PackageId, upload: PackageUpload): Promise<OtaPackage> {
    if (this.#uploading.has(id))
      throw new DomainError("conflict", `a file for package ${id} is being uploaded already`);
    const release = await this.#uploads.take({ key: tenantId });
    const contentId = newId<ContentId>();
    this.#uploading.set(id, contentId);
    try {
      return await this.#upload({ tenantId, id, contentId }, upload);
    } finally {
      this.#uploading.delete(id);
      release();
    }
  }

  /** The package with its bytes. Throws `not-found`, also if it has no file, and `invalid` for a package with a url. */
  async download(tenantId: TenantId, id: PackageId): Promise<{ readonly file: FileContent; readonly bytes: Readable }> {
    const { content } = await this.require(tenantId, id);
    if (content.kind === "url")
      throw invalid(`package ${id} has a url, from which it can be loaded, and no file: ${content.url}`);
    if (content.kind === "none") throw new DomainError("not-found", `no file has been uploaded for package ${id}`);
    const bytes = await this.#deps.contents.read(content.contentId);
    if (bytes === undefined) throw fileMissing(id);
    const whole = Readable.from(exactly(bytes, id, content.bytes), { objectMode: false });
    // Otherwise a caller that leaves before the first byte would leave the file open.
    whole.once("close", () => bytes.destroy());
    return { file: content, bytes: whole };
  }

  /** Throws `not-found`, and `invalid` while a device or profile refers to it. */
  async delete(tenantId: TenantId, id: PackageId): Promise<void> {
    const { content } = await this.#deps.store.delete(tenantId, id);
    if (content.kind === "file") await this.#removeFile(content.contentId);
  }

  /** Call only when the tenant has no devices any more. Idempotent. */
  async deleteAllOf(tenantId: TenantId): Promise<void> {
    for (const id of await this.#deps.store.deleteAllOf(tenantId)) await this.#removeFile(id);
  }

  /** Throws `not-found`, also for a package of another tenant. */
  async require(tenantId: TenantId, id: PackageId): Promise<OtaPackage> {
    const found = await this.#deps.store.find(tenantId, id);
    if (found === undefined) throw noSuchPackage(id);
    return found;
  }

  /** The tenant of the package; undefined if it does not exist. */
  tenantOf(id: PackageId): Promise<TenantId | undefined> {
    return this.#deps.store.tenantOf(id);
  }

  list(filter: PackageFilter, page: PageRequest<PackageSortProperty>): Promise<FoundPage<OtaPackage>> {
    return this.#deps.store.list(filter, page);
  }

  async #upload({ tenantId, id, contentId }: UploadTarget, upload: PackageUpload): Promise<OtaPackage> {
    const { store, contents, limits } = this.#deps;
    requireNoContent(await this.require(tenantId, id));
    const tenantBytesMax = await limits.maxPackageBytes(tenantId);
    const tenantBytes = tenantBytesMax === 0 ? 0 : await store.fileBytes(tenantId);
    const { fileBytesMax } = this.#options;
    const checked = checkedUpload(upload, { fileBytesMax, tenantBytesMax, tenantBytes });
    await contents.write(contentId, checked.pieces());
    try {
      return await store.attachFile(tenantId, id, checked.file(contentId), tenantBytesMax);
    } catch (error) {
      // A store that did not answer may have taken it nevertheless: a sweep finds out.
      if (error instanceof DomainError && error.kind !== "unavailable") await this.#removeFile(contentId);
      throw error;
    }
  }

  /** Never rejects: no package names the file any more, and a sweep tries again. */
  async #removeFile(id: ContentId): Promise<void> {
    try {
      await this.#deps.contents.remove(id);
    } catch (error) {
      this.#deps.log.warn("the file of a deleted package could not be removed; a later round tries again", {
        contentId: id,
        error,
      });
    }
  }

  async #removeOrphans(): Promise<void> {
    const { clock, contents, store } = this.#deps;
    const present = (await contents.list()).filter((id) => !this.#isUploading(id));
    const orphans = new Map<ContentId, EpochMillis>();
    for (let start = 0; start < present.length; start += BATCH) {
      const some = present.slice(start, start + BATCH);
      const known = new Set(await store.knownContents(some));
      for (const id of some) {
        if (known.has(id)) continue;
        const since = this.#orphans.get(id) ?? clock.now();
        if (clock.now() - since < this.#options.orphanMillis) orphans.set(id, since);
        else await this.#removeFile(id);
      }
    }
    this.#orphans = orphans;
  }

  #isUploading(contentId: ContentId): boolean {
    return [...this.#uploading.values()].includes(contentId);
  }

  #sweepFailed(error: unknown): void {
    this.#deps.log.warn("files of deleted packages could not be removed; the next round tries again", { error });
  }
}

/**
 * The length has already been announced in the answer. A file that was truncated ends the stream with an error, so that
 * the client does not wait for the missing bytes.
 */
async function* exactly(bytes: Readable, id: PackageId, length: number): AsyncGenerator<Buffer, void, undefined> {
  let left = length;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    yield chunk.subarray(0, left);
    left -= chunk.byteLength;
    if (left <= 0) return;
  }
  throw fileMissing(id);
}

function tooManyUploads(uploadsMax: number): DomainError {
  return new DomainError(
    "rate-limited",
    `${String(uploadsMax)} files of packages of this tenant are being uploaded already; try again later`,
    { limit: { name: "ota.tenantUploadsMax", value: uploadsMax }, retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
