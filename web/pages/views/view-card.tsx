// One view in the gallery: its picture, what it tells, where it is filed, whose it is, and what can be done with it.
import { Anchor, Badge, Group, Paper, Stack, Text, UnstyledButton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Copy, FileDown, Folder, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";
import { useAddress } from "../../app/list-state.ts";
import { useUser } from "../../app/use-session.ts";
import { useConfirm } from "../../components/confirm.tsx";
import { Moment } from "../../components/moment.tsx";
import { RowMenu, type RowAction } from "../../components/row-menu.tsx";
import { fileName, saveFile } from "../../components/save-file.ts";
import { definitionOf } from "../view-editor/document.ts";
import { readView } from "../view-editor/view-calls.ts";
import { pictureOf } from "../view-editor/visualization-words.ts";
import { useCopyView } from "./copy-view.tsx";
import { OwnerName } from "./owner-name.tsx";
import { ViewPicture } from "./view-picture.tsx";
import { mayChange } from "./view-rights.ts";

type ViewInfo = Schema<"ViewInfo">;

export function ViewCard({ view }: { readonly view: ViewInfo }): ReactNode {
  const { change } = useAddress();
  const { name, description, folder, tags, visualization, updatedTime, owner, sharing } = view;
  const picture = pictureOf(visualization.type);
  return (
    <Paper component="li" withBorder p="md" style={{ listStyle: "none" }} aria-label={name}>
      <Group wrap="nowrap" align="flex-start" gap="md">
        <Stack gap={2} align="center" w={72} style={{ flexShrink: 0 }}>
          <ViewPicture type={visualization.type} height={44} />
          <Text size="xs" c="dimmed" ta="center">
            {picture?.label ?? visualization.type}
          </Text>
        </Stack>
        <Stack gap={4} flex={1} miw={0}>
          <Anchor component={Link} to={`/views/${view.id}`} fw={600} className="foreign" lineClamp={2}>
            {name}
          </Anchor>
          {description !== "" && (
            <Text size="sm" c="dimmed" className="foreign" lineClamp={2}>
              {description}
            </Text>
          )}
          <Group gap={6}>
            {folder !== "" && (
              <UnstyledButton
                fz="xs"
                c="dimmed"
                aria-label={`Views of the folder ${folder}`}
                onClick={() => change({ folder, page: undefined })}
              >
                <Group gap={4} wrap="nowrap">
                  <Folder size={13} aria-hidden />
                  <span className="foreign">{folder}</span>
                </Group>
              </UnstyledButton>
            )}
            {tags.map((tag) => (
              <Badge
                key={tag}
                component="button"
                variant="default"
                tt="none"
                size="sm"
                className="foreign"
                style={{ cursor: "pointer" }}
                aria-label={`Views with the tag ${tag}`}
                onClick={() => change({ tag, page: undefined })}
              >
                {tag}
              </Badge>
            ))}
          </Group>
          <Text size="xs" c="dimmed" component="div">
            <OwnerName userId={owner.userId} />
            {sharing.visibility === "customers" && " · shared with customers"} · changed <Moment ts={updatedTime} />
          </Text>
        </Stack>
        <CardMenu view={view} />
      </Group>
    </Paper>
  );
}

function CardMenu({ view }: { readonly view: ViewInfo }): ReactNode {
  const user = useUser();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const confirm = useConfirm();
  const copy = useCopyView();
  const { id, name } = view;
  const failed = (title: string) => (error: Error) =>
    notifications.show({ color: "red", title, message: messageOf(error) });
  const remove = useMutation({
    mutationFn: () => ask(api.DELETE("/apiAnalytics/v1/views/{viewId}", { params: { path: { viewId: id } } })),
    onSuccess: async () => {
      notifications.show({ message: `“${name}” is deleted.` });
      await queries.invalidateQueries({ queryKey: ["views"] });
    },
    onError: failed("It was not deleted"),
  });
  const download = useMutation({
    mutationFn: async () => definitionOf(await readView(id)),
    onSuccess: (definition) => {
      const json = JSON.stringify(definition, null, 2);
      saveFile(new Blob([json], { type: "application/json" }), `${fileName(name)}.json`);
    },
    onError: failed("The file could not be made"),
  });
  const canChange = mayChange(view, user);
  const actions: readonly RowAction[] = [
    ...(canChange ? [{ label: "Edit", icon: Pencil, onChosen: () => void navigate({ to: `/views/${id}/edit` }) }] : []),
    {
      label: "Make a copy",
      icon: Copy,
      onChosen: () => copy.mutate(id),
    },
    {
      label: "Save as a file",
      icon: FileDown,
      onChosen: () => download.mutate(),
    },
    ...(canChange
      ? [
          {
            label: "Delete",
            icon: Trash2,
            isDangerous: true,
            onChosen: () =>
              void confirm({
                title: "Delete this view?",
                text: (
                  <>
                    <strong className="foreign">{name}</strong> is deleted with its history and its share links. This
                    cannot be undone.
                  </>
                ),
                action: "Delete view",
              }).then((isSure) => {
                if (isSure) remove.mutate();
              }),
          },
        ]
      : []),
  ];
  return <RowMenu label={name} actions={actions} />;
}
