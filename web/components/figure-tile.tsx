// One figure of the overview, in a size that fits its importance; the whole tile links to the page with details.
import { Group, Paper, Text, Tooltip } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./figure-tile.module.css";
import { StateLink } from "./state-link.tsx";

interface FigureTileProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly value: string;
  /** After the figure, smaller: "of 20", "a second". */
  readonly unit?: string;
  readonly detail?: string;
  /** More about the figure, on hover. */
  readonly hint?: string;
  readonly to?: string;
  /** The search parameters of that address. */
  readonly state?: Readonly<Record<string, string>>;
  readonly tone?: "plain" | "warning";
}

export function FigureTile({ to, state = {}, hint, ...content }: FigureTileProps): ReactNode {
  const tile =
    to === undefined ? (
      <Paper withBorder p="md">
        <Content {...content} />
      </Paper>
    ) : (
      <Paper withBorder p="md" component={StateLink} to={to} state={state} className={classes["link"] ?? ""}>
        <Content {...content} />
      </Paper>
    );
  return hint === undefined ? tile : <Tooltip label={hint}>{tile}</Tooltip>;
}

/** In rows of four, or of two on narrow screens. */
export function FigureTiles({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={classes["tiles"] ?? ""}>{children}</div>;
}

function Content({ label, icon: Icon, value, unit, detail, tone = "plain" }: FigureTileProps): ReactNode {
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Text c="dimmed">{label}</Text>
        <Icon
          size={18}
          strokeWidth={1.75}
          color={tone === "warning" ? "var(--mantine-color-orange-6)" : "var(--mantine-color-dimmed)"}
          style={{ flexShrink: 0 }}
        />
      </Group>
      <Group gap="0 6px" align="baseline" mt={4}>
        <Text fz={28} fw={600} lh={1.2} className={classes["figure"] ?? ""}>
          {value}
        </Text>
        {unit !== undefined && <Text c="dimmed">{unit}</Text>}
      </Group>
      {detail !== undefined && (
        <Text size="xs" c="dimmed" mt={2}>
          {detail}
        </Text>
      )}
    </>
  );
}
