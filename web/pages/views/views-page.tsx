// The gallery of saved table views that the viewer may see: picture and owner of each, and ways to create another one.
import {
  Button,
  Group,
  LoadingOverlay,
  Pagination,
  Paper,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
} from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartColumn, Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { textOf, useAddress, useListState } from "../../app/list-state.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { useIsNarrow } from "../../components/use-is-narrow.ts";
import { SearchBox } from "../../components/search-box.tsx";
import { TemplateGallery } from "../view-editor/template-gallery.tsx";
import { choices } from "../../components/choices.ts";
import { OpenFileButton } from "./open-file.tsx";
import { ViewCard } from "./view-card.tsx";
import { words } from "../../words/words.ts";

const texts = words.views;

const SORTS = choices(texts.sorts);
const SORTABLE = ["name", "updatedTime", "createdTime", "folder"] as const;
const SKELETONS = 6;

export function ViewsPage(): ReactNode {
  const list = useListState({ sortable: SORTABLE, sort: "updatedTime", order: "DESC" });
  const { address, change } = useAddress();
  const [folder, tag] = [textOf(address, "folder"), textOf(address, "tag")];
  const query = { ...list.query, ...(folder === "" ? {} : { folder }), ...(tag === "" ? {} : { tag }) };
  const views = useQuery({
    queryKey: ["views", "list", query],
    queryFn: read("/apiAnalytics/v1/views", { query }),
    placeholderData: keepPreviousData,
  });
  const { table, onTable } = list;
  const isNarrowed = list.text !== "" || folder !== "" || tag !== "";
  const isEmpty = views.data?.totalElements === 0;
  const pages = Math.max(1, views.data?.totalPages ?? 1);
  const isNarrow = useIsNarrow();
  const create = (
    <Button component={Link} to="/views/new" leftSection={<Plus />}>
      {texts.create}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.about}
        actions={
          <>
            {/* On a phone the main action comes first. */}
            {isNarrow && create}
            <OpenFileButton />
            {!isNarrow && create}
          </>
        }
      />
      <Stack gap="md">
        {!(isEmpty && !isNarrowed) && (
          <Group gap="sm">
            <SearchBox label={texts.search} text={list.text} onText={list.onText} />
            <Select
              aria-label={texts.order}
              w={170}
              data={SORTS}
              value={`${table.sortProperty ?? ""} ${table.sortOrder}`}
              onChange={(next) => {
                const [sortProperty = null, order] = (next ?? "").split(" ");
                onTable({ ...table, page: 0, sortProperty, sortOrder: order === "ASC" ? "ASC" : "DESC" });
              }}
            />
            {folder !== "" && (
              <Narrowed
                label={texts.folder(folder)}
                says={texts.folderCleared(folder)}
                onClear={() => change({ folder: undefined, page: undefined })}
              />
            )}
            {tag !== "" && (
              <Narrowed
                label={texts.tag(tag)}
                says={texts.tagCleared(tag)}
                onClear={() => change({ tag: undefined, page: undefined })}
              />
            )}
          </Group>
        )}
        {views.error !== null && views.data === undefined && (
          <ProblemAlert error={views.error} title={texts.notLoaded} onRetry={() => void views.refetch()} />
        )}
        {views.isPending && <Waiting />}
        {isEmpty && isNarrowed && (
          <Paper withBorder>
            <EmptyState icon={ChartColumn} title={texts.noMatchTitle}>
              {texts.noMatch}
            </EmptyState>
          </Paper>
        )}
        {isEmpty && !isNarrowed && <Beginning />}
        {views.data !== undefined && !isEmpty && (
          <>
            <SimpleGrid
              component="ul"
              pos="relative"
              aria-label={texts.title}
              cols={{ base: 1, md: 2, xl: 3 }}
              spacing="md"
              m={0}
              p={0}
            >
              <LoadingOverlay visible={views.isPlaceholderData} overlayProps={{ backgroundOpacity: 0.35 }} />
              {views.data.data.map((view) => (
                <ViewCard key={view.id} view={view} />
              ))}
            </SimpleGrid>
            <Group justify="space-between">
              <Text c="dimmed" role="status">
                {texts.count(views.data.totalElements)}
              </Text>
              {pages > 1 && (
                <Pagination
                  size="sm"
                  total={pages}
                  value={table.page + 1}
                  getControlProps={(control) => ({ "aria-label": words.components.table.pages[control] })}
                  onChange={(next) => onTable({ ...table, page: next - 1 })}
                />
              )}
            </Group>
          </>
        )}
      </Stack>
    </>
  );
}

interface NarrowedProps {
  readonly label: string;
  /** For screen readers. */
  readonly says: string;
  readonly onClear: () => void;
}

function Narrowed({ label, says, onClear }: NarrowedProps): ReactNode {
  return (
    <Button size="compact-sm" variant="light" rightSection={<X size={14} />} aria-label={says} onClick={onClear}>
      <span className="foreign">{label}</span>
    </Button>
  );
}

function Beginning(): ReactNode {
  return (
    <Stack gap="lg">
      <EmptyState icon={ChartColumn} title={texts.emptyTitle}>
        {texts.empty}
      </EmptyState>
      <TemplateGallery />
    </Stack>
  );
}

function Waiting(): ReactNode {
  return (
    <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="md">
      {Array.from({ length: SKELETONS }, (_, place) => (
        <Skeleton key={place} height={132} radius="md" />
      ))}
    </SimpleGrid>
  );
}
