// Another site, for tests: a page of another origin that shows an address in a frame.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FramingSite extends AsyncDisposable {
  /** As browsers write it. */
  readonly origin: string;
  /** The page that has this address in its frame. */
  pageOf(address: string): string;
}

/** Listens on a port of its own, which makes it another origin. */
export async function startFramingSite(): Promise<FramingSite> {
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? "/", "http://site.invalid").searchParams.get("frame") ?? "";
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><title>Site</title><iframe title="View" width="900" height="600" src="${address}"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${String(port)}`;
  return {
    origin,
    pageOf: (address) => `${origin}/?frame=${encodeURIComponent(address)}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
