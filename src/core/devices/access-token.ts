// Random names and access tokens: 20 letters and digits, 119 bits that nobody can guess.
import { randomBytes } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 20;
/** Bytes from here on would favour the first letters of the alphabet. */
const UNFAIR_FROM = 256 - (256 % ALPHABET.length);

export function newAccessToken(): string {
  let token = "";
  while (token.length < LENGTH)
    for (const byte of randomBytes(LENGTH + 8))
      if (byte < UNFAIR_FROM && token.length < LENGTH) token += ALPHABET.charAt(byte % ALPHABET.length);
  return token;
}
