// Asks before typed values are lost: when leaving for another page, and when closing the browser tab.
import { useBlocker } from "@tanstack/react-router";
import { useConfirm, type Question } from "./confirm.tsx";
import { words } from "../words/words.ts";

export const DISCARDS: Question = {
  title: words.components.form.leave,
  text: words.components.form.lost,
  action: words.components.form.discard,
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
