//! The key under which rate limits count requests of a client's network.

use std::net::IpAddr;

use data_encoding::BASE64URL_NOPAD;
use ipnet::IpNet;

use super::client_networks;
use crate::rate_limit::Share;
use crate::secret::Secret;

/// HMACs of the client's networks. An IP address is personal data and is not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientKey {
    network: String,
    wider_networks: Vec<(String, Share)>,
}

impl ClientKey {
    /// # Panics
    /// Never: every address has a network.
    #[must_use]
    pub fn new(address: IpAddr, secret: &Secret) -> Self {
        let mut networks =
            client_networks(address).into_iter().map(|(network, share)| (fingerprint(network, secret), share));
        let (network, _) = networks.next().expect("every address has a network");
        Self { network, wider_networks: networks.collect() }
    }

    /// The name of this client's counter for one kind of event.
    #[must_use]
    pub fn counter(&self, event: &str) -> String {
        format!("{event} {}", self.network)
    }

    /// The keys of the client's network and of the wider ones, the narrowest first.
    #[must_use]
    pub fn networks(&self) -> Vec<String> {
        std::iter::once(&self.network).chain(self.wider_networks.iter().map(|(network, _)| network)).cloned().collect()
    }

    /// The names of the counters of the wider networks, with their shares of the client's limit.
    pub fn wider_counters(&self, event: &str) -> impl Iterator<Item = (String, Share)> {
        self.wider_networks.iter().map(move |(network, share)| (format!("{event} {network}"), *share))
    }
}

fn fingerprint(network: IpNet, secret: &Secret) -> String {
    let bytes = match network {
        IpNet::V4(network) => network.network().octets().to_vec(),
        IpNet::V6(network) => network.network().octets()[..usize::from(network.prefix_len() / 8)].to_vec(),
    };
    BASE64URL_NOPAD.encode(&secret.sign("client v1", &bytes)[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str) -> ClientKey {
        ClientKey::new(address.parse().expect("an address"), &Secret::new([1; 32]))
    }

    #[test]
    fn client_is_one_ipv4_address_or_one_ipv6_slash_64() {
        assert_eq!(client("2001:db8:0:1::5"), client("2001:db8:0:1:ffff::9"));
        assert_ne!(client("2001:db8:0:1::5"), client("2001:db8:0:2::5"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
    }

    #[test]
    fn neighbouring_ipv6_networks_have_the_wider_counters_in_common() {
        let wider = |address: &str| client(address).wider_counters("claims").collect::<Vec<_>>();
        assert_eq!(wider("2001:db8:0:1::5"), wider("2001:db8:0:2::5"), "the same /56");
        let (here, there) = (wider("2001:db8:0:1::5"), wider("2001:db8:0:101::5"));
        assert_ne!(here[0], there[0], "another /56");
        assert_eq!(here[1], there[1], "the same /48");
        assert_eq!(wider("192.0.2.1"), []);
    }
}
