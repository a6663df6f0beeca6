// Links by which people without an account see this view: those there are, a new one, and the end of one.
import { ActionIcon, Button, Group, Paper, Skeleton, Stack, Text, Tooltip } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";
import { useConfirm } from "../../components/confirm.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Moment } from "../../components/moment.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { NewShareLink } from "./new-share-link.tsx";
import type { ShownView } from "./use-shown-view.ts";
import type { FilterValues } from "./view-address.ts";

type ShareLink = Schema<"ViewLink">;

interface ShareLinksProps {
  readonly view: ShownView;
  /** Of this page, which a new link may fix. */
  readonly present: FilterValues;
  readonly onClose: () => void;
}

export function ShareLinks({ view, present, onClose }: ShareLinksProps): ReactNode {
  const [isMaking, setMaking] = useState(false);
  const links = useQuery({
    queryKey: ["views", view.id, "links"],
    queryFn: ({ signal }) =>
      ask(api.GET("/apiAnalytics/v1/views/{viewId}/links", { params: { path: { viewId: view.id } }, signal })),
  });
  if (isMaking) return <NewShareLink view={view} present={present} onClose={() => setMaking(false)} />;
  return (
    <Dialog onClose={onClose} title="Share links" size="lg">
      <Stack>
        <Text size="sm">
          Whoever has a link sees this view without an account, and nothing beside it. A link ends by itself, and at
          once when it is revoked.
        </Text>
        <Button
          leftSection={<Link2 size={16} aria-hidden />}
          style={{ alignSelf: "flex-start" }}
          onClick={() => setMaking(true)}
        >
          New link
        </Button>
        {links.error !== null && <ProblemAlert error={links.error} onRetry={() => void links.refetch()} />}
        {links.isPending && <Skeleton height={72} />}
        {links.data?.length === 0 && (
          <EmptyState icon={Link2} title="No links yet">
            Make one for a page of your own, a screen in the lobby, or somebody who has no account.
          </EmptyState>
        )}
        {links.data?.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </Stack>
    </Dialog>
  );
}

function LinkRow({ link }: { readonly link: ShareLink }): ReactNode {
  const confirm = useConfirm();
  const [openedAt] = useState(() => Date.now());
  const queries = useQueryClient();
  const { id, viewId, name, expiresTime, hasPassword, lockedFilters, origins, customerId } = link;
  const title = name === "" ? "Link without a name" : name;
  const revoke = useMutation({
    mutationFn: () =>
      ask(api.DELETE("/apiAnalytics/v1/views/{viewId}/links/{linkId}", { params: { path: { viewId, linkId: id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["views", viewId, "links"] }),
    onError: (error) =>
      notifications.show({ color: "red", title: "The link was not revoked", message: messageOf(error) }),
  });
  const question = async (): Promise<void> => {
    const isSure = await confirm({
      title: "Revoke this link?",
      text: (
        <>
          Whoever uses <strong className="foreign">{title}</strong> is refused from now on. This cannot be undone; a new
          link has another address.
        </>
      ),
      action: "Revoke link",
    });
    if (isSure) revoke.mutate();
  };
  const fixed = Object.entries(lockedFilters);
  return (
    <Paper withBorder p="sm" component="article" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2} style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={500} className="foreign" lineClamp={2}>
              {title}
            </Text>
            {hasPassword && <StatusBadge label="Password" tone="neutral" />}
            {expiresTime <= openedAt && <StatusBadge label="Expired" tone="warning" />}
          </Group>
          <Text size="sm" c="dimmed">
            Ends <Moment ts={expiresTime} />; reads as {customerId === null ? "who made it" : "one customer"}.
          </Text>
          {fixed.map(([filter, values]) => (
            <Text key={filter} size="sm" c="dimmed" className="foreign" lineClamp={3}>
              {filter} is fixed to {values.length === 0 ? "nothing" : values.map(String).join(", ")}
            </Text>
          ))}
          <Text size="sm" c="dimmed" className="foreign">
            {origins.length === 0 ? "No site may embed it." : `May be embedded by ${origins.join(", ")}.`}
          </Text>
        </Stack>
        <Tooltip label="Revoke">
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Revoke ${title}`}
            loading={revoke.isPending}
            onClick={() => void question()}
          >
            <Trash2 size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Paper>
  );
}
