// Makes a private copy of a view, and opens it in the editor.

import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";
import { BusyButton } from "../../components/busy-button.tsx";

export function useCopyView(): UseMutationResult<Schema<"TableView">, Error, string> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (viewId: string) =>
      ask(api.POST("/apiAnalytics/v1/views/{viewId}/copy", { params: { path: { viewId } }, body: {} })),
    onSuccess: async (view) => {
      notifications.show({ message: `“${view.name}” is your own now.` });
      await queries.invalidateQueries({ queryKey: ["views"] });
      await navigate({ to: `/views/${view.id}/edit` });
    },
    onError: (error) => notifications.show({ color: "red", title: "It was not copied", message: messageOf(error) }),
  });
}

export function CopyViewButton({ view }: { readonly view: { readonly id: string } }): ReactNode {
  const copy = useCopyView();
  return (
    <BusyButton
      variant="light"
      leftSection={<Copy size={16} aria-hidden />}
      isBusy={copy.isPending}
      onClick={() => copy.mutate(view.id)}
    >
      Make a copy
    </BusyButton>
  );
}
