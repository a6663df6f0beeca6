# The REST client for Python as it is, of two generations: 3 has a client for the community edition, 4 has one for all editions.
import hashlib
import json
import re
import tempfile
import threading
import time
import uuid

from scenarios import FIRST_TS, INPUT, PASSWORD, equal, main, refused, scenario, unique, wait_for

try:
    from tb_rest_client.models.models_ce import *
    from tb_rest_client.rest_client_ce import RestClientCE as RestClient

    IS_COMMUNITY = True
except ImportError:
    from tb_rest_client import RestClient
    from tb_rest_client.models import *

    IS_COMMUNITY = False
from tb_rest_client.api_client import ApiClient
from tb_rest_client.rest import ApiException


def community(function):
    """The generation for all editions calls here what only the other edition has."""
    return scenario(function) if IS_COMMUNITY else function


client_of_models = ApiClient()


def client():
    return RestClient(INPUT["http"])


def logged_in(credentials):
    user = client()
    user.login(**credentials)
    return user


def admin():
    return logged_in(INPUT["admin"])


def new_device(user, profile=None, **fields):
    """Generation 3 has no device without the id of its profile."""
    profile = profile or user.get_default_device_profile_info()
    return user.save_device(Device(**{"name": unique("device"), "device_profile_id": profile.id, **fields}))


def new_customer(user):
    return user.save_customer(Customer(title=unique("customer")))


def new_user(user, **fields):
    """The user, and the credentials."""
    email = f"{uuid.uuid4().hex[:8]}@example.com"
    body = User(**{"email": email, "authority": "TENANT_ADMIN", "first_name": "Ada", **fields})
    saved = user.save_user(body, send_activation_mail=False)
    token = text_of(user.get_activation_link(saved.id)).split("activateToken=")[1]
    pair = user.activate_user(ActivateUserRequest(activate_token=token, password=PASSWORD), False)
    equal(bool(pair.token and pair.refresh_token), True)
    return saved, {"username": email, "password": PASSWORD}


def customer_user(user, customer):
    return new_user(user, authority="CUSTOMER_USER", customer_id=customer.id)


def plain(answer):
    """What the client has made of an answer, as the JSON that it was."""
    return client_of_models.sanitize_for_serialization(answer)


def text_of(answer):
    """Generation 3 makes text of the bytes of an answer as Python shows them: b'text'."""
    return re.sub(r"^b'(.*)'$", r"\1", answer)


def names(page):
    return [each.name for each in page.data]


@scenario
def login():
    """login, the user, and a wrong password"""
    user = admin().get_user()
    equal((user.email, user.authority, user.id.entity_type), (INPUT["admin"]["username"], "TENANT_ADMIN", "USER"))
    wrong = client()
    wrong.login(INPUT["admin"]["username"], "wrong")
    equal(wrong.get_token(), None)
    refused(401, wrong.get_user)


@scenario
def tokens():
    """a new pair of tokens, a login by token, and a logout"""
    user = admin()
    first = user.get_token()
    user.refresh()
    second = user.get_token()
    equal(first != second, True)
    by_token = client()
    by_token.token_login(second)
    equal(by_token.get_user().email, INPUT["admin"]["username"])
    user.logout()
    refused(401, user.get_user)


@scenario
def password_policy():
    """the password policy, and a change of password"""
    user = admin()
    policy = user.get_user_password_policy()
    equal(policy.minimum_length >= 6, True)
    _, credentials = new_user(user)
    other = logged_in(credentials)
    other.change_password(ChangePasswordRequest(current_password=PASSWORD, new_password=f"{PASSWORD}-2"))
    equal(logged_in({**credentials, "password": f"{PASSWORD}-2"}).get_user().first_name, "Ada")
    wrong = logged_in(credentials)
    equal(wrong.get_token(), None)


@scenario
def users():
    """users: invitation, list, switch, deletion"""
    user = admin()
    saved, credentials = new_user(user)
    equal(user.get_user_by_id(saved.id).email, credentials["username"])
    tenant_id = user.get_user().tenant_id
    page = (user.get_users if IS_COMMUNITY else user.find_users_by_query)(10, 0, text_search=credentials["username"])
    equal(
        [(each.email, page.total_elements, page.has_next) for each in page.data], [(credentials["username"], 1, False)]
    )
    user.set_user_credentials_enabled(saved.id, False)
    equal(logged_in(credentials).get_token(), None)
    user.set_user_credentials_enabled(saved.id, True)
    equal(logged_in(credentials).get_user().tenant_id.id, tenant_id.id)
    user.delete_user(saved.id)
    refused(404, lambda: user.get_user_by_id(saved.id))


@scenario
def tenant():
    """the tenant, and what it has used"""
    user = admin()
    tenant_id = user.get_user().tenant_id
    equal(user.get_tenant_by_id(tenant_id).id.id, tenant_id.id)
    new_device(user)
    usage = user.get_tenant_usage_info()
    equal((usage.devices >= 1, usage.max_devices), (True, 0))


@scenario
def devices():
    """devices: creation, reading, change, deletion"""
    user = admin()
    device = new_device(user, label="Hall 3", additional_info={"gateway": True, "description": "north"})
    equal((device.id.entity_type, device.label, device.version), ("DEVICE", "Hall 3", 1))
    read = user.get_device_by_id(device.id)
    equal(read.to_dict(), device.to_dict())
    equal(read.additional_info, {"gateway": True, "description": "north"})
    read.name = unique("renamed")
    read.label = "Hall 4"
    changed = user.save_device(read)
    equal((changed.id.id, changed.name, changed.label, changed.version), (device.id.id, read.name, "Hall 4", 2))
    # The first version is no longer the present one.
    refused(409, lambda: user.save_device(device))
    user.delete_device(device.id)
    missing = refused(404, lambda: user.get_device_by_id(device.id))
    equal(json.loads(missing.body)["errorCode"], 32)
    refused(400, lambda: new_device(user, name=""))


@scenario
def device_pages():
    """devices in pages: order, search, by name, by ids, types"""
    user = admin()
    kind = unique("kind")
    profile = user.save_device_profile(new_profile(kind))
    devices = [new_device(user, profile, name=f"{kind} {n}") for n in range(5)]
    pages = [
        user.get_tenant_devices(2, n, text_search=kind.upper(), sort_property="name", sort_order="DESC")
        for n in range(3)
    ]
    equal([name for page in pages for name in names(page)], [f"{kind} {n}" for n in (4, 3, 2, 1, 0)])
    equal(
        [(page.total_pages, page.total_elements, page.has_next) for page in pages],
        [(3, 5, True), (3, 5, True), (3, 5, False)],
    )
    equal(user.get_tenant_devices(10, 0, type=kind).total_elements, 5)
    equal(user.get_tenant_device(f"{kind} 3").id.id, devices[3].id.id)
    found = user.get_devices_by_ids([device.id.id for device in devices[:2]])
    equal(sorted(device.name for device in found), [f"{kind} 0", f"{kind} 1"])
    equal(kind in [each.type for each in user.get_device_types()], True)


@scenario
def device_info():
    """the info of a device"""
    user = admin()
    customer = new_customer(user)
    device = new_device(user, customer_id=customer.id)
    info = user.get_device_info_by_id(device.id)
    equal((info.name, info.customer_id.id, info.active), (device.name, customer.id.id, False))
    if IS_COMMUNITY:
        shown = (info.device_profile_name, info.customer_title, info.customer_is_public)
        equal(shown, (device.type, customer.title, False))


@community
def device_infos():
    """infos in pages: of the tenant, of a profile, of a customer, active ones"""
    user = admin()
    customer = new_customer(user)
    kind = unique("kind")
    profile = user.save_device_profile(new_profile(kind))
    mine = new_device(user, profile, customer_id=customer.id)
    other = new_device(user, profile)
    page = user.get_tenant_device_infos(10, 0, type=kind, sort_property="createdTime", sort_order="ASC")
    equal([(info.name, info.customer_title) for info in page.data], [(mine.name, customer.title), (other.name, None)])
    by_profile = user.get_tenant_device_infos(10, 0, device_profile_id=profile.id.id)
    equal(by_profile.total_elements, 2)
    equal(names(user.get_customer_device_infos(customer.id, 10, 0)), [mine.name])
    equal(user.get_tenant_device_infos(10, 0, type=kind, active=True).total_elements, 0)


@scenario
def credentials():
    """credentials: reading, a token of one's own, user name and password"""
    user = admin()
    token = unique("token").replace(" ", "-")
    profile_id = user.get_default_device_profile_info().id
    device = user.save_device(Device(name=unique("device"), device_profile_id=profile_id), access_token=token)
    present = user.get_device_credentials_by_device_id(device.id)
    equal(
        (present.credentials_type, present.credentials_id, present.device_id.id), ("ACCESS_TOKEN", token, device.id.id)
    )
    present.credentials_id = f"{token}-2"
    equal(user.update_device_credentials(present).credentials_id, f"{token}-2")
    present = user.get_device_credentials_by_device_id(device.id)
    present.credentials_type = "MQTT_BASIC"
    present.credentials_value = json.dumps({"clientId": token, "userName": "pump", "password": "s3cret"})
    user.update_device_credentials(present)
    saved = user.get_device_credentials_by_device_id(device.id)
    equal(saved.credentials_type, "MQTT_BASIC")
    equal(json.loads(saved.credentials_value), {"clientId": token, "userName": "pump", "password": "s3cret"})


@scenario
def device_with_credentials():
    """a device and its credentials in one call"""
    user = admin()
    token = unique("token").replace(" ", "-")
    body = SaveDeviceWithCredentialsRequest(
        device=Device(name=unique("device"), device_profile_id=user.get_default_device_profile_info().id),
        credentials=DeviceCredentials(credentials_type="ACCESS_TOKEN", credentials_id=token),
    )
    device = user.save_device_with_credentials(body)
    equal(user.get_device_credentials_by_device_id(device.id).credentials_id, token)


@scenario
def profiles():
    """device profiles: creation, lists, default, names, deletion"""
    user = admin()
    name = unique("profile")
    saved = user.save_device_profile(new_profile(name))
    equal(
        (saved.id.entity_type, saved.name, saved.transport_type, saved.default),
        ("DEVICE_PROFILE", name, "DEFAULT", False),
    )
    read = user.get_device_profile_by_id(saved.id)
    equal(read.to_dict(), saved.to_dict())
    read.description = "of a test"
    equal(user.save_device_profile(read).description, "of a test")
    equal(names(user.get_device_profiles(10, 0, text_search=name)), [name])
    equal(names(user.get_device_profile_infos(10, 0, text_search=name)), [name])
    equal(user.get_device_profile_info_by_id(saved.id).transport_type, "DEFAULT")
    equal(name in [each.name for each in user.get_device_profile_names(active_only=False)], True)
    before = user.get_default_device_profile_info()
    user.set_default_device_profile(saved.id)
    equal(user.get_default_device_profile_info().name, name)
    user.set_default_device_profile(before.id)
    user.delete_device_profile(saved.id)
    refused(404, lambda: user.get_device_profile_by_id(saved.id))


def new_profile(name):
    data = DeviceProfileData(
        configuration={"type": "DEFAULT"},
        transport_configuration={"type": "DEFAULT"},
        provision_configuration={"type": "DISABLED", "provisionDeviceSecret": None},
    )
    return DeviceProfile(
        name=name, type="DEFAULT", transport_type="DEFAULT", provision_type="DISABLED", profile_data=data
    )


@scenario
def customers():
    """customers: creation, list, titles, change, deletion"""
    user = admin()
    customer = new_customer(user)
    equal((customer.id.entity_type, user.get_customer_by_id(customer.id).title), ("CUSTOMER", customer.title))
    page = user.get_customers(10, 0, text_search=customer.title)
    equal([each.title for each in page.data], [customer.title])
    equal(text_of(user.get_customer_title_by_id(customer.id)), customer.title)
    equal(user.get_tenant_customer(customer.title).id.id, customer.id.id)
    short = user.get_short_customer_info_by_id(customer.id)
    equal(short["title"] if isinstance(short, dict) else short.title, customer.title)
    customer.city = "Berlin"
    equal(user.save_customer(customer).city, "Berlin")
    user.delete_customer(customer.id)
    refused(404, lambda: user.get_customer_by_id(customer.id))


@scenario
def dashboards():
    """dashboards: saving as sent, lists, customers, home, deletion"""
    user = admin()
    configuration = {"description": "of a test", "widgets": {}, "states": {"default": {"root": True}}}
    saved = user.save_dashboard(Dashboard(title=unique("dashboard"), configuration=configuration))
    read = user.get_dashboard_by_id(saved.id)
    equal((read.id.entity_type, read.name, read.configuration), ("DASHBOARD", saved.title, configuration))
    read.title = unique("renamed")
    changed = user.save_dashboard(read)
    equal((changed.id.id, changed.title), (saved.id.id, read.title))
    equal([each.title for each in user.get_tenant_dashboards(10, 0, text_search=read.title).data], [read.title])
    equal(user.get_dashboard_info_by_id(saved.id).title, read.title)
    user.set_tenant_home_dashboard_info(HomeDashboardInfo(dashboard_id=saved.id, hide_dashboard_toolbar=False))
    home = user.get_home_dashboard_info()
    equal((home.dashboard_id.id, home.hide_dashboard_toolbar), (saved.id.id, False))
    equal(user.get_home_dashboard().title, read.title)
    user.set_tenant_home_dashboard_info(HomeDashboardInfo())
    user.delete_dashboard(saved.id)
    refused(404, lambda: user.get_dashboard_by_id(saved.id))


@community
def dashboards_of_customers():
    """dashboards are assigned to customers, whose users read them, and taken back"""
    user = admin()
    customer, other = new_customer(user), new_customer(user)
    saved = user.save_dashboard(Dashboard(title=unique("dashboard"), configuration={"widgets": {}}))
    user.assign_dashboard_to_customer(customer.id, saved.id)
    user.add_dashboard_customers(saved.id, [other.id.id])
    info = user.get_dashboard_info_by_id(saved.id)
    equal(sorted(each.title for each in info.assigned_customers), sorted([customer.title, other.title]))
    equal([each.title for each in user.get_customer_dashboards(other.id, 10, 0).data], [saved.title])
    _, credentials = customer_user(user, customer)
    viewer = logged_in(credentials)
    equal(viewer.get_dashboard_by_id(saved.id).title, saved.title)
    user.update_dashboard_customers(saved.id, [other.id.id])
    refused(403, lambda: viewer.get_dashboard_by_id(saved.id))
    user.remove_dashboard_customers(saved.id, [other.id.id])
    equal(user.get_dashboard_info_by_id(saved.id).assigned_customers or [], [])


@community
def assignment():
    """a device is given to a customer, and taken back"""
    user = admin()
    customer = new_customer(user)
    device = new_device(user)
    equal(user.assign_device_to_customer(customer.id, device.id).customer_id.id, customer.id.id)
    equal(names(user.get_customer_devices(customer.id, 10, 0)), [device.name])
    user.unassign_device_from_customer(device.id)
    equal(user.get_customer_devices(customer.id, 10, 0).total_elements, 0)


@community
def public_device():
    """a device is shown to everybody, by a login without a user"""
    user = admin()
    device = new_device(user)
    public = user.assign_device_to_public_customer(device.id)
    reader = client()
    reader.public_login(public.customer_id.id)
    equal(reader.get_device_by_id(device.id).name, device.name)
    refused(403, lambda: new_device(reader))


@scenario
def customer_users():
    """the user of a customer sees its devices and no others"""
    user = admin()
    customer = new_customer(user)
    mine, other = new_device(user, customer_id=customer.id), new_device(user)
    saved, credentials = customer_user(user, customer)
    equal([each.id.id for each in user.get_customer_users(customer.id, 10, 0).data], [saved.id.id])
    reader = logged_in(credentials)
    equal(names(reader.get_customer_devices(customer.id, 10, 0)), [mine.name])
    equal(reader.get_device_by_id(mine.id).name, mine.name)
    refused(403, lambda: reader.get_device_by_id(other.id))
    refused(403, lambda: reader.delete_device(mine.id))


@scenario
def attributes():
    """attributes: both ways to save, by scope, keys, deletion"""
    user = admin()
    device = new_device(user)
    user.save_entity_attributes_v1(device.id, "SERVER_SCOPE", {"site": "north", "floor": 3})
    user.save_entity_attributes_v2(device.id, "SHARED_SCOPE", {"target": 21.5, "on": True, "limits": {"max": 90}})
    user.save_device_attributes(device.id, "SHARED_SCOPE", {"mode": "eco"})
    equal(
        by_key(user.get_attributes_by_scope(device.id, "SERVER_SCOPE", keys="site,floor")),
        {"site": "north", "floor": 3},
    )
    shared = {"target": 21.5, "on": True, "limits": {"max": 90}, "mode": "eco"}
    equal(by_key(user.get_attributes_by_scope(device.id, "SHARED_SCOPE")), shared)
    equal(by_key(user.get_attributes(device.id, keys="site,target")), {"site": "north", "target": 21.5})
    equal(sorted(user.get_attribute_keys_by_scope(device.id, "SHARED_SCOPE")), sorted(shared))
    equal({"site", "mode"} <= set(user.get_attribute_keys(device.id)), True)
    user.delete_entity_attributes(device.id, "SHARED_SCOPE", "target,on")
    user.delete_device_attributes(device.id, "SHARED_SCOPE", "mode")
    equal(by_key(user.get_attributes_by_scope(device.id, "SHARED_SCOPE")), {"limits": {"max": 90}})


def by_key(entries):
    return {each["key"]: each["value"] for each in plain(entries)}


def points(answer):
    """Of each key the times with their values, in the order of the answer."""
    return {key: [(each["ts"], each["value"]) for each in series] for key, series in plain(answer).items()}


@scenario
def telemetry():
    """telemetry: saving, latest values, a range with limit and order, keys"""
    user = admin()
    device = new_device(user)
    for n in range(5):
        user.save_entity_telemetry(
            device.id, "ANY", {"ts": FIRST_TS + n, "values": {"n": n, "state": f"s{n}", "on": n == 4}}
        )
    equal(
        points(user.get_latest_timeseries(device.id, keys="n,state")),
        {"n": [(FIRST_TS + 4, "4")], "state": [(FIRST_TS + 4, "s4")]},
    )
    latest = user.get_latest_timeseries(device.id, use_strict_data_types=True)
    equal(points(latest), {"n": [(FIRST_TS + 4, 4)], "state": [(FIRST_TS + 4, "s4")], "on": [(FIRST_TS + 4, True)]})
    window = {"keys": "n", "start_ts": FIRST_TS + 1, "end_ts": FIRST_TS + 4, "use_strict_data_types": True}
    equal(
        points(user.get_timeseries(device.id, **window)),
        {"n": [(FIRST_TS + 3, 3), (FIRST_TS + 2, 2), (FIRST_TS + 1, 1)]},
    )
    ascending = user.get_timeseries(device.id, **window, limit=2, order_by="ASC")
    equal(points(ascending), {"n": [(FIRST_TS + 1, 1), (FIRST_TS + 2, 2)]})
    equal(sorted(user.get_timeseries_keys_v1(device.id)), ["n", "on", "state"])


@scenario
def aggregates():
    """telemetry in buckets: average, sum, least, greatest and count"""
    user = admin()
    device = new_device(user)
    for n in range(4):
        user.save_entity_telemetry(device.id, "ANY", {"ts": FIRST_TS + n * 500, "values": {"n": n + 1}})
    window = {"keys": "n", "start_ts": FIRST_TS, "end_ts": FIRST_TS + 2_000, "interval": 1_000, "order_by": "ASC"}
    for agg, expected in (("AVG", [1.5, 3.5]), ("SUM", [3, 7]), ("MIN", [1, 3]), ("MAX", [2, 4]), ("COUNT", [2, 2])):
        answer = points(user.get_timeseries(device.id, **window, agg=agg, use_strict_data_types=True))
        equal(answer, {"n": [(FIRST_TS + 500, expected[0]), (FIRST_TS + 1_500, expected[1])]})


@scenario
def telemetry_deletion():
    """telemetry: a time to live, and the deletion of a range and of a key"""
    user = admin()
    device = new_device(user)
    now = int(time.time() * 1_000)
    user.save_entity_telemetry_with_ttl(device.id, "ANY", 3_600, {"ts": now, "values": {"short": 1}})
    equal(
        points(user.get_latest_timeseries(device.id, keys="short", use_strict_data_types=True)), {"short": [(now, 1)]}
    )
    for n in range(4):
        user.save_entity_telemetry(device.id, "ANY", {"ts": FIRST_TS + n, "values": {"n": n, "m": n}})
    range_of = {
        "start_ts": FIRST_TS + 2,
        "end_ts": FIRST_TS + 10,
        "delete_latest": True,
        "rewrite_latest_if_deleted": True,
    }
    user.delete_entity_timeseries(device.id, "n", **range_of)
    window = {"start_ts": FIRST_TS, "end_ts": FIRST_TS + 10, "order_by": "ASC", "use_strict_data_types": True}
    equal(points(user.get_timeseries(device.id, keys="n", **window)), {"n": [(FIRST_TS, 0), (FIRST_TS + 1, 1)]})
    equal(
        points(user.get_latest_timeseries(device.id, keys="n", use_strict_data_types=True)), {"n": [(FIRST_TS + 1, 1)]}
    )
    user.delete_entity_timeseries(device.id, "m", delete_all_data_for_keys=True)
    equal(user.get_timeseries_keys_v1(device.id).count("m"), 0)


class Answering:
    """A device over HTTP, by the calls that the client has for devices, which answers each call with its parameters."""

    def __init__(self, user, device):
        self.token = user.get_device_credentials_by_device_id(device.id).credentials_id
        self.device = client()
        self.device.token_login(user.get_token())
        self.calls = []
        threading.Thread(target=self.answer, daemon=True).start()

    def answer(self):
        while True:
            try:
                call = self.device.subscribe_to_commands(self.token, timeout=20_000)
            except ApiException as error:
                equal(error.status, 408)
                continue
            call = plain(call)
            self.calls.append(call)
            # Generation 3 takes parameters of paths as text alone.
            self.device.reply_to_command(self.token, str(call["id"]), {"got": call["params"]})


@scenario
def calls():
    """calls: two-way and one-way, by both paths"""
    user = admin()
    device = new_device(user)
    answering = Answering(user, device)
    body = {"method": "toggle", "params": {"pin": 7}, "timeout": 20_000}
    equal(user.handle_two_way_device_rpc_request(device.id, body), {"got": {"pin": 7}})
    equal(user.handle_two_way_device_rpc_request_v1(device.id, body), {"got": {"pin": 7}})
    user.handle_one_way_device_rpc_request(device.id, {**body, "method": "blink"})
    user.handle_one_way_device_rpc_request_v1(device.id, {**body, "method": "beep"})
    wait_for(lambda: [call["method"] for call in answering.calls][2:] == ["blink", "beep"])
    silent = new_device(user)
    # The names are the wrong way round: the first is the older path, which tells the two kinds of silence apart.
    refused(409, lambda: user.handle_two_way_device_rpc_request(silent.id, {**body, "timeout": 5_000}))
    refused(504, lambda: user.handle_two_way_device_rpc_request_v1(silent.id, {**body, "timeout": 5_000}))


@scenario
def persistent_calls():
    """persistent calls: state, list, deletion"""
    user = admin()
    device = new_device(user)
    body = {
        "method": "oil",
        "params": {"ml": 5},
        "persistent": True,
        "expirationTime": int(time.time() * 1_000) + 600_000,
    }
    answer = plain(user.handle_two_way_device_rpc_request(device.id, body))
    rpc_id = RpcId(id=answer["rpcId"], entity_type="RPC")
    equal(user.get_persisted_rpc(rpc_id).status, "QUEUED")
    Answering(user, device)
    wait_for(lambda: user.get_persisted_rpc(rpc_id).status == "SUCCESSFUL")
    rpc = user.get_persisted_rpc(rpc_id)
    equal(plain(rpc.response), {"got": {"ml": 5}})
    page = plain(user.get_persisted_rpc_by_device(device.id, 10, 0, rpc_status="SUCCESSFUL"))
    equal([each["id"]["id"] for each in page["data"]], [rpc_id.id])
    user.delete_rpc(rpc_id)
    refused(404, lambda: user.get_persisted_rpc(rpc_id))


@scenario
def audit():
    """audit logs: of a device, of a user, of a customer, of all"""
    user = admin()
    before = int(time.time() * 1_000)
    customer = new_customer(user)
    device = new_device(user, customer_id=customer.id)
    user.delete_device(device.id)
    me = user.get_user()
    window = {"start_time": before, "end_time": before + 600_000}
    order = {"sort_property": "createdTime", "sort_order": "ASC"}
    wait_for(lambda: user.get_audit_logs_by_entity_id(device.id, 10, 0, **window).total_elements == 2)
    logs = user.get_audit_logs_by_entity_id(device.id, 10, 0, **order, **window).data
    equal([log.action_type for log in logs], ["ADDED", "DELETED"])
    equal(
        [(log.entity_name, log.user_name, log.action_status) for log in logs], [(device.name, me.email, "SUCCESS")] * 2
    )
    equal(
        user.get_audit_logs_by_user_id(me.id, 10, 0, action_types="DELETED", **window).data[0].entity_id.id,
        device.id.id,
    )
    equal(user.get_audit_logs_by_customer_id(customer.id, 10, 0, **window).total_elements >= 1, True)
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
    """queries over entities: rows with latest values, counts, keys"""
    user = admin()
    name = unique("queried")
    devices = [new_device(user, name=f"{name} {n}") for n in range(3)]
    user.save_entity_telemetry(devices[1].id, "ANY", {"ts": FIRST_TS, "values": {"temperature": 21.5}})
    user.save_entity_attributes_v2(devices[1].id, "SERVER_SCOPE", {"site": "north"})
    page = user.find_entity_data_by_query(query_of(name))
    equal((page.total_elements, page.has_next), (3, False))
    rows = plain(page.data)
    latest = rows[1]["latest"]
    equal([row["latest"]["ENTITY_FIELD"]["name"]["value"] for row in rows], [f"{name} {n}" for n in range(3)])
    equal(
        (latest["TIME_SERIES"]["temperature"]["ts"], latest["TIME_SERIES"]["temperature"]["value"]), (FIRST_TS, "21.5")
    )
    equal(latest["SERVER_ATTRIBUTE"]["site"]["value"], "north")
    small = user.find_entity_data_by_query(query_of(name, 2))
    equal((len(small.data), small.total_pages, small.has_next), (2, 2, True))
    count = {"entityFilter": {"type": "entityName", "entityType": "DEVICE", "entityNameFilter": name}}
    equal(user.count_entities_by_query(count), 3)


@scenario
def device_calls():
    """the calls of devices: telemetry, attributes, and their request"""
    user = admin()
    device = new_device(user)
    token = user.get_device_credentials_by_device_id(device.id).credentials_id
    user.post_telemetry(token, {"ts": FIRST_TS, "values": {"temperature": 21.5}})
    user.post_device_attributes(token, {"firmware": "1.0"})
    user.save_entity_attributes_v2(device.id, "SHARED_SCOPE", {"target": 65})
    equal(points(user.get_latest_timeseries(device.id, keys="temperature")), {"temperature": [(FIRST_TS, "21.5")]})
    answer = plain(user.get_device_attributes(token, "firmware", "target"))
    equal((answer["client"], answer["shared"]), ({"firmware": "1.0"}, {"target": 65}))


@scenario
def claiming():
    """claiming: a device opens it, its customer has it, and gives it back"""
    user = admin()
    customer = new_customer(user)
    device = new_device(user)
    token = user.get_device_credentials_by_device_id(device.id).credentials_id
    user.claim_device(token, {"secretKey": "s3", "durationMs": 60_000})
    _, credentials = customer_user(user, customer)
    claimer = logged_in(credentials)
    if IS_COMMUNITY:
        # Its own call for that is of the device.
        claimer.device_controller.claim_device_using_post1(device.name, body={"secretKey": "s3"})
    else:
        claimer.claim_device_by_name(device.name, ClaimRequest(secret_key="s3"))
    equal(user.get_device_by_id(device.id).customer_id.id, customer.id.id)
    claimer.re_claim_device(device.name)
    refused(403, lambda: claimer.get_device_by_id(device.id))


@scenario
def provisioning():
    """provisioning of a device"""
    user = admin()
    key, secret = unique("key"), unique("secret")
    profile = new_profile(unique("profile"))
    profile.provision_type = "ALLOW_CREATE_NEW_DEVICES"
    profile.provision_device_key = key
    profile.profile_data.provision_configuration = {"type": "ALLOW_CREATE_NEW_DEVICES", "provisionDeviceSecret": secret}
    user.save_device_profile(profile)
    name = unique("provisioned")
    body = {"deviceName": name, "provisionDeviceKey": key, "provisionDeviceSecret": secret}
    answer = plain(user.provision_device(body))
    equal(answer["status"], "SUCCESS")
    device = user.get_tenant_device(name)
    equal(user.get_device_credentials_by_device_id(device.id).credentials_id, answer["credentialsValue"])


@scenario
def packages():
    """firmware packages: creation, file, lists, download, deletion"""
    user = admin()
    profile = user.get_default_device_profile_info()
    title = unique("firmware")
    body = SaveOtaPackageInfoRequest(
        device_profile_id=profile.id, type="FIRMWARE", title=title, version="2.0", uses_url=False
    )
    info = user.save_ota_package_info(body)
    equal((info.id.entity_type, info.title, info.has_data), ("OTA_PACKAGE", title, False))
    content = bytes(range(256)) * 100
    with tempfile.NamedTemporaryFile(suffix=".bin") as file:
        file.write(content)
        file.flush()
        saved = user.save_ota_package_data(info.id, checksum_algorithm="SHA256", file=file.name)
    equal((saved.has_data, saved.data_size, saved.checksum), (True, len(content), hashlib.sha256(content).hexdigest()))
    equal([each.title for each in user.get_ota_packages(10, 0, text_search=title).data], [title])
    equal(
        [each.title for each in user.get_ota_packages_v1(profile.id, "FIRMWARE", 10, 0, text_search=title).data],
        [title],
    )
    equal(user.get_ota_package_info_by_id(info.id).checksum, saved.checksum)
    # Generation 3 looks for members of an object in the file.
    if not IS_COMMUNITY:
        equal(user.download_ota_package(info.id), content)
    user.delete_ota_package(info.id)
    refused(404, lambda: user.get_ota_package_info_by_id(info.id))


@scenario
def profile_keys():
    """the keys of the devices of a profile"""
    user = admin()
    profile = user.save_device_profile(new_profile(unique("profile")))
    device = new_device(user, profile)
    user.save_entity_telemetry(device.id, "ANY", {"ts": FIRST_TS, "values": {"temperature": 21.5, "state": "on"}})
    user.save_entity_attributes_v2(device.id, "SERVER_SCOPE", {"site": "north"})
    equal(sorted(user.get_timeseries_keys(profile.id)), ["state", "temperature"])
    equal("site" in user.get_attributes_keys(profile.id), True)


@scenario
def tenants():
    """tenants, by an administrator of the system: creation, lists, administrators, deletion"""
    system = logged_in(INPUT["system"])
    title = unique("tenant")
    tenant = system.save_tenant(Tenant(title=title))
    equal((tenant.id.entity_type, system.get_tenant_by_id(tenant.id).title), ("TENANT", title))
    equal([each.title for each in system.get_tenants(10, 0, text_search=title).data], [title])
    equal(system.get_tenant_info_by_id(tenant.id).tenant_profile_name, "Default")
    saved, credentials = new_user(system, tenant_id=tenant.id)
    equal([each.id.id for each in system.get_tenant_admins(tenant.id, 10, 0).data], [saved.id.id])
    other = logged_in(credentials)
    device = new_device(other)
    # Tenants are walls.
    refused(404, lambda: admin().get_device_by_id(device.id))
    refused(403, lambda: other.get_tenants(10, 0))
    system.delete_tenant(tenant.id)
    refused(401, lambda: other.get_device_by_id(device.id))


@scenario
def commands():
    """the commands with which a device sends its first telemetry"""
    user = admin()
    device = new_device(user)
    token = user.get_device_credentials_by_device_id(device.id).credentials_id
    shown = plain(user.get_device_publish_telemetry_commands(device.id))
    equal(token in json.dumps(shown["mqtt"]), True)


if not IS_COMMUNITY:

    @scenario
    def api_keys():
        """API keys: creation, list, login, switch, deletion"""
        user = admin()
        me = user.get_user()
        key = user.save_api_key(ApiKeyInfo(description="nightly", user_id=me.id, enabled=True))
        by_key = client()
        by_key.api_key_login(key.value)
        equal(by_key.get_user().email, me.email)
        equal("nightly" in [each.description for each in user.get_user_api_keys(me.id, 100, 0).data], True)
        user.enable_api_key(key.id, False)
        refused(401, by_key.get_user)
        user.delete_api_key(key.id)
        equal(key.id.id in [each.id.id for each in user.get_user_api_keys(me.id, 100, 0).data], False)

    @scenario
    def other_edition():
        """calls of another edition are answered with 404"""
        user = admin()
        # Owners and lists of all customers' devices are of the professional edition.
        refused(404, lambda: user.get_tenant_device_infos(10, 0))
        refused(404, lambda: user.assign_device_to_customer(new_customer(user).id, new_device(user).id))


main()
