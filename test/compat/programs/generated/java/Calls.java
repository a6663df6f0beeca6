// The same calls with the client that OpenAPI Generator makes for Java. Prints "ok NAME" or "failed NAME: why".
import io.bridgehead.client.ApiClient;
import io.bridgehead.client.ApiException;
import io.bridgehead.client.api.DevicesApi;
import io.bridgehead.client.api.LoginApi;
import io.bridgehead.client.api.RpcApi;
import io.bridgehead.client.api.TelemetryApi;
import io.bridgehead.client.model.AttributeData;
import io.bridgehead.client.model.Device;
import io.bridgehead.client.model.DeviceInfo;
import io.bridgehead.client.model.DeviceInput;
import io.bridgehead.client.model.LoginRequest;
import io.bridgehead.client.model.LoginResponse;
import io.bridgehead.client.model.PageDataDeviceInfo;
import io.bridgehead.client.model.Point;
import io.bridgehead.client.model.Rpc;
import io.bridgehead.client.model.RpcRequest;
import io.bridgehead.client.model.User;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;

public final class Calls {
  private static final UUID UNKNOWN = UUID.fromString("01990000-0000-7000-8000-000000000000");
  private static int failures = 0;

  private static <Result> Result call(String name, Callable<Result> work) {
    try {
      Result result = work.call();
      System.out.println("ok " + name);
      return result;
    } catch (Exception error) {
      failures++;
      System.out.println("failed " + name + ": " + String.valueOf(error).replace('\n', ' '));
      return null;
    }
  }

  private static <Found> Found check(boolean isRight, Found found) {
    if (!isRight) throw new IllegalStateException("found " + found);
    return found;
  }

  public static void main(String[] args) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    LoginRequest request = new LoginRequest().username(System.getenv("USER_NAME")).password(System.getenv("PASSWORD"));
    LoginResponse pair = call("login", () -> new LoginApi(client).login(request));
    if (pair == null) System.exit(1);
    client.setRequestInterceptor(each -> each.header("X-Authorization", "Bearer " + pair.getToken()));
    DevicesApi devices = new DevicesApi(client);
    TelemetryApi telemetry = new TelemetryApi(client);
    RpcApi rpc = new RpcApi(client);
    call("getUser", () -> {
      User user = new LoginApi(client).getUser();
      return check(user.getAuthority() == User.AuthorityEnum.TENANT_ADMIN, user);
    });
    Device device = call("saveDevice", () -> devices.saveDevice(new DeviceInput().name("Java press").type("press"), null, null, null, null));
    if (device == null) System.exit(1);
    UUID id = device.getId().getId();
    call("getDeviceInfoById", () -> {
      DeviceInfo info = devices.getDeviceInfoById(id);
      return check(info.getCreatedTime() > 1_000_000_000_000L && info.getLabel() == null, info);
    });
    call("getDeviceCredentialsByDeviceId", () -> devices.getDeviceCredentialsByDeviceId(id));
    call("saveEntityTelemetry", () -> {
      telemetry.saveEntityTelemetry("DEVICE", id, "ANY", Map.of("ts", 1767225600000L, "values", Map.of("force", 88.5)));
      return true;
    });
    call("getLatestTimeseries", () -> {
      Map<String, List<Point>> points =
          telemetry.getLatestTimeseries("DEVICE", id, "force", null, null, null, null, null, null, null, null, null, true);
      Point point = points.get("force").get(0);
      return check(point.getTs() == 1767225600000L && Double.valueOf(88.5).equals(point.getValue()), points);
    });
    call("saveEntityAttributesV2", () -> {
      telemetry.saveEntityAttributesV2("DEVICE", id, "SERVER_SCOPE", Map.of("target", 70));
      return true;
    });
    call("getAttributesByScope", () -> {
      List<AttributeData> found = telemetry.getAttributesByScope("DEVICE", id, "SERVER_SCOPE", "target", null);
      return check(found.size() == 1 && Integer.valueOf(70).equals(found.get(0).getValue()), found);
    });
    call("getTenantDeviceInfos", () -> {
      PageDataDeviceInfo page = devices.getTenantDeviceInfos(10, 0, "JAVA", "name", "ASC", null, null, null, null);
      return check(page.getTotalElements() == 1 && page.getData().get(0).getName().equals("Java press"), page);
    });
    call("handleOneWayDeviceRPCRequestV2", () -> {
      RpcRequest sent = new RpcRequest().method("oil").params(Map.of("ml", 5)).persistent(true).expirationTime(4102444800000L);
      Rpc record = rpc.getPersistedRpc(rpc.handleOneWayDeviceRPCRequestV2(id, sent).getRpcId());
      return check(record.getStatus() == Rpc.StatusEnum.QUEUED && record.getExpirationTime() == 4102444800000L, record);
    });
    call("not found", () -> {
      try {
        return check(false, devices.getDeviceById(UNKNOWN));
      } catch (ApiException error) {
        return check(error.getCode() == 404 && error.getResponseBody().contains("\"errorCode\":32"), error);
      }
    });
    call("deleteDevice", () -> {
      devices.deleteDevice(id);
      return true;
    });
    System.exit(failures > 0 ? 1 : 0);
  }
}
