// The tiles of maps and their source, as the operator has set them; the server writes both into the page.

/** With {z}, {x} and {y}; null if maps have no tiles. */
export function tilesUrl(): string | null {
  return contentOf("map-tiles");
}

/** Markdown; null if there is nothing to say. */
export function mapAttribution(): string | null {
  return contentOf("map-attribution");
}

function contentOf(name: string): string | null {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
  return content === "" ? null : content;
}
