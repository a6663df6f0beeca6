# The client for Python of the community edition as it is. Its models check what they are given: a member that is missing, or of
# another type, fails.
import ast
import hashlib
import json
import tempfile
import threading
import time
import urllib.error
import urllib.request
import uuid

from scenarios import FIRST_TS, INPUT, PASSWORD, equal, main, refused, scenario, unique, wait_for
from tb_ce_client import ThingsboardClient
from tb_ce_client.models import *


def logged_in(credentials):
    return ThingsboardClient(INPUT["http"], **credentials)


def admin():
    return logged_in(INPUT["admin"])


def id_of(entity):
    return str(entity.id.id)


def new_device(user, **fields):
    return user.save_device(Device(**{"name": unique("device"), "type": "default", **fields}))


def new_customer(user):
    return user.save_customer(Customer(title=unique("customer")))


def new_user(user, **fields):
    """The user, and the credentials."""
    email = f"{uuid.uuid4().hex[:8]}@example.com"
    body = User(**{"email": email, "authority": "TENANT_ADMIN", "first_name": "Ada", **fields})
    saved = user.save_user(body, send_activation_mail="false")
    token = user.get_activation_link(id_of(saved)).split("activateToken=")[1]
    request = ActivateUserRequest(activate_token=token, password=PASSWORD)
    pair = user.activate_user(request, send_activation_mail=False)
    equal(bool(pair.token and pair.refresh_token), True)
    return saved, {"username": email, "password": PASSWORD}


def customer_user(user, customer):
    return new_user(user, authority="CUSTOMER_USER", customer_id=customer.id)


def new_profile(name, **provisioning):
    provisioning = provisioning or {"type": "DISABLED"}
    return DeviceProfile.from_dict(
        {
            "name": name,
            "type": "DEFAULT",
            "transportType": "DEFAULT",
            "provisionType": provisioning["type"],
            "profileData": {
                "configuration": {"type": "DEFAULT"},
                "transportConfiguration": {"type": "DEFAULT"},
                "provisionConfiguration": provisioning,
            },
        }
    )


def names(page):
    return [each.name for each in page.data]


def plain(answer):
    """Models as the JSON that they were."""
    if isinstance(answer, list):
        return [plain(each) for each in answer]
    if isinstance(answer, dict):
        return {key: plain(value) for key, value in answer.items()}
    return json.loads(answer.to_json()) if hasattr(answer, "to_json") else answer


def scope_of(user, device, scope, **keys):
    """What the call answers; the client expects nothing and gives None."""
    answer = user.get_attributes_by_scope_with_http_info("DEVICE", device, scope, **keys)
    return by_key(json.loads(answer.raw_data))


def by_key(entries):
    return {each["key"]: each["value"] for each in plain(entries)}


def points(answer):
    """Of each key the times with their values, in the order of the answer."""
    return {key: [(each["ts"], each["value"]) for each in series] for key, series in plain(answer).items()}


@scenario
def login():
    """login, the user, a login by token, a logout, and a wrong password"""
    user = admin()
    me = user.get_user()
    equal((me.email, me.authority.value, me.id.entity_type), (INPUT["admin"]["username"], "TENANT_ADMIN", "USER"))
    pair = user.refresh_token(RefreshTokenRequest(refresh_token=user.get_refresh_token()))
    by_token = ThingsboardClient(INPUT["http"], token=pair.token, refresh_token=pair.refresh_token)
    equal(by_token.get_user().email, me.email)
    by_token.logout()
    refused(401, by_token.get_user)
    refused(401, lambda: logged_in({**INPUT["admin"], "password": "wrong"}))


@scenario
def users():
    """users: password policy, invitation, list, switch, change of password, deletion"""
    user = admin()
    policy = user.get_user_password_policy()
    equal(policy.minimum_length >= 6, True)
    saved, credentials = new_user(user)
    equal(user.get_user_by_id(id_of(saved)).email, credentials["username"])
    page = user.get_users(10, 0, text_search=credentials["username"])
    equal(
        ([each.email for each in page.data], page.total_elements, page.has_next), ([credentials["username"]], 1, False)
    )
    user.set_user_credentials_enabled(id_of(saved), "false")
    refused(401, lambda: logged_in(credentials))
    user.set_user_credentials_enabled(id_of(saved), "true")
    other = logged_in(credentials)
    changed = f"{PASSWORD}-2"
    other.change_password(ChangePasswordRequest(current_password=PASSWORD, new_password=changed))
    equal(logged_in({**credentials, "password": changed}).get_user().first_name, "Ada")
    user.delete_user(id_of(saved))
    refused(404, lambda: user.get_user_by_id(id_of(saved)))


@scenario
def api_keys():
    """API keys: creation, list, login, description, switch, deletion"""
    user = admin()
    me = user.get_user()
    key = user.save_api_key(ApiKeyInfo(description="nightly", user_id=me.id, enabled=True))
    by_key = ThingsboardClient(INPUT["http"], api_key=key.value)
    equal(by_key.get_user().email, me.email)
    equal("nightly" in [each.description for each in user.get_user_api_keys(id_of(me), 100, 0).data], True)
    equal(user.update_api_key_description(key.id.id, "weekly").description, "weekly")
    equal(user.enable_api_key(key.id.id, False).enabled, False)
    refused(401, by_key.get_user)
    user.delete_api_key(key.id.id)
    equal(id_of(key) in [id_of(each) for each in user.get_user_api_keys(id_of(me), 100, 0).data], False)


@scenario
def tenant():
    """the tenant, and what it has used"""
    user = admin()
    tenant_id = user.get_user().tenant_id
    equal(user.get_tenant_by_id(str(tenant_id.id)).id.id, tenant_id.id)
    new_device(user)
    usage = user.get_tenant_usage_info()
    equal((usage.devices >= 1, usage.max_devices), (True, 0))


@scenario
def tenants():
    """tenants and their profiles, by an administrator of the system"""
    system = logged_in(INPUT["system"])
    name = unique("profile")
    configuration = {"type": "DEFAULT", "maxDevices": 1}
    body = {"name": name, "profileData": {"configuration": configuration, "queueConfiguration": []}}
    profile = system.save_tenant_profile(TenantProfile.from_dict(body))
    equal(names(system.get_tenant_profiles(10, 0, text_search=name)), [name])
    title = unique("tenant")
    tenant = system.save_tenant(Tenant(title=title, tenant_profile_id=profile.id))
    equal([each.title for each in system.get_tenants(10, 0, text_search=title).data], [title])
    equal(system.get_tenant_info_by_id(id_of(tenant)).tenant_profile_name, name)
    saved, credentials = new_user(system, tenant_id=tenant.id)
    equal([id_of(each) for each in system.get_tenant_admins(id_of(tenant), 10, 0).data], [id_of(saved)])
    other = logged_in(credentials)
    device = new_device(other)
    # The profile allows one device, and tenants are walls.
    refused(403, lambda: new_device(other))
    refused(404, lambda: admin().get_device_by_id(id_of(device)))
    refused(403, lambda: other.get_tenants(10, 0))
    system.delete_tenant(id_of(tenant))
    refused(401, lambda: other.get_device_by_id(id_of(device)))
    system.delete_tenant_profile(id_of(profile))


@scenario
def devices():
    """devices: creation, reading, change, a version that is not the present one, deletion"""
    user = admin()
    info = {"gateway": True, "description": "north"}
    device = new_device(user, label="Hall 3", additional_info=info)
    equal((device.id.entity_type, device.label, device.version), ("DEVICE", "Hall 3", 1))
    read = user.get_device_by_id(id_of(device))
    equal((read.to_dict(), read.additional_info), (device.to_dict(), info))
    read.name = unique("renamed")
    read.label = "Hall 4"
    changed = user.save_device(read)
    equal((changed.id.id, changed.name, changed.label, changed.version), (device.id.id, read.name, "Hall 4", 2))
    refused(409, lambda: user.save_device(device))
    user.delete_device(id_of(device))
    missing = refused(404, lambda: user.get_device_by_id(id_of(device)))
    equal(json.loads(missing.body)["errorCode"], 32)
    refused(400, lambda: new_device(user, name=""))


@scenario
def names_of_devices():
    """devices: a name that is taken is refused, or made another"""
    user = admin()
    device = new_device(user)
    refused(400, lambda: new_device(user, name=device.name))
    other = user.save_device(
        Device(name=device.name, type="default"),
        name_conflict_policy=NameConflictPolicy.UNIQUIFY,
        uniquify_separator="-",
        uniquify_strategy=UniquifyStrategy.INCREMENTAL,
    )
    equal(other.name, f"{device.name}-1")


@scenario
def device_pages():
    """devices in pages: order, search, by name, by ids, types"""
    user = admin()
    kind = unique("kind")
    devices = [new_device(user, name=f"{kind} {n}", type=kind) for n in range(5)]
    order = {"text_search": kind.upper(), "sort_property": "name", "sort_order": "DESC"}
    pages = [user.get_tenant_devices(2, n, **order) for n in range(3)]
    equal([name for page in pages for name in names(page)], [f"{kind} {n}" for n in (4, 3, 2, 1, 0)])
    shown = [(page.total_pages, page.total_elements, page.has_next) for page in pages]
    equal(shown, [(3, 5, True), (3, 5, True), (3, 5, False)])
    equal(user.get_tenant_devices(10, 0, type=kind).total_elements, 5)
    equal(user.get_tenant_device_by_name(f"{kind} 3").id.id, devices[3].id.id)
    found = user.get_devices_by_ids([id_of(device) for device in devices[:2]])
    equal(sorted(device.name for device in found), [f"{kind} 0", f"{kind} 1"])
    equal(kind in [each.type for each in user.get_device_types()], True)


@scenario
def device_infos():
    """infos: one, and in pages of the tenant, of a profile, of a customer, active ones"""
    user = admin()
    customer = new_customer(user)
    kind = unique("kind")
    mine, other = new_device(user, type=kind, customer_id=customer.id), new_device(user, type=kind)
    info = user.get_device_info_by_id(id_of(mine))
    shown = (info.name, info.customer_title, info.customer_is_public, info.device_profile_name, info.active)
    equal(shown, (mine.name, customer.title, False, kind, False))
    page = user.get_tenant_device_infos(10, 0, type=kind, sort_property="createdTime", sort_order="ASC")
    equal([(each.name, each.customer_title) for each in page.data], [(mine.name, customer.title), (other.name, None)])
    profile_id = str(mine.device_profile_id.id)
    equal(user.get_tenant_device_infos(10, 0, device_profile_id=profile_id).total_elements, 2)
    equal(names(user.get_customer_device_infos(id_of(customer), 10, 0)), [mine.name])
    equal(user.get_tenant_device_infos(10, 0, type=kind, active=True).total_elements, 0)


@scenario
def credentials():
    """credentials: a token of one's own, a change, user name and password, and both in one call"""
    user = admin()
    token = unique("token").replace(" ", "-")
    device = user.save_device(Device(name=unique("device"), type="default"), access_token=token)
    present = user.get_device_credentials_by_device_id(id_of(device))
    shown = (present.credentials_type.value, present.credentials_id, present.device_id.id)
    equal(shown, ("ACCESS_TOKEN", token, device.id.id))
    present.credentials_id = f"{token}-2"
    equal(user.update_device_credentials(present).credentials_id, f"{token}-2")
    present = user.get_device_credentials_by_device_id(id_of(device))
    basic = {"clientId": token, "userName": "pump", "password": "s3cret"}
    present.credentials_type = DeviceCredentialsType.MQTT_BASIC
    present.credentials_value = json.dumps(basic)
    user.update_device_credentials(present)
    equal(json.loads(user.get_device_credentials_by_device_id(id_of(device)).credentials_value), basic)
    # Credentials without ids are none to its models.
    both_credentials = DeviceCredentials(
        id=present.id, device_id=device.id, credentials_type="ACCESS_TOKEN", credentials_id=f"{token}-3"
    )
    body = SaveDeviceWithCredentialsRequest(
        device=Device(name=unique("device"), type="default"), credentials=both_credentials
    )
    both = user.save_device_with_credentials(body)
    equal(user.get_device_credentials_by_device_id(id_of(both)).credentials_id, f"{token}-3")


@scenario
def profiles():
    """device profiles: creation, lists, default, names, keys of their devices, deletion"""
    user = admin()
    name = unique("profile")
    saved = user.save_device_profile(new_profile(name))
    equal((saved.id.entity_type, saved.transport_type.value, saved.default), ("DEVICE_PROFILE", "DEFAULT", False))
    read = user.get_device_profile_by_id(id_of(saved))
    equal(read.to_dict(), saved.to_dict())
    read.description = "of a test"
    equal(user.save_device_profile(read).description, "of a test")
    equal(names(user.get_device_profiles(10, 0, text_search=name)), [name])
    equal(names(user.get_device_profile_infos(10, 0, text_search=name)), [name])
    equal(user.get_device_profile_info_by_id(id_of(saved)).transport_type.value, "DEFAULT")
    equal(name in [each.name for each in user.get_device_profile_names(active_only=False)], True)
    device = new_device(user, type=name)
    user.save_entity_telemetry("DEVICE", id_of(device), "ANY", json.dumps({"temperature": 21.5}))
    equal(user.get_device_profile_timeseries_keys(device_profile_id=id_of(saved)), ["temperature"])
    user.delete_device(id_of(device))
    before = user.get_default_device_profile_info()
    user.set_default_device_profile(id_of(saved))
    equal(user.get_default_device_profile_info().name, name)
    user.set_default_device_profile(id_of(before))
    user.delete_device_profile(id_of(saved))
    refused(404, lambda: user.get_device_profile_by_id(id_of(saved)))


@scenario
def customers():
    """customers: creation, lists, titles, change, deletion"""
    user = admin()
    customer = new_customer(user)
    equal((customer.id.entity_type, user.get_customer_by_id(id_of(customer)).title), ("CUSTOMER", customer.title))
    equal([each.title for each in user.get_customers(10, 0, text_search=customer.title).data], [customer.title])
    equal([each.title for each in user.get_customers_by_ids([id_of(customer)])], [customer.title])
    # The client does not read application/text, which the title has everywhere.
    refused(0, lambda: user.get_customer_title_by_id(id_of(customer)))
    equal(user.get_tenant_customer(customer.title).id.id, customer.id.id)
    equal(plain(user.get_short_customer_info_by_id(id_of(customer)))["title"], customer.title)
    customer.city = "Berlin"
    equal(user.save_customer(customer).city, "Berlin")
    user.delete_customer(id_of(customer))
    refused(404, lambda: user.get_customer_by_id(id_of(customer)))


@scenario
def dashboards():
    """dashboards: saving as sent, lists, customers, home, deletion"""
    user = admin()
    customer, other = new_customer(user), new_customer(user)
    configuration = {"description": "of a test", "widgets": {}, "states": {"default": {"root": True}}}
    saved = user.save_dashboard(Dashboard(title=unique("dashboard"), configuration=configuration))
    read = user.get_dashboard_by_id(id_of(saved))
    equal((read.id.entity_type, read.name, read.configuration), ("DASHBOARD", saved.title, configuration))
    read.title = unique("renamed")
    changed = user.save_dashboard(read)
    equal((changed.id.id, changed.title, changed.version), (saved.id.id, read.title, 2))
    equal([each.title for each in user.get_tenant_dashboards(10, 0, text_search=read.title).data], [read.title])
    user.assign_dashboard_to_customer(id_of(customer), id_of(saved))
    user.add_dashboard_customers(id_of(saved), [id_of(other)])
    info = user.get_dashboard_info_by_id(id_of(saved))
    equal(sorted(each.title for each in info.assigned_customers), sorted([customer.title, other.title]))
    equal([each.title for each in user.get_customer_dashboards(id_of(other), 10, 0).data], [read.title])
    _, credentials = customer_user(user, customer)
    viewer = logged_in(credentials)
    equal(viewer.get_dashboard_by_id(id_of(saved)).configuration, configuration)
    user.update_dashboard_customers(id_of(saved), [id_of(other)])
    refused(403, lambda: viewer.get_dashboard_by_id(id_of(saved)))
    user.remove_dashboard_customers(id_of(saved), [id_of(other)])
    equal(user.get_dashboard_info_by_id(id_of(saved)).assigned_customers or [], [])
    user.set_tenant_home_dashboard_info(HomeDashboardInfo(dashboard_id=saved.id, hide_dashboard_toolbar=False))
    home = user.get_home_dashboard_info()
    equal((home.dashboard_id.id, home.hide_dashboard_toolbar), (saved.id.id, False))
    equal(user.get_home_dashboard().title, read.title)
    user.set_tenant_home_dashboard_info(HomeDashboardInfo())
    user.delete_dashboard(id_of(saved))
    refused(404, lambda: user.get_dashboard_by_id(id_of(saved)))


@scenario
def assignment():
    """a device is given to a customer, whose user sees it and no others, and taken back"""
    user = admin()
    customer = new_customer(user)
    mine, other = new_device(user), new_device(user)
    equal(user.assign_device_to_customer(id_of(customer), id_of(mine)).customer_id.id, customer.id.id)
    equal(names(user.get_customer_devices(id_of(customer), 10, 0)), [mine.name])
    saved, credentials = customer_user(user, customer)
    equal([id_of(each) for each in user.get_customer_users(id_of(customer), 10, 0).data], [id_of(saved)])
    reader = logged_in(credentials)
    equal(reader.get_device_by_id(id_of(mine)).name, mine.name)
    refused(403, lambda: reader.get_device_by_id(id_of(other)))
    refused(403, lambda: reader.delete_device(id_of(mine)))
    user.unassign_device_from_customer(id_of(mine))
    equal(user.get_customer_devices(id_of(customer), 10, 0).total_elements, 0)
    public = user.assign_device_to_public_customer(id_of(mine))
    equal(user.get_device_info_by_id(id_of(public)).customer_is_public, True)


@scenario
def attributes():
    """attributes: both ways to save, by scope, by keys with commas, keys, deletion"""
    user = admin()
    device = id_of(new_device(user))
    user.save_entity_attributes_v1("DEVICE", device, "SERVER_SCOPE", json.dumps({"site": "north", "a,b": 3}))
    shared = {"target": 21.5, "on": True, "limits": {"max": 90}, "mode": "eco"}
    user.save_entity_attributes_v2("DEVICE", device, "SHARED_SCOPE", json.dumps(shared))
    equal(scope_of(user, device, "SHARED_SCOPE"), shared)
    equal(scope_of(user, device, "SERVER_SCOPE", keys="site"), {"site": "north"})
    equal(by_key(user.get_attributes("DEVICE", device, key=["a,b", "target"])), {"a,b": 3, "target": 21.5})
    equal(sorted(user.get_attribute_keys_by_scope("DEVICE", device, "SHARED_SCOPE")), sorted(shared))
    equal({"site", "mode"} <= set(user.get_attribute_keys("DEVICE", device)), True)
    user.delete_entity_attributes("DEVICE", device, "SHARED_SCOPE", keys="target,on")
    user.delete_device_attributes(device, "SHARED_SCOPE", key=["mode"])
    equal(scope_of(user, device, "SHARED_SCOPE"), {"limits": {"max": 90}})


def save(user, device, n, values):
    user.save_entity_telemetry("DEVICE", device, "ANY", json.dumps({"ts": FIRST_TS + n, "values": values}))


@scenario
def telemetry():
    """telemetry: saving, latest values, a range with limit and order, keys"""
    user = admin()
    device = id_of(new_device(user))
    for n in range(5):
        save(user, device, n, {"n": n, "state": f"s{n}", "on": n == 4})
    of = ("DEVICE", device)
    texts = {"n": [(FIRST_TS + 4, "4")], "state": [(FIRST_TS + 4, "s4")]}
    equal(points(user.get_latest_timeseries(*of, keys="n,state")), texts)
    strict = {"n": [(FIRST_TS + 4, 4)], "state": [(FIRST_TS + 4, "s4")], "on": [(FIRST_TS + 4, True)]}
    equal(points(user.get_latest_timeseries(*of, use_strict_data_types=True)), strict)
    window = {"start_ts": FIRST_TS + 1, "end_ts": FIRST_TS + 4, "keys": "n", "use_strict_data_types": True}
    descending = {"n": [(FIRST_TS + n, n) for n in (3, 2, 1)]}
    equal(points(user.get_timeseries_history(*of, **window)), descending)
    ascending = user.get_timeseries_history(*of, **window, limit="2", order_by="ASC")
    equal(points(ascending), {"n": [(FIRST_TS + 1, 1), (FIRST_TS + 2, 2)]})
    equal(sorted(user.get_timeseries_keys(*of)), ["n", "on", "state"])


@scenario
def aggregates():
    """telemetry in buckets: average, sum, least, greatest and count"""
    user = admin()
    device = id_of(new_device(user))
    for n in range(4):
        save(user, device, n * 500, {"n": n + 1})
    window = {"start_ts": FIRST_TS, "end_ts": FIRST_TS + 2_000, "keys": "n", "interval": 1_000, "order_by": "ASC"}
    for agg, expected in (("AVG", [1.5, 3.5]), ("SUM", [3, 7]), ("MIN", [1, 3]), ("MAX", [2, 4]), ("COUNT", [2, 2])):
        answer = user.get_timeseries_history("DEVICE", device, **window, agg=agg, use_strict_data_types=True)
        equal(points(answer), {"n": [(FIRST_TS + 500, expected[0]), (FIRST_TS + 1_500, expected[1])]})


@scenario
def telemetry_deletion():
    """telemetry: a time to live, and the deletion of a range and of a key"""
    user = admin()
    device = id_of(new_device(user))
    of = ("DEVICE", device)
    now = int(time.time() * 1_000)
    user.save_entity_telemetry_with_ttl(*of, "ANY", 3_600, json.dumps({"ts": now, "values": {"short": 1}}))
    equal(points(user.get_latest_timeseries(*of, keys="short", use_strict_data_types=True)), {"short": [(now, 1)]})
    for n in range(4):
        save(user, device, n, {"n": n, "m": n})
    range_of = {"start_ts": FIRST_TS + 2, "end_ts": FIRST_TS + 10}
    user.delete_entity_timeseries(*of, keys="n", **range_of, delete_latest=True, rewrite_latest_if_deleted=True)
    window = {"start_ts": FIRST_TS, "end_ts": FIRST_TS + 10, "keys": "n", "order_by": "ASC"}
    answer = user.get_timeseries_history(*of, **window, use_strict_data_types=True)
    equal(points(answer), {"n": [(FIRST_TS, 0), (FIRST_TS + 1, 1)]})
    latest = user.get_latest_timeseries(*of, keys="n", use_strict_data_types=True)
    equal(points(latest), {"n": [(FIRST_TS + 1, 1)]})
    user.delete_entity_timeseries(*of, keys="m", delete_all_data_for_keys=True)
    equal(user.get_timeseries_keys(*of).count("m"), 0)


class Answering:
    """A device over HTTP, which answers each call with its parameters. The client has no calls of devices."""

    def __init__(self, user, device):
        token = user.get_device_credentials_by_device_id(id_of(device)).credentials_id
        self.address = f"{INPUT['http']}/api/v1/{token}/rpc"
        self.methods = []
        threading.Thread(target=self.answer, daemon=True).start()

    def answer(self):
        while True:
            try:
                with urllib.request.urlopen(f"{self.address}?timeout=20000") as answer:
                    call = json.load(answer)
            except urllib.error.HTTPError as error:
                equal(error.code, 408)
                continue
            self.methods.append(call["method"])
            reply = json.dumps({"got": call["params"]}).encode()
            urllib.request.urlopen(f"{self.address}/{call['id']}", reply).close()


@scenario
def calls():
    """calls: two-way and one-way, by both paths, and to a device that is silent"""
    user = admin()
    device = new_device(user)
    answering = Answering(user, device)
    body = {"method": "toggle", "params": {"pin": 7}, "timeout": 20_000}
    of = id_of(device)
    equal(answer_of(user.handle_two_way_device_rpc_request_v2(of, json.dumps(body))), {"got": {"pin": 7}})
    equal(answer_of(user.handle_two_way_device_rpc_request_v1(of, json.dumps(body))), {"got": {"pin": 7}})
    user.handle_one_way_device_rpc_request_v2(of, json.dumps({**body, "method": "blink"}))
    user.handle_one_way_device_rpc_request_v1(of, json.dumps({**body, "method": "beep"}))
    wait_for(lambda: answering.methods[2:] == ["blink", "beep"])
    silent = id_of(new_device(user))
    short = json.dumps({**body, "timeout": 5_000})
    refused(409, lambda: user.handle_two_way_device_rpc_request_v1(silent, short))
    refused(504, lambda: user.handle_two_way_device_rpc_request_v2(silent, short))


def answer_of(answer):
    """The client gives an object as Python shows it: "{'got': …}"."""
    return ast.literal_eval(answer) if isinstance(answer, str) else plain(answer)


@scenario
def persistent_calls():
    """persistent calls: state, list, deletion"""
    user = admin()
    device = new_device(user)
    body = {"method": "oil", "params": {"ml": 5}, "persistent": True, "expirationTime": 4_102_444_800_000}
    rpc_id = answer_of(user.handle_two_way_device_rpc_request_v2(id_of(device), json.dumps(body)))["rpcId"]
    equal(user.get_persisted_rpc(rpc_id).status.value, "QUEUED")
    Answering(user, device)
    wait_for(lambda: user.get_persisted_rpc(rpc_id).status.value == "SUCCESSFUL")
    equal(plain(user.get_persisted_rpc(rpc_id).response), {"got": {"ml": 5}})
    page = answer_of(user.get_persisted_rpc_by_device(id_of(device), 10, 0, rpc_status="SUCCESSFUL"))
    equal([each["id"]["id"] for each in page["data"]], [rpc_id])
    user.delete_rpc(rpc_id)
    refused(404, lambda: user.get_persisted_rpc(rpc_id))


@scenario
def audit():
    """audit logs: of a device, of a user, of a customer, of all"""
    user = admin()
    window = {"start_time": int(time.time() * 1_000), "end_time": int(time.time() * 1_000) + 600_000}
    customer = new_customer(user)
    device = new_device(user, customer_id=customer.id)
    user.delete_device(id_of(device))
    me = user.get_user()
    of = ("DEVICE", id_of(device), 10, 0)
    wait_for(lambda: user.get_audit_logs_by_entity_id(*of, **window).total_elements == 2)
    logs = user.get_audit_logs_by_entity_id(*of, sort_property="createdTime", sort_order="ASC", **window).data
    equal(
        [(log.action_type.value, log.action_status.value) for log in logs],
        [("ADDED", "SUCCESS"), ("DELETED", "SUCCESS")],
    )
    equal([(log.entity_name, log.user_name) for log in logs], [(device.name, me.email)] * 2)
    by_user = user.get_audit_logs_by_user_id(id_of(me), 10, 0, action_types="DELETED", **window)
    equal(by_user.data[0].entity_id.id, device.id.id)
    equal(user.get_audit_logs_by_customer_id(id_of(customer), 10, 0, **window).total_elements >= 1, True)
    added = user.get_audit_logs(10, 0, text_search=device.name, action_types="ADDED", **window)
    equal([log.entity_name for log in added.data], [device.name])


def query_of(name, page_size=10):
    return {
        "entityFilter": {"type": "entityName", "entityType": "DEVICE", "entityNameFilter": name},
        "entityFields": [{"type": "ENTITY_FIELD", "key": "name"}],
        "latestValues": [{"type": "TIME_SERIES", "key": "temperature"}, {"type": "SERVER_ATTRIBUTE", "key": "site"}],
        "keyFilters": [],
        "pageLink": {
            "page": 0,
            "pageSize": page_size,
            "sortOrder": {"key": {"type": "ENTITY_FIELD", "key": "name"}, "direction": "ASC"},
        },
    }


@scenario
def entity_queries():
    """queries over entities: rows with latest values, counts"""
    user = admin()
    name = unique("queried")
    devices = [id_of(new_device(user, name=f"{name} {n}")) for n in range(3)]
    save(user, devices[1], 0, {"temperature": 21.5})
    user.save_entity_attributes_v2("DEVICE", devices[1], "SERVER_SCOPE", json.dumps({"site": "north"}))
    page = user.find_entity_data_by_query(EntityDataQuery.from_dict(query_of(name)))
    equal((page.total_elements, page.has_next), (3, False))
    rows = [plain(row)["latest"] for row in page.data]
    equal([row["ENTITY_FIELD"]["name"]["value"] for row in rows], [f"{name} {n}" for n in range(3)])
    temperature = rows[1]["TIME_SERIES"]["temperature"]
    equal((temperature["ts"], temperature["value"]), (FIRST_TS, "21.5"))
    equal(rows[1]["SERVER_ATTRIBUTE"]["site"]["value"], "north")
    small = user.find_entity_data_by_query(EntityDataQuery.from_dict(query_of(name, 2)))
    equal((len(small.data), small.total_pages, small.has_next), (2, 2, True))
    count = {"entityFilter": {"type": "entityName", "entityType": "DEVICE", "entityNameFilter": name}}
    equal(user.count_entities_by_query(EntityCountQuery.from_dict(count)), 3)


@scenario
def claiming():
    """claiming: a device opens it, its customer has it, and gives it back"""
    user = admin()
    customer = new_customer(user)
    device = new_device(user)
    claim = {"secretKey": "s3", "expirationTime": int(time.time() * 1_000) + 60_000}
    user.save_entity_attributes_v2(
        "DEVICE", id_of(device), "SERVER_SCOPE", json.dumps({"claimingData": json.dumps(claim)})
    )
    _, credentials = customer_user(user, customer)
    claimer = logged_in(credentials)
    claimer.claim_device(device.name, claim_request=ClaimRequest(secret_key="s3"))
    equal(user.get_device_by_id(id_of(device)).customer_id.id, customer.id.id)
    claimer.re_claim_device(device.name)
    refused(403, lambda: claimer.get_device_by_id(id_of(device)))


@scenario
def packages():
    """firmware packages: creation, file, lists, assignment, download, deletion"""
    user = admin()
    profile = user.get_default_device_profile_info()
    title = unique("firmware")
    body = {
        "deviceProfileId": plain(profile.id),
        "type": "FIRMWARE",
        "title": title,
        "version": "2.0",
        "usesUrl": False,
    }
    info = user.save_ota_package_info(SaveOtaPackageInfoRequest.from_dict(body))
    equal((info.id.entity_type, info.title, info.has_data), ("OTA_PACKAGE", title, False))
    content = bytes(range(256)) * 100
    with tempfile.NamedTemporaryFile(suffix=".bin") as file:
        file.write(content)
        file.flush()
        saved = user.save_ota_package_data(id_of(info), "SHA256", file.name)
    equal((saved.has_data, saved.data_size, saved.checksum), (True, len(content), hashlib.sha256(content).hexdigest()))
    equal([each.title for each in user.get_ota_packages(10, 0, text_search=title).data], [title])
    listed = user.get_ota_packages_by_device_profile_and_type(id_of(profile), "FIRMWARE", 10, 0, text_search=title)
    equal([each.title for each in listed.data], [title])
    equal(bytes(user.download_ota_package(id_of(info))), content)
    device = new_device(user, firmware_id=info.id)
    refused(400, lambda: user.delete_ota_package(id_of(info)))
    user.delete_device(id_of(device))
    user.delete_ota_package(id_of(info))
    refused(404, lambda: user.get_ota_package_info_by_id(id_of(info)))


@scenario
def commands():
    """the commands with which a device sends its first telemetry"""
    user = admin()
    device = new_device(user)
    token = user.get_device_credentials_by_device_id(id_of(device)).credentials_id
    equal(token in json.dumps(plain(user.get_device_publish_telemetry_commands(id_of(device)))["mqtt"]), True)


main()
