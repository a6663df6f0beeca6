# A gateway on paho-mqtt as it is: publishes what a file says and answers calls.
import json
import os
import signal
import sys
import threading
import time

import paho.mqtt.client as mqtt

QOS = int(os.environ["QOS"])
VERSION = mqtt.MQTTv5 if os.environ["VERSION"] == "5" else mqtt.MQTTv311
RPC = "v1/gateway/rpc"
connections = 0
connected = threading.Event()


def on_connect(client, _userdata, _flags, reason, _properties):
    global connections
    if reason.is_failure:
        print("refused", reason, flush=True)
        return
    connections += 1
    client.subscribe(RPC, 1)
    client.publish("v1/gateway/connect", json.dumps({"device": os.environ["DEVICE"]}), 1)
    connected.set()


def on_message(client, _userdata, message):
    call = json.loads(message.payload)
    answer = {"device": call["device"], "id": call["data"]["id"], "data": {"done": True}}
    client.publish(RPC, json.dumps(answer), 1)
    print("answered", flush=True)


clean = {} if VERSION == mqtt.MQTTv5 else {"clean_session": False}
client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=f"paho-{os.getpid()}", protocol=VERSION, **clean)
client.username_pw_set(os.environ["TOKEN"])
client.on_connect = on_connect
client.on_message = on_message
client.reconnect_delay_set(0.1, 1)
client.max_queued_messages_set(0)
client.connect("127.0.0.1", int(os.environ["PORT"]))
client.loop_start()
if not connected.wait(30):
    sys.exit("never connected")
with open(os.environ["MESSAGES"], encoding="utf-8") as file:
    messages = file.read().split("\n")
sent = []
for message in messages:
    sent.append(client.publish("v1/gateway/telemetry", message, QOS))
    if len(messages) > 100:
        time.sleep(0.005)
deadline = time.monotonic() + 90
while time.monotonic() < deadline and not all(each.is_published() for each in sent if each.rc != mqtt.MQTT_ERR_NO_CONN):
    time.sleep(0.02)
# What was published while there was no connection is queued; its state cannot be asked for, and the store shows it.
done = sum(1 for each in sent if each.rc == mqtt.MQTT_ERR_NO_CONN or each.is_published())
time.sleep(1)
print("published", done, "connections", connections, flush=True)
signal.sigwait({signal.SIGTERM})
client.disconnect()
client.loop_stop()
