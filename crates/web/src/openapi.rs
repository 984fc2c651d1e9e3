//! The description of the API over HTTP, made from the table of calls and the types they take and
//! answer.

use std::sync::LazyLock;

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use gridwright_workshop::calls::{CALLS, Call, Form, Request};
use gridwright_workshop::refusal::FaultReport;

/// Where the description is.
pub(crate) const PATH: &str = "/api/openapi.json";

/// The description as text.
pub(crate) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| describe().to_string());
    &TEXT
}

fn describe() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut requests = settings.clone().for_deserialize().into_generator();
    let mut answers = settings.for_serialize().into_generator();
    let faults = answers.subschema_for::<FaultReport>();
    let mut paths = Map::new();
    for call in CALLS.iter() {
        let operation = operation(call, &mut requests, &mut answers, &faults);
        let method = match call.request {
            Request::Address => "get",
            Request::Body => "post",
        };
        let path = paths.entry(call.path).or_insert_with(|| json!({}));
        path[method] = operation;
    }
    paths.insert(PATH.to_owned(), json!({ "get": this_description(&faults) }));
    let mut schemas = requests.take_definitions(true);
    schemas.extend(answers.take_definitions(true));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Gridwright",
            "summary": "Grid puzzles: play, solve with proof, generate, check, verify, see.",
            "version": env!("CARGO_PKG_VERSION"),
        },
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

fn operation(
    call: &Call,
    requests: &mut SchemaGenerator,
    answers: &mut SchemaGenerator,
    faults: &Schema,
) -> Value {
    let answer = (call.schemas.answer)(answers);
    let content = match call.form {
        Form::Json | Form::File(_) => json!({ "application/json": { "schema": answer } }),
        // The events are documents of their own: the schema has a property for each.
        Form::Events => json!({ "text/event-stream": { "schema": answer } }),
    };
    let mut operation = json!({
        "summary": call.summary,
        "responses": responses(&content, faults),
    });
    let request = (call.schemas.request)(requests);
    match call.request {
        Request::Address => operation["parameters"] = parameters(call.path, &request),
        Request::Body => {
            operation["requestBody"] = json!({
                "required": true,
                "content": { "application/json": { "schema": request } },
            });
        }
    }
    operation
}

/// The description describes itself; it is the one call that only the server has.
fn this_description(faults: &Schema) -> Value {
    let content = json!({ "application/json": { "schema": true } });
    json!({
        "summary": "This description",
        "responses": responses(&content, faults),
        "parameters": [],
    })
}

fn responses(content: &Value, faults: &Schema) -> Value {
    json!({
        "200": { "description": "The answer", "content": content },
        "default": {
            "description": "Everything that is wrong with the request, or why it was not met",
            "content": { "application/json": { "schema": faults } },
        },
    })
}

/// The properties of a request that comes in the address.
fn parameters(path: &str, request: &Schema) -> Value {
    let properties = request.get("properties").and_then(Value::as_object);
    properties
        .into_iter()
        .flatten()
        .map(|(name, schema)| {
            let in_path = path.contains(&format!("{{{name}}}"));
            json!({
                "name": name,
                "in": if in_path { "path" } else { "query" },
                "required": in_path,
                "description": schema.get("description"),
                "schema": { "type": "string" },
            })
        })
        .collect()
}
