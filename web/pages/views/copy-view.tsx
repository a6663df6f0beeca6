// Makes a private copy of a view, and opens it in the editor.
import { useNavigate } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { useAction, type Action } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { words } from "../../words/words.ts";

export function useCopyView(): Action<Schema<"TableView">, string> {
  const navigate = useNavigate();
  return useAction({
    call: (viewId: string) =>
      ask(api.POST("/apiAnalytics/v1/views/{viewId}/copy", { params: { path: { viewId } }, body: {} })),
    done: (view) => words.views.copied(view.name),
    failed: words.views.notCopied,
    onDone: (view) => navigate({ to: `/views/${view.id}/edit` }),
    stale: ["views"],
  });
}

export function CopyViewButton({ view }: { readonly view: { readonly id: string } }): ReactNode {
  const copy = useCopyView();
  return (
    <BusyButton variant="light" leftSection={<Copy />} isBusy={copy.isPending} onClick={() => copy.run(view.id)}>
      {words.views.makeCopy}
    </BusyButton>
  );
}
