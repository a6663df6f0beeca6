// What a run of the view would read and take, against its limits.
import { Alert, Button, Collapse, Group, List, Progress, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Explanation } from "./view-calls.ts";

const SECOND = 1000;

export function CostLine({ cost }: { readonly cost: Explanation }): ReactNode {
  const [isOpen, plan] = useDisclosure(false);
  const { devices, series, estimatedSamples, estimatedRows, estimatedMs, limits, warnings } = cost;
  const share = Math.min(100, (100 * estimatedSamples) / limits.samples);
  return (
    <Stack gap={6} role="group" aria-label="What a run costs">
      <Group gap="xs" justify="space-between">
        <Text size="sm" c="dimmed">
          {devices.toLocaleString()} {devices === 1 ? "device" : "devices"} · reads about{" "}
          {estimatedSamples.toLocaleString()} values · {timeText(estimatedMs)}
        </Text>
        <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={plan.toggle}>
          {isOpen ? "Hide what is done" : "What is done"}
        </Button>
      </Group>
      {share >= 1 && (
        <Progress
          value={share}
          size="sm"
          color={share > 80 ? "red" : "tide"}
          aria-label={`${share.toFixed(0)} % of the values that a report may read`}
        />
      )}
      {warnings.map(({ code, message }) => (
        <Alert key={code} color="yellow" icon={<TriangleAlert size={18} aria-hidden />} title="This takes its time">
          <span className="foreign">{message}</span>
        </Alert>
      ))}
      <Collapse expanded={isOpen}>
        <List size="sm" className="foreign">
          {cost.plan.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
          <List.Item>
            {series.toLocaleString()} series, about {estimatedRows.toLocaleString()} rows. At most{" "}
            {limits.samples.toLocaleString()} values, {limits.rows.toLocaleString()} rows and{" "}
            {(limits.timeoutMs / SECOND).toLocaleString()} s.
          </List.Item>
        </List>
      </Collapse>
    </Stack>
  );
}

function timeText(millis: number): string {
  return millis < SECOND ? `${millis.toLocaleString()} ms` : `${(millis / SECOND).toFixed(1)} s`;
}
