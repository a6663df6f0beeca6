// Ways to begin a view: from a template, from nothing, or from a file.
import { Button, Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { StateLink } from "../../components/state-link.tsx";
import { ViewPicture } from "../views/view-picture.tsx";
import { TEMPLATES } from "./templates.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.newView;

export function TemplateGallery({ actions }: { readonly actions?: ReactNode }): ReactNode {
  return (
    <Stack gap="md">
      <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="md" m={0} p={0}>
        {TEMPLATES.map(({ id, title, says, picture }) => (
          <Paper key={id} component="li" withBorder p="md" style={{ listStyle: "none" }}>
            <Group gap="md" wrap="nowrap" align="flex-start">
              <ViewPicture type={picture} height={44} />
              <Stack gap={6} miw={0} align="flex-start">
                <Text fw={600}>{title}</Text>
                <Text c="dimmed">{says}</Text>
                <Button
                  component={StateLink}
                  to="/views/new"
                  state={{ template: id }}
                  size="compact-sm"
                  variant="light"
                  aria-label={texts.useOf(title)}
                >
                  {texts.use}
                </Button>
              </Stack>
            </Group>
          </Paper>
        ))}
      </SimpleGrid>
      <Group>
        <Button
          component={StateLink}
          to="/views/new"
          state={{ template: "blank" }}
          variant="default"
          leftSection={<Plus />}
        >
          {texts.scratch}
        </Button>
        {actions}
      </Group>
    </Stack>
  );
}
