// The same calls with the client that OpenAPI Generator makes for Go. Prints "ok NAME" or "failed NAME: why".
package main

import (
	"context"
	"fmt"
	"os"

	bridgehead "bridgehead.example/client"
)

var failures = 0

func call(name string, work func() error) bool {
	if err := work(); err != nil {
		failures++
		fmt.Printf("failed %s: %q\n", name, err.Error())
		return false
	}
	fmt.Println("ok " + name)
	return true
}

func check(isRight bool, found any) error {
	if isRight {
		return nil
	}
	return fmt.Errorf("found %+v", found)
}

func main() {
	configuration := bridgehead.NewConfiguration()
	configuration.Servers = bridgehead.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := bridgehead.NewAPIClient(configuration)
	token := ""
	if !call("login", func() error {
		request := bridgehead.NewLoginRequest(os.Getenv("USER_NAME"), os.Getenv("PASSWORD"))
		pair, _, err := client.LoginAPI.Login(context.Background()).LoginRequest(*request).Execute()
		if err != nil {
			return err
		}
		token = pair.Token
		return nil
	}) {
		os.Exit(1)
	}
	ctx := context.WithValue(context.Background(), bridgehead.ContextAccessToken, token)
	call("getUser", func() error {
		user, _, err := client.LoginAPI.GetUser(ctx).Execute()
		if err != nil {
			return err
		}
		return check(user.Authority == "TENANT_ADMIN", user)
	})
	id := ""
	if !call("saveDevice", func() error {
		input := bridgehead.NewDeviceInput("Go press")
		input.SetType("press")
		device, _, err := client.DevicesAPI.SaveDevice(ctx).DeviceInput(*input).Execute()
		if err != nil {
			return err
		}
		id = device.Id.Id
		return check(!device.Label.IsSet() || device.Label.Get() == nil, device)
	}) {
		os.Exit(1)
	}
	call("getDeviceInfoById", func() error {
		info, _, err := client.DevicesAPI.GetDeviceInfoById(ctx, id).Execute()
		if err != nil {
			return err
		}
		return check(info.CreatedTime > 1_000_000_000_000 && info.DeviceProfileName == "press", info)
	})
	call("getDeviceCredentialsByDeviceId", func() error {
		found, _, err := client.DevicesAPI.GetDeviceCredentialsByDeviceId(ctx, id).Execute()
		if err != nil {
			return err
		}
		return check(found.CredentialsType == "ACCESS_TOKEN", found)
	})
	call("saveEntityTelemetry", func() error {
		readings := map[string]any{"ts": 1767225600000, "values": map[string]any{"force": 88.5}}
		_, err := client.TelemetryAPI.SaveEntityTelemetry(ctx, "DEVICE", id, "ANY").Body(readings).Execute()
		return err
	})
	call("getLatestTimeseries", func() error {
		points, _, err := client.TelemetryAPI.GetLatestTimeseries(ctx, "DEVICE", id).Keys("force").UseStrictDataTypes(true).Execute()
		if err != nil {
			return err
		}
		force := (*points)["force"]
		return check(len(force) == 1 && force[0].Ts == 1767225600000 && force[0].Value == 88.5, points)
	})
	call("saveEntityAttributesV2", func() error {
		values := map[string]any{"target": 70}
		_, err := client.TelemetryAPI.SaveEntityAttributesV2(ctx, "DEVICE", id, "SERVER_SCOPE").RequestBody(values).Execute()
		return err
	})
	call("getAttributesByScope", func() error {
		found, _, err := client.TelemetryAPI.GetAttributesByScope(ctx, "DEVICE", id, "SERVER_SCOPE").Keys("target").Execute()
		if err != nil {
			return err
		}
		return check(len(found) == 1 && found[0].Key == "target" && found[0].Value == 70.0, found)
	})
	call("getTenantDeviceInfos", func() error {
		page, _, err := client.DevicesAPI.GetTenantDeviceInfos(ctx).PageSize(10).Page(0).TextSearch("GO PRESS").SortProperty("name").Execute()
		if err != nil {
			return err
		}
		return check(page.TotalElements == 1 && page.Data[0].Name == "Go press", page)
	})
	call("handleOneWayDeviceRPCRequestV2", func() error {
		request := bridgehead.NewRpcRequest("oil")
		request.SetParams(map[string]any{"ml": 5})
		request.SetPersistent(true)
		request.SetExpirationTime(4102444800000)
		answer, _, err := client.RpcAPI.HandleOneWayDeviceRPCRequestV2(ctx, id).RpcRequest(*request).Execute()
		if err != nil {
			return err
		}
		record, _, err := client.RpcAPI.GetPersistedRpc(ctx, answer.RpcId).Execute()
		if err != nil {
			return err
		}
		return check(record.Status == "QUEUED" && record.ExpirationTime == 4102444800000, record)
	})
	call("not found", func() error {
		_, response, err := client.DevicesAPI.GetDeviceById(ctx, "01990000-0000-7000-8000-000000000000").Execute()
		problem, isKnown := err.(*bridgehead.GenericOpenAPIError)
		if !isKnown || response == nil || response.StatusCode != 404 {
			return fmt.Errorf("found %v, %v", response, err)
		}
		model, isEnvelope := problem.Model().(bridgehead.ErrorResponse)
		return check(isEnvelope && model.ErrorCode == 32, problem.Model())
	})
	call("deleteDevice", func() error {
		_, err := client.DevicesAPI.DeleteDevice(ctx, id).Execute()
		return err
	})
	if failures > 0 {
		os.Exit(1)
	}
}
