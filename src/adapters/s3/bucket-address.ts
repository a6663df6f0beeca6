// Where a bucket is and who may use it: its address, and the environment variables that Amazon S3 tools share.
import { invalid } from "../../core/errors.ts";

/**
 * The variables that those tools read, and the file of certificate authorities for a private server, which the runtime
 * reads.
 */
export const BUCKET_VARIABLES = [
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AWS_REGION",
  "AWS_DEFAULT_REGION",
  "AWS_ENDPOINT_URL_S3",
  "AWS_ENDPOINT_URL",
  "NODE_EXTRA_CA_CERTS",
] as const;

/** The variables that are set. */
export type BucketVariables = Readonly<Partial<Record<(typeof BUCKET_VARIABLES)[number], string>>>;

export interface BucketAddress {
  /** The name used in messages: `s3://bucket/prefix`. */
  readonly name: string;
  readonly bucket: string;
  /** URL of the bucket, ending in a slash. */
  readonly url: string;
  /** The prefix of all object keys, ending in a slash; empty if there is none. */
  readonly prefix: string;
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/s;
const REGION = "us-east-1";

/** Whether a place is a URL rather than a folder; `C:\backups` is a folder. */
export function isUrl(address: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(address);
}

/** Throws `invalid`. */
export function parseBucketAddress(address: string, variables: BucketVariables): BucketAddress {
  const [, bucket, path = ""] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined)
    throw invalid(`a bucket is named like s3://bucket/prefix, with a bucket of 3 to 63 small letters, got ${address}`);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw invalid(`${address} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment`);
  const prefix = path.replace(/\/+$/, "");
  const region = variables.AWS_REGION ?? variables.AWS_DEFAULT_REGION ?? REGION;
  const sessionToken = variables.AWS_SESSION_TOKEN;
  return {
    name: prefix === "" ? `s3://${bucket}` : `s3://${bucket}/${prefix}`,
    bucket,
    url: urlOf(bucket, region, variables),
    prefix: prefix === "" ? "" : `${prefix}/`,
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) },
  };
}

/** With an endpoint, the bucket is the first part of the path, which every server supports. */
function urlOf(bucket: string, region: string, variables: BucketVariables): string {
  const endpoint = variables.AWS_ENDPOINT_URL_S3 ?? variables.AWS_ENDPOINT_URL;
  // Amazon's certificate covers only bucket names without a dot.
  if (endpoint === undefined)
    return bucket.includes(".")
      ? `https://s3.${region}.amazonaws.com/${bucket}/`
      : `https://${bucket}.s3.${region}.amazonaws.com/`;
  const url = URL.parse(endpoint);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.search !== "")
    throw invalid(`AWS_ENDPOINT_URL_S3 (or AWS_ENDPOINT_URL) must be a URL such as https://s3.example.com`);
  return `${url.href.replace(/\/+$/, "")}/${bucket}/`;
}
