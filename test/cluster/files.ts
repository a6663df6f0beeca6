// Packages and background reports on three nodes that share a bucket or a folder: what one of them was given, all of them have.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { connectAsync } from "mqtt";
import { beforeAll, describe, expect, test } from "vitest";
import type { Cluster } from "../../tools/cluster/cluster.ts";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { AnalyticsClient } from "../support/analytics-client.ts";
import { byDeadline, eventually } from "../support/deadline.ts";
import { newFilePackage, newPackage, packageBody, someBytes, upload } from "../support/packages.ts";
import { member, RestClient, text } from "../support/rest-client.ts";
import { CLUSTER_ADMIN } from "../support/three-nodes.ts";

const PATIENCE_MILLIS = 90_000;
const CHUNK_BYTES = 60_000;
const FIRMWARE = someBytes(2_500_001);

/** `folder`: the one that the nodes share, where it is no bucket. */
export interface FilesPlace {
  readonly cluster: () => Cluster;
  readonly folder?: () => string;
}

export function testFiles(place: "bucket" | "folder", { cluster, folder }: FilesPlace): void {
  describe(`files in a ${place}`, () => {
    let profileId: string;
    let names = 0;

    beforeAll(async () => {
      const rest = await loggedIn(nodes()[0]);
      const profile = { name: "boilers", type: "DEFAULT", transportType: "DEFAULT", profileData: {} };
      profileId = text(await rest.post("/api/deviceProfile", profile), "id", "id");
    });

    const nodes = (): readonly [NodeProcess, NodeProcess, NodeProcess] =>
      cluster().nodes as readonly [NodeProcess, NodeProcess, NodeProcess];
    const loggedIn = (node: NodeProcess): Promise<RestClient> =>
      new RestClient(node.http).login(CLUSTER_ADMIN.email, CLUSTER_ADMIN.password);
    const reportsAt = async (node: NodeProcess): Promise<AnalyticsClient> => new AnalyticsClient(await loggedIn(node));

    /** Its name is its access token. */
    async function deviceWith(rest: RestClient, firmwareId: string): Promise<string> {
      const name = `boiler-${String(names++)}`;
      const ids = {
        deviceProfileId: { entityType: "DEVICE_PROFILE", id: profileId },
        firmwareId: { entityType: "OTA_PACKAGE", id: firmwareId },
      };
      await rest.post(`/api/device?accessToken=${name}`, { name, ...ids });
      return name;
    }

    async function firmwareOverMqtt(node: NodeProcess, username: string): Promise<Buffer> {
      const client = await connectAsync(node.mqtt, { username, connectTimeout: PATIENCE_MILLIS });
      const chunks: Buffer[] = [];
      const whole = Promise.withResolvers<Buffer>();
      const ask = (): Promise<unknown> =>
        client.publishAsync(`v2/fw/request/1/chunk/${String(chunks.length)}`, String(CHUNK_BYTES), { qos: 1 });
      client.on("message", (_topic, chunk) => {
        if (chunk.byteLength > 0) chunks.push(chunk);
        if (chunk.byteLength < CHUNK_BYTES) whole.resolve(Buffer.concat(chunks));
        else void ask();
      });
      await client.subscribeAsync("v2/fw/response/+/chunk/+", { qos: 1 });
      await ask();
      const received = await byDeadline(whole.promise, PATIENCE_MILLIS, () => `${String(chunks.length)} chunks`);
      await client.endAsync();
      return received;
    }

    async function firmwareOverHttp(node: NodeProcess, token: string, of: Record<string, unknown>): Promise<Response> {
      const query = new URLSearchParams({ title: String(of["title"]), version: String(of["version"]) });
      return await fetch(`${node.http}/api/v1/${token}/firmware?${query.toString()}`);
    }

    const newView = async (client: AnalyticsClient): Promise<string> => {
      const fields = [{ id: "n", label: "Device", source: { type: "entity", field: "name" } }];
      return (await client.create({ name: `devices ${String(names++)}`, fields })).id;
    };
    const ask = async (client: AnalyticsClient, viewId: string): Promise<string> =>
      text((await client.call("POST", "/reports", { viewId, format: "csv" })).body, "id");
    const reaches = (client: AnalyticsClient, id: string, state: string): Promise<unknown> =>
      eventually(
        async () => (await client.call("GET", `/reports/${id}`)).body,
        (job) => member(job, "state") === state,
        PATIENCE_MILLIS,
        (job) => `report is not ${state}: ${JSON.stringify(job)}`,
      );
    /** The node that runs the jobs of all. */
    const holder = async (): Promise<NodeProcess> => {
      const runs = (node: NodeProcess): boolean =>
        node.state === "running" &&
        node.printed.match(/this node (no longer )?runs the jobs/g)?.at(-1) === "this node runs the jobs";
      const [found = expect.fail()] = await eventually(
        async () => nodes().filter(runs),
        (some) => some.length === 1,
        PATIENCE_MILLIS,
        (some) => `run by ${some.map(({ name }) => name).join(", ")}`,
      );
      return found;
    };

    test("a package that was given to node 1 is downloaded from the others, by MQTT, by HTTP and by REST", async () => {
      const [first, second, third] = nodes();
      const [gives, reads] = [await loggedIn(first), await loggedIn(third)];
      const body = packageBody(profileId, { title: "boiler", version: "1" });
      const id = await newFilePackage(gives, profileId, FIRMWARE, { title: "boiler", version: "1" });
      const token = await deviceWith(gives, id);
      expect((await firmwareOverMqtt(second, token)).equals(FIRMWARE)).toBe(true);
      const overHttp = await firmwareOverHttp(third, token, body);
      expect(Buffer.from(await overHttp.arrayBuffer()).equals(FIRMWARE)).toBe(true);
      const download = await fetch(`${third.http}/api/otaPackage/${id}/download`, {
        headers: { "x-authorization": reads.authorization ?? "" },
      });
      expect(Buffer.from(await download.arrayBuffer()).equals(FIRMWARE)).toBe(true);
      if (folder !== undefined) expect(await readdir(join(folder(), "packages"))).toHaveLength(1);
    });

    test("of two uploads of a package to two nodes one counts, and all nodes have it", async () => {
      const [first, second, third] = nodes();
      const clients = [await loggedIn(first), await loggedIn(second)];
      const id = await newPackage(clients[0] ?? expect.fail(), profileId, { version: "2" });
      const contents = clients.map((_client, index) => someBytes(1_200_000 + index));
      const answers = await Promise.all(
        clients.map((rest, index) => upload(rest, id, { bytes: contents[index] ?? expect.fail() })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const won = contents[answers.findIndex(({ status }) => status === 200)] ?? expect.fail();
      const download = await fetch(`${third.http}/api/otaPackage/${id}/download`, {
        headers: { "x-authorization": (await loggedIn(third)).authorization ?? "" },
      });
      expect(Buffer.from(await download.arrayBuffer()).equals(won)).toBe(true);
    });

    test("a report in the background that node 1 was asked for is read on node 3, and removed on node 2", async () => {
      const [asks, removes, reads] = await Promise.all(nodes().map((node) => reportsAt(node)));
      if (asks === undefined || removes === undefined || reads === undefined) expect.fail();
      const id = await ask(asks, await newView(asks));
      expect(await reaches(reads, id, "done")).toMatchObject({ progress: 100 });
      const result = await reads.call("GET", `/reports/${id}/result`);
      expect([result.status, result.text.split("\r\n")[0]]).toEqual([200, "Device"]);
      expect((await removes.call("DELETE", `/reports/${id}`)).status).toBe(204);
      expect((await asks.call("GET", `/reports/${id}`)).status).toBe(404);
    });

    test("reports of a node that is killed are run by another one", async () => {
      const killed = await holder();
      const [other = expect.fail()] = nodes().filter((node) => node !== killed);
      const client = await reportsAt(other);
      const viewId = await newView(client);
      // While the bucket stands still, the first report stays as it is.
      if (place === "bucket") cluster().bucket.freeze();
      const ids = [await ask(client, viewId), await ask(client, viewId), await ask(client, viewId)];
      if (place === "bucket") await reaches(client, ids[0] ?? expect.fail(), "running");
      await killed.kill();
      if (place === "bucket") cluster().bucket.thaw();
      for (const id of ids) await reaches(client, id, "done");
      expect((await client.call("GET", `/reports/${ids[0] ?? ""}/result`)).status).toBe(200);
      expect(await holder()).not.toBe(killed);
      await killed.start();
    });

    if (place === "bucket")
      test("while the bucket does not answer, calls for a package fail soon; then all is as it was", async () => {
        const [first, , third] = nodes();
        const rest = await loggedIn(first);
        const id = await newFilePackage(rest, profileId, FIRMWARE, { version: "3" });
        const next = await newPackage(rest, profileId, { version: "4" });
        const [download, token] = [`/api/otaPackage/${id}/download`, await deviceWith(rest, id)];
        const reader = await loggedIn(third);
        cluster().bucket.freeze();
        const [ofDownload, ofDevice, ofUpload] = await Promise.all([
          reader.request("GET", download),
          firmwareOverHttp(third, token, { title: "boiler", version: "3" }),
          upload(rest, next, { bytes: FIRMWARE }),
        ]);
        for (const { body } of [ofDownload, ofUpload]) expect(body).toMatchObject({ status: 500, errorCode: 46 });
        expect(ofDevice.status).toBe(500);
        cluster().bucket.thaw();
        expect((await firmwareOverMqtt(third, token)).equals(FIRMWARE)).toBe(true);
        expect((await upload(rest, next, { bytes: FIRMWARE })).status).toBe(200);
      });
  });
}
