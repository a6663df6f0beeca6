// Which roles may see which page behind the sign-in, for both the router and the menu. The platform checks every call
// itself; this only keeps people from pages on which nothing would work.
import type { Role } from "../api/role.ts";

const S: Role = "SYS_ADMIN";
const T: Role = "TENANT_ADMIN";
const C: Role = "CUSTOMER_USER";

export const ROLES_OF_PAGES = {
  "/start": [T],
  "/overview": [S, T, C],
  "/gateways": [T],
  "/gateways/$id": [T],
  "/devices": [T, C],
  "/devices/$id": [T, C],
  "/dashboards": [T, C],
  "/dashboards/wall": [T, C],
  "/dashboards/$id/edit": [T],
  "/dashboards/$id/history": [T],
  "/dashboards/$id/history/$revision": [T],
  "/dashboards/$id": [T, C],
  "/views": [T, C],
  "/views/new": [T, C],
  "/views/$id/edit": [T, C],
  "/views/$id": [T, C],
  "/show/$id": [T, C],
  "/profiles": [T],
  "/packages": [T],
  "/rollouts": [T],
  "/rollouts/$id": [T],
  "/customers": [T],
  "/customers/$id": [T],
  "/users": [S, T],
  "/limits": [T, C],
  "/tenants": [S],
  "/tenants/$id": [S],
  "/tenant-profiles": [S],
  "/tenant-profiles/$id": [S],
  "/api-keys": [S, T, C],
  "/account": [S, T, C],
  "/audit": [S, T],
  "/security": [S],
  "/health": [S],
  "/help": [S, T, C],
  "/help/$document": [S, T, C],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type PagePath = keyof typeof ROLES_OF_PAGES;

export function maySee(role: Role, path: PagePath): boolean {
  const roles: readonly Role[] = ROLES_OF_PAGES[path];
  return roles.includes(role);
}
