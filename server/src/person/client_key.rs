//! The fingerprint under which rate limits know a client's network.

use std::net::IpAddr;

use data_encoding::BASE64URL_NOPAD;

use crate::secret::Secret;

/// HMAC of the client's network, because an internet address is personal data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientKey(String);

impl ClientKey {
    /// An IPv6 subscriber can choose addresses from a whole /64, so that network is one client.
    #[must_use]
    pub fn new(address: IpAddr, secret: &Secret) -> Self {
        let network = match address.to_canonical() {
            IpAddr::V4(address) => address.octets().to_vec(),
            IpAddr::V6(address) => address.octets()[..8].to_vec(),
        };
        Self(BASE64URL_NOPAD.encode(&secret.seal("client v1", &network)[..16]))
    }

    /// The name of this client's counter for something.
    #[must_use]
    pub fn counter(&self, what: &str) -> String {
        format!("{what} {}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str) -> ClientKey {
        ClientKey::new(address.parse().expect("an address"), &Secret::new([1; 32]))
    }

    #[test]
    fn a_client_is_an_ipv4_address_or_an_ipv6_slash_64() {
        assert_eq!(client("2001:db8:0:1::5"), client("2001:db8:0:1:ffff::9"));
        assert_ne!(client("2001:db8:0:1::5"), client("2001:db8:0:2::5"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
    }
}
