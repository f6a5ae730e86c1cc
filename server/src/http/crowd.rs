//! How many connections each address holds, so that one of them cannot take every place.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Clone)]
pub struct Crowd {
    most: usize,
    held: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A place in the crowd, given back when the connection ends.
pub struct Seat {
    crowd: Crowd,
    address: Option<IpAddr>,
}

impl Crowd {
    pub fn new(most: usize) -> Self {
        Self { most, held: Arc::default() }
    }

    /// Nothing when the address holds its share already. A trusted proxy speaks for everybody and is not counted.
    pub fn seat(&self, address: IpAddr, is_proxy: bool) -> Option<Seat> {
        if is_proxy {
            return Some(Seat { crowd: self.clone(), address: None });
        }
        let address = network(address);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Seat { crowd: self.clone(), address: Some(address) })
    }
}

/// One customer of an IPv6 provider has a whole /64.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::from((u128::from(address) & !u128::from(u64::MAX)).to_be_bytes()),
        address @ IpAddr::V4(_) => address,
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut held = self.crowd.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                held.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_gets_its_share_and_no_more_until_it_gives_some_back() {
        let crowd = Crowd::new(2);
        let address: IpAddr = "203.0.113.9".parse().expect("an address");
        let seats: Vec<_> = (0..3).map(|_| crowd.seat(address, false)).collect();
        assert_eq!(seats.iter().filter(|seat| seat.is_some()).count(), 2);
        assert!(crowd.seat("203.0.113.10".parse().expect("an address"), false).is_some(), "others have their own");
        assert!(crowd.seat(address, true).is_some(), "a proxy speaks for everybody");
        drop(seats);
        assert!(crowd.seat(address, false).is_some());
        assert!(crowd.held.lock().expect("held").is_empty(), "nothing is remembered of who has left");
    }

    #[test]
    fn a_whole_ipv6_network_is_one_address() {
        let crowd = Crowd::new(1);
        let _first = crowd.seat("2001:db8::1".parse().expect("an address"), false);
        assert!(crowd.seat("2001:db8::2".parse().expect("an address"), false).is_none());
        assert!(crowd.seat("2001:db8:0:1::1".parse().expect("an address"), false).is_some());
    }
}
