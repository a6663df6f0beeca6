"""A gateway for two presses: it sends what they measure, follows their target and answers calls.

paho-mqtt keeps what has not been acknowledged in memory, up to a bound, and sends it when the connection is back.
"""

import json
import os
import signal
import threading
import time
from urllib.parse import urlparse

import paho.mqtt.client as mqtt

URL = urlparse(os.environ.get("BRIDGEHEAD_URL", "mqtt://localhost:1883"))
EVERY_SECONDS = int(os.environ.get("EVERY_MILLIS", "5000")) / 1000
MESSAGES_MAX = 10_000  # beyond it new ones are dropped
TOPIC = "v1/gateway/"

presses = {name: {"cycles": 0, "temperature": 20.0, "target": 60} for name in ("Press 1", "Press 2")}


def publish(name, payload):
    """Returns at once; the acknowledgement comes to on_publish."""
    sent = client.publish(TOPIC + name, json.dumps(payload), qos=1)
    if sent.rc == mqtt.MQTT_ERR_QUEUE_SIZE:
        print(f"{name} dropped: {MESSAGES_MAX} messages wait already", flush=True)


def on_connect(client, _userdata, _flags, reason, _properties):
    if reason.is_failure:
        print(f"not connected: {reason}", flush=True)
        return
    # The platform keeps no sessions, so everything is subscribed to again, and what was missed is asked for.
    client.subscribe([(TOPIC + name, 1) for name in ("rpc", "attributes", "attributes/response", "errors")])
    for device in presses:
        publish("connect", {"device": device, "type": "press"})
        publish("attributes", {device: {"firmware": "1.4.0"}})
        publish("attributes/request", {"id": 1, "device": device, "shared": ["target"]})
    print("connected", flush=True)


def on_connect_fail(_client, _userdata):
    print("not connected: no answer", flush=True)


def on_message(_client, _userdata, message):
    content = json.loads(message.payload)
    device = content.get("device")
    if message.topic == TOPIC + "errors":
        print(f"refused: {device or message.topic}: {content['message']}", flush=True)
    elif device not in presses:
        print(f"no such device: {device}", flush=True)
    elif message.topic == TOPIC + "rpc":
        call = content["data"]
        result = presses[device] if call["method"] == "getState" else {"error": f"no method {call['method']}"}
        publish("rpc", {"device": device, "id": call["id"], "data": result})
    else:
        follow(device, content.get("shared") or content.get("data") or {})


def follow(device, attributes):
    target = attributes.get("target")
    if isinstance(target, (int, float)):
        presses[device]["target"] = target
        print(f"{device}: target {target}", flush=True)


def on_publish(_client, _userdata, _mid, reason, _properties):
    if reason.is_failure:
        print(f"refused: {reason}", flush=True)  # and would be again


def measure():
    ts = int(time.time() * 1000)
    for press in presses.values():
        press["cycles"] += 1
        press["temperature"] += (press["target"] - press["temperature"]) / 10
    values = {
        device: [{"ts": ts, "values": {"cycles": press["cycles"], "temperature": press["temperature"]}}]
        for device, press in presses.items()
    }
    publish("telemetry", values)


# MQTT 5: its acknowledgements say what was refused.
client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
client.username_pw_set(os.environ["BRIDGEHEAD_TOKEN"])
if URL.scheme == "mqtts":
    client.tls_set(os.environ.get("BRIDGEHEAD_CA"))
client.max_queued_messages_set(MESSAGES_MAX)
client.reconnect_delay_set(min_delay=1, max_delay=60)  # doubles with each failed attempt
client.on_connect = on_connect
client.on_connect_fail = on_connect_fail
client.on_message = on_message
client.on_publish = on_publish
client.connect_async(URL.hostname, URL.port or (8883 if URL.scheme == "mqtts" else 1883))
client.loop_start()

stopped = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: stopped.set())
signal.signal(signal.SIGINT, lambda *_: stopped.set())
while not stopped.wait(EVERY_SECONDS):
    measure()
client.disconnect()
client.loop_stop()
