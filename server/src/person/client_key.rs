//! The key under which rate limits count requests of a client's network.

use std::net::IpAddr;

use data_encoding::BASE64URL_NOPAD;

use crate::secret::Secret;

/// HMAC of the client's network. An IP address is personal data and is not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientKey(String);

impl ClientKey {
    /// An IPv6 subscriber can use any address of a /64, so the whole /64 counts as one client.
    #[must_use]
    pub fn new(address: IpAddr, secret: &Secret) -> Self {
        let network = match address.to_canonical() {
            IpAddr::V4(address) => address.octets().to_vec(),
            IpAddr::V6(address) => address.octets()[..8].to_vec(),
        };
        Self(BASE64URL_NOPAD.encode(&secret.sign("client v1", &network)[..16]))
    }

    /// The name of this client's counter for one kind of event.
    #[must_use]
    pub fn counter(&self, event: &str) -> String {
        format!("{event} {}", self.0)
    }
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
}
