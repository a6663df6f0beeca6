// Links with which people without an account see a view or a dashboard: lists, creates and revokes them.
import { ActionIcon, Button, Group, Paper, Stack, Text, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link2, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { Dialog } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Moment } from "../../components/moment.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { NewShareLink } from "./new-share-link.tsx";
import type { FilterValues } from "../view/view-address.ts";
import type { FixableFilter, SharedThing, ShareLink } from "./link-calls.ts";

interface ShareLinksProps {
  readonly thing: SharedThing;
  /** Those that a link may fix. */
  readonly filters: readonly FixableFilter[];
  /** The filters of this page, which a new link may fix. */
  readonly present: FilterValues;
  readonly onClose: () => void;
}

export function ShareLinks({ thing, filters, present, onClose }: ShareLinksProps): ReactNode {
  const [isMaking, setMaking] = useState(false);
  const links = useQuery({
    queryKey: [...thing.key, "links"],
    queryFn: ({ signal }) => thing.list(signal),
  });
  if (isMaking) return <NewShareLink {...{ thing, filters, present }} onClose={() => setMaking(false)} />;
  return (
    <Dialog onClose={onClose} title="Share links" size="lg">
      <Stack>
        <Text>
          Anyone with a link can see this {thing.noun}, and nothing else, without an account. Links expire, and you can
          revoke them at any time.
        </Text>
        <Button leftSection={<Link2 />} style={{ alignSelf: "flex-start" }} onClick={() => setMaking(true)}>
          New link
        </Button>
        <Loaded query={links} what="links" height={72}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState icon={Link2} title="No links yet">
                Create one for your own web page, a screen in the lobby, or somebody without an account.
              </EmptyState>
            ) : (
              all.map((link) => <LinkRow key={link.id} thing={thing} link={link} />)
            )
          }
        </Loaded>
      </Stack>
    </Dialog>
  );
}

function LinkRow({ thing, link }: { readonly thing: SharedThing; readonly link: ShareLink }): ReactNode {
  const [openedAt] = useState(() => Date.now());
  const { id, name, expiresTime, hasPassword, lockedFilters, origins, customerId } = link;
  const title = name === "" ? "Link without a name" : name;
  const revoke = useAction({
    call: () => thing.revoke(id),
    question: () => ({
      title: "Revoke this link?",
      text: (
        <>
          The link <strong className="foreign">{title}</strong> stops working at once. This cannot be undone. A new link
          has another address.
        </>
      ),
      action: "Revoke link",
    }),
    failed: "The link was not revoked",
    stale: [thing.key[0] ?? ""],
  });
  const fixed = Object.entries(lockedFilters);
  return (
    <Paper withBorder p="sm" component="article" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2} style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text size="md" fw={500} className="foreign" lineClamp={2}>
              {title}
            </Text>
            {hasPassword && <StatusBadge label="Password" tone="neutral" />}
            {expiresTime <= openedAt && <StatusBadge label="Expired" tone="warning" />}
          </Group>
          <Text c="dimmed">
            Ends <Moment ts={expiresTime} />; shows the data of {customerId === null ? "its creator" : "one customer"}.
          </Text>
          {fixed.map(([filter, values]) => (
            <Text key={filter} c="dimmed" className="foreign" lineClamp={3}>
              {filter} is fixed to {values.length === 0 ? "nothing" : values.map(String).join(", ")}
            </Text>
          ))}
          <Text c="dimmed" className="foreign">
            {origins.length === 0 ? "No site can embed it." : `Can be embedded by ${origins.join(", ")}.`}
          </Text>
        </Stack>
        <Tooltip label="Revoke">
          <ActionIcon
            color="red"
            aria-label={`Revoke ${title}`}
            loading={revoke.isPending}
            onClick={() => revoke.run()}
          >
            <Trash2 size={18} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Paper>
  );
}
