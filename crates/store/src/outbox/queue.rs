//! Queueing messages in the transaction of a feature, and finding and changing them by their record.

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

use super::column_conversions::{to_message, to_payload, to_state};
use super::lease::{LEASE, Lease};
use super::state::MailState;
use crate::{StoreError, to_time};
use clinic_mail::Message;
use clinic_mail::message::APPOINTMENT;
use clinic_rules::person::EmailAddress;
use clinic_runtime::clock::Randomness;

/// A message to queue.
pub struct NewMessage<'a> {
    pub message: Message,
    /// The key of the person whom the message is about, so that erasure finds it.
    pub person: Option<&'a str>,
    pub address: &'a EmailAddress,
    pub mail_host: &'a str,
    pub now: Timestamp,
}

/// Queues a message in the caller's transaction and leases it to the caller, who makes the first attempt. If the caller
/// dies, a worker finds the message when the lease has run out.
pub async fn queue(
    connection: &mut AnyConnection,
    new_message: NewMessage<'_>,
    random: [u8; 16],
) -> Result<Lease, StoreError> {
    let NewMessage { message, person, address, mail_host, now } = new_message;
    let id = BASE64URL_NOPAD.encode(&random);
    let lease = Lease {
        fence: 1,
        attempts: 1,
        queued_at: now,
        message_id: format!("<{id}@{mail_host}>"),
        id,
        to: address.clone(),
        message,
        with: Vec::new(),
    };
    sqlx::query(
        "INSERT INTO outbox (id, kind, payload, record_key, person, address, message_id, state, queued_at, next_at,
           lease_until, fence, attempts)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'queued', $8, $8, $9, $10, $11)",
    )
    .bind(&lease.id)
    .bind(lease.message.kind())
    .bind(to_payload(&lease.message))
    .bind(lease.message.record_key())
    .bind(person)
    .bind(address.as_typed())
    .bind(&lease.message_id)
    .bind(now.as_millisecond())
    .bind((now + LEASE).as_millisecond())
    .bind(lease.fence)
    .bind(i64::from(lease.attempts))
    .execute(connection)
    .await?;
    Ok(lease)
}

/// Queues messages to one address that are sent as one email, under a key that no other messages have.
pub async fn queue_together<'a>(
    connection: &mut AnyConnection,
    messages: impl Iterator<Item = NewMessage<'a>>,
    key: &str,
    random: &dyn Randomness,
) -> Result<Option<Lease>, StoreError> {
    let messages: Vec<NewMessage<'_>> = messages.collect();
    // The lowest id is that of the first message: every attempt has its Message-ID.
    let mut ids: Vec<[u8; 16]> = messages.iter().map(|_| random.bytes()).collect();
    ids.sort_by_key(|id| BASE64URL_NOPAD.encode(id));
    let mut leases = Vec::new();
    for (message, id) in messages.into_iter().zip(ids) {
        let lease = queue(connection, message, id).await?;
        sqlx::query("UPDATE outbox SET sent_with = $2 WHERE id = $1")
            .bind(&lease.id)
            .bind(key)
            .execute(&mut *connection)
            .await?;
        leases.push(lease);
    }
    let mut leases = leases.into_iter();
    Ok(leases.next().map(|first| Lease { with: leases.collect(), ..first }))
}

/// Queues a message in the caller's transaction for its first attempt at a later time. A worker makes it.
pub async fn queue_for(
    connection: &mut AnyConnection,
    new_message: NewMessage<'_>,
    random: [u8; 16],
    first_attempt: Timestamp,
) -> Result<(), StoreError> {
    let lease = queue(connection, new_message, random).await?;
    sqlx::query("UPDATE outbox SET next_at = $2, lease_until = 0, fence = 0, attempts = 0 WHERE id = $1")
        .bind(&lease.id)
        .bind(first_attempt.as_millisecond())
        .execute(connection)
        .await?;
    Ok(())
}

/// What a feature needs to know about a message it queued earlier.
pub struct QueuedMessage {
    pub id: String,
    pub queued_at: Timestamp,
    pub state: MailState,
    pub last_error: Option<String>,
}

/// The messages of one record, such as a discount code, in the order in which they were queued.
pub async fn for_record(
    connection: &mut AnyConnection,
    kind: &str,
    record_key: &str,
) -> Result<Vec<QueuedMessage>, StoreError> {
    sqlx::query(
        "SELECT id, queued_at, state, last_error FROM outbox WHERE kind = $1 AND record_key = $2
         ORDER BY queued_at, id",
    )
    .bind(kind)
    .bind(record_key)
    .fetch_all(connection)
    .await?
    .iter()
    .map(|row| {
        Ok(QueuedMessage {
            id: row.try_get("id")?,
            queued_at: to_time(row.try_get("queued_at")?)?,
            state: to_state(row.try_get("state")?)?,
            last_error: row.try_get("last_error")?,
        })
    })
    .collect()
}

/// The messages of one record that were sent to an address, the last one first. `None` is one that this release cannot read.
pub async fn sent_to(
    connection: &mut AnyConnection,
    kind: &str,
    record_key: &str,
    address: Option<&str>,
) -> Result<Vec<Option<Message>>, StoreError> {
    let sent: Vec<String> = sqlx::query_scalar(
        "SELECT payload FROM outbox WHERE kind = $1 AND record_key = $2 AND state = 'sent' AND address = $3
         ORDER BY settled_at DESC, queued_at DESC, id",
    )
    .bind(kind)
    .bind(record_key)
    .bind(address)
    .fetch_all(connection)
    .await?;
    Ok(sent.iter().map(|payload| to_message(payload).ok()).collect())
}

/// Changes the content of the messages of one record that are not sent yet.
pub async fn update_unsent(
    connection: &mut AnyConnection,
    kind: &str,
    record_key: &str,
    change: impl Fn(&mut Message),
) -> Result<(), StoreError> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT id, payload FROM outbox WHERE kind = $1 AND record_key = $2
           AND state IN ('queued', 'rejected', 'failed')",
    )
    .bind(kind)
    .bind(record_key)
    .fetch_all(&mut *connection)
    .await?;
    for (id, payload) in rows {
        let mut message = to_message(&payload)?;
        change(&mut message);
        sqlx::query("UPDATE outbox SET payload = $2 WHERE id = $1")
            .bind(id)
            .bind(to_payload(&message))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Earlier releases stored the patient's link in the messages about an appointment, as `manage`. Writing these messages again
/// removes it, because this release does not read it. Returns the number of messages that had one.
pub async fn remove_stored_links(connection: &mut AnyConnection) -> Result<u64, StoreError> {
    let rows: Vec<(String, String)> =
        sqlx::query_as("SELECT id, payload FROM outbox WHERE kind = $1 AND payload LIKE '%\"manage\":%'")
            .bind(APPOINTMENT)
            .fetch_all(&mut *connection)
            .await?;
    let mut changed = 0;
    for (id, payload) in rows {
        let without_link = to_payload(&to_message(&payload)?);
        if without_link == payload {
            continue;
        }
        // Compared: a message of which another instance has changed the content meanwhile is left as it is.
        changed += sqlx::query("UPDATE outbox SET payload = $3 WHERE id = $1 AND payload = $2")
            .bind(id)
            .bind(payload)
            .bind(without_link)
            .execute(&mut *connection)
            .await?
            .rows_affected();
    }
    Ok(changed)
}

/// Gives up the messages of one record that are not sent yet, apart from those whose content is like `except`, and returns whether an
/// attempt to send one of them is under way, which may still deliver it.
pub async fn take_back(
    connection: &mut AnyConnection,
    kind: &str,
    record_key: &str,
    except: &str,
    reason: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    // Decided by the statement that gives them up: on PostgreSQL, another instance may lease one meanwhile.
    sqlx::query(
        "UPDATE outbox SET state = 'replaced', last_error = $3, lease_until = 0, settled_at = $4
         WHERE kind = $1 AND record_key = $2 AND state = 'queued' AND lease_until <= $4 AND payload NOT LIKE $5",
    )
    .bind(kind)
    .bind(record_key)
    .bind(reason)
    .bind(now.as_millisecond())
    .bind(except)
    .execute(&mut *connection)
    .await?;
    // What is still queued is leased.
    Ok(!give_up(connection, kind, record_key, except, reason, now).await?.is_empty())
}

/// Gives up the messages of one record that are not sent yet, and returns whether there were any that could still have been
/// sent. An attempt that is under way may still deliver its message.
pub async fn replace_unsent(
    connection: &mut AnyConnection,
    kind: &str,
    record_key: &str,
    reason: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    Ok(!give_up(connection, kind, record_key, "", reason, now).await?.is_empty())
}

/// The same for all messages apart from those whose content is like `except`. Returns those that could still have been sent; `None`
/// is one that this release cannot read.
pub async fn give_up(
    connection: &mut AnyConnection,
    kind: &str,
    record_key: &str,
    except: &str,
    reason: &str,
    now: Timestamp,
) -> Result<Vec<Option<Message>>, StoreError> {
    // Read by the statement that gives them up: on PostgreSQL, another instance may send one meanwhile.
    let mut queued: Vec<String> = Vec::new();
    for state in ["rejected", "failed", "queued"] {
        queued = sqlx::query_scalar(
            "UPDATE outbox SET state = 'replaced', last_error = $3, lease_until = 0, settled_at = $4
             WHERE kind = $1 AND record_key = $2 AND state = $5 AND payload NOT LIKE $6 RETURNING payload",
        )
        .bind(kind)
        .bind(record_key)
        .bind(reason)
        .bind(now.as_millisecond())
        .bind(state)
        .bind(except)
        .fetch_all(&mut *connection)
        .await?;
    }
    Ok(queued.iter().map(|payload| to_message(payload).ok()).collect())
}
