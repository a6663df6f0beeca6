// A gateway on rumqttc as it is: publishes what a file says and answers calls.
use rumqttc::{AsyncClient, Event, MqttOptions, Outgoing, Packet, QoS};
use serde_json::{json, Value};
use std::env::var;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::Duration;
use tokio::signal::unix::{signal, SignalKind};
use tokio::time::sleep;

const RPC: &str = "v1/gateway/rpc";

#[tokio::main]
async fn main() {
    let port: u16 = var("PORT").unwrap().parse().unwrap();
    let device = json!({ "device": var("DEVICE").unwrap() }).to_string();
    let qos = match var("QOS").unwrap().as_str() {
        "0" => QoS::AtMostOnce,
        "1" => QoS::AtLeastOnce,
        _ => QoS::ExactlyOnce,
    };
    let mut options = MqttOptions::new(format!("rust-{}", std::process::id()), "127.0.0.1", port);
    options.set_credentials(var("TOKEN").unwrap(), "");
    options.set_clean_session(false);
    options.set_keep_alive(Duration::from_secs(10));
    let (client, mut events) = AsyncClient::new(options, 1000);

    let connections = Arc::new(AtomicUsize::new(0));
    // Of messages on the topic of telemetry: what was handed to the socket, and what was acknowledged.
    let written = Arc::new(AtomicUsize::new(0));
    let acknowledged = Arc::new(AtomicUsize::new(0));
    let (counted, out, acked) = (connections.clone(), written.clone(), acknowledged.clone());
    let handler = client.clone();
    tokio::spawn(async move {
        loop {
            match events.poll().await {
                Ok(Event::Incoming(Packet::ConnAck(_))) => {
                    counted.fetch_add(1, Ordering::SeqCst);
                    let (client, device) = (handler.clone(), device.clone());
                    tokio::spawn(async move {
                        client.subscribe(RPC, QoS::AtLeastOnce).await.unwrap();
                        client.publish("v1/gateway/connect", QoS::AtMostOnce, false, device).await.unwrap();
                    });
                }
                Ok(Event::Incoming(Packet::PubAck(_) | Packet::PubComp(_))) => {
                    acked.fetch_add(1, Ordering::SeqCst);
                }
                Ok(Event::Outgoing(Outgoing::Publish(_))) => {
                    out.fetch_add(1, Ordering::SeqCst);
                }
                Ok(Event::Incoming(Packet::Publish(call))) => {
                    let call: Value = serde_json::from_slice(&call.payload).unwrap();
                    let reply = json!({ "device": call["device"], "id": call["data"]["id"], "data": { "done": true } });
                    let client = handler.clone();
                    tokio::spawn(async move {
                        client.publish(RPC, QoS::AtMostOnce, false, reply.to_string()).await.unwrap();
                        println!("answered");
                    });
                }
                Ok(_) => {}
                Err(error) => {
                    eprintln!("{error}");
                    sleep(Duration::from_millis(200)).await;
                }
            }
        }
    });

    while connections.load(Ordering::SeqCst) == 0 {
        sleep(Duration::from_millis(10)).await;
    }
    sleep(Duration::from_millis(200)).await;
    let text = std::fs::read_to_string(var("MESSAGES").unwrap()).unwrap();
    let messages: Vec<&str> = text.split('\n').collect();
    let before = written.load(Ordering::SeqCst);
    for message in &messages {
        client.publish("v1/gateway/telemetry", qos, false, *message).await.unwrap();
        if messages.len() > 100 {
            sleep(Duration::from_millis(5)).await;
        }
    }
    let done = || if qos == QoS::AtMostOnce { written.load(Ordering::SeqCst) - before } else { acknowledged.load(Ordering::SeqCst) };
    // A lost PUBCOMP never comes again: at QoS 2 five seconds without progress are the end.
    let (mut last, mut quiet) = (0, 0);
    while done() < messages.len() && (qos != QoS::ExactlyOnce || quiet < 50) {
        sleep(Duration::from_millis(100)).await;
        quiet = if done() == last { quiet + 1 } else { 0 };
        last = done();
    }
    println!("published {} connections {}", done(), connections.load(Ordering::SeqCst));
    signal(SignalKind::terminate()).unwrap().recv().await;
}
