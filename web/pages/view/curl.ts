// The shell command that gets the same report for a program. It works as typed once the words in capitals have been
// replaced; every text in it is quoted, because names and filter values may contain anything.
import type { RunRequest } from "./view-address.ts";

export const EMAIL = "YOUR_EMAIL";
export const PASSWORD = "YOUR_PASSWORD";
export const API_KEY = "YOUR_API_KEY";

/** The specification's call, which takes a login's token. */
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

/** The service's own call, which accepts API keys and returns typed cells. */
export function apiKeyCommand(origin: string, viewId: string, request: RunRequest): string {
  return [
    `curl -s ${quoted(`${origin}/apiAnalytics/v1/views/${viewId}/data`)} \\`,
    `  -H 'X-Authorization: ApiKey ${API_KEY}' -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify(request))}`,
  ].join("\n");
}

/** Quotes any text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
