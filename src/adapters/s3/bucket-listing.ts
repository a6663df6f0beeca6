// Lists of the objects of a bucket, with the Amazon S3 protocol.
import { DomainError } from "../../core/errors.ts";
import type { BucketAddress } from "./bucket-address.ts";
import { elementOf, type BucketRequests } from "./bucket-requests.ts";

export interface ListedObject {
  /** After the prefix of the address. */
  readonly name: string;
  readonly bytes: number;
  /** When it was written. */
  readonly writtenAt: number;
  /** Time since it was written, by the server's clock. */
  readonly ageMillis: number;
}

/** All objects whose name begins with `prefix`. Throws `unavailable`, and the refusals of the server. */
export async function listObjects(
  requests: Pick<BucketRequests, "send">,
  { name: place, prefix: all }: Pick<BucketAddress, "name" | "prefix">,
  prefix: string,
): Promise<readonly ListedObject[]> {
  const objects: ListedObject[] = [];
  for (let token: string | undefined; ;) {
    const answer = await requests.send({
      method: "GET",
      query: {
        "list-type": "2",
        "encoding-type": "url",
        prefix: `${all}${prefix}`,
        ...(token === undefined ? {} : { "continuation-token": token }),
      },
    });
    const xml = answer?.body.toString() ?? "";
    if (answer === undefined || !xml.includes("<ListBucketResult"))
      throw new DomainError("unavailable", `${place} is listed in another form than that of Amazon S3`);
    const isEncoded = elementOf(xml, "EncodingType") === "url";
    for (const [contents] of xml.matchAll(/<Contents>.*?<\/Contents>/gs)) {
      const text = unescaped(elementOf(contents, "Key") ?? "");
      const key = isEncoded ? decodeURIComponent(text.replaceAll("+", " ")) : text;
      const writtenAt = Date.parse(elementOf(contents, "LastModified") ?? "");
      const bytes = Number(elementOf(contents, "Size") ?? 0);
      objects.push({ name: key.slice(all.length), bytes, writtenAt, ageMillis: answer.at - writtenAt });
    }
    if (elementOf(xml, "IsTruncated") !== "true") return objects;
    token = unescaped(elementOf(xml, "NextContinuationToken") ?? "");
  }
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

function unescaped(xml: string): string {
  return xml.replaceAll(
    /&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g,
    (all, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      return ENTITIES.get(name ?? "") ?? all;
    },
  );
}
