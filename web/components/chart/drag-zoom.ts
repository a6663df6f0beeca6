// Dragging with the mouse marks a part of the axis, and the chart shows just that part. The library's own brush does it;
// it is there only from press to release, so that fingers, and the mouse with Shift, move the axis as usual.
import type { EChartsType } from "echarts/core";
import { brushColor } from "./framing.ts";

export interface DragZoom {
  readonly isDark: () => boolean;
  /** The chart must not be drawn anew until `onEnd`: that would end the drag. */
  readonly onStart: () => void;
  /** After what the drag has zoomed to is shown. */
  readonly onEnd: () => void;
}

/** Returns how to stop it. */
export function dragZoom(chart: EChartsType, box: HTMLElement, { isDark, onStart, onEnd }: DragZoom): () => void {
  let isPressed = false;
  const pressed = ({ pointerType, button, shiftKey }: PointerEvent): void => {
    if (pointerType !== "mouse" || button !== 0 || shiftKey) return;
    release();
    isPressed = true;
    onStart();
    showBrush(chart, isDark());
    window.addEventListener("mouseup", release);
    window.addEventListener("keydown", cancel, { capture: true });
  };
  const release = (): void => {
    window.removeEventListener("mouseup", release);
    window.removeEventListener("keydown", cancel, { capture: true });
    if (!isPressed) return;
    isPressed = false;
    if (chart.isDisposed()) return;
    hideBrush(chart);
    onEnd();
  };
  const cancel = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    // Escape ends the drag alone, and not a dialog around the chart.
    event.stopPropagation();
    // Another brush knows nothing of the press. Without any, the drag would go on and move the axis.
    hideBrush(chart);
    showBrush(chart, isDark());
  };
  // Before the library hears of it.
  box.addEventListener("pointerdown", pressed, { capture: true });
  return () => {
    box.removeEventListener("pointerdown", pressed, { capture: true });
    release();
  };
}

/** The library has the brush as part of a toolbox, of which nothing is to be seen. */
function showBrush(chart: EChartsType, isDark: boolean): void {
  const brush = { show: true, yAxisIndex: "none", filterMode: "none", brushStyle: { color: brushColor(isDark) } };
  chart.setOption({ toolbox: { left: -1_000, itemSize: 0, feature: { dataZoom: brush } } }, { lazyUpdate: true });
  chart.dispatchAction({ type: "takeGlobalCursor", key: "dataZoomSelect", dataZoomSelectActive: true });
}

function hideBrush(chart: EChartsType): void {
  chart.setOption({ toolbox: { feature: { dataZoom: { show: false } } } });
}
