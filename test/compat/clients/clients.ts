// Every client of the run, in the order of the table.
import type { CompatClient } from "../compat-client.ts";
import { caddy } from "../deployments/caddy.ts";
import { clone } from "../deployments/clone.ts";
import { container } from "../deployments/container.ts";
import { haproxy } from "../deployments/haproxy.ts";
import { kubernetes } from "../deployments/kubernetes.ts";
import { nginx } from "../deployments/nginx.ts";
import { operator } from "../deployments/operator/operator.ts";
import { prometheus } from "../deployments/prometheus.ts";
import { systemd } from "../deployments/systemd.ts";
import { versityGateway } from "../servers/versity-gateway.ts";
import { deviceSdk } from "./device-sdk.ts";
import { generatedClients } from "./generated.ts";
import { pythonGateway } from "./python-gateway.ts";
import { goPaho } from "./go-paho.ts";
import { mosquitto } from "./mosquitto.ts";
import { mqttJs } from "./mqtt-js.ts";
import { paho } from "./paho.ts";
import { publicGateway } from "./public-gateway.ts";
import { restClients } from "./rest-client.ts";
import { rumqttc } from "./rumqttc.ts";

export const CLIENTS: readonly CompatClient[] = [
  mosquitto,
  mqttJs,
  paho,
  pythonGateway,
  goPaho,
  rumqttc,
  deviceSdk,
  publicGateway,
  ...restClients,
  ...generatedClients,
  clone,
  versityGateway,
  nginx,
  caddy,
  haproxy,
  systemd,
  operator,
  prometheus,
  kubernetes,
  container,
];
