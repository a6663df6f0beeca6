/**
 * Frees the memory of unused bytes at once, instead of when the garbage collector runs; a buffer that is shared is left
 * alone.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
