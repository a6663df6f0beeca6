// Makes a private copy of a view, and opens it in the editor.
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";

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
    onError: (error) => {
      notifications.show({ color: "red", title: "It was not copied", message: messageOf(error) });
    },
  });
}

export function CopyViewButton({ view }: { readonly view: { readonly id: string } }): ReactNode {
  const copy = useCopyView();
  return (
    <Button
      variant="light"
      leftSection={<Copy size={16} aria-hidden />}
      loading={copy.isPending}
      onClick={() => {
        copy.mutate(view.id);
      }}
    >
      Make a copy
    </Button>
  );
}
