// The views of a dashboard that customers cannot read who are to read it, and a button that shares them: their panels would stay empty.
import { Button, List, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import type { ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { Warning } from "../../components/warning.tsx";
import { configurationOf } from "../dashboard/configuration.ts";
import { readView, replaceView, type SavedView } from "../view-editor/view-calls.ts";
import { definitionOf } from "../view-editor/view-draft.ts";
import { words } from "../../words/words.ts";

const WORDS = words.dashboards.closedViews;

interface ClosedViewsProps {
  readonly configuration: object | null;
  readonly customerIds: readonly string[];
}

export function ClosedViews({ configuration, customerIds }: ClosedViewsProps): ReactNode {
  const panels = configurationOf(configuration)?.panels ?? [];
  const ids = new Set(panels.flatMap(({ source }) => (source?.type === "view" ? [source.viewId] : [])));
  const views = useQueries({
    queries: [...ids].map((viewId) => ({
      queryKey: ["views", viewId],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readView(viewId, signal),
      retry: false,
    })),
    // One that was deleted cannot be shared.
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const closed = views.filter((view) => customerIds.some((id) => !isSharedWith(view, id)));
  const share = useAction({
    call: async () => {
      for (const { id } of closed) await shareWith(id, customerIds);
      return closed.length;
    },
    stale: ["views"],
    isPartial: true,
    done: WORDS.done,
    failed: WORDS.failed,
  });
  if (closed.length === 0) return null;
  return (
    <Warning title={WORDS.title(closed.length, customerIds.length)}>
      <Text>{WORDS.says(closed.length)}</Text>
      <List size="sm" my="xs">
        {closed.map(({ id, name }) => (
          <List.Item key={id} className="foreign">
            {name}
          </List.Item>
        ))}
      </List>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Share2 size={14} />}
        loading={share.isPending}
        onClick={() => share.run()}
      >
        {WORDS.action(closed.length)}
      </Button>
    </Warning>
  );
}

function isSharedWith({ sharing }: Pick<SavedView, "sharing">, customerId: string): boolean {
  const { visibility, allCustomers = false, customerIds = [] } = sharing;
  return visibility === "customers" && (allCustomers || customerIds.includes(customerId));
}

/** With these customers too, as the view is now. */
async function shareWith(viewId: string, customerIds: readonly string[]): Promise<void> {
  const view = await readView(viewId);
  const { visibility, customerIds: present = [] } = view.sharing;
  const shared = visibility === "customers" ? present : [];
  const sharing = {
    visibility: "customers" as const,
    customerIds: [...new Set([...shared, ...customerIds])],
    allCustomers: false,
  };
  if (customerIds.some((id) => !isSharedWith(view, id)))
    await replaceView(viewId, { ...definitionOf(view), sharing }, view.revision);
}
