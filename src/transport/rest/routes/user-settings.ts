// Free JSON that user interfaces store for the logged-in user. Source: REST contract section 4.
import { Type } from "typebox";
import { permit } from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import type { JsonMembers, UserSettings } from "../../../core/users/user-settings.ts";
import { ALL_AUTHORITIES, jsonText, resource, type RestRoute } from "../route.ts";

const api = resource("users", ALL_AUTHORITIES);
const PATH = "/api/user/settings";

const EXAMPLE = { deviceTable: { columns: ["name", "label"], pageSize: 20 }, theme: "dark" };
const FreeObject = (title: string, example: JsonMembers) =>
  Type.Unsafe<JsonMembers>({ type: "object", additionalProperties: true, title, examples: [example] });
const Settings = FreeObject("UserSettings", EXAMPLE);
const Change = FreeObject("UserSettingsChange", { "deviceTable.pageSize": 50, theme: "light" });

export function userSettingsRoutes(settings: UserSettings): readonly RestRoute[] {
  const read = (path: string, operationId: string) =>
    api.get(path, operationId, {
      summary: "Your settings",
      answer: jsonText(Settings),
      handle: ({ principal }) => settings.read(principal.userId),
    });
  const merge = (path: string, operationId: string) =>
    api.put(path, operationId, {
      summary: "Change some of your settings; a name with dots is a path into objects",
      body: Change,
      handle: async ({ principal, body }) => {
        permitOwn(principal);
        await settings.merge(principal.userId, body);
      },
    });
  return [
    read(PATH, "getUserSettings"),
    api.post(PATH, "saveUserSettings", {
      summary: "Replace your settings",
      body: Settings,
      answer: jsonText(Settings),
      async handle({ principal, body }) {
        permitOwn(principal);
        return settings.replace(principal.userId, body);
      },
    }),
    merge(PATH, "putUserSettings"),
    api.delete(`${PATH}/:paths`, "deleteGeneralUserSettings", {
      summary: "Remove some of your settings",
      params: Type.Object({
        paths: Type.String({
          description: "Names separated by commas; one with dots is a path into objects.",
          examples: ["theme,deviceTable.pageSize"],
        }),
      }),
      handle: async ({ principal, params }) => {
        permitOwn(principal);
        await settings.remove(principal.userId, params.paths);
      },
    }),
    read(`${PATH}/general`, "getGeneralUserSettings"),
    merge(`${PATH}/general`, "putGeneralUserSettings"),
  ];
}

/** Users may write their own settings; a public session belongs to no user. */
function permitOwn(principal: Principal): void {
  const { userId, authority, tenantId, customerId } = principal;
  permit<"USER">(principal, "write", { kind: "USER", userId, authority, tenantId, customerId });
}
