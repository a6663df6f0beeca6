// Whether a port can be listened on.
import { createServer } from "node:net";

/** `port` where it is free on `host`, otherwise 0, which lets the system pick one. */
export async function portOrFreeOne(port: number, host: string): Promise<number> {
  const answer = Promise.withResolvers<number>();
  const server = createServer();
  server.once("error", () => {
    answer.resolve(0);
  });
  server.listen(port, host, () => {
    server.close(() => {
      answer.resolve(port);
    });
  });
  return await answer.promise;
}
