//! Requests of the express lane: what is taken for a plain one is a single head, written down as it was read, and a
//! reader that goes by lines alone finds nothing in it that would make it longer or mean something else.

use clinic::http::ask::Ask;

const NEVER: [&str; 5] = ["content-length", "transfer-encoding", "expect", "upgrade", "range"];

pub fn judge(data: &[u8]) {
    let Some((ask, length)) = Ask::first_in(data) else { return };
    let (head, rest) = data.split_at(length);
    let mut lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).skip_while(|line| line.is_empty());
    assert_eq!(lines.next(), Some(format!("GET {} HTTP/1.1", ask.path).as_bytes()));
    let fields: Vec<_> = lines.by_ref().take_while(|line| !line.is_empty()).map(name_and_value).collect();
    assert!(lines.all(<[u8]>::is_empty), "a head goes on after its end");
    assert!(fields.iter().all(|(name, _)| !NEVER.contains(&name.as_str())), "{fields:?}");
    assert_eq!(values(&fields, "host").len(), 1, "{fields:?}");
    assert!(values(&fields, "connection").iter().all(|value| value.eq_ignore_ascii_case("keep-alive")), "{fields:?}");
    for (name, wish) in [("if-none-match", ask.wishes.kept), ("accept-encoding", ask.wishes.encodings)] {
        assert_eq!(values(&fields, name).concat(), wish, "{fields:?}");
    }
    // Whatever follows does not change what came before.
    assert_eq!(Ask::first_in(head).map(|(again, _)| again), Some(ask), "{} more bytes", rest.len());
}

fn name_and_value(line: &[u8]) -> (String, String) {
    let line = String::from_utf8_lossy(line);
    let (name, value) = line.split_once(':').expect("a field has a name");
    (name.to_ascii_lowercase(), value.trim_matches([' ', '\t']).to_owned())
}

fn values<'a>(fields: &'a [(String, String)], name: &str) -> Vec<&'a str> {
    fields.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str()).collect()
}
