// An image with values on it. It is drawn as an image alone, so that nothing in it runs or is loaded. Values are moved by pointer and
// by keys while the dashboard is edited.
import { Text, VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import {
  useId,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from "react";
import { withUnit } from "../../components/chart/figure-text.ts";
import { percentText } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import type { PlanPlace } from "./panel-options.ts";
import type { PlanMark } from "./plan-marks.ts";
import { PanelWords } from "./panel-words.tsx";
import classes from "./image-plan.module.css";

interface ImagePlanProps {
  /** A data URL; empty for none. */
  readonly image: string;
  readonly label: string;
  readonly marks: readonly PlanMark[];
  readonly hasNames: boolean;
  /** Only while it is edited. */
  readonly onPlace?: ((place: PlanPlace) => void) | undefined;
}

/** Of an image that has no size of its own. */
const USUAL_RATIO = 16 / 9;
const WORDS = words.dashboard.image;
const STEPS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const STEP = 0.01;
const LONG_STEP = 0.05;
/** As the style sheet has it: up to this width, names are there only while they are touched or focused. */
const NARROW_PIXELS = 420;

export function ImagePlan({ image, label, marks, hasNames, onPlace }: ImagePlanProps): ReactNode {
  const [ratio, setRatio] = useState(USUAL_RATIO);
  const [said, setSaid] = useState("");
  const plan = useRef<HTMLDivElement>(null);
  const hint = useId();
  const { ref: frame, width } = useElementSize();
  if (image === "") return <PanelWords>{WORDS.choose}</PanelWords>;
  const move = (mark: PlanMark, x: number, y: number): void => {
    onPlace?.({ device: mark.device, key: mark.key, x, y });
    setSaid(WORDS.moved(mark.name, percent(x), percent(y)));
  };
  return (
    <div ref={frame} className={classes["frame"]}>
      <div ref={plan} className={classes["plan"]} style={{ "--ratio": ratio } as CSSProperties}>
        <img
          src={image}
          alt={WORDS.alt(label)}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            if (naturalWidth > 0 && naturalHeight > 0) setRatio(naturalWidth / naturalHeight);
          }}
        />
        <ul aria-label={WORDS.values(label)}>
          {marks.map((mark) => (
            <Mark
              key={`${mark.device} ${mark.key}`}
              mark={mark}
              hasName={hasNames}
              isNarrow={width > 0 && width <= NARROW_PIXELS}
              {...(onPlace === undefined ? {} : { plan, hint, onMove: (x, y) => move(mark, x, y) })}
            />
          ))}
        </ul>
      </div>
      {onPlace !== undefined && (
        <>
          <VisuallyHidden id={hint}>{WORDS.hint}</VisuallyHidden>
          <VisuallyHidden role="status" aria-live="polite">
            {said}
          </VisuallyHidden>
        </>
      )}
    </div>
  );
}

interface MarkProps {
  readonly mark: PlanMark;
  readonly hasName: boolean;
  /** Whether there is no room for its name. */
  readonly isNarrow: boolean;
  readonly plan?: React.RefObject<HTMLDivElement | null>;
  readonly hint?: string;
  readonly onMove?: (x: number, y: number) => void;
}

/** At its left end it is at the left border of the image, and at its right end at the right one, so that none is cut. */
function Mark({ mark, hasName, isNarrow, plan, hint, onMove }: MarkProps): ReactNode {
  const { name, text, unit, color, x, y } = mark;
  const [held, setHeld] = useState<{ readonly dx: number; readonly dy: number } | null>(null);
  const style = {
    "--x": x,
    "--y": y,
    "--mark": color === null ? "var(--mantine-color-default-border)" : `var(--mantine-color-${color}-filled)`,
  } as CSSProperties;
  const content = (
    <>
      {hasName ? (
        <Text span size="xs" c="dimmed" className={`foreign ${classes["name"] ?? ""}`}>
          {name}
        </Text>
      ) : (
        <VisuallyHidden>{name}</VisuallyHidden>
      )}
      <Text
        span
        fw={650}
        className={`foreign ${classes["value"] ?? ""}`}
        c={color === null ? undefined : `var(--mantine-color-${color}-light-color)`}
      >
        {text === "" ? "" : withUnit(text, unit)}
      </Text>
    </>
  );
  if (onMove === undefined)
    return (
      // Focused by a touch, which shows the name.
      <li className={classes["mark"]} style={style} tabIndex={hasName && isNarrow ? 0 : undefined}>
        {content}
      </li>
    );
  const shareAt = ({ clientX, clientY }: PointerEvent): { readonly x: number; readonly y: number } => {
    const box = plan?.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const by = event.shiftKey ? LONG_STEP : STEP;
    onMove(x + step[0] * by, y + step[1] * by);
  };
  return (
    <li className={classes["mark"]} style={style} data-held={held !== null || undefined}>
      <button
        type="button"
        className={classes["mover"]}
        aria-describedby={hint}
        onKeyDown={press}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const at = shareAt(event);
          setHeld({ dx: x - at.x, dy: y - at.y });
        }}
        onPointerMove={(event) => {
          if (held === null) return;
          const at = shareAt(event);
          onMove(at.x + held.dx, at.y + held.dy);
        }}
        onPointerUp={() => setHeld(null)}
        onPointerCancel={() => setHeld(null)}
      >
        <VisuallyHidden>{WORDS.move} </VisuallyHidden>
        {content}
      </button>
    </li>
  );
}

function percent(share: number): string {
  return percentText(Math.round(Math.min(1, Math.max(0, share)) * 100));
}
