// An engine with two databases: `telemetry` in memory, for what the log has and the lake lacks, and `lake`, which is
// DuckLake: its catalog is in PostgreSQL, its files are in a folder or bucket that all nodes share.
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { DomainError } from "../../../core/errors.ts";
import { quoted } from "../literals.ts";
import { confine, openEngine, raiseMemory, type EngineLimits, type OpenEngine } from "../open-engine.ts";

export interface LakePlace {
  /** The database of the catalog, as libpq reads it. */
  readonly catalog: string;
  /** The schema of the catalog in it. */
  readonly schema: string;
  /** The folder of the files, or their place in a bucket, as `s3://name/prefix`. */
  readonly files: string;
  /** Needed for a bucket. */
  readonly bucket?: BucketAccess;
  /** Where the extensions of the engine are; without it, the engine installs them from its own repository. */
  readonly extensionFolder?: string;
  /** Whether their signatures count as checked, which takes half a second of a processor. Default: no. */
  readonly isExtensionFolderChecked?: boolean;
}

export interface BucketAccess {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly region: string;
  /** Of a server that is not Amazon's, as `https://s3.example.com`. */
  readonly endpoint?: string;
}

const EXTENSIONS = ["postgres_scanner", "ducklake"];
const BUCKET_EXTENSION = "httpfs";

/** With a file of the embedded platform, it is attached as `file`, to be read. */
export async function openLakeEngine(limits: EngineLimits, place: LakePlace, file?: string): Promise<OpenEngine> {
  const settings = { allow_unsigned_extensions: String(place.isExtensionFolderChecked ?? false) };
  try {
    return await openEngine(limits, (connection) => attachLake(connection, { limits, place, file }), settings);
  } catch (error) {
    throw error instanceof DomainError
      ? error
      : new DomainError("unavailable", `the lake in ${place.files} cannot be opened`, { cause: error });
  }
}

interface LakeParts {
  readonly limits: EngineLimits;
  readonly place: LakePlace;
  readonly file: string | undefined;
}

async function attachLake(connection: DuckDBConnection, { limits, place, file }: LakeParts): Promise<void> {
  for (const extension of isBucket(place) ? [BUCKET_EXTENSION, ...EXTENSIONS] : EXTENSIONS)
    await load(connection, extension, place.extensionFolder);
  // Not the secrets that the user of this process has stored for other uses of the engine.
  await connection.run(`SET secret_directory = ${quoted(join(limits.scratchFolder, "secrets"))}`);
  if (place.bucket !== undefined) {
    await connection.run(secretOf(place.bucket));
    // The engine keeps in memory a ten-thousandth of this for each file that it sends.
    await connection.run("SET s3_uploader_max_filesize = '50GB'");
  }
  // A commit that finds another one before it fails. Retries would not see all conflicts, and the position that the
  // transaction has read would no longer be the last one.
  await connection.run("SET ducklake_max_retry_count = 0");
  // No file of the lake is ever written again: what the engine has of it in memory is right, whatever the bucket says.
  await connection.run("SET validate_external_file_cache = 'NO_VALIDATION'");
  await connection.run("ATTACH ':memory:' AS telemetry");
  if (file !== undefined) {
    await connection.run(`ATTACH ${quoted(file)} AS file (READ_ONLY)`);
    await raiseMemory(connection, limits);
  }
  await connection.run(
    `ATTACH ${quoted(`ducklake:postgres:${place.catalog}`)} AS lake (DATA_PATH ${quoted(folderOf(place))}, METADATA_SCHEMA ${quoted(place.schema)})`,
  );
  await confine(connection, limits, [folderOf(place)]);
}

async function load(connection: DuckDBConnection, extension: string, folder: string | undefined): Promise<void> {
  if (folder === undefined) await connection.run(`INSTALL ${extension}`);
  await connection.run(
    `LOAD ${folder === undefined ? extension : quoted(join(folder, `${extension}.duckdb_extension`))}`,
  );
}

function secretOf({ accessKeyId, secretAccessKey, sessionToken, region, endpoint }: BucketAccess): string {
  const url = endpoint === undefined ? undefined : new URL(endpoint);
  const values: Record<string, string | undefined> = {
    KEY_ID: accessKeyId,
    SECRET: secretAccessKey,
    SESSION_TOKEN: sessionToken,
    REGION: region,
    ENDPOINT: url && `${url.host}${url.pathname.replace(/\/+$/, "")}`,
    URL_STYLE: url && "path",
    USE_SSL: url && String(url.protocol === "https:"),
  };
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${quoted(value)}`],
  );
  return `CREATE SECRET bucket (TYPE s3, ${given.join(", ")})`;
}

export function isBucket({ files }: LakePlace): boolean {
  return files.startsWith("s3://");
}

function folderOf({ files }: LakePlace): string {
  return files.endsWith("/") ? files : `${files}/`;
}
