// Self-signed certificates for tests of TLS, valid for a hundred years. Their keys protect nothing.
import { randomBytes, X509Certificate } from "node:crypto";

/** For "localhost" and 127.0.0.1. */
export const SERVER_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUR6bo6aBavYWaP7cHaRV5L/ggrhowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDEyMDYxNVoYDzIxMjYxMDI3
MTIwNjE1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQPZ9B2FgvT9k9VjYkSk5N4o70GpNIsbcFBtoANCYBDixivsjhT3YKX
FNxE21TleD0Wef3ykDgjAv5OkjkyoIs2o28wbTAdBgNVHQ4EFgQUD59yY/S52nm/
qipUk0uSTh0jc8swHwYDVR0jBBgwFoAUD59yY/S52nm/qipUk0uSTh0jc8swDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAPQ9DD1tQCB57H/W/jrLBbuEiHQ/vBi3+MbZqj1ZY6qlAiEA
3mwwTPpjvhJj3r2u2Vtbrd8JJO58PrE5RId7zCSzw+0=
-----END CERTIFICATE-----
`;

export const SERVER_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwl7YkFL4Jw0oMDDP
F8z1pVpDXJwATQG3C4LTp615pfKhRANCAAQPZ9B2FgvT9k9VjYkSk5N4o70GpNIs
bcFBtoANCYBDixivsjhT3YKXFNxE21TleD0Wef3ykDgjAv5OkjkyoIs2
-----END PRIVATE KEY-----
`;

/** A device's own certificate. */
export const CLIENT_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBeTCCAR+gAwIBAgIUflGwVA1Y1I1NJzf8i4ygeWC/EBkwCgYIKoZIzj0EAwIw
ETEPMA0GA1UEAwwGZGV2aWNlMCAXDTI2MTEyMDEyMDYxNVoYDzIxMjYxMDI3MTIw
NjE1WjARMQ8wDQYDVQQDDAZkZXZpY2UwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AAQyBGU00KbzNb4njfT8SwdrAJ4vySG+GvcZHDPhECpnwDttKgQP/tQOnOk78j0C
EZFM2JQ23bSef1jacMAXZ5ALo1MwUTAdBgNVHQ4EFgQUpopJJC7wm2FGmPdEjqOw
nfp01BowHwYDVR0jBBgwFoAUpopJJC7wm2FGmPdEjqOwnfp01BowDwYDVR0TAQH/
BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBLfROhzMxqIsbKS5O50beP8ZjQW9DI
H+oJsLU2yE6KIgIhAPr/PeJT/pjDHAIBIx5+3ImCD6wkNq80vmoIdPNHMKg3
-----END CERTIFICATE-----
`;

export const CLIENT_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgf74aqjGhkKFpLSg0
GY2CLpuakagWnprVefwYrfc8G9ehRANCAAQyBGU00KbzNb4njfT8SwdrAJ4vySG+
GvcZHDPhECpnwDttKgQP/tQOnOk78j0CEZFM2JQ23bSef1jacMAXZ5AL
-----END PRIVATE KEY-----
`;

/** The base64 of a certificate that nobody else has: the device's own with another serial number, so that its signature is void. */
export function freshCertificateBody(): string {
  const { raw, serialNumber } = new X509Certificate(CLIENT_CERTIFICATE);
  const der = Buffer.from(raw);
  const serial = Buffer.from(serialNumber, "hex");
  // A first byte from 0x80 on would make the number negative.
  der.set([0x01, ...randomBytes(serial.length - 1)], der.indexOf(serial));
  return der.toString("base64");
}

export function pemOf(certificateBody: string, lineEnd = "\n"): string {
  const lines = certificateBody.match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join(lineEnd);
}
