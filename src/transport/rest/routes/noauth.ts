// Calls without credentials: activating an account by a link, resetting a forgotten password, and the password rules.
// Source: REST contract 2.2 and 2.6.
import { languageAsked } from "../../../core/language.ts";
import { Type } from "typebox";
import type { ActivationService, LinkState } from "../../../core/access/activation-service.ts";
import type { PasswordResets, ResetLink } from "../../../core/access/password-resets.ts";
import type { SecuritySettingsSource } from "../../../core/access/security-settings.ts";
import { TokenPairSchema, PasswordPolicySchema } from "../access-wire.ts";
import { openResource, type RestReply, type RestRoute } from "../route.ts";
import { named } from "../wire.ts";

const open = openResource("login");

const TOKEN = [Type.String(), "mF3b0rZ6V1c7Q2pXn8sT4uYwK5hJ9dLe"] as const;
const PASSWORD = [Type.String(), "analytical-engine"] as const;
const ActivateBody = named("ActivateUserRequest", { activateToken: TOKEN, password: PASSWORD });
const ActivationUserBody = named("ActivationUserRequest", { activateToken: TOKEN });
const ActivationUser = named("ActivationUser", { email: [Type.String(), "ada@example.com"] });
const ResetByEmailBody = named("ResetPasswordEmailRequest", { email: [Type.String(), "ada@example.com"] });
const ResetBody = named("ResetPasswordRequest", { resetToken: TOKEN, password: PASSWORD });

/** Answers of both links that redirect a browser. */
const LINK_ANSWERS = {
  303: {
    description: "To the page that sets the password, or to the one that says that the link has expired.",
    headers: { Location: "The path of that page." },
  },
  409: { description: "The link is not known. The body is empty." },
};

export function noauthRoutes(
  activations: ActivationService,
  resets: PasswordResets,
  security: SecuritySettingsSource,
): readonly RestRoute[] {
  return [
    open.get("/api/noauth/userPasswordPolicy", "getUserPasswordPolicy", {
      summary: "The rules that a new password must meet",
      answer: PasswordPolicySchema,
      handle: () => security.current().passwordPolicy,
    }),
    open.get("/api/noauth/oauth2Clients", "getOAuth2Clients", {
      summary: "The other ways to log in that a login page may offer: none",
      answer: Type.Array(Type.Unknown(), { examples: [[]] }),
      handle: () => [],
    }),
    open.get("/api/noauth/activate", "checkActivateToken", {
      summary: "Where the link of a new user leads: to the page that sets the password",
      otherAnswers: {
        ...LINK_ANSWERS,
      },
      query: Type.Object({ activateToken: Type.String() }),
      async handle({ query }, reply) {
        redirect(await activations.stateOf(query.activateToken), query.activateToken, reply);
      },
    }),
    open.post("/api/noauth/activate", "activateUser", {
      summary: "Set the first password of a new user and log in",
      errors: [429],
      query: Type.Object({
        sendActivationMail: Type.Optional(
          Type.Boolean({ description: "Whether a mail confirms it to the user; true by default." }),
        ),
      }),
      body: ActivateBody,
      answer: TokenPairSchema,
      handle: ({ body, query, headers }) =>
        activations.activate(
          body.activateToken,
          body.password,
          query.sendActivationMail === false ? null : languageAsked(headers["accept-language"]),
        ),
    }),
    // The token is in the body, so that it gets into no log of addresses.
    open.post("/api/noauth/activationUser", "getActivationUser", {
      summary: "Whose first password the token of an activation link sets",
      body: ActivationUserBody,
      answer: ActivationUser,
      async handle({ body }) {
        const { email } = await activations.userOf(body.activateToken);
        return { email };
      },
    }),
    open.post("/api/noauth/resetPasswordByEmail", "requestResetPasswordByEmail", {
      summary: "Ask for a mail with a link that sets a new password",
      body: ResetByEmailBody,
      handle: ({ body, headers }) => resets.request(body.email, languageAsked(headers["accept-language"])),
    }),
    open.get("/api/noauth/resetPassword", "checkResetToken", {
      summary: "Where the link of a reset mail leads: to the page that sets the new password",
      otherAnswers: {
        ...LINK_ANSWERS,
        429: {
          description: "Links of this user have been looked at too often. The body is empty.",
          headers: { "Retry-After": "Seconds after which it makes sense to try again." },
        },
      },
      query: Type.Object({ resetToken: Type.String() }),
      async handle({ query }, reply) {
        redirectToReset(await resets.lookAt(query.resetToken), query.resetToken, reply);
      },
    }),
    open.post("/api/noauth/resetPassword", "resetPassword", {
      summary: "Set a new password, which ends all sessions",
      errors: [429],
      body: ResetBody,
      handle: ({ body }) => resets.reset(body.resetToken, body.password),
    }),
  ];
}

/** Relative, so that it leads to the address under which the browser knows the platform. */
function redirect(state: LinkState, token: string, reply: RestReply): void {
  switch (state) {
    case "valid":
      reply.code(303).header("location", `/login/createPassword?activateToken=${encodeURIComponent(token)}`);
      return;
    case "expired":
      reply.code(303).header("location", "/activationLinkExpired");
      return;
    case "unknown":
      reply.code(409);
  }
}

function redirectToReset(link: ResetLink, token: string, reply: RestReply): void {
  switch (link.kind) {
    case "valid":
      reply.code(303).header("location", `/login/resetPassword?resetToken=${encodeURIComponent(token)}`);
      return;
    case "expired":
      reply.code(303).header("location", "/passwordResetLinkExpired");
      return;
    case "unknown":
      reply.code(409);
      return;
    case "too-often":
      reply.code(429).header("retry-after", String(link.retryAfterSeconds));
  }
}
