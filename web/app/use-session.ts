// The signed-in user, for components.
import { useSyncExternalStore } from "react";
import { api, session } from "../api/client.ts";
import type { Identity } from "../api/session.ts";

export function useIdentity(): Identity | null {
  return useSyncExternalStore(session.subscribe, () => session.identity);
}

/** For pages behind the sign-in; the router shows them only with a session. */
export function useUser(): Identity {
  const identity = useIdentity();
  if (identity === null) throw new Error("this page needs a session");
  return identity;
}

/** Ends the session in the browser even if the platform cannot be reached. */
export async function signOut(): Promise<void> {
  try {
    await api.POST("/api/auth/logout");
  } finally {
    session.end();
  }
}
