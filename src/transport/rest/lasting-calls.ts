// Calls that last, such as exports, imports, uploads, downloads and event streams: they end soon after their caller has
// been locked out. Source: REST contract 2.3.
import type { CredentialWatcher, WatchedCredential } from "../../core/access/credential-watcher.ts";
import type { Principal } from "../../core/access/principal.ts";
import type { SessionGuard } from "../../core/access/session-guard.ts";
import { authenticateCredential, presentedCredential, type Authenticator } from "./authentication.ts";
import { callerSignal } from "./caller-signal.ts";
import { channelOf } from "./guard.ts";
import type { RestReply } from "./route.ts";

export interface LastingCallDeps {
  readonly authenticator: Authenticator;
  readonly guard: Pick<SessionGuard, "requireSession">;
  readonly watcher: Pick<CredentialWatcher, "watch">;
}

export class LastingCalls {
  readonly #deps: LastingCallDeps;

  constructor(deps: LastingCallDeps) {
    this.#deps = deps;
  }

  /** Aborted when the caller disconnects, or when it is locked out as below. */
  async signalOf(principal: Principal, reply: RestReply): Promise<AbortSignal> {
    const gone = callerSignal(reply);
    return AbortSignal.any([gone, await this.lockoutOf(principal, reply)]);
  }

  /**
   * Aborted, with `unauthenticated`, when the caller is locked out; for uploads, which end with their connection by themselves. A
   * token is as good as its session, because it may have expired and been refreshed since. Rejects if the caller is
   * locked out already.
   */
  async lockoutOf(principal: Principal, reply: RestReply): Promise<AbortSignal> {
    const { authenticator, guard, watcher } = this.#deps;
    const credential = presentedCredential(reply.request.headers);
    const channel = channelOf(reply.request);
    return await lockout(watcher, reply, {
      principal,
      check: async () => {
        if (credential.kind === "bearer") await guard.requireSession(principal);
        else await authenticateCredential(authenticator, credential, channel);
      },
    });
  }
}

/** Aborted when the caller disconnects, or when its credential is no longer valid, with the reason. */
export async function signalWhileGood(
  watcher: Pick<CredentialWatcher, "watch">,
  reply: RestReply,
  credential: Omit<WatchedCredential, "revoked">,
): Promise<AbortSignal> {
  const gone = callerSignal(reply);
  return AbortSignal.any([gone, await lockout(watcher, reply, credential)]);
}

async function lockout(
  watcher: Pick<CredentialWatcher, "watch">,
  reply: RestReply,
  credential: Omit<WatchedCredential, "revoked">,
): Promise<AbortSignal> {
  const lockedOut = new AbortController();
  const watch = await watcher.watch({
    ...credential,
    revoked: (reason) => {
      lockedOut.abort(reason);
    },
  });
  if (reply.raw.destroyed) watch.cancel();
  else
    reply.raw.once("close", () => {
      watch.cancel();
    });
  return lockedOut.signal;
}

/** For answers whose length or end shows that they are not complete. */
export function cutOffBy(signal: AbortSignal, { raw }: RestReply): void {
  const cut = (): void => {
    raw.destroy();
  };
  if (signal.aborted) cut();
  else signal.addEventListener("abort", cut, { once: true });
}
