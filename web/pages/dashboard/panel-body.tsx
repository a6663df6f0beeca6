// What a panel shows: its picture, its table or its text, or why there is none.
import { Alert, Skeleton, Text } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { messageOf } from "../../api/problem.ts";
import { useIdentity } from "../../app/use-session.ts";
import { NewestValue } from "../../components/newest-value.tsx";
import { MarkdownText } from "../../components/markdown-text.tsx";
import type { Report } from "../../components/chart/report-cell.ts";
import { ReportChart } from "../../components/chart/report-chart.tsx";
import { useReadableFigures } from "../../components/chart/readable-units.ts";
import { useSteadyDecimals } from "../../components/chart/steady-decimals.ts";
import { rangeOfNewest, type RunRange } from "../view/view-address.ts";
import { adviceFor } from "../view/problem-words.ts";
import { words } from "../../words/words.ts";
import { AttributeSwitch } from "./attribute-switch.tsx";
import { ClosedPanel, isClosedToBearers } from "./closed-panel.tsx";
import type { DashboardPanel } from "./configuration.ts";
import { ImagePlan } from "./image-plan.tsx";
import { MessagesPanel } from "./messages-panel.tsx";
import { usePanelCaller } from "./panel-caller.ts";
import { PanelDevice } from "./panel-device.tsx";
import { hasTrend, panelName, type PictureKind } from "./panel-kinds.ts";
import { panelOptions, type PlanPlace } from "./panel-options.ts";
import { pictureOf, withoutSilent, withPanelStyle, type PanelView } from "./panel-picture.ts";
import { dated, type PanelResult } from "./panel-results.ts";
import { placed, planMarks } from "./plan-marks.ts";
import { PanelTable } from "./panel-table.tsx";
import { PanelRefusal, PanelWords } from "./panel-words.tsx";
import { TrendFigures } from "./trend-figures.tsx";
import { RpcButton } from "./rpc-button.tsx";
import { useNewestOfRange } from "./newest-of-range.ts";
import classes from "./panel-grid.module.css";

const WORDS = words.dashboard.panel;

interface PanelBodyProps {
  readonly panel: DashboardPanel;
  readonly result: PanelResult | undefined;
  /** What was asked last: other results are of before. */
  readonly asked: string;
  /** Of the panel's view; undefined while it is read, null if it has none or cannot be read. */
  readonly view: PanelView | null | undefined;
  /** One that is not visible is not asked for, and waits for nothing. */
  readonly isVisible: boolean;
  /** Whether it follows what arrives. */
  readonly isLive?: boolean;
  /** In the editor and the history, where panels act on no device. */
  readonly isInert?: boolean;
  /** Chooses the range that the panel follows; left out if the reader cannot. */
  readonly onRange?: ((range: RunRange) => void) | undefined;
  /** In the editor, values on an image are moved. */
  readonly onPlaces?: (places: readonly PlanPlace[]) => void;
}

export function PanelBody(props: PanelBodyProps): ReactNode {
  const { panel, asked, view, isVisible, isLive = false, isInert = false, onRange, onPlaces } = props;
  const { kind } = panel;
  const result = useNewestOfRange(panel, props.result, isLive);
  const { isBearer } = usePanelCaller();
  if (isBearer && isClosedToBearers(kind)) return <ClosedPanel panel={panel} />;
  if (kind === "text") return <TextOfPanel panel={panel} />;
  if (kind === "messages") return isVisible && <MessagesPanel panel={panel} />;
  if (kind === "attributeSwitch" || kind === "rpcButton") {
    const Acting = kind === "attributeSwitch" ? AttributeSwitch : RpcButton;
    return (
      isVisible && (
        <PanelDevice panel={panel}>
          {(device) => <Acting key={device.id.id} panel={panel} device={device} isInert={isInert} />}
        </PanelDevice>
      )
    );
  }
  if (panel.source === null) return <PanelWords>{WORDS.chooseSource}</PanelWords>;
  if (result?.error?.code === "VIEW_NOT_FOUND") return <PanelRefusal>{WORDS.noView}</PanelRefusal>;
  if (result?.error !== null && result?.error !== undefined) return <Problem error={result.error} />;
  if (result?.report === undefined || result.report === null || view === undefined)
    return (
      isVisible && (
        <div
          className={classes["body"]}
          style={{ padding: 12 }}
          role="status"
          aria-label={WORDS.loading(panelName(panel))}
        >
          <Skeleton height="100%" radius="sm" />
        </div>
      )
    );
  if (kind === "imagePlan") return <PlanOfPanel panel={panel} report={result.report} onPlaces={onPlaces} />;
  return (
    <Drawn
      panel={panel}
      kind={kind}
      report={result.report}
      newest={result.newest}
      view={view}
      asked={result.asked}
      isStale={result.asked !== asked}
      isLive={isLive}
      onRange={onRange}
    />
  );
}

/** Kinds whose content may be higher than the panel, which is then scrolled by keys too. */
const SCROLLED: ReadonlySet<PictureKind> = new Set(["table", "figure", "gauge"]);

interface DrawnProps {
  readonly panel: DashboardPanel;
  readonly kind: PictureKind;
  readonly report: NonNullable<PanelResult["report"]>;
  readonly newest: PanelResult["newest"];
  readonly view: PanelView | null;
  readonly asked: string;
  readonly isStale: boolean;
  readonly isLive: boolean;
  readonly onRange: PanelBodyProps["onRange"];
}

function Drawn({ panel, kind, report: result, newest, view, asked, isStale, isLive, onRange }: DrawnProps): ReactNode {
  const { options, source } = panel;
  const hasHelp = useIdentity() !== null;
  const hasAges = kind === "figure" || kind === "gauge";
  const { report, drawing, lacks } = useMemo(() => {
    const shown = withoutSilent(result, source);
    return pictureOf({ kind, source, options }, hasAges ? dated(shown, newest) : shown, view);
  }, [kind, options, source, hasAges, result, newest, view]);
  // The rows of a table say at least for what there are no values.
  if (report.rows.length === 0 || (kind !== "table" && result.meta.newestTs !== null && isBlank(report)))
    return <NothingOf report={result} source={source} onRange={onRange} />;
  if (lacks !== null) return <PanelWords>{WORDS.lacks(lacks)}</PanelWords>;
  return (
    <div
      className={`${classes["body"] ?? ""} ${isStale ? (classes["stale"] ?? "") : ""}`}
      {...(SCROLLED.has(kind) ? { tabIndex: 0, role: "group", "aria-label": panelName(panel) } : {})}
      style={{ padding: "4px 12px 12px" }}
    >
      {hasTrend(panel) ? (
        <TrendFigures
          report={result}
          options={options}
          period={panel.source?.type === "keys" ? panel.source.compare : null}
        />
      ) : drawing === null ? (
        <PanelTable report={report} label={panelName(panel)} />
      ) : (
        <ReportChart
          report={report}
          drawing={drawing}
          name={panelName(panel)}
          asked={asked}
          isBare
          isLive={isLive}
          hasHelp={hasHelp}
        />
      )}
    </div>
  );
}

/** Whether no row has a value, of the range or of a former period; live ones count, too. */
function isBlank({ columns, rows }: Report): boolean {
  const places = columns.flatMap(({ role }, place) => (role === "measure" || role === "comparison" ? [place] : []));
  return rows.every((row) => places.every((place) => (row[place] ?? null) === null));
}

interface NothingOfProps extends Pick<PanelBodyProps, "onRange"> {
  readonly report: NonNullable<PanelResult["report"]>;
  readonly source: DashboardPanel["source"];
}

/** Why a panel shows nothing: its reader may see none of the devices, or they have no such values. */
function NothingOf({ report: { meta }, source, onRange }: NothingOfProps): ReactNode {
  if (source?.type === "keys" && meta.devices === 0) return <PanelRefusal>{WORDS.noDevices}</PanelRefusal>;
  return (
    <PanelWords>
      {source?.type === "keys" ? WORDS.noValues : WORDS.noRows}
      <NewestValue
        ts={meta.newestTs}
        justify="center"
        onShow={onRange === undefined ? undefined : (ts) => onRange(rangeOfNewest(meta, ts))}
      />
    </PanelWords>
  );
}

interface PlanOfPanelProps {
  readonly panel: DashboardPanel;
  readonly report: NonNullable<PanelResult["report"]>;
  readonly onPlaces: ((places: readonly PlanPlace[]) => void) | undefined;
}

function PlanOfPanel({ panel, onPlaces, ...props }: PlanOfPanelProps): ReactNode {
  const { source, options } = panel;
  const report = useMemo(() => withoutSilent(props.report, source), [props.report, source]);
  const own = useMemo(() => panelOptions(options), [options]);
  const { image, names, places } = own;
  const shown = useSteadyDecimals(useReadableFigures(useMemo(() => withPanelStyle(report, own), [report, own])));
  const marks = useMemo(() => planMarks(report, shown, places), [report, shown, places]);
  // While it is edited, the image shows what it will be.
  if (marks.length === 0 && image !== "" && onPlaces === undefined)
    return <NothingOf report={report} source={source} />;
  return (
    <ImagePlan
      image={image}
      label={panelName(panel)}
      marks={marks}
      hasNames={names}
      onPlace={onPlaces === undefined ? undefined : (place) => onPlaces(placed(places, place))}
    />
  );
}

function TextOfPanel({ panel }: { readonly panel: DashboardPanel }): ReactNode {
  const { text } = panelOptions(panel.options);
  return (
    <div
      className={classes["body"]}
      style={{ padding: "4px 12px 12px" }}
      tabIndex={0}
      role="group"
      aria-label={panelName(panel)}
    >
      {text === "" ? <Text c="dimmed">{WORDS.noText}</Text> : <MarkdownText text={text} headingLevel={3} />}
    </div>
  );
}

function Problem({ error }: { readonly error: Error }): ReactNode {
  const { title } = adviceFor(error);
  return (
    <div className={classes["body"]} style={{ padding: 12 }} tabIndex={0} role="group" aria-label={WORDS.problem}>
      <Alert color="red" title={title} icon={<CircleAlert size={18} />}>
        <Text className="foreign">{messageOf(error)}</Text>
      </Alert>
    </div>
  );
}
