// How much of limits is used, in sections: for those who have them, and for those who set them.
import { Alert, Paper, Stack, Text, Title } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import { Moment } from "../../components/moment.tsx";
import { UsageBar } from "../../components/usage-bar.tsx";
import { limitText } from "./limit-texts.ts";

interface QuotaWarningProps {
  readonly usage: Schema<"UsageInfo">;
  /** What ends it before the month does, such as "until ...". */
  readonly remedy: string;
}

/** Nothing while no limit of the month is reached. */
export function QuotaWarning({ usage, remedy }: QuotaWarningProps): ReactNode {
  const { transportState, storageState, endTs } = usage;
  if (transportState !== "DISABLED" && storageState !== "DISABLED") return null;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<TriangleAlert size={18} aria-hidden />}
      title="A limit of this month is reached"
    >
      <Text size="sm">
        Devices are refused until <Moment ts={endTs} style="exact" />, or {remedy}.
      </Text>
    </Alert>
  );
}

interface SectionProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, text, children }: SectionProps): ReactNode {
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          {text !== undefined && (
            <Text size="sm" c="dimmed" component="div">
              {text}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}

interface CountLimit {
  readonly name: string;
  readonly limit: number | null;
  readonly used: number | null;
}

interface CountsProps {
  readonly counts: readonly CountLimit[];
  readonly warnFrom: number | undefined;
}

export function Counts({ counts, warnFrom }: CountsProps): ReactNode {
  return counts.map(({ name, limit, used }) => {
    const { label, text, unit } = limitText(name);
    return <UsageBar key={name} label={label} text={text} used={used} limit={limit} unit={unit} warnFrom={warnFrom} />;
  });
}
