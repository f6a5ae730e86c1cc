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

use crate::http::AppState;

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
        let chain: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .collect();
        for hop in chain.iter().rev() {
            if !self.trusts(client) {
                break;
            }
            match hop.trim().parse::<IpAddr>() {
                Ok(address) => client = address.to_canonical(),
                Err(_) => break,
            }
        }
        client
    }
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
    use super::*;

    fn client(trusted: &[&str], peer: &str, forwarded: &str) -> String {
        let proxies = TrustedProxies(trusted.iter().map(|net| net.parse().expect("a net")).collect());
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().expect("a value"));
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
}
