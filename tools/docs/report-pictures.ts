// Draws pictures of reports for docs/analytics.md from the views of a running demo:
// `node scripts/run.mjs tools/docs/report-pictures.ts http://127.0.0.1:8080`.
import { mkdirSync, writeFileSync } from "node:fs";
import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, LegendComponent, TitleComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";

type Cell = string | number | boolean | null;

interface Report {
  readonly columns: readonly { readonly id: string; readonly label: string; readonly unit: string }[];
  readonly rows: readonly (readonly Cell[])[];
}

interface View {
  readonly name: string;
  readonly visualization: {
    readonly type: string;
    readonly x?: string;
    readonly y?: readonly string[];
    readonly series?: string;
  };
}

const FOLDER = new URL("../../docs/images/", import.meta.url);
const COLORS = ["#0b7a82", "#d9822b", "#6a5acd", "#c23b5e", "#3f8f3f"];
const SIZE = { width: 760, height: 320 };

use([BarChart, LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);
await main(process.argv[2] ?? "http://127.0.0.1:8080");

async function main(url: string): Promise<void> {
  const { token } = await post<{ token: string }>(`${url}/api/auth/login`, {
    username: "demo@bridgehead.local",
    password: "bridgehead-demo",
  });
  const views = `${url}/apiAnalytics/v1/views`;
  const { data } = await get<{ readonly data: readonly { readonly id: string }[] }>(`${views}?page=0&pageSize=100`, token);
  mkdirSync(FOLDER, { recursive: true });
  for (const { id } of data) {
    const view = await get<View>(`${views}/${id}`, token);
    if (view.visualization.type === "table") continue;
    const report = await post<Report>(`${views}/${id}/data`, {}, { jwt: token });
    const name = `report-${view.name.toLowerCase().replace(/[^a-z]+/g, "-")}.svg`;
    writeFileSync(new URL(name, FOLDER), draw(view, report));
    console.log(name);
  }
}

async function get<Answer>(url: string, token: string): Promise<Answer> {
  const answer = await fetch(url, { headers: { jwt: token } });
  if (!answer.ok) throw new Error(`${url} answered with status ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

async function post<Answer>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered with status ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** One line, or one bar a place, for each measure and each value of the series field. */
function draw({ name, visualization }: View, report: Report): string {
  const { type, x = "", y = [], series } = visualization;
  const columnOf = (id: string): number => report.columns.findIndex((column) => column.id === id);
  const isTime = report.rows.every((row) => typeof row[columnOf(x)] === "number");
  const groups = series === undefined ? [null] : [...new Set(report.rows.map((row) => row[columnOf(series)] ?? null))];
  const measures = y.map((id) => ({ id, column: columnOf(id) }));
  const chart = init(null, null, { renderer: "svg", ssr: true, ...SIZE });
  chart.setOption({
    color: COLORS,
    backgroundColor: "#ffffff",
    animation: false,
    title: { text: name, left: 12, top: 10, textStyle: { fontSize: 15, color: "#333333" } },
    legend: series === undefined ? undefined : { bottom: 6 },
    grid: { left: 16, right: 24, top: 64, bottom: series === undefined ? 16 : 56 },
    xAxis: isTime ? { type: "time" } : { type: "category", data: report.rows.map((row) => String(row[columnOf(x)])) },
    yAxis: { type: "value", name: report.columns[measures[0]?.column ?? 0]?.unit ?? "", scale: type === "line" },
    series: groups.flatMap((group, place) =>
      measures.map(({ id, column }, order) => ({
        name: group === null ? id : String(group),
        type: type === "line" ? "line" : "bar",
        stack: type === "stackedBar" ? id : undefined,
        showSymbol: false,
        // Further measures of a series are lighter lines of its colour.
        lineStyle: { width: 2, type: order === 0 ? "solid" : "dashed" },
        itemStyle: { color: COLORS[place % COLORS.length] },
        data: report.rows
          .filter((row) => series === undefined || (row[columnOf(series)] ?? null) === group)
          .map((row) => (isTime ? [row[columnOf(x)], row[column]] : row[column])),
      })),
    ),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
