// The saved table views that one may see, each with what it shows.
import { Anchor, Badge, Group, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartColumn } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { useListState } from "../../app/list-state.ts";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { Moment } from "../../components/moment.tsx";
import { pagedRows } from "../../components/paged-rows.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { SearchBox } from "../../components/search-box.tsx";

type View = Schema<"ViewInfo">;

const COLUMNS: readonly Column<View>[] = [
  {
    id: "name",
    label: "Name",
    sortBy: "name",
    cell: ({ id, name, description }) => (
      <Stack gap={2}>
        <Anchor component={Link} to={`/views/${id}`} size="sm" fw={500} className="foreign">
          {name}
        </Anchor>
        {description !== "" && (
          <Text size="xs" c="dimmed" component="div">
            <Foreign text={description} label={`Description of ${name}`} />
          </Text>
        )}
      </Stack>
    ),
  },
  {
    id: "folder",
    label: "Folder",
    isMinor: true,
    cell: ({ folder, tags }) => (
      <Group gap={6}>
        <Text size="sm" className="foreign">
          {folder}
        </Text>
        {tags.map((tag) => (
          <Badge key={tag} variant="default" tt="none" className="foreign">
            {tag}
          </Badge>
        ))}
      </Group>
    ),
  },
  {
    id: "updated",
    label: "Changed",
    sortBy: "updatedTime",
    isMinor: true,
    cell: ({ updatedTime }) => <Moment ts={updatedTime} />,
  },
];

export function ViewsPage(): ReactNode {
  const list = useListState({ sortable: ["name", "updatedTime"], sort: "name" });
  const views = useQuery({
    queryKey: ["views", list.query],
    queryFn: ({ signal }) => ask(api.GET("/apiAnalytics/v1/views", { params: { query: list.query }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Table views"
        description="Saved questions to your devices; each gives a report when it is run."
      />
      <Stack gap="md">
        <SearchBox label="Search by name" text={list.text} onText={list.onText} />
        <DataTable
          label="table views"
          columns={COLUMNS}
          {...pagedRows(views)}
          rowId={({ id }) => id}
          state={list.table}
          onState={list.onTable}
          empty={
            list.text === "" ? (
              <EmptyState icon={ChartColumn} title="No views yet">
                A view says which devices, which columns and which time a report has. Views are saved through the API,
                which its <a href="/swagger-ui/">documentation</a> shows under “views”.
              </EmptyState>
            ) : (
              <EmptyState icon={ChartColumn} title="No view has such a name">
                Search for less, or for another word.
              </EmptyState>
            )
          }
        />
      </Stack>
    </>
  );
}
