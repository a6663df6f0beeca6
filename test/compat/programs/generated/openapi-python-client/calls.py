# The same calls with the client that openapi-python-client makes. Prints "ok NAME" or "failed NAME: why".
import os
import sys
from uuid import UUID

from bridgehead import AuthenticatedClient, Client
from bridgehead.api.devices import (
    delete_device,
    get_device_by_id,
    get_device_credentials_by_device_id,
    get_device_info_by_id,
    get_tenant_device_infos,
    save_device,
)
from bridgehead.api.login import get_user, login
from bridgehead.api.rpc import get_persisted_rpc, handle_one_way_device_rpc_request_v2
from bridgehead.api.telemetry import (
    get_attributes_by_scope,
    get_latest_timeseries,
    save_entity_attributes_v2,
    save_entity_telemetry,
)
from bridgehead import models

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


def done(response):
    check(response.status_code == 200, response)


base_url = os.environ["BASE_URL"]
request = models.LoginRequest(username=os.environ["USER_NAME"], password=os.environ["PASSWORD"])
pair = call("login", lambda: login.sync(client=Client(base_url=base_url), body=request))
if not isinstance(pair, models.LoginResponse):
    sys.exit(1)
client = AuthenticatedClient(base_url=base_url, token=pair.token, auth_header_name="X-Authorization")

call("getUser", lambda: check((user := get_user.sync(client=client)).authority == "TENANT_ADMIN", user))
body = models.DeviceInput(name="Typed press", type_="press")
device = call("saveDevice", lambda: save_device.sync(client=client, body=body))
if not isinstance(device, models.Device):
    print(f"failed saveDevice: {device!r}")
    sys.exit(1)
device_id = device.id.id


def get_info():
    info = get_device_info_by_id.sync(device_id, client=client)
    check(info.created_time > 1_000_000_000_000 and info.label is None, info)
    check(isinstance(info.id.id, UUID) and info.device_profile_name == "press", info)


def get_telemetry():
    entity_type = models.GetLatestTimeseriesEntityType.DEVICE
    points = get_latest_timeseries.sync(entity_type, device_id, client=client, keys="force", use_strict_data_types=True)
    check(points["force"][0].ts == 1767225600000 and points["force"][0].value == 88.5, points)


def save_attributes():
    values = models.AttributeValues.from_dict({"target": 70})
    scope = models.SaveEntityAttributesV2Scope.SERVER_SCOPE
    entity_type = models.SaveEntityAttributesV2EntityType.DEVICE
    done(save_entity_attributes_v2.sync_detailed(entity_type, device_id, scope, client=client, body=values))


def get_attributes():
    scope = models.GetAttributesByScopeScope.SERVER_SCOPE
    entity_type = models.GetAttributesByScopeEntityType.DEVICE
    found = get_attributes_by_scope.sync(entity_type, device_id, scope, client=client, keys="target")
    check([(each.key, each.value) for each in found] == [("target", 70)], found)


def list_devices():
    page = get_tenant_device_infos.sync(client=client, page_size=10, page=0, text_search="TYPED")
    check(page.total_elements == 1 and page.data[0].name == "Typed press", page)


def call_device():
    sent = models.RpcRequest(method="oil", params={"ml": 5}, persistent=True, expiration_time=4102444800000)
    answer = handle_one_way_device_rpc_request_v2.sync(device_id, client=client, body=sent)
    record = get_persisted_rpc.sync(answer.rpc_id, client=client)
    check(record.status == "QUEUED" and record.expiration_time == 4102444800000, record)


def save_telemetry():
    entity_type = models.SaveEntityTelemetryEntityType.DEVICE
    readings = {"ts": 1767225600000, "values": {"force": 88.5}}
    done(save_entity_telemetry.sync_detailed(entity_type, device_id, "ANY", client=client, body=readings))


def get_unknown():
    answer = get_device_by_id.sync(UNKNOWN, client=client)
    check(isinstance(answer, models.ErrorResponse) and answer.error_code == 32, answer)


def get_credentials():
    found = get_device_credentials_by_device_id.sync(device_id, client=client)
    check(found.credentials_type == "ACCESS_TOKEN", found)


call("getDeviceInfoById", get_info)
call("getDeviceCredentialsByDeviceId", get_credentials)
call("saveEntityTelemetry", save_telemetry)
call("getLatestTimeseries", get_telemetry)
call("saveEntityAttributesV2", save_attributes)
call("getAttributesByScope", get_attributes)
call("getTenantDeviceInfos", list_devices)
call("handleOneWayDeviceRPCRequestV2", call_device)
call("not found", get_unknown)
call("deleteDevice", lambda: done(delete_device.sync_detailed(device_id, client=client)))
sys.exit(1 if failures else 0)
