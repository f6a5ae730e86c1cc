//! Where a sign-in attempt comes from: a network, or a browser that signed in to the account before. The second is shown
//! by a cookie, so that strangers who guess a password do not delay the account's owner.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::{Extension, RequestPartsExt};

use super::session_cookie;
use crate::api_error::ApiError;
use crate::desk::services::DeskServices;
use crate::middleware::client_address::ClientAddress;
use clinic_rules::person::ClientKey;
use clinic_rules::staff::{KnownDevice, SessionKey, StaffName, describe_device, device_cookie_suffix};
use clinic_store::SignInAttempt;

pub struct SignInClient {
    address: IpAddr,
    headers: HeaderMap,
}

impl FromRequestParts<Arc<DeskServices>> for SignInClient {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<DeskServices>) -> Result<Self, ApiError> {
        let Extension(ClientAddress(address)) =
            parts.extract::<Extension<ClientAddress>>().await.map_err(|error| ApiError::internal(&error))?;
        Ok(Self { address, headers: parts.headers.clone() })
    }
}

impl SignInClient {
    pub fn attempt(&self, desk: &DeskServices, typed_name: &str) -> SignInAttempt {
        let key = &desk.services.secrets.people;
        let device = StaffName::parse(typed_name).ok().and_then(|name| self.device(desk, &name));
        device.map_or_else(
            || SignInAttempt::new(typed_name, &ClientKey::new(self.address, key), key),
            |device| SignInAttempt::from_device(typed_name, &device, key),
        )
    }

    /// The cookie that makes this browser known to the account, after a sign-in.
    pub fn device_cookie(&self, desk: &DeskServices, account: &StaffName) -> HeaderValue {
        let services = &desk.services;
        let device = self.device(desk, account).unwrap_or_else(|| KnownDevice::new(services.random.bytes()));
        let token = device.token(account, services.clock.now(), &services.secrets.signing);
        session_cookie::set_persistent(cookie_name(desk, account), &token, desk.settings.https)
    }

    /// A short name of the browser.
    pub fn browser(&self) -> String {
        let user_agent = self.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        describe_device(user_agent.unwrap_or_default())
    }

    /// The session that this browser has until now.
    pub fn session(&self, desk: &DeskServices) -> Option<SessionKey> {
        session_cookie::read(&self.headers, desk.settings.https).map(|token| token.key())
    }

    fn device(&self, desk: &DeskServices, account: &StaffName) -> Option<KnownDevice> {
        let token = session_cookie::value(&self.headers, &cookie_name(desk, account))?;
        KnownDevice::recognise(&token, account, desk.services.clock.now(), &desk.services.secrets.signing)
    }
}

fn cookie_name(desk: &DeskServices, account: &StaffName) -> String {
    let suffix = device_cookie_suffix(account, &desk.services.secrets.signing);
    session_cookie::host_name(&format!("desk-device-{suffix}"), desk.settings.https)
}
