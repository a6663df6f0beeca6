// The colours of axes.
import { expect, test } from "vitest";
import { coloredAxes, fingerHandles } from "./framing.ts";

test("lines of a grid have the colour of the page, also where an axis says how strong they are", () => {
  const plain = { xAxis: { type: "time" }, yAxis: [{ type: "value", splitLine: { lineStyle: { opacity: 0.4 } } }] };
  const [light, dark] = [coloredAxes(plain, false), coloredAxes(plain, true)];
  expect(light).toMatchObject({ yAxis: [{ splitLine: { lineStyle: { color: "#e3e6ea", opacity: 0.4 } } }] });
  expect(dark).toMatchObject({ yAxis: [{ splitLine: { lineStyle: { color: "#424242", opacity: 0.4 } } }] });
  expect(dark).toMatchObject({ xAxis: { axisLine: { lineStyle: { color: "#424242" } } } });
});

test("the slider below a chart has the colours of the page, and other ways to zoom have none", () => {
  const zooms = { dataZoom: [{ type: "inside" }, { type: "slider", height: 20 }] };
  expect(coloredAxes(zooms, true)).toMatchObject({
    dataZoom: [{ type: "inside" }, { height: 20, borderColor: "#424242", handleStyle: { color: "#2e2e2e" } }],
  });
});

test("for a finger, what is dragged is wide, and all else stays", () => {
  const wide = { handleIcon: "circle", handleSize: 24 };
  const inside = { type: "inside" };
  expect(fingerHandles({ dataZoom: [inside, { type: "slider", height: 20 }], visualMap: { min: 1 } })).toEqual({
    dataZoom: [inside, { type: "slider", height: 20, ...wide }],
    visualMap: { min: 1, ...wide },
  });
  const still = { dataZoom: [inside], series: [] };
  expect(fingerHandles(still)).toEqual(still);
});

test("what an axis shows stays its own", () => {
  const option = { yAxis: { splitLine: { show: false }, axisLabel: { width: 52, color: "red" } } };
  expect(coloredAxes(option, true)).toMatchObject({
    yAxis: { splitLine: { show: false }, axisLabel: { width: 52, color: "red" } },
  });
});

test("axes go on without a movement, in which their labels would lie over each other", () => {
  const option = { xAxis: [{ type: "time" }], yAxis: { type: "value" } };
  expect(coloredAxes(option, false)).toMatchObject({ xAxis: [{ animation: false }], yAxis: { animation: false } });
});
