// The grid of a dashboard: each panel at its place, and one below the other on a phone.
import { Group, Paper, Title } from "@mantine/core";
import { useId, type CSSProperties, type ReactNode, type Ref } from "react";
import { inReadingOrder } from "./arrange.ts";
import type { Configuration, DashboardPanel, PanelKind } from "./configuration.ts";
import { distinctName, panelName, panelTitle } from "./panel-kinds.ts";
import classes from "./panel-grid.module.css";

/** Pixels between panels. */
export const GAP = 12;

interface PanelGridProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly grid: Configuration["grid"];
  readonly panels: readonly DashboardPanel[];
  readonly children: (panel: DashboardPanel) => ReactNode;
}

/** Panels are in the page as they are read. */
export function PanelGrid({ ref, grid: { columns, rowHeight }, panels, children }: PanelGridProps): ReactNode {
  const style = { "--columns": columns, "--row-height": `${rowHeight}px`, "--gap": `${GAP}px` } as CSSProperties;
  return (
    <div ref={ref} className={classes["grid"]} style={style}>
      {inReadingOrder(panels).map(children)}
    </div>
  );
}

/** Kinds that are on a phone as high as what they have. */
const FREE: ReadonlySet<PanelKind> = new Set(["text", "imagePlan", "attributeSwitch", "rpcButton"]);

interface PanelFrameProps {
  readonly panel: DashboardPanel;
  readonly isHeld?: boolean;
  /** Before the title. */
  readonly mover?: ReactNode;
  readonly actions?: ReactNode;
  /** Over the content, such as a corner that is dragged. */
  readonly corner?: ReactNode;
  readonly onDragStart?: (event: React.PointerEvent<HTMLElement>) => void;
  readonly children: ReactNode;
}

export function PanelFrame(props: PanelFrameProps): ReactNode {
  const { panel, isHeld = false, mover, actions, corner, onDragStart, children } = props;
  const { x, y, width, height } = panel.place;
  const heading = useId();
  const style = { "--column": x + 1, "--row": y + 1, "--width": width, "--height": height } as CSSProperties;
  const hasHeading = panelTitle(panel) !== "" || actions !== undefined;
  return (
    <Paper
      withBorder
      component="section"
      className={`${classes["panel"] ?? ""} ${isHeld ? (classes["held"] ?? "") : ""}`}
      style={style}
      aria-label={panel.title === "" ? distinctName(panel) : undefined}
      aria-labelledby={panel.title === "" ? undefined : heading}
      data-panel={panel.id}
      data-free={FREE.has(panel.kind) || undefined}
    >
      {hasHeading && (
        <Group
          px="sm"
          pt={8}
          gap={4}
          wrap="nowrap"
          justify="space-between"
          className={onDragStart === undefined ? undefined : (classes["handle"] ?? "")}
          onPointerDown={onDragStart}
        >
          <Group gap={4} wrap="nowrap" miw={0}>
            {mover}
            <Title order={2} size="h6" id={heading} className="foreign" lineClamp={1} title={panelName(panel)}>
              {panelName(panel)}
            </Title>
          </Group>
          {actions !== undefined && <div className={classes["actions"]}>{actions}</div>}
        </Group>
      )}
      {children}
      {corner}
    </Paper>
  );
}
