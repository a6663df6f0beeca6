// Who is signed in, as components see it.
import { useSyncExternalStore } from "react";
import { api, session } from "../api/client.ts";
import type { Identity } from "../api/session.ts";

export function useIdentity(): Identity | null {
  return useSyncExternalStore(session.subscribe, () => session.identity);
}

/** For pages behind the sign-in, which the router shows to no one without a session. */
export function useUser(): Identity {
  const identity = useIdentity();
  if (identity === null) throw new Error("this page needs a session");
  return identity;
}

/** The browser forgets the session even where the platform cannot be reached. */
export async function signOut(): Promise<void> {
  try {
    await api.POST("/api/auth/logout");
  } finally {
    session.end();
  }
}
