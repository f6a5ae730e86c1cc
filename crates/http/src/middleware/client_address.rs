//! The client's address, for rate limits: the peer's, or what a trusted proxy says in `X-Forwarded-For`.
//!
//! The address is neither logged nor stored.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;
use ipnet::IpNet;

use crate::AppState;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

/// The address at the other end of the connection.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// The reverse proxies whose `X-Forwarded-For` is believed.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(pub Vec<IpNet>);

impl TrustedProxies {
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|net| net.contains(&address.to_canonical()))
    }

    /// The right-most address in the chain that is not one of our own proxies. Addresses to the left of it may be forged.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        // Bytes, not text: a client may send any bytes, and the proxy appends its element to the same line.
        let chain: Vec<&[u8]> = headers
            .get_all("x-forwarded-for")
            .iter()
            .flat_map(|value| value.as_bytes().split(|&byte| byte == b','))
            .map(<[u8]>::trim_ascii)
            .filter(|hop| !hop.is_empty())
            .collect();
        for hop in chain.iter().rev() {
            if !self.trusts(client) {
                break;
            }
            match parse_hop(hop) {
                Some(address) => client = address.to_canonical(),
                None => break,
            }
        }
        client
    }
}

/// An address as proxies write it: alone, in brackets, or with a port.
fn parse_hop(hop: &[u8]) -> Option<IpAddr> {
    let hop = str::from_utf8(hop).ok()?;
    let address = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    address.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

pub async fn resolve(State(state): State<Arc<AppState>>, mut request: Request, next: Next) -> Response {
    if let Some(&Peer(peer)) = request.extensions().get() {
        let client = state.trusted_proxies.client(peer.ip(), request.headers());
        request.extensions_mut().insert(ClientAddress(client));
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn client(trusted: &[&str], peer: &str, forwarded: &str) -> String {
        client_of_lines(trusted, peer, &[forwarded.as_bytes()])
    }

    fn client_of_lines(trusted: &[&str], peer: &str, lines: &[&[u8]]) -> String {
        let proxies = TrustedProxies(trusted.iter().map(|net| net.parse().expect("a net")).collect());
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(line).expect("a value"));
        }
        proxies.client(peer.parse().expect("an address"), &headers).to_string()
    }

    #[test]
    fn an_untrusted_peer_cannot_set_its_address() {
        assert_eq!(client(&[], "203.0.113.9", "1.2.3.4"), "203.0.113.9");
        assert_eq!(client(&["10.0.0.0/8"], "203.0.113.9", "1.2.3.4"), "203.0.113.9");
    }

    #[test]
    fn the_right_most_untrusted_address_is_the_client() {
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2"), "203.0.113.9");
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", "nonsense"), "10.0.0.1");
    }

    #[test]
    fn bytes_that_are_not_text_do_not_hide_the_address_that_the_proxy_appended() {
        for hostile in [&b"\xff\xfe"[..], b"caf\xe9", b"\xff, 6.6.6.6", b"6.6.6.6\xff", "日本".as_bytes(), b"\t\x80,,"]
        {
            let appended = [hostile, b", 203.0.113.9"].concat();
            let context = hostile.escape_ascii().to_string();
            assert_eq!(client_of_lines(&["10.0.0.0/8"], "10.0.0.1", &[&appended]), "203.0.113.9", "{context}");
            // A proxy may also add a line of its own.
            let lines = [hostile, b"203.0.113.9"];
            assert_eq!(client_of_lines(&["10.0.0.0/8"], "10.0.0.1", &lines), "203.0.113.9", "{context}");
            // The chain ends at the last trusted proxy before an element that is no address.
            let lines = [hostile, b"203.0.113.9\xff, 10.0.0.2"];
            assert_eq!(client_of_lines(&["10.0.0.0/8"], "10.0.0.1", &lines), "10.0.0.2", "{context}");
        }
    }

    #[test]
    fn empty_elements_are_skipped_and_ports_and_brackets_understood() {
        let proxies = &["10.0.0.0/8"];
        assert_eq!(client(proxies, "10.0.0.1", "6.6.6.6,203.0.113.9, ,"), "203.0.113.9");
        assert_eq!(client(proxies, "10.0.0.1", "203.0.113.9:51000"), "203.0.113.9");
        assert_eq!(client(proxies, "10.0.0.1", "[2001:db8::1]:443"), "2001:db8::1");
        assert_eq!(client(proxies, "10.0.0.1", "[2001:db8::1]"), "2001:db8::1");
        assert_eq!(client(proxies, "10.0.0.1", "::ffff:203.0.113.9"), "203.0.113.9");
    }
}
