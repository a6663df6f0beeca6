// A server of map tiles, for tests: another origin, whose tiles are all of one colour, and which notes what it is asked.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface AskedTile {
  readonly path: string;
  /** As the browser sent it; undefined without one. */
  readonly referrer: string | undefined;
}

export interface TileServer extends AsyncDisposable {
  /** As browsers write it. */
  readonly origin: string;
  /** In order. */
  readonly asked: readonly AskedTile[];
}

const TILE = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#8aa"/></svg>`;

export async function startTileServer(): Promise<TileServer> {
  const asked: AskedTile[] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? "", referrer: request.headers.referer });
    response.setHeader("content-type", "image/svg+xml").end(TILE);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
