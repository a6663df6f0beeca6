// The documentation: what there is to read.
import { SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { NameLink } from "../../components/name-link.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { region } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { DOCUMENT_GROUPS } from "./documents.ts";

const WORDS = words.help;

export function HelpPage(): ReactNode {
  return (
    <>
      <PageHeader title={WORDS.title} description={region.language === "en" ? WORDS.says : WORDS.saysEnglish} />
      <Stack gap="xl" maw={1100}>
        {DOCUMENT_GROUPS.map(({ label, documents }) => (
          <Stack key={label} component="section" gap="sm">
            <Title order={2} size="h4">
              {label}
            </Title>
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
              {documents.map(({ name, title, about }) => (
                <div key={name}>
                  <NameLink to={`/help/${name}`} name={title} />
                  <Text c="dimmed">{about}</Text>
                </div>
              ))}
            </SimpleGrid>
          </Stack>
        ))}
      </Stack>
    </>
  );
}
