//! Notes to colleagues that contain a passage, and taking it out of them.

use sqlx::AnyConnection;

use crate::StoreError;
use clinic_content::Passage;

/// A note without the passage. Its title is a copy of that of its document, which may be gone.
pub struct CleanedNote {
    id: String,
    title: Option<String>,
    text: String,
}

pub async fn find(connection: &mut AnyConnection, passage: &Passage) -> Result<Vec<CleanedNote>, StoreError> {
    let notes: Vec<(String, Option<String>, String)> =
        sqlx::query_as("SELECT id, title, text FROM content_notes").fetch_all(connection).await?;
    let cleaned = notes.into_iter().filter_map(|(id, title, text)| {
        let without = (title.as_deref().and_then(|title| passage.remove_from(title)), passage.remove_from(&text));
        let is_found = without.0.is_some() || without.1.is_some();
        is_found.then(|| CleanedNote { id, title: without.0.or(title), text: without.1.unwrap_or(text) })
    });
    Ok(cleaned.collect())
}

/// Looks for them again: one may have been written since somebody searched.
pub async fn remove_from_all(connection: &mut AnyConnection, passage: &Passage) -> Result<(), StoreError> {
    for note in find(connection, passage).await? {
        sqlx::query("UPDATE content_notes SET title = $2, text = $3 WHERE id = $1")
            .bind(note.id)
            .bind(note.title)
            .bind(note.text)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
