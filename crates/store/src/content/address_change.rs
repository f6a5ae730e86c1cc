//! Moves a document to another address: a draft at the new one, the old one deleted, and with them the redirect, the links and the
//! notes to colleagues, all of them or nothing.

use super::drafts::{DraftError, current, save};
use super::edition::VersionedEdition;
use super::lock_published;
use super::notes::move_notes;
use crate::{Actor, DeskError, Store};
use clinic_content::ContentFile;

#[derive(Debug, Clone, Copy)]
pub struct MovedDocument<'a> {
    pub from: &'a str,
    pub to: &'a str,
    /// At the new address.
    pub file: &'a ContentFile,
    /// The redirects and the documents whose links change, by their paths.
    pub others: &'a [(String, ContentFile)],
}

impl Store {
    /// # Errors
    /// When something was saved or published since the edition was read. Read it again.
    pub async fn move_document(
        &self,
        edition: &VersionedEdition,
        moved: MovedDocument<'_>,
        actor: Actor<'_>,
    ) -> Result<(), DeskError<DraftError>> {
        let MovedDocument { from, to, file, others } = moved;
        self.transaction(async |mut tx| {
            if lock_published(&mut tx).await? != edition.base.id() {
                return Err(DeskError::Refused(DraftError::Moved));
            }
            let others = others.iter().map(|(path, file)| (path.as_str(), Some(file)));
            for (path, file) in [(to, Some(file)), (from, None)].into_iter().chain(others) {
                let stored = current(&mut tx, &edition.base, path).await?;
                if stored.version != edition.version(path) {
                    return Err(DeskError::Refused(DraftError::Moved));
                }
                save(&mut tx, &edition.base, path, stored, file, actor).await?;
            }
            move_notes(&mut tx, edition, from, to, file).await?;
            Ok(())
        })
        .await
    }
}
