// The authentication methods in the API description. Source: REST contract 2, analytics contract 4.

/** Nearly all calls accept the first two; the others belong to the analytics service. */
export type SecurityScheme = "ApiKey" | "Jwt" | "JwtHeader" | "JwtQuery";

export const USUAL_SECURITY = ["ApiKey", "Jwt"] as const satisfies readonly SecurityScheme[];

const SCHEMES: Readonly<Record<SecurityScheme, unknown>> = {
  ApiKey: {
    type: "apiKey",
    in: "header",
    name: "X-Authorization",
    description:
      "The whole value of the header: `ApiKey <key>`. Keys need no login and no refresh. To be sent over HTTPS only.",
  },
  Jwt: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "The `token` of `POST /api/auth/login`, as `Authorization: Bearer <token>` or `X-Authorization: Bearer <token>`.",
  },
  JwtHeader: {
    type: "apiKey",
    in: "header",
    name: "jwt",
    description: "The `token` of `POST /api/auth/login` as it is.",
  },
  JwtQuery: {
    type: "apiKey",
    in: "query",
    name: "jwt",
    description: "The same as a parameter. Addresses end up in histories and logs: the header is the safer place.",
  },
};

/** The usual schemes and these others. */
export function securitySchemes(others: readonly SecurityScheme[]): Readonly<Record<string, unknown>> {
  const names = new Set<SecurityScheme>([...USUAL_SECURITY, ...others]);
  return Object.fromEntries([...names].map((name) => [name, SCHEMES[name]]));
}
