// One view in the gallery: picture, description, folder, owner and actions.
import { Anchor, Badge, Group, Paper, Stack, Text, UnstyledButton } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { Copy, FileDown, Folder, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { useAddress } from "../../app/list-state.ts";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { Moment } from "../../components/moment.tsx";
import { RowMenu, type RowAction } from "../../components/row-menu.tsx";
import { fileName, saveFile } from "../../components/save-file.ts";
import { readView } from "../view-editor/view-calls.ts";
import { definitionOf } from "../view-editor/view-draft.ts";
import { pictureOf } from "../view-editor/visualization-words.ts";
import { useCopyView } from "./copy-view.tsx";
import { OwnerName } from "./owner-name.tsx";
import { ViewPicture } from "./view-picture.tsx";
import { mayChange } from "./owner-name.tsx";
import { Marked } from "../../components/marked.tsx";
import { words } from "../../words/words.ts";

const texts = words.views;

type ViewInfo = Schema<"ViewInfo">;

export function ViewCard({ view }: { readonly view: ViewInfo }): ReactNode {
  const { change } = useAddress();
  const { name, description, folder, tags, visualization, updatedTime, owner, sharing } = view;
  const picture = pictureOf(visualization.type);
  const user = useUser();
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
          <Anchor size="md" component={Link} to={`/views/${view.id}`} fw={600} className="foreign" lineClamp={2}>
            {name}
          </Anchor>
          {description !== "" && (
            <Text c="dimmed" className="foreign" lineClamp={3} title={description}>
              {description}
            </Text>
          )}
          <Group gap={6}>
            {folder !== "" && (
              <UnstyledButton
                className="finger-row"
                fz="xs"
                c="dimmed"
                aria-label={texts.inFolder(folder)}
                onClick={() => change({ folder, page: undefined })}
              >
                <Group gap={4} wrap="nowrap">
                  <Folder size={13} />
                  <span className="foreign">{folder}</span>
                </Group>
              </UnstyledButton>
            )}
            {tags.map((tag) => (
              <UnstyledButton
                key={tag}
                className="finger-row"
                display="inline-flex"
                maw="100%"
                aria-label={texts.withTag(tag)}
                onClick={() => change({ tag, page: undefined })}
              >
                <Badge component="span" variant="default" size="sm" className="foreign" style={{ cursor: "pointer" }}>
                  {tag}
                </Badge>
              </UnstyledButton>
            ))}
          </Group>
          <Text size="xs" c="dimmed" component="div">
            {/* A customer's users do not see who made the views of others. */}
            {mayChange(view, user) ? (
              <Marked
                text={sharing.visibility === "customers" ? texts.changedShared : texts.changed}
                as={(_, index) =>
                  index === 0 ? <OwnerName userId={owner.userId} /> : <Moment ts={updatedTime} isInSentence />
                }
              />
            ) : (
              <Marked text={texts.changedAt} as={() => <Moment ts={updatedTime} isInSentence />} />
            )}
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
  const copy = useCopyView();
  const { id, name } = view;
  const remove = useAction({
    call: () => ask(api.DELETE("/apiAnalytics/v1/views/{viewId}", { params: { path: { viewId: id } } })),
    question: () => ({
      title: texts.deleteTitle,
      text: <Marked text={texts.deleteText} as={() => <strong className="foreign">{name}</strong>} />,
      action: texts.delete,
    }),
    done: texts.deleted(name),
    failed: texts.notDeleted,
    stale: ["views"],
  });
  const download = useAction({
    call: async () => {
      const json = JSON.stringify(definitionOf(await readView(id)), null, 2);
      saveFile(new Blob([json], { type: "application/json" }), `${fileName(name)}.json`);
    },
    failed: texts.notExported,
  });
  const edit: RowAction = {
    label: words.components.common.edit,
    icon: Pencil,
    onChosen: () => void navigate({ to: `/views/${id}/edit` }),
  };
  const canChange = mayChange(view, user);
  const actions: readonly RowAction[] = [
    ...(canChange ? [edit] : []),
    { label: texts.makeCopy, icon: Copy, onChosen: () => copy.run(id) },
    { label: texts.export, icon: FileDown, onChosen: () => download.run() },
    ...(canChange
      ? [{ label: words.components.common.delete, icon: Trash2, isDangerous: true, onChosen: () => remove.run() }]
      : []),
  ];
  return <RowMenu label={name} actions={actions} />;
}
