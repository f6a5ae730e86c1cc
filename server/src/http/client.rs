//! Who is asking. Put into the request by the layer that knows which proxies to trust; handlers believe nothing else.

use std::net::IpAddr;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);
