// The call that gives the same report to a program, as a command for a shell. It works as it is typed once the words in
// capitals have been replaced; every text in it is quoted, since names and values of filters may be anything.
import type { RunRequest } from "./view-address.ts";

export const EMAIL = "YOUR_EMAIL";
export const PASSWORD = "YOUR_PASSWORD";
export const API_KEY = "YOUR_API_KEY";

/** The specification's call, which takes the token of a login. */
export function loginCommand(origin: string, viewId: string, request: RunRequest): string {
  const login = JSON.stringify({ username: EMAIL, password: PASSWORD });
  const body = JSON.stringify({ viewConfigId: viewId, ...request });
  return [
    `TOKEN=$(curl -s ${quoted(`${origin}/api/auth/login`)} -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(login)} | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s ${quoted(`${origin}/apiAnalytics/publicApi/buildReport`)} \\`,
    `  -H "jwt: $TOKEN" -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(body)}`,
  ].join("\n");
}

/** The service's own call, which takes API keys and gives typed cells. */
export function apiKeyCommand(origin: string, viewId: string, request: RunRequest): string {
  return [
    `curl -s ${quoted(`${origin}/apiAnalytics/v1/views/${viewId}/data`)} \\`,
    `  -H 'X-Authorization: ApiKey ${API_KEY}' -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify(request))}`,
  ].join("\n");
}

/** As a shell reads it back, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
