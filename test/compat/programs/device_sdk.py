# The device SDK for Python as it is. `device_sdk.py SCENARIO INPUT`: calls it as the scenario asks and prints what it was told, a
# word and JSON in each line; then it waits to be ended.
import json
import os
import signal
import sys
import threading
import time
from datetime import datetime, timedelta

from tb_device_http import TBHTTPDevice, TBProvisionFailure
from tb_device_mqtt import TBDeviceMqttClient
from tb_gateway_mqtt import TBGatewayMqttClient

INPUT = json.loads(sys.argv[2])
HOST = "127.0.0.1"
FIRST_TS = 1_700_000_000_000
FIRST_TIME = datetime(2026, 1, 1)
STEP_SECONDS_MAX = 60
SCENARIOS = {}


def scenario(function):
    SCENARIOS[function.__name__] = function
    return function


def say(word, value=None):
    print(word, json.dumps(value, sort_keys=True), flush=True)


def wait_for(is_so, what, seconds=STEP_SECONDS_MAX):
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} has not happened within {seconds} s")
        time.sleep(0.01)


def connected(client):
    client.connect(min_reconnect_delay=1, timeout=1)
    wait_for(client.is_connected, "the connection")
    # It asks for its limits at every connect.
    wait_for(lambda: client.rate_limits_received, "the answer about limits")
    return client


def device():
    return connected(TBDeviceMqttClient(HOST, INPUT["port"], INPUT["token"]))


def gateway():
    return connected(TBGatewayMqttClient(HOST, INPUT["port"], INPUT["token"]))


def packets(info):
    return info.message_info if isinstance(info.message_info, list) else [info.message_info]


def is_published(info):
    return all(packet.is_published() for packet in packets(info))


def acknowledged(*infos):
    for info in infos:
        if info.rc() != 0:
            raise RuntimeError(f"not sent: {info.rc()}")
        wait_for(lambda: is_published(info), "the acknowledgement")


def until_acknowledged(client, send):
    """The SDK forgets at each disconnect what was not acknowledged; who must not lose it sends it again."""
    while True:
        wait_for(client.is_connected, "the connection")
        info = send()
        deadline = time.monotonic() + 10
        while client.is_connected() and not is_published(info) and time.monotonic() < deadline:
            time.sleep(0.001)
        if is_published(info):
            return


@scenario
def telemetry():
    client = device()
    acknowledged(
        client.send_telemetry(
            {"ts": 10, "values": {"temperature": 21.5, "open": True, "state": "on", "count": 2**53 + 1}}
        ),
        client.send_telemetry([{"ts": 20, "values": {"temperature": 22}}, {"ts": 30, "values": {"temperature": 23}}]),
        client.send_telemetry({"ts": 40, "values": {"place": {"x": [1, None]}}, "metadata": {"source": "sensor"}}),
        client.send_telemetry({"now": 1, "humidity": 60.25}),
    )
    say("acknowledged")


@scenario
def large_telemetry():
    """The SDK splits what is larger than its limit for payloads."""
    client = device()
    values = {f"key-{index}": "x" * 100 for index in range(INPUT["keys"])}
    info = client.send_telemetry({"ts": FIRST_TS, "values": values})
    acknowledged(info)
    say("acknowledged", len(packets(info)))


@scenario
def attributes():
    client = device()
    acknowledged(client.send_attributes({"firmware": "1.0", "limits": {"max": 90}, "on": False, "count": 7}))
    say("acknowledged")


@scenario
def request_attributes():
    client = device()
    client.request_attributes(
        ["firmware"], ["target", "missing"], lambda answer, error: say("both", [answer, str(error)])
    )
    client.request_attributes(["firmware"], None, lambda answer, _: say("client", answer))
    client.request_attributes(None, ["target"], lambda answer, _: say("shared", answer))
    client.request_attributes(None, None, lambda answer, _: say("all", answer))


@scenario
def subscribe_to_attributes():
    client = device()
    client.subscribe_to_all_attributes(lambda update, _: say("all", update))
    is_told = threading.Event()
    one = client.subscribe_to_attribute("target", lambda update, _: (say("target", update), is_told.set()))
    say("subscribed")
    is_told.wait(STEP_SECONDS_MAX)
    client.unsubscribe_from_attribute(one)
    say("unsubscribed")


@scenario
def calls():
    client = device()

    def handle(request_id, body):
        say(body["method"], body["params"])
        client.send_rpc_reply(request_id, {"got": body["params"]})

    client.set_server_side_rpc_request_handler(handle)
    say("ready")


@scenario
def limits():
    client = device()
    info = [client.send_telemetry({"ts": FIRST_TS + n, "values": {"n": n}}) for n in range(INPUT["messages"])]
    acknowledged(*info)
    say("acknowledged", client._telemetry_rate_limit.has_limit())


@scenario
def claim():
    client = device()
    acknowledged(client.claim(INPUT["secret"], 60_000))
    say("acknowledged")


@scenario
def provision():
    credentials = TBDeviceMqttClient.provision(
        HOST, INPUT["key"], INPUT["secret"], INPUT["port"], **{name: value for name, value in INPUT["wish"].items()}
    )
    say("credentials", credentials)
    if credentials is None:
        return
    value = credentials["credentialsValue"]
    if credentials["credentialsType"] == "MQTT_BASIC":
        login = (value["userName"], value["password"])
        client = TBDeviceMqttClient(HOST, INPUT["port"], *login, client_id=value["clientId"])
    else:
        client = TBDeviceMqttClient(HOST, INPUT["port"], value)
    acknowledged(connected(client).send_telemetry({"ts": 1, "values": {"first": 1}}))
    say("acknowledged")


@scenario
def wrong_token():
    client = TBDeviceMqttClient(HOST, INPUT["port"], INPUT["token"])
    client.connect(lambda *_args: say("told", int(_args[3].value)), min_reconnect_delay=1, timeout=1)
    # Told at the second try: the SDK remembers the callback only after it has begun to connect.
    time.sleep(3)
    say("connected", client.is_connected())


@scenario
def kills():
    client = device()
    client.set_server_side_rpc_request_handler(lambda call, body: client.send_rpc_reply(call, {"got": body["params"]}))
    for n in range(INPUT["messages"]):
        until_acknowledged(client, lambda: client.send_telemetry({"ts": FIRST_TS + n, "values": {"n": n}}))
        say(f"sent-{n}")
    # The SDK forgets these at each disconnect.
    client.subscribe_to_all_attributes(lambda update, _: say("update", update))
    say("all")


@scenario
def firmware():
    client = connected(TBDeviceMqttClient(HOST, INPUT["port"], INPUT["token"], chunk_size=INPUT["chunk"]))
    client.get_firmware_update()
    say("asked")
    wait_for(lambda: client.current_firmware_info["fw_state"] in ("UPDATED", "FAILED"), "the update")
    say("ended", client.current_firmware_info)


@scenario
def gateway_telemetry():
    client = gateway()
    name = INPUT["device"]
    acknowledged(
        client.gw_connect_device(name, "boiler"),
        client.gw_send_telemetry(name, {"ts": 10, "values": {"temperature": 21.5, "open": True}}),
        client.gw_send_telemetry(
            name, [{"ts": 20, "values": {"temperature": 22}}, {"ts": 30, "values": {"state": "on"}}]
        ),
        client.gw_send_telemetry(name, {"now": 1}),
        client.gw_send_attributes(name, {"firmware": "1.0", "limits": {"max": 90}}),
        client.send_telemetry({"ts": 10, "values": {"devices": 1}}),
        client.send_attributes({"site": "north"}),
    )
    say("acknowledged")


@scenario
def gateway_attributes():
    client = gateway()
    name = INPUT["device"]
    client.gw_connect_device(name)
    client.gw_request_client_attributes(name, ["firmware"], lambda answer, error: say("client", [answer, str(error)]))
    client.gw_request_client_attributes(name, ["firmware", "serial"], lambda answer, _: say("clients", answer))
    client.gw_request_shared_attributes(name, ["target"], lambda answer, _: say("shared", answer))
    client.gw_request_shared_attributes(name, ["target", "mode"], lambda answer, _: say("shareds", answer))
    client.gw_request_shared_attributes(name, ["missing"], lambda answer, _: say("missing", answer))


@scenario
def gateway_subscriptions():
    client = gateway()
    name = INPUT["device"]
    acknowledged(client.gw_connect_device(name))
    wait_for(lambda: not client.get_subscriptions_in_progress(), "the subscriptions")
    client.gw_subscribe_to_all_attributes(lambda update: say("all", update))
    client.gw_subscribe_to_all_device_attributes(name, lambda update: say("device", update))
    client.gw_subscribe_to_attribute(name, "target", lambda update: say("target", update))
    say("subscribed")


@scenario
def gateway_calls():
    client = gateway()
    name = INPUT["device"]

    def handle(tb_client, content):
        data = content["data"]
        say(data["method"], [content["device"], data["params"]])
        tb_client.gw_send_rpc_reply(content["device"], data["id"], {"got": data["params"]})

    client.gw_set_server_side_rpc_request_handler(handle)
    client.set_server_side_rpc_request_handler(lambda call, body: client.send_rpc_reply(call, {"own": body["params"]}))
    acknowledged(client.gw_connect_device(name))
    wait_for(lambda: not client.get_subscriptions_in_progress(), "the subscriptions")
    say("ready")


@scenario
def gateway_disconnects():
    """Calls to the gateway itself say what to do next."""
    client = gateway()
    name = INPUT["device"]
    steps = {"connect": client.gw_connect_device, "disconnect": client.gw_disconnect_device}

    def handle(call, body):
        steps[body["method"]](name)
        client.send_rpc_reply(call, {"done": body["method"]})

    client.gw_subscribe_to_all_attributes(lambda update: say("update", update))
    client.set_server_side_rpc_request_handler(handle)
    wait_for(lambda: not client.get_subscriptions_in_progress(), "the subscriptions")
    say("ready")


@scenario
def gateway_claim():
    client = gateway()
    acknowledged(client.gw_connect_device(INPUT["device"]), client.gw_claim(INPUT["device"], INPUT["secret"], 60_000))
    say("acknowledged")


@scenario
def gateway_limits():
    client = gateway()
    name = INPUT["device"]
    acknowledged(client.gw_connect_device(name))
    info = [client.gw_send_telemetry(name, {"ts": FIRST_TS + n, "values": {"n": n}}) for n in range(INPUT["messages"])]
    acknowledged(*info)
    say("acknowledged", client._devices_connected_through_gateway_telemetry_messages_rate_limit.has_limit())


@scenario
def gateway_is_told():
    """What the platform tells a gateway about its devices comes as calls to the gateway itself."""
    client = gateway()
    client.set_server_side_rpc_request_handler(lambda _call, body: say(body["method"], body["params"]))
    acknowledged(client.gw_connect_device(INPUT["device"]))
    say("ready")


@scenario
def gateway_kills():
    client = gateway()
    name = INPUT["device"]

    def handle(tb_client, content):
        tb_client.gw_send_rpc_reply(content["device"], content["data"]["id"], {"got": content["data"]["params"]})

    client.gw_set_server_side_rpc_request_handler(handle)
    client.gw_subscribe_to_all_attributes(lambda update: say("update", update))
    until_acknowledged(client, lambda: client.gw_connect_device(name))
    for n in range(INPUT["messages"]):
        until_acknowledged(client, lambda: client.gw_send_telemetry(name, {"ts": FIRST_TS + n, "values": {"n": n}}))
        say(f"sent-{n}")
    say("all")


def http(token=None):
    return TBHTTPDevice(INPUT["http"], token or INPUT["token"], "device")


@scenario
def http_telemetry():
    client = http()
    say("connected", client.connect())
    client.send_telemetry({"temperature": 21.5, "open": True}, FIRST_TIME, queued=False)
    client.send_telemetry({"now": 1}, queued=False)
    for n in range(2):
        client.send_telemetry({"n": n}, FIRST_TIME + timedelta(seconds=n))
    say("wrong token", http("no-such-token").connect())


@scenario
def http_attributes():
    client = http()
    client.send_attributes({"firmware": "1.0", "limits": {"max": 90}})
    say("answer", client.request_attributes(["firmware"], ["target"]))


@scenario
def http_subscriptions():
    client = http()
    client.subscribe("attributes", lambda update: say("update", update))

    def handle(call):
        say("call", call)
        client.send_rpc("reply", {"got": call["params"]}, call["id"])

    client.subscribe("rpc", handle)
    say("subscribed")


@scenario
def http_asks():
    say("answer", http().send_rpc("getSessionLimits"))


@scenario
def http_provision():
    client = TBHTTPDevice.provision(INPUT["http"], INPUT["device"], INPUT["key"], INPUT["secret"])
    client.send_telemetry({"first": 1}, queued=False)
    say("token", client.token)
    try:
        TBHTTPDevice.provision(INPUT["http"], INPUT["device"], INPUT["key"], "wrong")
    except TBProvisionFailure as failure:
        say("refused", failure.args[0])


@scenario
def http_kill():
    client = http()
    say("connected", client.connect())
    for n in range(INPUT["messages"]):
        client.send_telemetry({"n": n}, FIRST_TIME + timedelta(seconds=n))
    say("queued")


@scenario
def http_firmware():
    client = TBHTTPDevice(INPUT["http"], INPUT["token"], "device", INPUT["chunk"])
    client.connect()
    client.get_firmware_update()
    say("updated")


signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
SCENARIOS[sys.argv[1]]()
signal.sigwait({signal.SIGTERM})
os._exit(0)
