// What the user has chosen about pages of the interface: kept by the platform, so that it is the same in every browser.
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { isObject } from "../../src/lib/members.ts";
import { useRef } from "react";
import { api, ask, read } from "../api/client.ts";
import { messageOf } from "../api/problem.ts";
import { words } from "../words/words.ts";
import { useUser } from "./use-session.ts";

interface UserSetting {
  /** Undefined while it is read; null if it has not been chosen, or cannot be read. */
  readonly value: unknown;
  /** Null for those who are not users, as visitors of a public page. */
  readonly save: ((value: unknown, ends?: SaveEnds) => void) | null;
  readonly isSaving: boolean;
}

/** What is called when the platform has a value, or has refused it. */
interface SaveEnds {
  readonly onSaved?: () => void;
  readonly onRefused?: () => void;
}

const FRESH_MILLIS = 60_000;

/** `name`: a member of the settings, without dots. */
export function useUserSetting(name: string): UserSetting {
  const { userId, isPublic } = useUser();
  const queries = useQueryClient();
  const queryKey = ["users", "settings", userId];
  /** Whether what is shown may differ from what the platform has. */
  const isRefused = useRef(false);
  const settings = useQuery({
    queryKey,
    queryFn: read("/api/user/settings"),
    staleTime: FRESH_MILLIS,
    enabled: !isPublic,
    retry: false,
  });
  const mutationKey = [...queryKey, name];
  const change = useMutation({
    mutationKey,
    // One after the other, so that the last one stays.
    scope: { id: mutationKey.join(" ") },
    mutationFn: (value: unknown) => ask(api.PUT("/api/user/settings", { body: { [name]: value } })),
    // Shown at once; what the platform refuses goes back to what it has.
    onMutate: (value) =>
      queries.setQueryData(queryKey, (present: unknown) => ({ ...membersOf(present), [name]: value })),
    onError: (problem) => {
      notifications.show({ color: "red", title: words.app.notSaved, message: messageOf(problem) });
      isRefused.current = true;
    },
    // Those that wait were shown already.
    onSettled: async () => {
      if (!isRefused.current || queries.isMutating({ mutationKey }) > 1) return;
      isRefused.current = false;
      await queries.invalidateQueries({ queryKey });
    },
  });
  if (isPublic || settings.error !== null) return { value: null, save: null, isSaving: false };
  const value = settings.data === undefined ? undefined : (membersOf(settings.data)[name] ?? null);
  return {
    value,
    save: (next, ends) => change.mutate(next, { onSuccess: ends?.onSaved, onError: ends?.onRefused }),
    isSaving: change.isPending,
  };
}

function membersOf(settings: unknown): Readonly<Record<string, unknown>> {
  return isObject(settings) ? settings : {};
}
