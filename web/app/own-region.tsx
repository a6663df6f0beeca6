// What a user has chosen of language, time zone and numbers follows the user into every browser. This browser keeps it, and
// has to reload the page to show another one.
import { useEffect, useRef, type ReactNode } from "react";
import { region } from "../words/format.ts";
import {
  keepRegion,
  keptRegion,
  NOTHING_CHOSEN,
  parseChosenRegion,
  regionOf,
  type ChosenRegion,
} from "../words/region.ts";
import { useUserSetting } from "./user-settings.ts";
import { useUser } from "./use-session.ts";

/** The name of the user's setting. */
export const REGION_SETTING = "region";

/** Keeps what the platform has of the user who has come, once: later, a new load of the page would lose work. */
export function OwnRegion(): ReactNode {
  const { userId, isPublic } = useUser();
  const { value, save } = useUserSetting(REGION_SETTING);
  const settled = useRef<string | null>(null);
  // What cannot be read says nothing.
  const isKnown = value !== undefined && (save !== null || isPublic);
  useEffect(() => {
    if (!isKnown || settled.current === userId) return;
    settled.current = userId;
    showRegion(parseChosenRegion(value));
  }, [isKnown, value, userId]);
  return null;
}

/** Until the next user comes, the browser decides. */
export function forgetRegion(): void {
  showRegion(NOTHING_CHOSEN);
}

export function showRegion(chosen: ChosenRegion): void {
  keepRegion(chosen);
  // Asked again, because a browser that keeps nothing would load the page for ever.
  const next = regionOf(keptRegion(), navigator.languages);
  if (JSON.stringify(next) !== JSON.stringify(region)) location.reload();
}
