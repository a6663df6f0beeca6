/** Gives the memory of bytes that nobody looks at any more back at once, instead of when the collector comes to it; what shares it with others stays. */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
