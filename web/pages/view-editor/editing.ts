// What all parts of the editor share: the present view, its places, and the role of the editor.
import { createContext, useContext } from "react";
import { NO_PROFILES, useProfileFormats } from "../../app/key-formats.ts";
import { formatsAmong, type KeyFormats } from "../../components/chart/key-format.ts";
import { profilesOfView } from "./fields.ts";
import type { Place } from "./place.ts";
import type { ViewDraft } from "./view-draft.ts";

export interface Editing {
  readonly view: ViewDraft;
  readonly at: Place<ViewDraft>["at"];
  /** For changes to several places together. */
  readonly change: (change: (view: ViewDraft) => ViewDraft) => void;
  /** Customers' users see no customers, users or sharing. */
  readonly isAdministrator: boolean;
}

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (editing === null) throw new Error("this part needs an editor around it");
  return editing;
}

/** The units and decimals of keys, as the profiles of the view's devices have them: a new column begins with them. */
export function useViewFormats(): KeyFormats {
  const { view } = useEditing();
  return formatsAmong(useProfileFormats() ?? NO_PROFILES, profilesOfView(view));
}
