// A small picture of a view's visualization. The words next to it say the same.
import type { ReactNode } from "react";

const WIDTH = 64;
const HEIGHT = 40;
const BARS = [
  [6, 16],
  [20, 26],
  [34, 20],
  [48, 32],
] as const;

interface ViewPictureProps {
  readonly type: string;
  readonly height?: number;
}

export function ViewPicture({ type, height = HEIGHT }: ViewPictureProps): ReactNode {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      height={height}
      width={(height * WIDTH) / HEIGHT}
      aria-hidden
      // Keeps its size next to long texts.
      style={{ flexShrink: 0 }}
      fill="none"
      stroke="var(--mantine-primary-color-light-color)"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawn(type)}
    </svg>
  );
}

const PALE = { fill: "var(--mantine-primary-color-light-color)", fillOpacity: 0.3, stroke: "none" } as const;
const FULL = { fill: "var(--mantine-primary-color-light-color)", stroke: "none" } as const;
const LINE = "M4 30 L18 18 L30 24 L44 8 L60 14";

function drawn(type: string): ReactNode {
  switch (type) {
    case "line":
      return (
        <>
          <path d={LINE} />
          <path d="M4 36 L18 30 L30 33 L44 24 L60 28" strokeOpacity={0.4} />
        </>
      );
    case "area":
      return (
        <>
          <path d={`${LINE} L60 38 L4 38 Z`} {...PALE} />
          <path d={LINE} />
        </>
      );
    case "bar":
      return BARS.map(([x, size]) => <rect key={x} x={x} y={38 - size} width={10} height={size} rx={1.5} {...FULL} />);
    case "stackedBar":
      return BARS.map(([x, size]) => (
        <g key={x}>
          <rect x={x} y={38 - size} width={10} height={size * 0.45} {...PALE} />
          <rect x={x} y={38 - size * 0.55} width={10} height={size * 0.55} {...FULL} />
        </g>
      ));
    case "pie":
    case "donut":
      return (
        <>
          <circle cx={32} cy={20} r={16} {...PALE} />
          <path d="M32 20 L32 4 A16 16 0 0 1 46 28 Z" {...FULL} />
          {type === "donut" && <circle cx={32} cy={20} r={7} fill="var(--mantine-color-body)" stroke="none" />}
        </>
      );
    case "card":
      return (
        <>
          <rect x={8} y={5} width={48} height={30} rx={4} strokeOpacity={0.5} />
          <path d="M18 15 L22 12 L22 28 M32 12 h10 v7 h-10 v9 h10" />
        </>
      );
    case "gauge":
      return (
        <>
          <path d="M14 32 A18 18 0 0 1 50 32" strokeWidth={5} strokeOpacity={0.3} />
          <path d="M14 32 A18 18 0 0 1 38 15.5" strokeWidth={5} />
        </>
      );
    case "heatMap":
      return [0, 1, 2, 3, 4].flatMap((column) =>
        [0, 1, 2].map((row) => (
          <rect
            key={`${column} ${row}`}
            x={7 + column * 10}
            y={5 + row * 10}
            width={9}
            height={9}
            {...FULL}
            fillOpacity={0.2 + (((column * 2 + row * 3) % 5) / 5) * 0.8}
          />
        )),
      );
    case "scatter":
      return [
        [10, 30],
        [20, 24],
        [26, 30],
        [34, 16],
        [44, 18],
        [54, 8],
      ].map(([x, y]) => <circle key={x} cx={x} cy={y} r={3} {...FULL} />);
    case "timeline":
      return [8, 18, 28].map((y, row) => (
        <g key={y}>
          <rect x={6} y={y} width={14 + row * 8} height={6} {...FULL} />
          <rect x={22 + row * 8} y={y} width={36 - row * 8} height={6} {...PALE} />
        </g>
      ));
    case "map":
      return (
        <>
          <path d="M6 10 L22 5 L42 10 L58 5 V30 L42 35 L22 30 L6 35 Z" strokeOpacity={0.5} />
          <circle cx={32} cy={18} r={4} {...FULL} />
        </>
      );
    default:
      return (
        <>
          <rect x={5} y={5} width={54} height={30} rx={3} strokeOpacity={0.5} />
          <rect x={5} y={5} width={54} height={8} rx={3} {...PALE} />
          <path d="M5 20 H59 M5 27.5 H59 M24 5 V35" strokeOpacity={0.5} />
        </>
      );
  }
}
