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
import { Marked } from "../../components/marked.tsx";
import { words } from "../../words/words.ts";

const texts = words.share;

interface ShareLinksProps {
  readonly thing: SharedThing;
  /** Those that a link may fix. */
  readonly filters: readonly FixableFilter[];
  /** The filters of this page, which a new link may fix. */
  readonly present: FilterValues;
  /** Of a dashboard, which may show views that a customer cannot read. */
  readonly configuration?: object | null;
  readonly onClose: () => void;
}

export function ShareLinks({ thing, filters, present, configuration = null, onClose }: ShareLinksProps): ReactNode {
  const [isMaking, setMaking] = useState(false);
  const links = useQuery({
    queryKey: [...thing.key, "links"],
    queryFn: ({ signal }) => thing.list(signal),
  });
  if (isMaking)
    return <NewShareLink {...{ thing, filters, present, configuration }} onClose={() => setMaking(false)} />;
  return (
    <Dialog onClose={onClose} title={texts.title} size="lg">
      <Stack>
        <Text>{texts.about[thing.noun]}</Text>
        <Button leftSection={<Link2 />} style={{ alignSelf: "flex-start" }} onClick={() => setMaking(true)}>
          {texts.create}
        </Button>
        <Loaded query={links} what={texts.links} height={72}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState icon={Link2} title={texts.emptyTitle}>
                {texts.empty}
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
  const title = name === "" ? texts.unnamed : name;
  const revoke = useAction({
    call: () => thing.revoke(id),
    question: () => ({
      title: texts.revokeTitle,
      text: <Marked text={texts.revokeText} as={() => <strong className="foreign">{title}</strong>} />,
      action: texts.revokeLink,
    }),
    failed: texts.notRevoked,
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
            {hasPassword && <StatusBadge label={texts.password} tone="neutral" />}
            {expiresTime <= openedAt && <StatusBadge label={texts.expired} tone="warning" />}
          </Group>
          <Text c="dimmed">
            <Marked
              text={customerId === null ? texts.ofCreator : texts.ofCustomer}
              as={() => <Moment ts={expiresTime} isInSentence />}
            />
          </Text>
          {fixed.map(([filter, values]) => (
            <Text key={filter} c="dimmed" className="foreign" lineClamp={3}>
              {values.length === 0 ? texts.fixedToNothing(filter) : texts.fixed(filter, values.map(String).join(", "))}
            </Text>
          ))}
          <Text c="dimmed" className="foreign">
            {origins.length === 0 ? texts.noSite : texts.sites(origins.join(", "))}
          </Text>
        </Stack>
        <Tooltip label={texts.revoke}>
          <ActionIcon
            color="red"
            aria-label={texts.revokeOf(title)}
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
