// Roughly what a value costs to copy to another thread. Cheap rather than exact: it feeds bounds, nothing is computed from it.

const MEMBER_BYTES = 8;

export function estimateBytes(value: unknown): number {
  switch (typeof value) {
    case "string":
      return MEMBER_BYTES + value.length;
    case "object":
      break;
    default:
      return MEMBER_BYTES;
  }
  if (value === null) return MEMBER_BYTES;
  if (ArrayBuffer.isView(value)) return MEMBER_BYTES + value.byteLength;
  let bytes = MEMBER_BYTES;
  if (Array.isArray(value) || value instanceof Set) {
    for (const item of value) bytes += estimateBytes(item);
  } else if (value instanceof Map) {
    for (const [key, item] of value) bytes += estimateBytes(key) + estimateBytes(item);
  } else {
    for (const item of Object.values(value) as unknown[]) bytes += MEMBER_BYTES + estimateBytes(item);
  }
  return bytes;
}
