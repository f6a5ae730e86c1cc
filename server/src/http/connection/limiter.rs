//! Limits how many connections one client address may hold, so that a single client cannot use them all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use ipnet::{IpNet, Ipv6Net};

/// An IPv6 subscriber usually gets a whole /64, so that network counts as one client.
const IPV6_CLIENT_PREFIX: u8 = 64;

#[derive(Clone)]
pub struct ConnectionLimiter {
    max_per_client: usize,
    open: Arc<Mutex<HashMap<IpNet, usize>>>,
}

/// Counts one connection until it is dropped.
pub struct Permit {
    limiter: ConnectionLimiter,
    /// `None` for a trusted proxy, which carries many clients and is not counted.
    client: Option<IpNet>,
}

impl ConnectionLimiter {
    pub fn new(max_per_client: usize) -> Self {
        Self { max_per_client, open: Arc::default() }
    }

    /// `None` when this client already holds its share.
    pub fn acquire(&self, address: IpAddr, is_trusted_proxy: bool) -> Option<Permit> {
        if is_trusted_proxy {
            return Some(Permit { limiter: self.clone(), client: None });
        }
        let client = client_network(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(client).or_default();
        if *count >= self.max_per_client {
            return None;
        }
        *count += 1;
        Some(Permit { limiter: self.clone(), client: Some(client) })
    }
}

fn client_network(address: IpAddr) -> IpNet {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            Ipv6Net::new(address, IPV6_CLIENT_PREFIX).expect("a prefix of at most 128 bits").trunc().into()
        }
        address @ IpAddr::V4(_) => address.into(),
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let Some(client) = self.client else { return };
        let mut open = self.limiter.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                open.remove(&client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_client_gets_its_share_until_it_closes_connections() {
        let limiter = ConnectionLimiter::new(2);
        let permits: Vec<_> = (0..3).map(|_| limiter.acquire(address("203.0.113.9"), false)).collect();
        assert_eq!(permits.iter().filter(|permit| permit.is_some()).count(), 2);
        assert!(limiter.acquire(address("203.0.113.10"), false).is_some(), "other clients have their own share");
        assert!(limiter.acquire(address("203.0.113.9"), true).is_some(), "a trusted proxy is not limited");
        drop(permits);
        assert!(limiter.acquire(address("203.0.113.9"), false).is_some());
        assert!(limiter.open.lock().expect("unpoisoned").is_empty(), "closed connections leave no entry");
    }

    #[test]
    fn an_ipv6_slash_64_is_one_client() {
        let limiter = ConnectionLimiter::new(1);
        let _first = limiter.acquire(address("2001:db8::1"), false);
        assert!(limiter.acquire(address("2001:db8::2"), false).is_none());
        assert!(limiter.acquire(address("2001:db8:0:1::1"), false).is_some());
    }
}
