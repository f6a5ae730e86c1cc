//! The networks that are counted as one client. An IPv6 customer gets a /64, often a whole /56 or /48, and can use any
//! address in it.

use std::net::IpAddr;

use ipnet::{IpNet, Ipv6Net};

use crate::rate_limit::Share;

const IPV6_NETWORKS: [(u8, Share); 3] =
    [(64, Share::ONE_CLIENT), (56, Share::ONE_AND_A_HALF), (48, Share::TWO_CLIENTS)];

/// The networks of an address with their shares of a limit, the narrowest first.
#[must_use]
pub fn client_networks(address: IpAddr) -> Vec<(IpNet, Share)> {
    match address.to_canonical() {
        IpAddr::V4(address) => vec![(IpAddr::V4(address).into(), Share::ONE_CLIENT)],
        IpAddr::V6(address) => IPV6_NETWORKS
            .into_iter()
            .map(|(prefix, share)| {
                let network = Ipv6Net::new(address, prefix).expect("a prefix of at most 128 bits");
                (network.trunc().into(), share)
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn networks(address: &str) -> Vec<(String, u32)> {
        let address = address.parse().expect("an address");
        client_networks(address).into_iter().map(|(network, share)| (network.to_string(), share.of(100))).collect()
    }

    #[test]
    fn ipv6_is_counted_by_64_56_and_48_with_growing_shares() {
        let [narrow, wider, widest] = ["2001:db8:1:2ff::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"];
        let expected = [(narrow.to_owned(), 100), (wider.to_owned(), 150), (widest.to_owned(), 200)];
        assert_eq!(networks("2001:db8:1:2ff::9"), expected);
    }

    #[test]
    fn ipv4_is_counted_by_address() {
        assert_eq!(networks("192.0.2.1"), [("192.0.2.1/32".to_owned(), 100)]);
        assert_eq!(networks("::ffff:192.0.2.1"), [("192.0.2.1/32".to_owned(), 100)]);
    }
}
