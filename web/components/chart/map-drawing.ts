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
  polygon,
  tileLayer,
  tooltip,
  type Bounds,
  type CircleMarker,
  type LatLngBounds,
  type LatLngTuple,
  type Map as LeafletMap,
  type Polygon,
  type Tooltip,
} from "leaflet";
import "leaflet/dist/leaflet.css";
import { figureText } from "./figure-text.ts";
import classes from "./map-drawing.module.css";
import type { MapPoint } from "./map-points.ts";
import { plainText } from "./plain-text.ts";
import { worldLand } from "./world-land.ts";

/** The closest that servers of tiles usually have. */
const ZOOM_MAX = 19;
/** The closest that a map goes by itself, about a kilometre: a point alone says nothing without its surroundings. */
const FIT_ZOOM_MAX = 14;
/** Pixels around the points. */
const FIT_PADDING: [number, number] = [40, 40];
/** All inhabited land, for a map without points. */
const EVERYWHERE = latLngBounds([-58, -170], [80, 190]);
/** With at most this many points, each has its name beside it. */
const NAMED_MAX = 30;
const LABEL_CHARS_MAX = 28;
const COORDINATE_DECIMALS = 5;
/** Of a point; pixels. */
const RADIUS = 6;
/** Below the tiles. */
const LAND_PANE = "land";
const LAND_ORDER = "150";

export interface MapOptions {
  /** With {z}, {x} and {y}; null for a map without tiles. */
  readonly tilesUrl: string | null;
  /** For somebody who wants less motion. */
  readonly isStill: boolean;
}

export class MapDrawing {
  readonly #map: LeafletMap;
  readonly #land: Polygon;
  readonly #markers: CircleMarker[] = [];
  readonly #labels = layerGroup();
  readonly #sizes: ResizeObserver;
  /** Null before the first drawing. */
  #shown: readonly MapPoint[] | null = null;
  #frame = 0;
  #isFitting = false;
  /** Somebody has chosen what to see. */
  #isMoved = false;

  /** `element` is the map's from here on, and takes its size from the page. */
  constructor(element: HTMLElement, { tilesUrl, isStill }: MapOptions) {
    element.classList.add(classes["map"] ?? "");
    this.#map = leafletMap(element, {
      ...{ zoomControl: false, attributionControl: false, preferCanvas: true },
      // The wheel scrolls the page, and so does one finger; two move and zoom the map.
      ...{ scrollWheelZoom: false, dragging: !Browser.mobile },
      ...{ zoomAnimation: !isStill, fadeAnimation: !isStill, inertia: !isStill },
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
    this.#map.on("zoomend", () => this.#tidy());
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
    this.#showLabels();
    const all = boundsOf(points);
    if (isFirst || (!this.#isMoved && all !== null && !this.#map.getBounds().contains(all))) this.#fit();
    this.#tidy();
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
    this.#sizes.disconnect();
    this.#map.remove();
  }

  /** Markers stay, so that what somebody is reading about one stays too. */
  #showMarkers(edge: string): void {
    const points = this.#shown ?? [];
    for (const marker of this.#markers.splice(points.length)) marker.remove();
    for (const [number, { latitude, longitude, color }] of points.entries()) {
      const marker = (this.#markers[number] ??= this.#newMarker(number));
      marker.setLatLng([latitude, longitude]).setStyle({ color: edge, fillColor: color });
      if (marker.isTooltipOpen()) marker.getTooltip()?.update();
    }
  }

  #newMarker(number: number): CircleMarker {
    const marker = circleMarker([0, 0], { radius: RADIUS, weight: 1.5, fillOpacity: 1 });
    const about = (): HTMLElement => {
      const point = this.#shown?.[number];
      return textOf(point === undefined ? [] : hoverLines(point));
    };
    return marker.bindTooltip(about, { className: classes["tip"] ?? "", direction: "top" }).addTo(this.#map);
  }

  #showLabels(): void {
    this.#labels.clearLayers();
    const points = this.#shown ?? [];
    if (points.length > NAMED_MAX) return;
    for (const point of points) {
      const lines = labelLines(point);
      if (lines.length > 0) this.#labels.addLayer(labelOf(point, lines));
    }
  }

  #fit(): void {
    if (this.#shown === null) return;
    this.#isFitting = true;
    const all = boundsOf(this.#shown);
    if (all === null) this.#map.fitBounds(EVERYWHERE, { animate: false });
    else this.#map.fitBounds(all, { animate: false, padding: FIT_PADDING, maxZoom: FIT_ZOOM_MAX });
    this.#isFitting = false;
  }

  #fitSize(): void {
    this.#isFitting = true;
    this.#map.invalidateSize({ animate: false });
    this.#isFitting = false;
    if (!this.#isMoved) this.#fit();
  }

  /** In the next frame, as Leaflet moves labels after it has said that the map has moved. */
  #tidy(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#hideCrowded());
  }

  /** Of labels that would lie over each other, the first shows; none lies over a point. */
  #hideCrowded(): void {
    const taken = this.#markers.map((marker): Bounds => {
      const place = this.#map.latLngToLayerPoint(marker.getLatLng());
      return bounds(place.subtract([RADIUS, RADIUS]), place.add([RADIUS, RADIUS]));
    });
    for (const layer of this.#labels.getLayers()) {
      const label = (layer as Tooltip).getElement();
      if (label === undefined) continue;
      // Its place as Leaflet has it: that on the screen may still be on its way.
      const start = DomUtil.getPosition(label);
      const box = bounds(start, start.add([label.offsetWidth, label.offsetHeight]));
      const isFree = taken.every((other) => !box.overlaps(other));
      label.style.visibility = isFree ? "" : "hidden";
      if (isFree) taken.push(box);
    }
  }
}

function boundsOf(points: readonly MapPoint[]): LatLngBounds | null {
  if (points.length === 0) return null;
  return latLngBounds(points.map(({ latitude, longitude }): LatLngTuple => [latitude, longitude]));
}

function labelLines({ name, figure }: MapPoint): readonly string[] {
  return [plainText(name, LABEL_CHARS_MAX), plainText(figure, LABEL_CHARS_MAX)].filter((line) => line !== "");
}

function hoverLines({ name, figure, latitude, longitude }: MapPoint): readonly string[] {
  const place = [latitude, longitude].map((degrees) => figureText(degrees, COORDINATE_DECIMALS)).join(", ");
  return [plainText(name), plainText(figure), place].filter((line) => line !== "");
}

function labelOf({ latitude, longitude }: MapPoint, lines: readonly string[]): Tooltip {
  return tooltip({ permanent: true, direction: "right", offset: [8, 0], className: classes["label"] ?? "" })
    .setLatLng([latitude, longitude])
    .setContent(textOf(lines));
}

/** Names come from outside and are never markup. */
function textOf(lines: readonly string[]): HTMLElement {
  const text = DomUtil.create("span", "foreign");
  text.textContent = lines.join("\n");
  return text;
}
