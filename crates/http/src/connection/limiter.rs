//! Limits how many connections one client network may hold, so that a single client cannot use them all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use ipnet::IpNet;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use clinic_rules::person::client_networks;
use clinic_rules::rate_limit::Share;

#[derive(Clone)]
pub struct ConnectionLimiter {
    max_per_client: u32,
    open: Arc<Mutex<HashMap<IpNet, u32>>>,
}

/// Counts one connection until it is dropped.
pub struct Permit {
    limiter: ConnectionLimiter,
    /// Empty for a trusted proxy, which carries many clients and is not counted.
    networks: Vec<IpNet>,
}

/// Limits the requests that are answered at the same time on HTTP/2 connections. With HTTP/1.1 a connection carries one, so
/// the limits on connections suffice; an HTTP/2 connection carries many.
#[derive(Clone)]
pub struct RequestLimiter {
    all: Arc<Semaphore>,
    per_client: ConnectionLimiter,
}

impl RequestLimiter {
    pub fn new(max: usize, max_per_client: usize) -> Self {
        Self { all: Arc::new(Semaphore::new(max)), per_client: ConnectionLimiter::new(max_per_client) }
    }

    pub fn acquire(&self, address: IpAddr, is_trusted_proxy: bool) -> Option<(OwnedSemaphorePermit, Permit)> {
        let permit = Arc::clone(&self.all).try_acquire_owned().ok()?;
        Some((permit, self.per_client.acquire(address, is_trusted_proxy)?))
    }
}

impl ConnectionLimiter {
    pub fn new(max_per_client: usize) -> Self {
        Self { max_per_client: u32::try_from(max_per_client).unwrap_or(u32::MAX), open: Arc::default() }
    }

    /// `None` when one of the client's networks already holds its share.
    pub fn acquire(&self, address: IpAddr, is_trusted_proxy: bool) -> Option<Permit> {
        if is_trusted_proxy {
            return Some(Permit { limiter: self.clone(), networks: Vec::new() });
        }
        let networks = client_networks(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |(network, share): (IpNet, Share)| {
            open.get(&network).is_some_and(|count| *count >= share.of(self.max_per_client))
        };
        if networks.iter().copied().any(is_full) {
            return None;
        }
        let networks: Vec<IpNet> = networks.into_iter().map(|(network, _)| network).collect();
        for network in &networks {
            *open.entry(*network).or_default() += 1;
        }
        Some(Permit { limiter: self.clone(), networks })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = self.limiter.open.lock().unwrap_or_else(PoisonError::into_inner);
        for network in &self.networks {
            if let Some(count) = open.get_mut(network) {
                *count -= 1;
                if *count == 0 {
                    open.remove(network);
                }
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
    fn requests_are_limited_for_one_client_and_for_all() {
        let limiter = RequestLimiter::new(3, 2);
        let requests = |text: &str| limiter.acquire(address(text), false);
        let held = [requests("203.0.113.9"), requests("203.0.113.9")];
        assert!(held.iter().all(Option::is_some) && requests("203.0.113.9").is_none());
        let other = requests("203.0.113.10");
        assert!(other.is_some() && requests("203.0.113.11").is_none());
        drop(held);
        assert!(requests("203.0.113.9").is_some() && requests("203.0.113.11").is_some());
    }

    #[test]
    fn ipv6_networks_get_growing_shares() {
        let limiter = ConnectionLimiter::new(2);
        let mut permits = Vec::new();
        let mut accepts = |text: &str| {
            let permit = limiter.acquire(address(text), false);
            let is_accepted = permit.is_some();
            permits.extend(permit);
            is_accepted
        };
        assert!(accepts("2001:db8::1") && accepts("2001:db8::2"));
        assert!(!accepts("2001:db8::3"), "a /64 is one client");
        assert!(accepts("2001:db8:0:1::1"));
        assert!(!accepts("2001:db8:0:2::1"), "a /56 gets one and a half shares");
        assert!(accepts("2001:db8:0:100::1"));
        assert!(!accepts("2001:db8:0:200::1"), "a /48 gets two shares");
        assert!(accepts("2001:db8:1::1"), "another /48 is another client");
        drop(permits);
        assert!(limiter.open.lock().expect("unpoisoned").is_empty(), "closed connections leave no entry");
    }
}
