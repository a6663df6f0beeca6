// Asks before what somebody has typed is lost: on the way to another page, and when the browser's tab is closed.
import { useBlocker } from "@tanstack/react-router";
import { useConfirm, type Question } from "./confirm.tsx";

export const DISCARDS: Question = {
  title: "Leave without saving?",
  text: "Your changes will be lost.",
  action: "Discard it",
};

/**
 * `isUnsaved` is asked when somebody is about to go. The address of a page may change under its form, but for its tab; under
 * a dialog (`isDialog`) every change of it closes the dialog.
 */
export function useUnsaved(isUnsaved: () => boolean, { isDialog = false }: { readonly isDialog?: boolean } = {}): void {
  const confirm = useConfirm();
  useBlocker({
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: async ({ current, next }) => {
      const isElsewhere = isDialog || current.pathname !== next.pathname || tabOf(current) !== tabOf(next);
      return isElsewhere && isUnsaved() && !(await confirm(DISCARDS));
    },
  });
}

function tabOf({ search }: { readonly search: Readonly<Record<string, unknown>> }): unknown {
  return search["tab"];
}
