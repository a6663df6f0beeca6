// The views that a dashboard shows and that its customers cannot read: their panels would stay empty, so they can be shared along with
// it.
import { Checkbox, List, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Warning } from "../../components/warning.tsx";
import { configurationOf } from "../dashboard/configuration.ts";
import { readView, replaceView, type SavedView } from "../view-editor/view-calls.ts";
import { definitionOf } from "../view-editor/view-draft.ts";
import { words } from "../../words/words.ts";

const WORDS = words.dashboards.closedViews;

export interface ClosedViewsChoice {
  readonly closed: readonly Pick<SavedView, "id" | "name">[];
  readonly customerIds: readonly string[];
  readonly isChosen: boolean;
  readonly choose: (isChosen: boolean) => void;
  /** Until it is known which they are: nobody shares what they have not seen. */
  readonly isPending: boolean;
  /** Shares those that are listed, if that is chosen. */
  readonly share: () => Promise<void>;
}

/** `configuration`: undefined until it is known. */
export function useClosedViews(
  configuration: object | null | undefined,
  customerIds: readonly string[],
): ClosedViewsChoice {
  const [isChosen, choose] = useState(true);
  const panels = configurationOf(configuration)?.panels ?? [];
  const ids = new Set(panels.flatMap(({ source }) => (source?.type === "view" ? [source.viewId] : [])));
  const { views, areRead } = useQueries({
    queries: [...ids].map((viewId) => ({
      queryKey: ["views", viewId],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readView(viewId, signal),
      retry: false,
    })),
    // One that was deleted cannot be shared.
    combine: (results) => ({
      views: results.flatMap(({ data }) => data ?? []),
      areRead: results.every(({ isPending }) => !isPending),
    }),
  });
  const closed = views.filter((view) => customerIds.some((id) => !isSharedWith(view, id)));
  const share = async (): Promise<void> => {
    if (isChosen) for (const { id } of closed) await shareWith(id, customerIds);
  };
  const isPending = customerIds.length > 0 && (configuration === undefined || !areRead);
  return { closed, customerIds, isChosen, choose, isPending, share };
}

export function ClosedViews({ closed, customerIds, isChosen, choose }: ClosedViewsChoice): ReactNode {
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
      <Checkbox
        label={WORDS.share(closed.length)}
        checked={isChosen}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
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
