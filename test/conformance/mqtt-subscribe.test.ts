// MQTT contract, checklist "Subscribe": which filters are granted, at what QoS, and what unsubscribing does.
import { expect, test } from "vitest";
import { ATTRIBUTES, byVersion, connectGateway, RPC, useTestPlatform, VERSIONS } from "../support/conformance.ts";

const platform = useTestPlatform();

const GRANTED_FILTERS = [
  "v1/gateway/attributes",
  "v1/gateway/attributes/response",
  "v1/gateway/rpc",
  "v1/gateway/errors",
  "v1/gateway/disconnect",
  "v1/devices/me/attributes",
  "v1/devices/me/attributes/response/+",
  "v1/devices/me/rpc/request/+",
  "v1/devices/me/rpc/response/+",
  "v2/a",
  "v2/a/j",
  "v2/r/req/+",
  "v2/r/req/j/+",
  "v2/a/res/+",
  "v2/a/res/j/+",
  "v2/r/res/+",
  "v2/r/res/j/+",
  "v2/fw/response/+",
  "v2/fw/response/+/chunk/+",
  "v2/fw/error",
  "v2/sw/response/+",
  "v2/sw/response/+/chunk/+",
  "v2/sw/error",
];

test.each(VERSIONS)(
  "MQTT-18 (%s): each filter of the contract is granted with the QoS asked for, at most 1",
  async (_version, protocol) => {
    const { client } = await connectGateway(platform(), { protocol });
    for (const filter of GRANTED_FILTERS)
      for (const [asked, granted] of [
        [0, 0],
        [1, 1],
        [2, 1],
      ] as const)
        expect([filter, (await client.subscribe(filter, asked)).granted]).toEqual([filter, [granted]]);
  },
);

test.each(VERSIONS)(
  "MQTT-18 (%s): a provisioning session is granted its response topic only",
  async (_version, protocol) => {
    const client = await platform().connect("provision", protocol);
    const { granted } = await client.subscribe(["/provision/response", "v1/gateway/rpc"]);
    expect(granted).toEqual([1, byVersion(protocol, 0x80, 0x8f)]);
  },
);

test.each(VERSIONS)(
  "MQTT-19 (%s): wildcards and unknown filters are refused and the connection stays open",
  async (_version, protocol) => {
    const { client } = await connectGateway(platform(), { protocol });
    for (const filter of [
      "#",
      "v1/gateway/#",
      "v1/gateway/+",
      "foo",
      "+/devices/me/attributes",
      "v1/devices/me/rpc/request/1",
      "v2/a/p",
    ])
      expect([filter, (await client.subscribe(filter)).granted]).toEqual([filter, [byVersion(protocol, 0x80, 0x8f)]]);
    await client.ping();
  },
);

test.each(VERSIONS)(
  "MQTT-20 (%s): a mixed SUBSCRIBE gets one code per filter, in order",
  async (_version, protocol) => {
    const { client } = await connectGateway(platform(), { protocol });
    const { granted } = await client.subscribe([
      { topic: "v1/gateway/rpc", qos: 2 },
      { topic: "foo", qos: 1 },
      { topic: "v1/gateway/attributes", qos: 0 },
      { topic: "#", qos: 0 },
      { topic: "v1/devices/me/attributes", qos: 1 },
    ]);
    const refused = byVersion(protocol, 0x80, 0x8f);
    expect(granted).toEqual([1, refused, 0, refused, 1]);
  },
);

test("MQTT-21: v2/fw/response/+ is granted", async () => {
  const { client } = await connectGateway(platform());
  expect((await client.subscribe("v2/fw/response/+")).granted).toEqual([1]);
});

test("MQTT-22 (v5): UNSUBSCRIBE of a filter that was there gives 0x00, of any other 0x11", async () => {
  const { client } = await connectGateway(platform(), { subscribe: [RPC] });
  expect((await client.unsubscribe([RPC, ATTRIBUTES])).granted).toEqual([0x00, 0x11]);
  expect((await client.unsubscribe(RPC)).granted).toEqual([0x11]);
});

test("MQTT-22 (v3): UNSUBSCRIBE gets a plain UNSUBACK", async () => {
  const { client } = await connectGateway(platform(), { protocol: 4, subscribe: [RPC] });
  expect((await client.unsubscribe([RPC, ATTRIBUTES])).length).toBe(2);
});

test.each(VERSIONS)(
  "MQTT-23 (%s): after UNSUBSCRIBE of v1/gateway/rpc no command arrives",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [RPC] });
    const device = await gateway.connectDevice();
    await gateway.client.unsubscribe(RPC);
    const call = gateway.tenant.call(device.id, { method: "toggle", params: {} }, "plugins/rpc/twoway");
    expect((await platform().passTimeUntil(call)).status).toBe(409);
    expect(await gateway.arrivedOn(RPC)).toEqual([]);
  },
);

test.each(VERSIONS)("MQTT-24 (%s): a shared subscription is refused with its own code", async (_version, protocol) => {
  const { client } = await connectGateway(platform(), { protocol });
  const { granted } = await client.subscribe("$share/group/v1/gateway/rpc");
  expect(granted).toEqual([byVersion(protocol, 0x80, 0x9e)]);
  await client.ping();
});
