// Asks before typed values are lost: when leaving for another page, and when closing the browser tab.
import { useBlocker } from "@tanstack/react-router";
import { useConfirm, type Question } from "./confirm.tsx";

export const DISCARDS: Question = {
  title: "Leave without saving?",
  text: "Your changes will be lost.",
  action: "Discard it",
};

/**
 * `isUnsaved` is called when the user is about to leave. With a form on a page, the address may change in everything
 * except its tab; with a dialog (`isDialog`), every change of the address closes the dialog.
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
