// Login, token refresh, logout, the current user and changing the password. Source: REST contract 2.2.
import { Type } from "typebox";
import { badCredentials } from "../../../core/access/password-check.ts";
import type { LoginService } from "../../../core/access/login-service.ts";
import type { PublicSessions } from "../../../core/access/public-sessions.ts";
import { DomainError } from "../../../core/errors.ts";
import type { User } from "../../../core/users/user.ts";
import { writeJson } from "../../../lib/json.ts";
import { TokenPairSchema } from "../access-wire.ts";
import { showUser, UserSchema } from "../user-wire.ts";
import { EXAMPLE_REFS } from "../example-values.ts";
import { ErrorCode } from "../http-status.ts";
import { ALL_AUTHORITIES, jsonText, resource, openResource, type RestRoute } from "../route.ts";
import { named } from "../wire.ts";
import { uuidText } from "../nullable.ts";
import { textMember } from "../../../lib/members.ts";

const open = openResource("login");
const api = resource("login", ALL_AUTHORITIES);

// These two accept anything, because an invalid body is a failed login, not a bad request. The expected form is in the
// description.
const LoginBody = Type.Unknown();
const RefreshBody = Type.Unknown();
const LoginRequest = named("LoginRequest", {
  username: [Type.String({ description: "The email of a user." }), "ada@example.com"],
  password: [Type.String(), "s3cret-Pass"],
});
const RefreshTokenRequest = named("RefreshTokenRequest", {
  refreshToken: [Type.String(), "eyJhbGciOiJIUzUxMiJ9.e30.c2ln"],
});
const PublicLoginRequest = named("PublicLoginRequest", {
  publicId: [uuidText({ description: "The id of a public customer." }), EXAMPLE_REFS.customer.id],
});
const ChangePasswordBody = named("ChangePasswordRequest", {
  currentPassword: [Type.String(), "s3cret-Pass"],
  newPassword: [Type.String(), "analytical-engine"],
});

export function authRoutes(logins: LoginService, publicSessions: PublicSessions): readonly RestRoute[] {
  // Programs request themselves frequently; the text is cached until the record changes.
  const texts = new WeakMap<User, string>();
  const textOf = (user: User): string => {
    const known = texts.get(user);
    if (known !== undefined) return known;
    const text = writeJson(showUser(user));
    texts.set(user, text);
    return text;
  };

  return [
    open.post("/api/auth/login", "login", {
      summary: "Get a token pair for a user name and a password",
      errors: [401, 429],
      errorCodes: [ErrorCode.CREDENTIALS_EXPIRED, ErrorCode.PASSWORD_VIOLATION],
      body: LoginBody,
      bodyDescribes: LoginRequest,
      answer: TokenPairSchema,
      handle({ body, ip }) {
        const [username, password] = [textMember(body, "username"), textMember(body, "password")];
        if (username === undefined || password === undefined) throw badCredentials();
        return logins.login(username, password, ip);
      },
    }),
    open.post("/api/auth/login/public", "loginPublic", {
      summary: "Get a token pair that can read what is public",
      errors: [401, 429],
      body: LoginBody,
      bodyDescribes: PublicLoginRequest,
      answer: TokenPairSchema,
      handle({ body }) {
        const publicId = textMember(body, "publicId");
        if (publicId === undefined) throw new DomainError("unauthenticated", "publicId is required");
        return publicSessions.login(publicId);
      },
    }),
    open.post("/api/auth/token", "refreshToken", {
      summary: "Get a new token pair for a refresh token",
      errors: [401, 429],
      body: RefreshBody,
      bodyDescribes: RefreshTokenRequest,
      answer: TokenPairSchema,
      handle({ body }) {
        const refreshToken = textMember(body, "refreshToken");
        if (refreshToken === undefined) throw new DomainError("unauthenticated", "refreshToken is required");
        return logins.refresh(refreshToken);
      },
    }),
    api.get("/api/auth/user", "getUser", {
      summary: "The user whose credentials the call carries",
      answer: jsonText(UserSchema),
      handle({ principal }) {
        const user = logins.currentUser(principal);
        return user instanceof Promise ? user.then(textOf) : textOf(user);
      },
    }),
    api.post("/api/auth/logout", "logout", {
      summary: "End the session of the token",
      body: "ignored",
      readsOnly: true,
      audit: { action: "LOGOUT", entity: ({ principal }) => ({ type: "USER", id: principal.userId }) },
      handle: ({ principal }) => logins.logout(principal),
    }),
    api.post("/api/auth/changePassword", "changePassword", {
      summary: "Change your password, which ends all other sessions",
      body: ChangePasswordBody,
      answer: TokenPairSchema,
      audit: {
        action: "CREDENTIALS_UPDATED",
        entity: ({ principal }) => ({ type: "USER", id: principal.userId }),
        data: () => ({ changed: "password" }),
      },
      handle: ({ principal, body, ip }) => logins.changePassword(principal, body.currentPassword, body.newPassword, ip),
    }),
  ];
}
