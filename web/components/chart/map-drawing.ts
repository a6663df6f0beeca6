// Points on a map of Leaflet: coastlines, which the product brings along, below the tiles of a server where the operator
// has named one. A chunk of its own, loaded with the first map.
import {
  bounds,
  canvas,
  circleMarker,
  control,
  DomUtil,
  layerGroup,
  latLngBounds,
  map as leafletMap,
  Browser,
  point,
  polygon,
  tileLayer,
  Tooltip,
  tooltip,
  type Bounds,
  type CircleMarker,
  type LatLngBounds,
  type LatLngTuple,
  type Map as LeafletMap,
  type Point,
  type Polygon,
  type TooltipOptions,
} from "leaflet";
import "leaflet/dist/leaflet.css";
import { words } from "../../words/words.ts";
import { urgencyOf } from "./cell-style.ts";
import { figureText } from "./figure-text.ts";
import classes from "./map-drawing.module.css";
import { byUrgency, namedPoints, type MapPoint } from "./map-points.ts";
import { plainText } from "./plain-text.ts";
import { worldLand } from "./world-land.ts";

/** The closest that servers of tiles usually have. */
const ZOOM_MAX = 19;
/** The closest that a map goes by itself, about a kilometre: a point alone says nothing without its surroundings. */
const FIT_ZOOM_MAX = 14;
/** Pixels around the points. */
const FIT_PADDING = 40;
/** All inhabited land, for a map without points. */
const EVERYWHERE = latLngBounds([-58, -170], [80, 190]);
const LABEL_CHARS_MAX = 28;
const COORDINATE_DECIMALS = 5;
/** Of a point; pixels. */
const RADIUS = 6;
/** Between a point and its label; pixels. */
const GAP = 14;
/** Where the label of a point may be, the usual place first. */
const SIDES: readonly Pick<TooltipOptions, "direction" | "offset">[] = [
  { direction: "right", offset: [GAP, 0] },
  { direction: "left", offset: [-GAP, 0] },
  { direction: "top", offset: [0, -RADIUS - 2] },
  { direction: "bottom", offset: [0, RADIUS + 2] },
];
/** How far a finger, or a click, may be from the middle of a point that it means. */
const REACH = 24;
/** Points that the tip of one names with it, as they lie over each other. */
const TOGETHER_MAX = 6;
/** Below the tiles. */
const LAND_PANE = "land";
const LAND_ORDER = "150";

export interface MapOptions {
  /** With {z}, {x} and {y}; null for a map without tiles. */
  readonly tilesUrl: string | null;
  /** Over the map, as long as it is there. */
  readonly buttons: HTMLElement;
  /** For somebody who wants less motion. */
  readonly isStill: boolean;
}

/** Of a point. */
interface Label {
  readonly text: Tooltip;
  readonly urgency: number;
}

export class MapDrawing {
  readonly #map: LeafletMap;
  readonly #land: Polygon;
  readonly #markers: CircleMarker[] = [];
  readonly #labels = layerGroup();
  readonly #tip = tooltip({ className: classes["tip"] ?? "", direction: "top" });
  /** Whose tip is shown: of what the mouse is over, or of what was picked until something else is. */
  #pointed: { readonly marker: CircleMarker; readonly isPicked: boolean } | null = null;
  readonly #sizes: ResizeObserver;
  readonly #element: HTMLElement;
  readonly #buttons: HTMLElement;
  /** Null before the first drawing. */
  #shown: readonly MapPoint[] | null = null;
  #frame = 0;
  #isFitting = false;
  /** Somebody has chosen what to see. */
  #isMoved = false;

  /** `element` is the map's from here on, and takes its size from the page. */
  constructor(element: HTMLElement, { tilesUrl, buttons, isStill }: MapOptions) {
    this.#element = element;
    this.#buttons = buttons;
    element.classList.add(classes["map"] ?? "");
    this.#map = leafletMap(element, {
      ...{ zoomControl: false, attributionControl: false, preferCanvas: true },
      // The wheel scrolls the page, and so does one finger; two move and zoom the map.
      ...{ scrollWheelZoom: false, dragging: !Browser.mobile },
      ...{ zoomAnimation: !isStill, inertia: !isStill },
      // Labels are placed again after each move, and those before would fade out over them.
      fadeAnimation: false,
      maxZoom: ZOOM_MAX,
      // Tiles are sharp only at whole levels.
      zoomSnap: tilesUrl === null ? 0.25 : 1,
    });
    this.#map.createPane(LAND_PANE).style.zIndex = LAND_ORDER;
    const renderer = canvas({ pane: LAND_PANE });
    const land = worldLand().map((piece) => piece.map((ring) => ring.map(([x, y]): LatLngTuple => [y, x])));
    this.#land = polygon(land, { renderer, interactive: false, fillOpacity: 1, weight: 0.75 });
    this.#map.addLayer(this.#land).addLayer(this.#labels);
    // A page's address may have the token of a link; servers of tiles want to know at least whose page it is.
    if (tilesUrl !== null) this.#map.addLayer(tileLayer(tilesUrl, { maxZoom: ZOOM_MAX, referrerPolicy: "origin" }));
    this.#map.addControl(control.scale({ imperial: false }));
    this.#map.on("movestart", () => {
      if (!this.#isFitting) this.#isMoved = true;
    });
    this.#map.on("moveend", () => this.#showLabels());
    // A finger has nothing that hovers, and is wider than a point.
    this.#map.on("click", ({ containerPoint }) => this.#pick(containerPoint));
    document.addEventListener("pointerdown", this.#leave);
    this.#sizes = new ResizeObserver(() => this.#fitSize());
    this.#sizes.observe(element);
  }

  /** The map stays where it is, unless nobody has moved it and a point would be outside. */
  show(points: readonly MapPoint[], isDark: boolean): void {
    const isFirst = this.#shown === null;
    this.#shown = points;
    const [land, coast, edge] = isDark ? ["#2f3b3d", "#52656a", "#1f1f1f"] : ["#dfe9e9", "#a9bfc0", "#ffffff"];
    this.#land.setStyle({ fillColor: land, color: coast });
    this.#showMarkers(edge);
    const all = boundsOf(points);
    if (isFirst || (!this.#isMoved && all !== null && !this.#map.getBounds().contains(all))) this.#fit();
    this.#showLabels();
  }

  zoom(steps: number): void {
    this.#map.setZoom(this.#map.getZoom() + steps);
  }

  showAll(): void {
    this.#isMoved = false;
    this.#fit();
  }

  remove(): void {
    cancelAnimationFrame(this.#frame);
    document.removeEventListener("pointerdown", this.#leave);
    this.#sizes.disconnect();
    this.#map.remove();
  }

  /** Markers stay, so that what somebody is reading about one stays too. */
  #showMarkers(edge: string): void {
    const points = this.#shown ?? [];
    for (const marker of this.#markers.splice(points.length)) {
      if (marker === this.#pointed?.marker) this.#point(null);
      marker.remove();
    }
    for (const [number, { latitude, longitude, color }] of points.entries()) {
      const marker = (this.#markers[number] ??= this.#newMarker());
      marker.setLatLng([latitude, longitude]).setStyle({ color: edge, fillColor: color });
    }
    // Those that lie over each other share the label of the first.
    for (const number of byUrgency(points).toReversed()) this.#markers[number]?.bringToFront();
    if (this.#pointed !== null) this.#point(this.#pointed);
  }

  #newMarker(): CircleMarker {
    const marker = circleMarker([0, 0], { radius: RADIUS, weight: 1.5, fillOpacity: 1 });
    return marker
      .on("mouseover", () => {
        if (marker !== this.#pointed?.marker) this.#point({ marker, isPicked: false });
      })
      .on("mouseout", () => {
        // After a touch, nothing is hovered any more.
        if (this.#pointed?.isPicked === false) this.#point(null);
      })
      .addTo(this.#map);
  }

  #point(pointed: { readonly marker: CircleMarker; readonly isPicked: boolean } | null): void {
    this.#pointed = pointed;
    if (pointed === null) this.#map.closeTooltip(this.#tip);
    else {
      const about = textOf(tipLines(this.#together(this.#markers.indexOf(pointed.marker))));
      this.#map.openTooltip(this.#tip.setLatLng(pointed.marker.getLatLng()).setContent(about));
    }
    this.#hideBelowTip();
  }

  /** Labels of which a part would show beside it. */
  #hideBelowTip(): void {
    const tip = this.#pointed === null ? undefined : this.#tip.getElement()?.getBoundingClientRect();
    this.#labels.eachLayer((label) => {
      const element = label instanceof Tooltip ? label.getElement() : undefined;
      const box = element?.getBoundingClientRect();
      const isBelow = tip !== undefined && box !== undefined && areOver(tip, box);
      element?.classList.toggle(classes["below"] ?? "", isBelow);
    });
  }

  /** In the next frame, as Leaflet moves labels after it has said that the map has moved. */
  #showLabels(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      this.#placeLabels(this.#addLabels());
      this.#hideBelowTip();
    });
  }

  /** One for points that lie over each other, with their number: which these are differs by zoom. */
  #addLabels(): readonly Label[] {
    this.#labels.clearLayers();
    const points = this.#shown ?? [];
    const named = new Set<MapPoint>();
    const labels: Label[] = [];
    for (const number of namedPoints(points)) {
      const point = points[number];
      if (point === undefined || named.has(point)) continue;
      const others = this.#together(number).filter((other) => !named.has(other));
      for (const other of others) named.add(other);
      const lines = labelLines(point);
      const more = others.length > 1 ? [words.charts.andMore(others.length - 1)] : [];
      if (lines.length > 0) labels.push({ text: labelOf(point, [...lines, ...more]), urgency: urgencyOf(point.level) });
    }
    for (const { text } of labels) this.#labels.addLayer(text);
    return labels;
  }

  /** A point and those that lie over it, or below. */
  #together(number: number): readonly MapPoint[] {
    const [points, marker] = [this.#shown ?? [], this.#markers[number]];
    const point = points[number];
    if (marker === undefined || point === undefined) return [];
    const place = this.#placeOf(marker);
    const isOver = (other: CircleMarker): boolean => place.distanceTo(this.#placeOf(other)) < 2 * RADIUS;
    return [point, ...points.filter((_, at) => at !== number && isOver(this.#markers[at] ?? marker))];
  }

  #placeOf(marker: CircleMarker): Point {
    return this.#map.latLngToContainerPoint(marker.getLatLng());
  }

  /** The closest point within reach; else none. */
  #pick(place: Point): void {
    const within = this.#markers.filter((marker) => this.#placeOf(marker).distanceTo(place) <= REACH);
    const distances = within.map((marker) => this.#placeOf(marker).distanceTo(place));
    const marker = within[distances.indexOf(Math.min(...distances))];
    this.#point(marker === undefined ? null : { marker, isPicked: true });
  }

  /** Somebody points at something else than the map. */
  readonly #leave = ({ target }: PointerEvent): void => {
    if (!(target instanceof Node && this.#element.contains(target))) this.#point(null);
  };

  #fit(): void {
    if (this.#shown === null) return;
    this.#isFitting = true;
    const all = boundsOf(this.#shown);
    if (all === null) this.#map.fitBounds(EVERYWHERE, { animate: false });
    else {
      this.#fitBeside(all, 0);
      const buttons = this.#buttonsBox();
      if (this.#markers.some((marker) => this.#markerBox(marker).overlaps(buttons)))
        this.#fitBeside(all, this.#buttons.offsetWidth);
    }
    this.#isFitting = false;
  }

  /** `right`: pixels that the points leave free there. */
  #fitBeside(all: LatLngBounds, right: number): void {
    this.#map.fitBounds(all, {
      ...{ animate: false, maxZoom: FIT_ZOOM_MAX },
      paddingTopLeft: [FIT_PADDING, FIT_PADDING],
      paddingBottomRight: [FIT_PADDING + right, FIT_PADDING],
    });
  }

  #fitSize(): void {
    this.#isFitting = true;
    this.#map.invalidateSize({ animate: false });
    this.#isFitting = false;
    if (!this.#isMoved) this.#fit();
  }

  /** None covers a button, a label before it or a point; that of an urgent point may cover less urgent ones rather than be hidden. */
  #placeLabels(labels: readonly Label[]): void {
    const points = this.#markers.map((marker, number) => ({
      box: this.#markerBox(marker),
      urgency: urgencyOf(this.#shown?.[number]?.level ?? null),
    }));
    const taken = [this.#buttonsBox()];
    for (const { text, urgency } of labels) {
      const boxesFrom = (least: number): readonly Bounds[] =>
        points.flatMap((one) => (one.urgency >= least ? one.box : []));
      const box =
        this.#putNear(text, [...taken, ...boxesFrom(0)]) ??
        (urgency > 0 ? this.#putNear(text, [...taken, ...boxesFrom(urgency)]) : null);
      if (box === null) text.getElement()?.style.setProperty("visibility", "hidden");
      else taken.push(box);
    }
  }

  /** On the first side of its point where it covers none of these and is not cut off; null where there is none. */
  #putNear(text: Tooltip, covered: readonly Bounds[]): Bounds | null {
    const [element, place] = [text.getElement(), text.getLatLng()];
    if (element === undefined || place === undefined) return null;
    const seen = this.#boxAt(point(0, 0), this.#map.getSize());
    for (const side of SIDES) {
      Object.assign(text.options, side);
      text.setLatLng(place);
      // Its place as Leaflet has it: that on the screen may still be on its way.
      const start = DomUtil.getPosition(element);
      const box = bounds(start, start.add([element.offsetWidth, element.offsetHeight]));
      if (seen.contains(box) && covered.every((other) => !box.overlaps(other))) return box;
    }
    return null;
  }

  #markerBox(marker: CircleMarker): Bounds {
    const place = this.#map.latLngToLayerPoint(marker.getLatLng());
    return bounds(place.subtract([RADIUS, RADIUS]), place.add([RADIUS, RADIUS]));
  }

  #buttonsBox(): Bounds {
    const map = this.#element.getBoundingClientRect();
    const { left, top, width, height } = this.#buttons.getBoundingClientRect();
    return this.#boxAt(point(left - map.left, top - map.top), point(width, height));
  }

  /** Of something that stays where it is on the screen while the map moves. */
  #boxAt(start: Point, size: Point): Bounds {
    return bounds(this.#map.containerPointToLayerPoint(start), this.#map.containerPointToLayerPoint(start.add(size)));
  }
}

function areOver(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function boundsOf(points: readonly MapPoint[]): LatLngBounds | null {
  if (points.length === 0) return null;
  return latLngBounds(points.map(({ latitude, longitude }): LatLngTuple => [latitude, longitude]));
}

function labelLines({ name, figure }: MapPoint): readonly string[] {
  return [plainText(name, LABEL_CHARS_MAX), plainText(figure, LABEL_CHARS_MAX)].filter((line) => line !== "");
}

/** The place of a point alone; of several, each with its figure. */
function tipLines(points: readonly MapPoint[]): readonly string[] {
  const [first] = points;
  if (first === undefined) return [];
  if (points.length > 1) {
    const more = points.length - TOGETHER_MAX;
    const lines = points
      .slice(0, TOGETHER_MAX)
      .map(({ name, figure }) => [plainText(name), plainText(figure)].filter((part) => part !== "").join(": "));
    return [...lines, ...(more > 0 ? [words.charts.andMore(more)] : [])].filter((line) => line !== "");
  }
  const { name, figure, latitude, longitude } = first;
  const place = [latitude, longitude].map((degrees) => figureText(degrees, COORDINATE_DECIMALS)).join(", ");
  return [plainText(name), plainText(figure), place].filter((line) => line !== "");
}

function labelOf({ latitude, longitude }: MapPoint, lines: readonly string[]): Tooltip {
  return tooltip({ permanent: true, ...SIDES[0], className: classes["label"] ?? "" })
    .setLatLng([latitude, longitude])
    .setContent(textOf(lines));
}

/** Names come from outside and are never markup. */
function textOf(lines: readonly string[]): HTMLElement {
  const text = DomUtil.create("span", "foreign");
  text.textContent = lines.join("\n");
  return text;
}
