//! What is published is answered in a lane of its own. On the line nobody can tell: these stories talk HTTP by hand.

mod house;

use house::House;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// One connection, and what came back on it.
struct Line(BufReader<TcpStream>);

#[derive(Debug, PartialEq, Eq)]
struct Said {
    status: String,
    /// In alphabetical order, without those that differ from answer to answer.
    fields: Vec<String>,
    body: Vec<u8>,
}

impl Line {
    async fn to(house: &House) -> Self {
        Self(BufReader::new(TcpStream::connect(house.host()).await.expect("a connection")))
    }

    async fn write(&mut self, words: &str) {
        self.0.write_all(words.as_bytes()).await.expect("written");
    }

    async fn read(&mut self) -> Said {
        let mut head = Vec::new();
        while head.last().is_none_or(|line: &String| !line.is_empty()) {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).await.expect("a line") > 0, "the line ended after {head:?}");
            head.push(line.trim_end().to_owned());
        }
        let status = head.remove(0);
        let length = head.iter().find_map(|line| line.strip_prefix("content-length: ")).unwrap_or("0");
        let mut body = vec![0; length.parse().expect("a number")];
        self.0.read_exact(&mut body).await.expect("a body");
        let dates = head.iter().filter(|line| line.starts_with("date: ") && line.ends_with(" GMT")).count();
        assert_eq!(dates, 1, "{head:?}");
        head.retain(|line| {
            !line.is_empty() && !["date", "connection", "x-request-id"].contains(&line.split(':').next().unwrap_or(""))
        });
        head.sort();
        Said { status, fields: head, body }
    }

    async fn ask(&mut self, words: &str) -> Said {
        self.write(words).await;
        self.read().await
    }
}

fn get(path: &str, fields: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: clinic.example\r\n{fields}\r\n")
}

#[tokio::test]
async fn the_lane_and_the_rooms_say_the_same_of_a_page() {
    let house = House::open(&["--site-url", "https://clinic.example"]);
    // What is packed hard in the background may change its size between two questions, so nothing that is packed.
    for path in ["/home", "/data/home.json", "/robots.txt", "/icon-192.png", "/articles/first-aid-for-the-eye"] {
        let tag = Line::to(&house).await.ask(&get(path, "")).await;
        let tag = tag.fields.iter().find_map(|line| line.strip_prefix("etag: ")).expect("a tag").to_owned();
        for wish in [String::new(), "Accept-Encoding: identity\r\n".into(), format!("If-None-Match: {tag}\r\n")] {
            let plain = Line::to(&house).await.ask(&get(path, &wish)).await;
            let thoughtful = Line::to(&house).await.ask(&get(path, &format!("{wish}Connection: close\r\n"))).await;
            assert_eq!(plain, thoughtful, "{path} {wish}");
        }
    }
}

#[tokio::test]
async fn a_connection_carries_what_is_plain_and_what_is_not_in_the_order_it_was_asked() {
    let house = House::open(&[]);
    let mut line = Line::to(&house).await;
    line.write(&[get("/home", ""), get("/team", ""), get("/nothing", ""), get("/privacy", "")].concat()).await;
    let mut answers = Vec::new();
    for _ in 0..4 {
        answers.push(line.read().await);
    }
    let statuses: Vec<_> = answers.iter().map(|said| said.status.as_str()).collect();
    assert_eq!(statuses, ["HTTP/1.1 200 OK", "HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found", "HTTP/1.1 200 OK"]);
    for (said, words) in answers.iter().zip(["See", "over 30 years", "not", "Nigeria Data Protection"]) {
        assert!(String::from_utf8_lossy(&said.body).contains(words), "{words}");
    }
}

#[tokio::test]
async fn a_request_may_come_in_pieces() {
    let house = House::open(&[]);
    let whole = Line::to(&house).await.ask(&get("/home", "")).await;
    let request = get("/home", "Accept: text/html\r\n");
    for cut in [1, 5, 20, request.len() - 1] {
        let mut line = Line::to(&house).await;
        assert_eq!(line.ask(&get("/home", "")).await, whole);
        let (first, rest) = request.split_at(cut);
        line.write(first).await;
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        assert_eq!(line.ask(rest).await, whole, "cut after {cut}");
    }
}

#[tokio::test]
async fn a_long_head_is_read_to_its_end() {
    let house = House::open(&[]);
    let said = Line::to(&house).await.ask(&get("/home", &format!("Cookie: {}\r\n", "c".repeat(6000)))).await;
    assert_eq!(said.status, "HTTP/1.1 200 OK");
    let said = Line::to(&house).await.ask(&get("/home", &format!("Cookie: {}\r\n", "c".repeat(60_000)))).await;
    assert_eq!(said.status, "HTTP/1.1 431 Request Header Fields Too Large");
}

#[tokio::test]
async fn whoever_waits_when_the_server_stops_is_answered_once_more_and_let_go() {
    let house = House::open(&[]);
    let mut line = Line::to(&house).await;
    assert_eq!(line.ask(&get("/home", "")).await.status, "HTTP/1.1 200 OK");
    let mut silent = Line::to(&house).await;
    house.signal("TERM");
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    line.write(&get("/team", "")).await;
    let mut last = String::new();
    line.0.read_to_string(&mut last).await.expect("an answer and the end");
    assert!(last.starts_with("HTTP/1.1 200 OK"), "{last:.200}");
    assert!(last.contains("\r\nconnection: close\r\n"), "{last:.2000}");
    assert_eq!(silent.0.read(&mut [0]).await.expect("the end"), 0);
    assert_eq!(house.stop(), 0);
}
