// Sends rows of telemetry to the import of a server, as CSV.
import { request } from "node:http";
import { Readable } from "node:stream";
import type { PlatformServer } from "./servers.ts";

/** Resolves when the rows are stored. Devices that are new are created. */
export async function upload(server: PlatformServer, lines: Iterable<string>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const sent = request(
      `${server.http}/api/telemetry/import?createDevices=true`,
      {
        method: "POST",
        headers: { "content-type": "text/csv", "x-authorization": `Bearer ${server.accessToken}` },
      },
      (answer) => {
        answer.resume();
        answer.on("end", () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`the import answered ${String(answer.statusCode)}`));
        });
      },
    );
    sent.on("error", reject);
    Readable.from(lines).pipe(sent);
  });
}
