// Ways to begin a view: from a template, from nothing, or from a file.
import { Button, Center, Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { StateLink } from "../../components/state-link.tsx";
import { ViewPicture } from "../views/view-picture.tsx";
import { TEMPLATES } from "./templates.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.newView;
/** Pixels. */
const PICTURE = { width: 70, height: 44 };

export function TemplateGallery({ actions }: { readonly actions?: ReactNode }): ReactNode {
  return (
    <Stack gap="md">
      <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="md" m={0} p={0}>
        {TEMPLATES.map(({ id, title, says, picture }) => (
          <Beginning
            key={id}
            {...{ id, title, says }}
            picture={<ViewPicture type={picture} height={PICTURE.height} />}
            action={texts.use}
            actionSays={texts.useOf(title)}
          />
        ))}
        <Beginning
          id="blank"
          title={texts.blank}
          says={texts.blankSays}
          picture={
            <Center w={PICTURE.width} h={PICTURE.height} c="dimmed" style={{ flexShrink: 0 }}>
              <Plus size={32} />
            </Center>
          }
          action={texts.start}
          actionSays={texts.scratch}
        />
      </SimpleGrid>
      {actions !== undefined && <Group>{actions}</Group>}
    </Stack>
  );
}

interface BeginningProps {
  readonly id: string;
  readonly title: string;
  readonly says: string;
  readonly picture: ReactNode;
  readonly action: string;
  /** For screen readers: the action alone does not say of what. */
  readonly actionSays: string;
}

function Beginning({ id, title, says, picture, action, actionSays }: BeginningProps): ReactNode {
  return (
    <Paper component="li" withBorder p="md" style={{ listStyle: "none" }}>
      <Group gap="md" wrap="nowrap" align="flex-start">
        {picture}
        <Stack gap={6} miw={0} align="flex-start">
          <Text fw={600}>{title}</Text>
          <Text c="dimmed">{says}</Text>
          <Button
            component={StateLink}
            to="/views/new"
            state={{ template: id }}
            size="compact-sm"
            variant="light"
            aria-label={actionSays}
          >
            {action}
          </Button>
        </Stack>
      </Group>
    </Paper>
  );
}
