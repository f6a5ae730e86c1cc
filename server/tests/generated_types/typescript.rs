//! Writes a schema of the API description as a TypeScript type.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::{Map, Value};

const REFERENCE: &str = "#/components/schemas/";

/// The file of a type, with the imports of the types that it names.
pub fn file(name: &str, schema: &Value) -> String {
    let mut names = BTreeSet::new();
    let written = type_of(schema, "", &mut names);
    names.remove(name);
    let imports: String = names.iter().map(|name| format!("import type {{ {name} }} from \"./{name}\";\n")).collect();
    let space = if imports.is_empty() { "" } else { "\n" };
    format!(
        "// This file is generated from the server's types. Do not edit it.\n{imports}{space}{}export type {name} = {written};\n",
        comment(schema, "")
    )
}

/// A type, whose own lines begin with `indent`. The names of other types in it are added to `names`.
fn type_of(schema: &Value, indent: &str, names: &mut BTreeSet<String>) -> String {
    if let Some(reference) = text(schema, "$ref") {
        let name = reference.strip_prefix(REFERENCE).expect("a reference to a schema").to_owned();
        names.insert(name.clone());
        return name;
    }
    for (key, separator) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if let Some(parts) = schema[key].as_array() {
            return union(parts.iter().map(|part| type_of(part, indent, names)), separator);
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        return union(values.iter().map(Value::to_string), " | ");
    }
    match &schema["type"] {
        Value::String(name) => named_type(name, schema, indent, names),
        Value::Array(kinds) => {
            let kinds: Vec<&str> = kinds.iter().filter_map(Value::as_str).collect();
            union(kinds.into_iter().map(|name| named_type(name, schema, indent, names)), " | ")
        }
        _ => "unknown".to_owned(),
    }
}

fn named_type(name: &str, schema: &Value, indent: &str, names: &mut BTreeSet<String>) -> String {
    match name {
        "integer" => "number".to_owned(),
        "array" => {
            if let Some(items) = schema["prefixItems"].as_array() {
                let items: Vec<String> = items.iter().map(|item| type_of(item, indent, names)).collect();
                return format!("[{}]", items.join(", "));
            }
            format!("Array<{}>", type_of(&schema["items"], indent, names))
        }
        "object" => match (schema["properties"].as_object(), &schema["additionalProperties"]) {
            (Some(properties), _) => object(schema, properties, indent, names),
            (None, Value::Object(_)) => {
                format!("Record<string, {}>", type_of(&schema["additionalProperties"], indent, names))
            }
            _ => "unknown".to_owned(),
        },
        "string" | "number" | "boolean" | "null" => name.to_owned(),
        other => panic!("the type {other:?} of a schema is not known here"),
    }
}

fn object(schema: &Value, properties: &Map<String, Value>, indent: &str, names: &mut BTreeSet<String>) -> String {
    let inner = format!("{indent}  ");
    let is_required = |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|it| it == name));
    // What tells the kinds of an object apart is first.
    let mut properties: Vec<(&String, &Value)> = properties.iter().collect();
    properties.sort_by_key(|(_, property)| property["enum"].as_array().is_none_or(|values| values.len() != 1));
    let mut written = "{\n".to_owned();
    for (name, property) in properties {
        let mark = if is_required(name) { "" } else { "?" };
        let value = type_of(property, &inner, names);
        let _ = writeln!(written, "{}{inner}{name}{mark}: {value};", comment(property, &inner));
    }
    written + indent + "}"
}

fn union(parts: impl Iterator<Item = String>, separator: &str) -> String {
    let mut parts: Vec<String> = parts.collect();
    // Null is last, as people write it.
    parts.sort_by_key(|part| part == "null");
    parts.join(separator)
}

fn comment(schema: &Value, indent: &str) -> String {
    match text(schema, "description") {
        None => String::new(),
        Some(description) if !description.contains('\n') => format!("{indent}/** {description} */\n"),
        Some(description) => {
            let lines: String = description.lines().map(|line| format!("{indent} * {line}\n")).collect();
            format!("{indent}/**\n{lines}{indent} */\n")
        }
    }
}

fn text<'a>(schema: &'a Value, key: &str) -> Option<&'a str> {
    schema[key].as_str()
}
