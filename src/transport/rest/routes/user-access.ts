// Administration of other users' access: activation links, switching accounts on and off, and opening sessions for them
// if the installation allows it. Source: REST contract 2.6 and 4.
import { languageAsked } from "../../../core/language.ts";
import { Type } from "typebox";
import type { ActivationService } from "../../../core/access/activation-service.ts";
import type { LoginService } from "../../../core/access/login-service.ts";
import { permit, permitRole } from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import { activationLink } from "../../../core/account-links.ts";
import { DomainError } from "../../../core/errors.ts";
import type { UserService } from "../../../core/users/user-service.ts";
import type { Clock } from "../../../lib/clock.ts";
import { TokenPairSchema } from "../access-wire.ts";
import { linkBase, type Addressed } from "../link-base.ts";
import { ADMINISTRATORS, plainText, resource, type RestRoute } from "../route.ts";
import { permittedUser, userResource } from "./users.ts";

const api = resource("users", ADMINISTRATORS);

export interface UserAccessDeps {
  readonly users: UserService;
  readonly activations: ActivationService;
  readonly logins: LoginService;
  readonly clock: Clock;
  /** The base address of links; if undefined, the address of the request. */
  readonly baseUrl: string | undefined;
  /** Whether administrators may open sessions as other users. */
  readonly tokenAccessEnabled: boolean;
}

const EXAMPLE_LINK = "https://iot.example.com/api/noauth/activate?activateToken=mF3b0rZ6V1c7Q2pXn8sT4uYwK5hJ9dLe";

const LinkInfo = Type.Object(
  { value: Type.String(), ttlMs: Type.Integer() },
  { title: "UserActivationLink", examples: [{ value: EXAMPLE_LINK, ttlMs: 86_400_000 }] },
);

export function userAccessRoutes(deps: UserAccessDeps): readonly RestRoute[] {
  const { users, activations, logins, clock, baseUrl, tokenAccessEnabled } = deps;

  const link = async (principal: Principal, id: string, request: Addressed) => {
    const user = await permittedUser(users, principal, id, "write-credentials");
    const { token, expiresAt } = await activations.activationOf(user.id);
    return { value: activationLink(linkBase(baseUrl, request), token), ttlMs: expiresAt - clock.now() };
  };

  return [
    api.get("/api/user/:userId/activationLink", "getActivationLink", {
      summary: "The link by which a new user sets the password",
      answer: plainText(undefined, EXAMPLE_LINK),
      audit: { action: "CREDENTIALS_READ", entity: ({ params }) => ({ type: "USER", id: params.userId }) },
      handle: async (request) => (await link(request.principal, request.params.userId, request)).value,
    }),
    api.get("/api/user/:userId/activationLinkInfo", "getActivationLinkInfo", {
      summary: "The same link with the time it has left",
      answer: LinkInfo,
      audit: { action: "CREDENTIALS_READ", entity: ({ params }) => ({ type: "USER", id: params.userId }) },
      handle: (request) => link(request.principal, request.params.userId, request),
    }),
    api.post("/api/user/sendActivationMail", "sendActivationEmail", {
      summary: "Mail a new user the activation link",
      query: Type.Object({
        email: Type.String({ description: "The email of the user.", examples: ["ada@example.com"] }),
      }),
      body: "ignored",
      async handle({ principal, query, headers }) {
        permitRole(principal, "write-credentials", "USER");
        const user = await users.requireByEmail(query.email, principal.tenantId);
        permit<"USER">(principal, "write-credentials", userResource(user));
        await activations.mailTo(user, languageAsked(headers["accept-language"]));
      },
    }),
    api.post("/api/user/:userId/userCredentialsEnabled", "setUserCredentialsEnabled", {
      summary: "Switch an account on or off",
      query: Type.Object({ userCredentialsEnabled: Type.Optional(Type.Boolean()) }),
      body: "ignored",
      audit: {
        action: "CREDENTIALS_UPDATED",
        entity: ({ params }) => ({ type: "USER", id: params.userId }),
        data: ({ query }) => ({ enabled: query.userCredentialsEnabled ?? true }),
      },
      async handle({ principal, params, query }) {
        const user = await permittedUser(users, principal, params.userId, "write-credentials");
        await users.setEnabled(user.id, query.userCredentialsEnabled ?? true);
      },
    }),
    api.get("/api/user/tokenAccessEnabled", "isUserTokenAccessEnabled", {
      summary: "Whether administrators may open sessions of other users",
      answer: Type.Boolean({ examples: [false] }),
      handle({ principal }) {
        permitRole(principal, "impersonate", "USER");
        return tokenAccessEnabled;
      },
    }),
    api.get("/api/user/:userId/token", "getUserToken", {
      summary: "Open a session of another user",
      answer: TokenPairSchema,
      async handle({ principal, params }) {
        const user = await permittedUser(users, principal, params.userId, "impersonate");
        if (!tokenAccessEnabled)
          throw new DomainError(
            "forbidden",
            "sessions of other users are not allowed here (setting SECURITY_USER_TOKEN_ACCESS_ENABLED)",
          );
        return logins.impersonate(user, principal);
      },
    }),
  ];
}
