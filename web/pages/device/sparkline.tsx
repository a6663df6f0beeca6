// The last numbers of a key as a line; hidden from screen readers, which read the value.
import type { ReactNode } from "react";

const WIDTH = 96;
const HEIGHT = 22;
const MARGIN = 2;

export function Sparkline({ values }: { readonly values: readonly number[] }): ReactNode {
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  const points = values.map((value, index) => {
    const x = MARGIN + (index / (values.length - 1)) * (WIDTH - 2 * MARGIN);
    const share = range === 0 ? 0.5 : (value - low) / range;
    return `${x.toFixed(1)},${(HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)).toFixed(1)}`;
  });
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden focusable="false">
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
