// What benchmarks ask of a server as its administrator, whether it is a process alone or a node of a cluster.
import type { RestClient } from "../test/support/rest-client.ts";

export interface AdminCalls {
  /** As `http://localhost:8080`. */
  readonly http: string;
  readonly accessToken: string;
  call(method: "GET" | "POST", path: string, body?: unknown): Promise<unknown>;
}

export function adminCalls(client: RestClient): AdminCalls {
  return {
    http: client.baseUrl,
    accessToken: (client.authorization ?? "").replace("Bearer ", ""),
    async call(method, path, body) {
      const answer = await client.request(method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path} answered ${String(answer.status)} ${answer.text}`);
      return answer.body;
    },
  };
}
