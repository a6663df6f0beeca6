# Ten calls and two refusals with the client that OpenAPI Generator makes for Python. Prints "ok NAME" or "failed NAME: why".
import os
import sys
from uuid import UUID

import bridgehead_client as bh

UNKNOWN = UUID("01990000-0000-7000-8000-000000000000")
failures = 0


def call(name, work):
    global failures
    try:
        result = work()
        print(f"ok {name}", flush=True)
        return result
    except Exception as error:  # the table shows it
        failures += 1
        print(f"failed {name}: {type(error).__name__}: {str(error)[:300]!r}", flush=True)
        return None


def check(is_right, found):
    if not is_right:
        raise AssertionError(f"found {found!r}")
    return found


configuration = bh.Configuration(host=os.environ["BASE_URL"])
client = bh.ApiClient(configuration)
login, devices, telemetry, rpc = bh.LoginApi(client), bh.DevicesApi(client), bh.TelemetryApi(client), bh.RpcApi(client)

request = bh.LoginRequest(username=os.environ["USER_NAME"], password=os.environ["PASSWORD"])
pair = call("login", lambda: login.login(request))
if pair is None:
    sys.exit(1)
configuration.access_token = pair.token

call("getUser", lambda: check((user := login.get_user()).authority == "TENANT_ADMIN", user))
device = call("saveDevice", lambda: devices.save_device(bh.DeviceInput(name="Python press", type="press")))
if device is None:
    sys.exit(1)
device_id = device.id.id


def get_info():
    info = devices.get_device_info_by_id(device_id)
    check(info.created_time > 1_000_000_000_000 and info.label is None, info)
    check(isinstance(info.id.id, UUID) and info.device_profile_name == "press", info)


def save_telemetry():
    telemetry.save_entity_telemetry("DEVICE", device_id, "ANY", {"ts": 1767225600000, "values": {"force": 88.5}})


def get_telemetry():
    points = telemetry.get_latest_timeseries("DEVICE", device_id, keys="force", use_strict_data_types=True)
    check(points["force"][0].ts == 1767225600000 and points["force"][0].value == 88.5, points)


def get_attributes():
    found = telemetry.get_attributes_by_scope("DEVICE", device_id, "SERVER_SCOPE", keys="target")
    check([(each.key, each.value) for each in found] == [("target", 70)], found)


def list_devices():
    page = devices.get_tenant_device_infos(page_size=10, page=0, text_search="PYTHON", sort_property="name", sort_order="ASC")
    check(page.total_elements == 1 and page.data[0].name == "Python press", page)


def call_device():
    sent = bh.RpcRequest(method="oil", params={"ml": 5}, persistent=True, expiration_time=4102444800000)
    record = rpc.get_persisted_rpc(rpc.handle_one_way_device_rpc_request_v2(device_id, sent).rpc_id)
    check(record.status == "QUEUED" and record.expiration_time == 4102444800000, record)


def get_unknown():
    try:
        devices.get_device_by_id(UNKNOWN)
    except bh.exceptions.NotFoundException as error:
        check(error.data.error_code == 32, error.data)
        return
    raise AssertionError("an unknown device was found")


call("getDeviceInfoById", get_info)
call("getDeviceCredentialsByDeviceId", lambda: devices.get_device_credentials_by_device_id(device_id))
call("saveEntityTelemetry", save_telemetry)
call("getLatestTimeseries", get_telemetry)
call("saveEntityAttributesV2", lambda: telemetry.save_entity_attributes_v2("DEVICE", device_id, "SERVER_SCOPE", {"target": 70}))
call("getAttributesByScope", get_attributes)
call("getTenantDeviceInfos", list_devices)
call("handleOneWayDeviceRPCRequestV2", call_device)
call("not found", get_unknown)
call("deleteDevice", lambda: devices.delete_device(device_id))
sys.exit(1 if failures else 0)
