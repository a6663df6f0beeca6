// A gateway on Eclipse Paho for Go as it is: publishes what a file says and answers calls.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

const rpc = "v1/gateway/rpc"

type call struct {
	Device string `json:"device"`
	Data   struct {
		ID int `json:"id"`
	} `json:"data"`
}

func main() {
	var connections atomic.Int32
	device, _ := json.Marshal(map[string]string{"device": os.Getenv("DEVICE")})
	qos := os.Getenv("QOS")[0] - '0'

	answer := func(client mqtt.Client, message mqtt.Message) {
		var received call
		if err := json.Unmarshal(message.Payload(), &received); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		reply, _ := json.Marshal(map[string]any{"device": received.Device, "id": received.Data.ID, "data": map[string]bool{"done": true}})
		client.Publish(rpc, 1, false, reply)
		fmt.Println("answered")
	}
	options := mqtt.NewClientOptions().
		AddBroker("tcp://127.0.0.1:" + os.Getenv("PORT")).
		SetUsername(os.Getenv("TOKEN")).
		SetClientID(fmt.Sprintf("go-%d", os.Getpid())).
		SetCleanSession(false).
		SetResumeSubs(true).
		SetMaxReconnectInterval(time.Second).
		SetOnConnectHandler(func(client mqtt.Client) {
			connections.Add(1)
			client.Subscribe(rpc, 1, answer)
			client.Publish("v1/gateway/connect", 1, false, device)
		})
	client := mqtt.NewClient(options)
	if token := client.Connect(); token.Wait() && token.Error() != nil {
		fmt.Fprintln(os.Stderr, token.Error())
		os.Exit(1)
	}

	text, err := os.ReadFile(os.Getenv("MESSAGES"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	messages := strings.Split(string(text), "\n")
	var published atomic.Int32
	var sent sync.WaitGroup
	for _, message := range messages {
		sent.Add(1)
		token := client.Publish("v1/gateway/telemetry", qos, false, message)
		go func() {
			defer sent.Done()
			// The library gives up what is on its way at the moment when the connection breaks; a gateway sends that again.
			for token.Wait() && token.Error() != nil {
				fmt.Fprintln(os.Stderr, token.Error())
				time.Sleep(100 * time.Millisecond)
				token = client.Publish("v1/gateway/telemetry", qos, false, message)
			}
			published.Add(1)
		}()
		if len(messages) > 100 {
			time.Sleep(5 * time.Millisecond)
		}
	}
	sent.Wait()
	fmt.Println("published", published.Load(), "connections", connections.Load())
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM)
	<-ended
	client.Disconnect(250)
}
