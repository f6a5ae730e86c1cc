//! Counts by the hour, for limits that hold across every instance on the same database.

use super::StoreError;
use crate::discount::Window;
use crate::secret::Secret;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sqlx::AnyConnection;
use std::net::IpAddr;

pub(super) const NEW_CODES: &str = "new codes";

/// A client as the counters know it: a fingerprint, since an internet address is personal data too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientKey(String);

impl ClientKey {
    /// An IPv6 subscriber has a whole /64 to choose addresses from, so that is what counts as one client.
    #[must_use]
    pub fn new(address: IpAddr, secret: &Secret) -> Self {
        let network = match address.to_canonical() {
            IpAddr::V4(address) => address.octets().to_vec(),
            IpAddr::V6(address) => address.octets()[..8].to_vec(),
        };
        Self(URL_SAFE_NO_PAD.encode(&secret.seal("client v1", &network)[..16]))
    }

    pub(super) fn counter(&self, what: &str) -> String {
        format!("{what} {}", self.0)
    }
}

/// Adds one and gives the new count. The row stays locked until the transaction ends, so no two see the same count.
pub(super) async fn add(connection: &mut AnyConnection, name: &str, window: Window) -> Result<u32, StoreError> {
    let n: i64 = sqlx::query_scalar(
        "INSERT INTO counters (name, window_start, n) VALUES ($1, $2, 1)
         ON CONFLICT (name, window_start) DO UPDATE SET n = counters.n + 1 RETURNING n",
    )
    .bind(name)
    .bind(window.start.as_millisecond())
    .fetch_one(connection)
    .await?;
    Ok(u32::try_from(n).unwrap_or(u32::MAX))
}

/// Adds one to a count and reads another beside it, in one trip to the database.
pub(super) async fn add_beside(
    connection: &mut AnyConnection,
    name: &str,
    other: &str,
    window: Window,
) -> Result<(u32, u32), StoreError> {
    let (n, other): (i64, i64) = sqlx::query_as(
        "INSERT INTO counters (name, window_start, n) VALUES ($1, $2, 1)
         ON CONFLICT (name, window_start) DO UPDATE SET n = counters.n + 1
         RETURNING n, COALESCE((SELECT o.n FROM counters o WHERE o.name = $3 AND o.window_start = $2), 0)",
    )
    .bind(name)
    .bind(window.start.as_millisecond())
    .bind(other)
    .fetch_one(connection)
    .await?;
    Ok((u32::try_from(n).unwrap_or(u32::MAX), u32::try_from(other).unwrap_or(u32::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str) -> ClientKey {
        ClientKey::new(address.parse().expect("an address"), &Secret::new([1; 32]))
    }

    #[test]
    fn a_client_is_an_ipv4_address_or_an_ipv6_network() {
        assert_eq!(client("2001:db8:0:1::5"), client("2001:db8:0:1:ffff::9"));
        assert_ne!(client("2001:db8:0:1::5"), client("2001:db8:0:2::5"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
    }
}
