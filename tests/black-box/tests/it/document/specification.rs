//! `openapi.json` and `asyncapi.json`: whole in themselves, as the documents say, and true of a live
//! server: every operation is run with its own example, every message of a client's is said.

use std::collections::{BTreeMap, BTreeSet};

use black_box::{Answer, Player, Server};
use protocol::ClientMessage;
use protocol::room::{RoomState, Seated};
use serde_json::{Map, Value, json};

use super::page::page;

/// Fetches the OpenAPI and the AsyncAPI document of a server.
async fn documents(server: &Server) -> [Value; 2] {
    let get = async |name: &str| {
        let answer = server.http.get(&format!("/api/v1/{name}.json")).await;
        assert_eq!((answer.status, answer.kind.as_str()), (200, "application/json"), "{name}");
        answer.body
    };
    [get("openapi").await, get("asyncapi").await]
}

/// Collects every object within, with the way to it.
fn objects<'a>(value: &'a Value, way: &str, found: &mut Vec<(String, &'a Map<String, Value>)>) {
    match value {
        Value::Object(parts) => {
            found.push((way.to_owned(), parts));
            for (key, part) in parts {
                objects(part, &format!("{way}/{key}"), found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| objects(item, way, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Checks that the value satisfies a schema of the document.
fn satisfies(document: &Value, schema: &Value, value: &Value, location: &str) {
    let whole = json!({"components": document["components"], "allOf": [schema]});
    let validator = jsonschema::validator_for(&whole).expect(location);
    if let Err(error) = validator.validate(value) {
        panic!("{location}: {error}\n{value}");
    }
}

/// An operation of the OpenAPI document.
struct Operation<'a> {
    method: String,
    path: &'a str,
    said: &'a Value,
}

/// Returns all operations, by their ids.
fn operations(openapi: &Value) -> BTreeMap<&str, Operation<'_>> {
    let mut operations = BTreeMap::new();
    for (path, methods) in openapi["paths"].as_object().expect("paths") {
        for (method, said) in methods.as_object().expect(path) {
            let id = said["operationId"].as_str().expect(path);
            let operation = Operation { method: method.to_uppercase(), path, said };
            assert!(operations.insert(id, operation).is_none(), "{id} twice");
        }
    }
    operations
}

#[tokio::test]
async fn every_link_in_them_leads_somewhere_and_every_example_fits() {
    for document in documents(&Server::start()).await {
        let mut found = Vec::new();
        objects(&document, "", &mut found);
        let mut links = 0;
        for (way, parts) in &found {
            if let Some(link) = parts.get("$ref").and_then(Value::as_str) {
                let there = link.strip_prefix('#').and_then(|way| document.pointer(way));
                assert!(there.is_some(), "{way}: {link}");
                assert_eq!(
                    parts.len(),
                    1,
                    "{way}: not every reader looks at what is beside a link"
                );
                links += 1;
            }
            if let (Some(schema), Some(example)) = (parts.get("schema"), parts.get("example")) {
                satisfies(&document, schema, example, way);
            }
            let examples = parts.get("examples").and_then(Value::as_array);
            for example in examples.into_iter().flatten() {
                satisfies(&document, &parts["payload"], &example["payload"], way);
            }
        }
        assert!(links > 100, "{links}");
    }
}

#[tokio::test]
async fn every_operation_says_what_it_takes_and_answers() {
    let [openapi, _] = documents(&Server::start()).await;
    assert_eq!(
        (&openapi["openapi"], &openapi["servers"][0]["url"]),
        (&json!("3.1.0"), &json!("/"))
    );
    let tags: Vec<&Value> =
        openapi["tags"].as_array().expect("tags").iter().map(|tag| &tag["name"]).collect();
    for (id, Operation { path, said, .. }) in operations(&openapi) {
        assert!(said["summary"].is_string() && tags.contains(&&said["tags"][0]), "{id}: {said}");
        let wanted: BTreeSet<&str> =
            path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        let parameters = said["parameters"].as_array().expect(id);
        let in_path = parameters.iter().filter(|one| one["in"] == "path");
        let named = in_path.map(|one| one["name"].as_str().expect(id)).collect();
        assert_eq!(wanted, named, "{id}");
        let responses = said["responses"].as_object().expect(id);
        // What a client has already is no further answer, and neither is one that it has to wait for.
        let well = |status: &&String| {
            status.as_str() < "400" && !["202", "304"].contains(&status.as_str())
        };
        let well = responses.keys().filter(well).count();
        assert_eq!(well, 1, "{id}: one answer when all is well");
        for (status, response) in responses {
            assert!(response["description"].as_str().is_some_and(|text| !text.is_empty()));
            let problem = &response["content"]["application/problem+json"]["schema"];
            for code in problem["properties"]["code"]["enum"].as_array().into_iter().flatten() {
                let explained = format!("`{}`: ", code.as_str().expect(id));
                let description = response["description"].as_str().expect(id);
                assert!(description.contains(&explained), "{id} {status}: {description}");
            }
        }
        let body = &said["requestBody"]["content"];
        for kind in body.as_object().into_iter().flatten() {
            assert!(!kind.1["example"].is_null(), "{id} has no example of its body");
        }
        let token = said["security"].as_array().expect(id);
        assert!(token.iter().all(|way| *way == json!({}) || *way == json!({"seat": []})), "{id}");
        let needed = said["security"] == json!([{"seat": []}]);
        assert!(!needed || responses.contains_key("401"), "{id}");
        assert!(!token.is_empty() || !responses.contains_key("401"), "{id}");
    }
    let webhook = &openapi["webhooks"]["notice"]["post"]["requestBody"]["content"];
    assert!(webhook["application/json"]["example"].is_object(), "{webhook}");
}

/// Runs the operations of a document against its server.
struct Run<'a> {
    server: &'a Server,
    openapi: &'a Value,
    left: BTreeMap<&'a str, Operation<'a>>,
    /// The values of the parameters in the document's example path.
    values: BTreeMap<&'static str, String>,
    token: String,
}

impl Run<'_> {
    /// Runs one as the document shows it; the answer has this status, and the form that it says.
    async fn runs(&mut self, id: &str, status: u16) -> Answer {
        let Operation { method, path, said } = self.left.remove(id).expect(id);
        let (mut path, mut query) = (path.to_owned(), Vec::new());
        for parameter in said["parameters"].as_array().expect(id) {
            let name = parameter["name"].as_str().expect(id);
            let example = &parameter["example"];
            let shown = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
            if parameter["in"] == "query" {
                query.push(format!("{name}={shown}"));
                continue;
            }
            path = path.replace(&format!("{{{name}}}"), self.values.get(name).unwrap_or(&shown));
        }
        if !query.is_empty() {
            path = format!("{path}?{}", query.join("&"));
        }
        let content = &said["requestBody"]["content"];
        let form = &content["application/x-www-form-urlencoded"]["example"]["answer"];
        let json = content.get("application/json").map(|json| json["example"].to_string());
        let body = json.or_else(|| Some(format!("answer={}", form.as_str()?)));
        let needs = said["security"] == json!([{"seat": []}]);
        let token = needs.then_some(self.token.as_str());
        let answer = self.server.http.request(&method, &path, token, body).await;
        assert_eq!(answer.status, status, "{id}: {answer:?}");
        let response = &said["responses"][status.to_string()];
        assert!(response.is_object(), "{id} does not say that it answers {status}");
        let kind = answer.kind.split(';').next().unwrap_or_default();
        match response.get("content") {
            Some(content) => {
                let content = content.get(kind).or_else(|| content.get("*/*"));
                let schema = &content.unwrap_or_else(|| panic!("{id}: {kind}"))["schema"];
                satisfies(self.openapi, schema, &answer.body, id);
            }
            None => assert_eq!(answer.body, "", "{id}"),
        }
        answer
    }

    /// Takes the room's code, seat and token for the calls that follow.
    fn seated(&mut self, seated: &Seated) {
        self.values.insert("code", seated.room.code.clone());
        self.values.insert("seat", seated.seat.to_string());
        self.token.clone_from(&seated.token);
    }
}

#[tokio::test]
async fn each_operation_does_what_its_example_says() {
    let server = Server::start();
    let [openapi, _] = documents(&server).await;
    let (left, values) = (operations(&openapi), BTreeMap::new());
    let mut run = Run { server: &server, openapi: &openapi, left, values, token: String::new() };
    for id in
        ["alive", "ready", "listGames", "getLicences", "getSchema", "getOpenApi", "getAsyncApi"]
    {
        run.runs(id, 200).await;
    }
    for id in ["openLicences", "getRules", "openRules", "listLessons", "listPuzzles"] {
        run.runs(id, 200).await;
    }
    for id in ["openDocs", "getDocument"] {
        run.runs(id, 200).await;
    }
    // The client follows it: where it leads to is what the one before has shown.
    let moved = run.left.remove("findDocs").expect("the way to the documents");
    assert!(moved.said["responses"]["308"].is_object());
    assert_eq!(server.http.get(moved.path).await.body, server.http.get("/docs/").await.body);
    let home = run.runs("openHome", 200).await;
    let home = home.body.as_str().expect("a page");
    let version = home.split("web/").nth(1).and_then(|rest| rest.split('/').next());
    run.values.insert("version", version.expect("a version").to_owned());
    run.runs("getFile", 200).await;

    let mut ada: Seated = run.runs("createRoom", 201).await.as_a();
    run.seated(&ada);
    run.values.insert("digest", ada.room.fairness.data.clone());
    for id in ["getData", "listRooms", "getRoom", "openRoom", "askMail", "getNotify", "setNotify"] {
        run.runs(id, 200).await;
    }
    for id in ["addDevice", "removeDevice", "getPushWorker"] {
        run.runs(id, 200).await;
    }
    run.runs("answerMail", 404).await;
    let bo: Seated = run.runs("takeSeat", 201).await.as_a();
    run.values.insert("seat", bo.seat.to_string());
    run.runs("leaveSeat", 204).await;
    run.runs("announceProgram", 201).await;
    run.runs("listPrograms", 200).await;
    // The example is another program than the one announced here.
    run.runs("addProgram", 404).await;
    run.runs("listGivenSeats", 404).await;
    run.runs("withdrawProgram", 404).await;
    run.runs("addBot", 201).await;
    run.seated(&ada);
    let renewed = run.runs("renewToken", 200).await;
    renewed.body["token"].as_str().expect("a token").clone_into(&mut ada.token);
    run.seated(&ada);

    let opened = run.left.remove("openSocket").expect("the socket");
    assert!(opened.said["responses"]["101"].is_object());
    let mut player = Player::seat(&server, &ada, None).await;
    player.send(&ClientMessage::Ready { id: None, commitment: None }).await;
    player.until(|player| player.view.is_some()).await;
    run.runs("getView", 200).await;
    let answer = run.runs("sendCommand", 200).await;
    assert_eq!(answer.body["type"], "rejected", "the example is of another match");
    let id = uuid::Uuid::new_v4();
    player.act(&ClientMessage::Coach { id, want: true }).await.expect("a bot agrees");
    run.runs("newCoach", 200).await;
    let id = uuid::Uuid::new_v4();
    player.act(&ClientMessage::Resign { id }).await.expect("the end");
    assert_eq!(server.http.room(&ada.room.code).await.state, RoomState::Finished);
    run.runs("getRecord", 200).await;
    run.runs("getReplay", 200).await;
    // It takes its time, longest on a busy machine: until it is there, another answer says so.
    server.http.analysis(&ada.room.code).await;
    run.runs("getAnalysis", 200).await;
    run.runs("openPractice", 201).await;
    run.runs("rematch", 201).await;
    run.runs("openLesson", 201).await;
    let left: Vec<&str> = run.left.keys().copied().collect();
    assert_eq!(left, [""; 0], "these were not run");
}

#[tokio::test]
async fn each_message_is_sent_and_received_as_shown() {
    let server = Server::start();
    let [_, asyncapi] = documents(&server).await;
    assert_eq!(asyncapi["asyncapi"], "3.0.0");
    let messages = asyncapi["components"]["messages"].as_object().expect("messages");
    let mut in_operations = BTreeSet::new();
    for (operation, action) in [("hear", "receive"), ("tell", "send")] {
        let operation = &asyncapi["operations"][operation];
        assert_eq!(operation["action"], action);
        for link in operation["messages"].as_array().expect("links") {
            assert!(in_operations.insert(link["$ref"].as_str().expect("a link").to_owned()));
        }
    }
    let channel = &asyncapi["channels"]["room"];
    let in_channel = channel["messages"].as_object().expect("messages").keys();
    let ways = in_channel.map(|name| format!("#/channels/room/messages/{name}"));
    assert_eq!(in_operations, ways.collect());
    assert_eq!(in_operations.len(), messages.len());

    let ada = server.http.create(json!({}), json!({})).await;
    let mut player = Player::seat(&server, &ada, None).await;
    for (name, message) in messages {
        let [example] = &message["examples"].as_array().expect(name)[..] else {
            panic!("{name} has no example, or more than one")
        };
        if !name.starts_with("client_") {
            continue;
        }
        let said = example["payload"].to_string();
        assert!(ClientMessage::parse(&said).is_ok(), "{said}");
        // Whatever comes of it, it was understood. The first message is said but once.
        if message["name"] != "hello" {
            player.raw(&said).await;
        }
    }
    // The room answers in order: with this answer all others are there.
    let id = uuid::Uuid::new_v4();
    assert!(player.act(&ClientMessage::Resign { id }).await.is_err(), "nothing has begun");
    for frame in &player.frames {
        let received: Value = serde_json::from_str(frame).expect(frame);
        assert!(received["code"] != "malformed" && received["code"] != "unknown_type", "{frame}");
        let name = format!("server_{}", received["type"].as_str().expect("a type"));
        satisfies(&asyncapi, &messages[&name]["payload"], &received, &name);
    }
    assert!(player.frames.len() > messages.len() / 2, "{:?}", player.frames);
}

#[tokio::test]
async fn the_page_has_the_same_routes_and_close_codes() {
    let document = page("PROTOCOL.md");
    let [openapi, asyncapi] = documents(&Server::start()).await;
    let table = |head: &str| {
        let (_, rows) = document.split_once(head).expect(head);
        let rows = rows.lines().skip(2).take_while(|line| line.starts_with("| "));
        rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    let mut explained = BTreeSet::new();
    for row in table("| request | answer |") {
        // `GET`, `POST /path`, or `GET /a`, `GET /b`: a method alone shares the next one's path.
        let said: Vec<&str> = row[1].split('`').skip(1).step_by(2).collect();
        for (index, one) in said.iter().enumerate() {
            let with_path = said[index..].iter().find_map(|said| said.split_once(' '));
            let (_, path) = with_path.unwrap_or_else(|| panic!("{row:?}"));
            let method = one.split(' ').next().unwrap_or_default();
            explained.insert(format!("{method} {path}"));
        }
    }
    let all = operations(&openapi);
    let routes = all.values().map(|one| format!("{} {}", one.method, one.path)).collect();
    assert_eq!(explained, routes);

    let mut closes = Vec::new();
    for row in table("| close code | meaning | come back? |") {
        for code in row[1].split(", ") {
            let code: u16 = code.parse().expect("a close code");
            closes.push(json!({"code": code, "meaning": row[2], "come_back": row[3]}));
        }
    }
    assert_eq!(json!(closes), asyncapi["channels"]["room"]["x-close-codes"]);
}
