// The heading of a page with its actions; also sets the title of the browser tab.
import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./page-header.module.css";

interface PageHeaderProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** The pages above this one, from the top: label and path. */
  readonly above?: readonly { readonly label: string; readonly path: string }[];
  /** After the title. */
  readonly badges?: ReactNode;
  readonly actions?: ReactNode;
  /** Its actions are needed anywhere on the page: it stays in sight where there is room, and the actions alone where there is not. */
  readonly isKept?: boolean;
}

/** With room for letters that reach below the line, which would be cut off. */
const BREADCRUMB = { breadcrumb: { whiteSpace: "normal", lineHeight: 1.4 } } as const;

/** What the page is comes before what can be done there: on a phone the actions are below the description. */
const DESCRIBED = "1 1 20rem";

export function PageHeader(props: PageHeaderProps): ReactNode {
  const { title, description, above = [], badges, actions, isKept = false } = props;
  return (
    <Stack gap={4} mb="lg" className={isKept ? classes["kept"] : undefined}>
      <title>{`${title} – Bridgehead`}</title>
      {above.length > 0 && (
        <Breadcrumbs separatorMargin={6} style={{ flexWrap: "wrap" }} styles={BREADCRUMB}>
          {above.map(({ label, path }) => (
            // Some are names of things, which are as long as people like.
            <Anchor key={path} component={Link} to={path} className="foreign" lineClamp={1}>
              {label}
            </Anchor>
          ))}
        </Breadcrumbs>
      )}
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0} flex={description === undefined ? undefined : DESCRIBED}>
          <Group gap="sm">
            <Title order={1} size="h2" className="foreign">
              {title}
            </Title>
            {badges}
          </Group>
          {description !== undefined && (
            <Text size="md" c="dimmed" maw={720} mt={{ base: 6, sm: 0 }}>
              {description}
            </Text>
          )}
        </Stack>
        {actions !== undefined && (
          <Group gap="xs" className={isKept ? classes["actions"] : undefined}>
            {actions}
          </Group>
        )}
      </Group>
    </Stack>
  );
}
