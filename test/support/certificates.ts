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

/** For the same names, with an RSA key: ciphers that elliptic curves do not have. */
export const RSA_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDGzCCAgOgAwIBAgIUYwu5wLjzQLeZbPBzX1jSolyxx+MwDQYJKoZIhvcNAQEL
BQAwDjEMMAoGA1UEAwwDcnNhMCAXDTI2MTEyMzE5NDcxNVoYDzIxMjYxMDMwMTk0
NzE1WjAOMQwwCgYDVQQDDANyc2EwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEK
AoIBAQCjX/SgDnf1cCVYoy6D8tc1NrY9FOQxqHRAxFfYkWbeOLUTgUB17WBmDxME
ay8C0FBvtsU/mXXSuKixM3bty6pHwa4gRhdBs+XOPFj0ZqWZrNozGZL0og4UHzLq
4pPEjqLmxgjB4XrPAPGiXyefeM6ugJl2jlifT2Z71URIqkEu51QWa8mBYB/2l3dl
qRyfd2XXtCb7KP48X24jOqptwzoY0deZtMWT/9AYfZXkomYy1Jh5qkTxcBjDF9Jh
0ez4ZVNyMbUnunnG7OfVA+KJ2CA1zAguMS/ajUf7QOgwxm+/+wWXiZykcqa+MfWM
ZSBN78w7gPxhwYdB56g3zHIpgQnTAgMBAAGjbzBtMB0GA1UdDgQWBBRTg6hu65MF
j3W5yjviK09Z+cwO4zAfBgNVHSMEGDAWgBRTg6hu65MFj3W5yjviK09Z+cwO4zAP
BgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATANBgkq
hkiG9w0BAQsFAAOCAQEAk5LxLSpPooxoAgH5fIKSWaJuUPb2pvw76h4Qhq8VFuuv
AnY9RKKbAMqBxNlBc/QqNnkGPjORFnsK3AaNmJFfakTrsyWSaAw7Tl1T+FMg5f2u
m2V4ODxCdMvn1f9LRL2eIOGZy+/8K3s78rf8w42Q5bWUXraAv3GJG2kfYDpTqGS+
iKs125fqSKFqU1H6UeejDxhsBbc//dA+Ru8mltOBIdSofjrouIbhfS1ZnpDjQfo+
HhdjYjgfMw8Du89izPw0eBC8GvdIUFCstbbGtvnezqKIcKd2ldWRIF1L633npaOF
NpgAdn3KX7Nl3sAhA/CnIOxfaTBfVQmN04HVtPAr6A==
-----END CERTIFICATE-----
`;

export const RSA_KEY = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCjX/SgDnf1cCVY
oy6D8tc1NrY9FOQxqHRAxFfYkWbeOLUTgUB17WBmDxMEay8C0FBvtsU/mXXSuKix
M3bty6pHwa4gRhdBs+XOPFj0ZqWZrNozGZL0og4UHzLq4pPEjqLmxgjB4XrPAPGi
XyefeM6ugJl2jlifT2Z71URIqkEu51QWa8mBYB/2l3dlqRyfd2XXtCb7KP48X24j
OqptwzoY0deZtMWT/9AYfZXkomYy1Jh5qkTxcBjDF9Jh0ez4ZVNyMbUnunnG7OfV
A+KJ2CA1zAguMS/ajUf7QOgwxm+/+wWXiZykcqa+MfWMZSBN78w7gPxhwYdB56g3
zHIpgQnTAgMBAAECggEACONxIa+u8VGBwVEBP4a/acSiQZOYux9ZGSbALFG7DXR7
eRf3ySuWje/OPUm/j3aEmASvmbEZQCiN/BfXJbTbmT4LqLq802bx+1TnaEZgDW5U
DE0Aj1gCo6GeBDnlTt+p+v9Vb4btKm9OC3+us4Rqajx9VdN2it016J9G244bTG2p
0r8U6FmyRXS1+gT9DvL1cdzKYgcITbNZuSbjBRmkKTxtSaO1YXE43pA89PO8fzc8
kGFAtmcdufBTpvEf/ZU6RCYAydVPu7+H9N3tDt1jfPPohGMT5wUj/pfes+1Wcqy0
MpqpSvR1azbMjGtkMuJneIWD2O+wjjh93i0ucavckQKBgQDgJsB1JHDaQ2Ugfp0p
7swd5wr64cH7Y8a5KBLat8t5l0fcHdsd2llMmbHtAVzRBDiE8T+cBOxv/+yoFxwl
oiGt94T2DvuirSz4DQx3mSI0ZWWmbD0/HHDdH9YfQeCpG0d8jm51mVSj4Ix+w9+J
f6bgbF5IvBAykKTTGm0EgqGj/wKBgQC6lobdcUACKLMO7KQ1zUZ/AY5uB+jgxvFt
SmB0p+VQIogoZIg19lksOF6wUTNitiK8x821642nYNlsr43zl/GdsKXJXhhhLhDJ
WTr6JQLpRMWn9HbIl64UJOZ0rDvwSQ1ZD3FA91WzHRmmez1Q2sxZk+c143C7rFn6
HVRPmFDKLQKBgC0YfsXShAXVY0YLUxE5osUtU28v9jfeVf+wSULJkV0wC1wEga3a
3PZlQX+eM481my1b3+FCuFK8GV+j7py/pqj6UDy0vPl4f8CT13tESrZh4/Z8dkH5
Nde27Pwy48EB5PrxKNXt+DJUHc/vFkzyap9iDgHyHAwgP5jdCyvKIDz/AoGBAJ21
0bSmnrW0dPSubHXVVjrPs/Wo1dv4C+SWs0SnDRpYtcF+h+skmGbaFp7tY4OR83ah
Y2za9tZ89An7sP4uddkVkGvODslFSIcH1uPMGNPWf0LhTO1r14XLUsdXNSp6dL/M
X6vL4zIL7Lxc+oy3A3bLnuhbn9PhcAQKelL0qYTZAoGAEjYcpEo39kAjY6j8MqoC
kEA7pTUgWAipfE/Uvl8gDxvsnwEjBKapgJNUANmUMW6OUDGVJ4Etv3rFj/huG3di
wWo1emaOvF3tCvz9JHPTdxYmvvM4SV9m5zfwBgCYgv78snk0xxR47NgoefPXIvaW
a6UWfnqHSodIriksEaGlqt4=
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
