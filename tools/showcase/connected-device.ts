// A device of a showcase with a connection of its own: sends the texts it is given, and answers every call.
import { connectAsync } from "mqtt";
import type { Names } from "./names.ts";

export interface DeviceConnection {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  readonly names: Names;
}

export interface ConnectedDevice {
  end(): Promise<void>;
}

/** Resolves when its values have been acknowledged. */
export async function connectDevice({ host, port, token, names }: DeviceConnection): Promise<ConnectedDevice> {
  const client = await connectAsync({ host, port, protocol: "mqtt", protocolVersion: 5, username: token });
  client.on("message", (topic) => {
    const answer = topic.replace("request", "response");
    if (answer !== topic) client.publish(answer, JSON.stringify({ reply: names.rpcReply }), { qos: 1 });
  });
  await client.subscribeAsync("v1/devices/me/rpc/request/+", { qos: 1 });
  const publish = (topic: string, payload: unknown): Promise<unknown> =>
    client.publishAsync(topic, JSON.stringify(payload), { qos: 1 });
  await publish("v1/devices/me/telemetry", {
    [names.telemetryKey]: names.telemetryText,
    windSpeed: 7.4,
    rain: true,
    "air.quality": { pm25: 4, label: names.telemetryText.slice(0, 100) },
  });
  await publish("v1/devices/me/attributes", { [names.attributeKey]: names.attributeText, firmware: "2.4.1" });
  return { end: () => client.endAsync() };
}
