import { CompactSign, UnsecuredJWT } from "jose";
import { expect, test } from "vitest";
import { JoseTokenSigner } from "./jose-token-signer.ts";

const key = Buffer.alloc(64, 3);
const claims = { sub: "ada@example.com", exp: 1 };

test("what it has signed it verifies, whatever the claims say about time", async () => {
  const signer = await JoseTokenSigner.create(key);

  expect(await signer.verify(await signer.sign(claims))).toEqual({ kind: "verified", claims });
});

test("another key, another algorithm and none are foreign", async () => {
  const signer = await JoseTokenSigner.create(key);
  const payload = Buffer.from(JSON.stringify(claims));
  const forged = [
    await new CompactSign(payload).setProtectedHeader({ alg: "HS512" }).sign(Buffer.alloc(64, 4)),
    await new CompactSign(payload).setProtectedHeader({ alg: "HS256" }).sign(key),
    new UnsecuredJWT(claims).encode(),
  ];

  for (const token of forged) expect(await signer.verify(token)).toEqual({ kind: "foreign" });
});

test("what is no token is malformed", async () => {
  const signer = await JoseTokenSigner.create(key);
  const noJson = await new CompactSign(Buffer.from("no json")).setProtectedHeader({ alg: "HS512" }).sign(key);

  for (const text of ["", "x", "a.b.c", "a.b", "ä.b.c", " . . ", noJson])
    expect(await signer.verify(text)).toEqual({ kind: "malformed" });
});

test("a short key is refused", async () => {
  await expect(JoseTokenSigner.create(Buffer.alloc(63))).rejects.toThrow("64 bytes, got 63");
});
