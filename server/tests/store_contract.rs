//! The contract of the store, checked on SQLite and on PostgreSQL.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clinic_mail::Message;
use clinic_rules::discount::{AddressChangeError, DiscountCode, RedeemError, UndoError, valid_until};
use clinic_rules::game::{PlayToken, Proof, count};
use clinic_rules::person::ClientKey;
use clinic_rules::person::{EmailAddress, PersonKey};
use clinic_rules::rate_limit::{Limits, TooMany};
use clinic_rules::secret::EncryptionKeys;
use clinic_rules::staff::{
    ClinicWords, Cost, HashMemory, Password, PasswordHash, Role, SessionToken, StaffName, TotpKey, TotpStep,
    TwoStepDeadline, strengthen_fingerprint,
};
use clinic_runtime::clock::{Clock, Randomness};
use clinic_store::{
    Actor, Claim, ClaimError, Claimed, Credentials, DeliveryOutcome, DeskError, FinishPlayError, FinishedPlay, Lease,
    MailState, NewSession, PeopleChoice, RenewedSession, Secrets, StartPlayError, Store, StoredUnder,
    TABLES_WITHOUT_VISITOR_DATA, TimeLimits, tables_with_retention,
};
use tempfile::TempDir;

use crate::support::databases::{Cluster, on_both, on_both_without_tables, sqlite, unhurried};
use crate::support::recording_transport::discount_code;
use crate::support::{SeededRandom, TestClock, encryption_keys};

const CHEAP: Cost = Cost { memory_kib: 8, passes: 1 };

struct StoreFixture {
    store: Store,
    secrets: Secrets,
    clock: Arc<TestClock>,
    random: SeededRandom,
    limits: Limits,
}

impl StoreFixture {
    async fn open(url: &str, seed: u64) -> Self {
        Self::open_with_limits(url, seed, TimeLimits::default()).await
    }

    async fn open_with_limits(url: &str, seed: u64, limits: TimeLimits) -> Self {
        let clock = Arc::new(TestClock::default());
        let random = SeededRandom::new(seed);
        let store = Store::open_with_limits(url, clock.now(), limits)
            .await
            .expect("the store opens")
            .with_keys(encryption_keys());
        let secrets = store.secrets(&random, clock.now()).await.expect("secrets are made");
        Self { store, secrets, clock, random, limits: Limits::default() }
    }

    fn random(&self) -> &dyn Randomness {
        &self.random
    }

    fn client(&self) -> ClientKey {
        ClientKey::new([192, 0, 2, 1].into(), &self.secrets.people)
    }

    fn person(&self, address: &EmailAddress) -> PersonKey {
        PersonKey::new(&address.canonical(), &self.secrets.people)
    }

    async fn finish(&self, found: &[Vec<u32>]) -> Proof {
        let play = PlayToken::start(self.clock.now(), self.random().bytes());
        let outcome = count(&[vec![1], vec![1, 2]], found).expect("counted");
        let (client, now) = (self.client(), self.clock.now());
        self.store.finish_play(&play, &outcome, None, &client, &self.limits, now).await.expect("finished");
        Proof { play: play.id, finished: self.clock.now() }
    }

    async fn win(&self) -> Proof {
        self.finish(&[vec![1], vec![1, 2]]).await
    }

    async fn claim(&self, proof: &Proof, address: &str) -> Result<Claimed, ClaimError> {
        let address = EmailAddress::parse(address).expect("an address");
        let (person, client) = (self.person(&address), self.client());
        self.store.claim(self.claim_of(proof, &person, &address, &client), &self.random).await
    }

    async fn change_address(&self, proof: &Proof, address: &str) -> Result<Claimed, ClaimError> {
        let address = EmailAddress::parse(address).expect("an address");
        let (person, client) = (self.person(&address), self.client());
        self.store.change_address(self.claim_of(proof, &person, &address, &client), &self.random).await
    }

    fn claim_of<'a>(
        &'a self,
        proof: &'a Proof,
        person: &'a PersonKey,
        address: &'a EmailAddress,
        client: &'a ClientKey,
    ) -> Claim<'a> {
        Claim {
            proof,
            person,
            address,
            client,
            valid_until: valid_until(self.clock.now(), 90),
            percent: 5,
            mail_host: "clinic.example",
            limits: &self.limits,
            now: self.clock.now(),
        }
    }

    /// Claims with this proof; the email is delivered.
    async fn claim_and_deliver(&self, proof: &Proof, address: &str) -> DiscountCode {
        let claimed = self.claim(proof, address).await.expect("claimed");
        self.deliver(claimed).await
    }

    async fn deliver(&self, claimed: Claimed) -> DiscountCode {
        let Claimed::Queued { lease } = claimed else { panic!("nothing queued: {claimed:?}") };
        assert!(self.record_outcome(&lease, DeliveryOutcome::Sent).await);
        discount_code(&lease.message)
    }

    /// The addresses with a code that can be redeemed, with the code.
    async fn valid_codes(&self) -> Vec<(String, String)> {
        let claims = self.store.claims_page(None).await.expect("exported");
        let valid = claims.into_iter().filter(|claim| claim.void_at.is_none() && claim.redeemed_at.is_none());
        valid.map(|claim| (claim.address, claim.code)).collect()
    }

    async fn claim_and_lease(&self, address: &str) -> Lease {
        let claimed = self.claim(&self.win().await, address).await.expect("claimed");
        let Claimed::Queued { lease } = claimed else { panic!("nothing queued: {claimed:?}") };
        *lease
    }

    async fn record_outcome(&self, lease: &Lease, outcome: DeliveryOutcome) -> bool {
        self.store.record_outcome(lease, &outcome, self.clock.now()).await.expect("stored")
    }

    /// Everything stored under a key.
    async fn export(&self, person: &PersonKey) -> serde_json::Map<String, serde_json::Value> {
        let under = StoredUnder::Contact(person);
        self.store.export_people(under, &PeopleChoice::All, self.owner()).await.expect("exported")
    }

    fn owner(&self) -> Actor<'_> {
        Actor { name: "the owner", random: &self.random, now: self.clock.now() }
    }
}

fn rejected(reason: &str) -> DeliveryOutcome {
    DeliveryOutcome::Rejected { reason: reason.to_owned() }
}

#[tokio::test]
async fn secrets_are_created_once_and_shared() {
    on_both(|url| async move {
        let (one, two) = tokio::join!(StoreFixture::open(&url, 1), StoreFixture::open(&url, 2));
        assert_eq!(one.secrets, two.secrets);
        assert_ne!(one.secrets.signing, one.secrets.people);
    })
    .await;
}

#[tokio::test]
async fn concurrent_starts_migrate_the_schema_once() {
    on_both(|url| async move {
        let openings: Vec<_> = (0..6)
            .map(|seed| {
                let url = url.clone();
                tokio::spawn(async move { StoreFixture::open(&url, seed).await.secrets })
            })
            .collect();
        let mut secrets = HashSet::new();
        for opening in openings {
            secrets.insert(format!("{:?}", opening.await.expect("it opened").signing.sign("test", b"")));
        }
        assert_eq!(secrets.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn play_is_finished_once() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let play = PlayToken::start(fixture.clock.now(), [5; 16]);
        let outcome = count(&[vec![1]], &[vec![1]]).expect("counted");
        let other = count(&[vec![1]], &[vec![]]).expect("counted");
        let first = fixture.clock.now();
        let (client, limits) = (fixture.client(), Limits::default());
        let finish = async |outcome, at| fixture.store.finish_play(&play, outcome, None, &client, &limits, at).await;
        let finished = FinishedPlay { at: first, found: 1, total: 1, perfect: true };
        assert_eq!(finish(&outcome, first).await.expect("finished"), finished);
        let later = first + Duration::from_secs(5);
        assert_eq!(finish(&outcome, later).await.expect("the same again"), finished);
        // The clinic has added a spot in between.
        let with_more = count(&[vec![1, 2]], &[vec![1]]).expect("counted");
        assert_eq!(finish(&with_more, later).await.expect("the first answer"), finished);
        let stored = async |spots: &[Vec<u32>]| fixture.store.finished_play(&play, spots).await.expect("read");
        assert_eq!((stored(&[vec![1]]).await, stored(&[vec![]]).await), (Some(finished), None));
        let changed = finish(&other, later).await;
        assert!(matches!(changed, Err(FinishPlayError::AlreadyFinished)), "{changed:?}");
    })
    .await;
}

#[tokio::test]
async fn too_many_games_are_refused_until_the_next_hour() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let limits = Limits { plays_per_client_hour: 2, ..Limits::default() };
        let client = ClientKey::new([192, 0, 2, 1].into(), &fixture.secrets.people);
        let start = || fixture.store.start_play(&client, &limits, fixture.clock.now());
        start().await.expect("first");
        start().await.expect("second");
        let third = start().await.expect_err("third");
        assert!(matches!(third, StartPlayError::TooMany(TooMany::Plays { wait }) if wait == Duration::from_mins(55)));
        fixture.clock.advance(Duration::from_mins(55));
        start().await.expect("the next hour");
    })
    .await;
}

#[tokio::test]
async fn claim_needs_an_unused_perfect_game() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let partial = fixture.finish(&[vec![1], vec![1]]).await;
        let unknown = Proof { play: PlayToken::start(fixture.clock.now(), [9; 16]).id, finished: fixture.clock.now() };
        for proof in [partial, unknown] {
            let answer = fixture.claim(&proof, "ada@example.com").await;
            assert!(matches!(answer, Err(ClaimError::UnknownPlay)), "{answer:?}");
        }
        let proof = fixture.win().await;
        fixture.claim(&proof, "ada@example.com").await.expect("claimed");
        let other = fixture.claim(&proof, "bola@example.com").await;
        assert!(matches!(other, Err(ClaimError::ProofUsed)), "{other:?}");
        assert_eq!(fixture.store.claims_page(None).await.expect("exported").len(), 1);
    })
    .await;
}

#[tokio::test]
async fn second_claim_keeps_the_code_and_resends_it_after_ten_minutes() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let first = fixture.claim_and_lease("Ada.Obi@gmail.com").await;
        let again = fixture.claim(&fixture.win().await, "adaobi+x@gmail.com").await.expect("claimed");
        assert_eq!(again, Claimed::AlreadyQueued { message: first.id.clone() });
        assert!(fixture.record_outcome(&first, DeliveryOutcome::Sent).await);
        assert_eq!(
            fixture.claim(&fixture.win().await, "adaobi@gmail.com").await.expect("claimed"),
            Claimed::ResendSuppressed
        );
        fixture.clock.advance(Duration::from_mins(10));
        let second = fixture.claim_and_lease("adaobi@googlemail.com").await;
        assert_eq!(discount_code(&second.message), discount_code(&first.message));
        assert_eq!(second.to.as_typed(), "adaobi@googlemail.com");
        assert_ne!(second.message_id, first.message_id);
    })
    .await;
}

#[tokio::test]
async fn claim_after_the_code_was_used_says_when() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let first = fixture.claim_and_lease("ada@example.com").await;
        fixture.record_outcome(&first, DeliveryOutcome::Sent).await;
        let (code, used_at) = (discount_code(&first.message), fixture.clock.now());
        fixture.store.redeem(code, "Ngozi", &fixture.random, used_at).await.expect("redeemed");
        fixture.clock.advance(Duration::from_mins(10));
        let second = fixture.claim_and_lease("ada@example.com").await;
        let Message::CodeUsed { code: named, used_at: said, .. } = second.message else { panic!("{second:?}") };
        assert_eq!((named, said), (code, used_at));
        fixture.record_outcome(&second, DeliveryOutcome::Sent).await;
        let again = fixture.claim(&fixture.win().await, "ada@example.com").await.expect("claimed");
        assert_eq!(again, Claimed::ResendSuppressed, "the limit on resends counts these emails too");
        assert_eq!(fixture.store.claims_page(None).await.expect("exported").len(), 1);
        fixture.clock.advance(Duration::from_hours(91 * 24));
        let purged = fixture.store.purge(fixture.clock.now()).await.expect("purged");
        assert_eq!(purged.messages, 2, "both emails are purged with the code");
    })
    .await;
}

#[tokio::test]
async fn claim_after_the_code_expired_gives_one_new_code() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let first = fixture.claim_and_lease("ada@example.com").await;
        fixture.record_outcome(&first, DeliveryOutcome::Sent).await;
        fixture.clock.advance(Duration::from_hours(91 * 24));
        let (proofs, address) = ([fixture.win().await, fixture.win().await], "ada@example.com");
        let (one, two) = tokio::join!(fixture.claim(&proofs[0], address), fixture.claim(&proofs[1], address));
        let leases: Vec<Lease> = [one, two]
            .into_iter()
            .filter_map(|claimed| match claimed.expect("claimed") {
                Claimed::Queued { lease } => Some(*lease),
                _ => None,
            })
            .collect();
        assert_eq!(leases.len(), 1, "one new code: {leases:?}");
        let claims = fixture.store.claims_page(None).await.expect("exported");
        assert_eq!(claims.len(), 1);
        assert_eq!(claims[0].code, discount_code(&leases[0].message).to_string());
        assert_ne!(discount_code(&leases[0].message), discount_code(&first.message));
        assert_eq!(claims[0].valid_until, valid_until(fixture.clock.now(), 90));
        let expired = fixture.store.code_status(discount_code(&first.message)).await;
        assert!(matches!(expired, Err(DeskError::Refused(RedeemError::Unknown))), "{expired:?}");
        let days = fixture.store.funnel(0, 40_000).await.expect("counts").days;
        assert_eq!(days.values().map(|day| day.claimed).collect::<Vec<_>>(), [1, 1], "both days keep their count");
    })
    .await;
}

#[tokio::test]
async fn rejected_address_releases_the_proof() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let proof = fixture.win().await;
        let Claimed::Queued { lease } = fixture.claim(&proof, "ada@gmial.example").await.expect("claimed") else {
            panic!("nothing queued")
        };
        assert!(fixture.record_outcome(&lease, rejected("550 no such user")).await);
        let again = fixture.claim(&proof, "ada@gmial.example").await.expect("claimed");
        assert_eq!(again, Claimed::Rejected { reason: "550 no such user".to_owned() });
        let corrected = fixture.claim(&proof, "ada@gmail.example").await.expect("claimed");
        assert!(matches!(corrected, Claimed::Queued { .. }), "{corrected:?}");
    })
    .await;
}

#[tokio::test]
async fn claim_over_a_limit_stores_nothing() {
    on_both(|url| async move {
        let mut fixture = StoreFixture::open(&url, 1).await;
        fixture.limits.claims_per_client_hour = 1;
        fixture.claim(&fixture.win().await, "ada@example.com").await.expect("claimed");
        let proof = fixture.win().await;
        let second = fixture.claim(&proof, "bola@example.com").await;
        assert!(matches!(second, Err(ClaimError::TooMany(TooMany::Claims { .. }))), "{second:?}");
        fixture.limits = Limits { new_codes_per_hour: 1, ..Limits::default() };
        for address in ["bola@example.com", "ada@example.com"] {
            let answer = fixture.claim(&fixture.win().await, address).await;
            assert!(matches!(answer, Err(ClaimError::TooMany(TooMany::Codes { .. }))), "{answer:?}");
        }
        assert_eq!(fixture.store.claims_page(None).await.expect("exported").len(), 1);
        fixture.clock.advance(Duration::from_hours(1));
        fixture.claim(&proof, "bola@example.com").await.expect("the proof was not used up");
    })
    .await;
}

#[tokio::test]
async fn message_is_leased_to_one_worker_until_the_lease_runs_out() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let first = fixture.claim_and_lease("ada@example.com").await;
        let now = || fixture.clock.now();
        assert_eq!(fixture.store.lease_next(now()).await.expect("a result"), None);
        fixture.clock.advance(Duration::from_mins(2));
        let second = fixture.store.lease_next(now()).await.expect("a result").expect("a lease");
        assert_eq!((second.fence, second.attempts), (2, 2));
        assert_eq!(second.message_id, first.message_id);
        assert!(!fixture.record_outcome(&first, DeliveryOutcome::Failed { reason: "too late".to_owned() }).await);
        assert!(fixture.record_outcome(&second, DeliveryOutcome::Sent).await);
        assert!(!fixture.record_outcome(&second, rejected("too late")).await);
        assert_eq!(fixture.store.next_due().await.expect("a result"), None);
    })
    .await;
}

#[tokio::test]
async fn deferred_message_is_due_later_and_released_one_immediately() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let lease = fixture.claim_and_lease("ada@example.com").await;
        let next_at = fixture.clock.now() + Duration::from_secs(30);
        assert!(
            fixture.record_outcome(&lease, DeliveryOutcome::Deferred { reason: "451 busy".to_owned(), next_at }).await
        );
        assert_eq!(fixture.store.next_due().await.expect("a result"), Some(next_at));
        assert_eq!(fixture.store.lease_next(fixture.clock.now()).await.expect("a result"), None);
        fixture.clock.advance(Duration::from_secs(30));
        let lease = fixture.store.lease_next(fixture.clock.now()).await.expect("a result").expect("a lease");
        fixture.store.release(&lease, fixture.clock.now()).await.expect("released");
        let lease = fixture.store.lease_next(fixture.clock.now()).await.expect("a result").expect("a lease");
        assert_eq!(lease.attempts, 2);
    })
    .await;
}

#[tokio::test]
async fn code_is_redeemed_once_and_redemption_can_be_undone() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let code = discount_code(&fixture.claim_and_lease("ada@example.com").await.message);
        let now = fixture.clock.now();
        fixture.store.redeem(code, "Ngozi", &fixture.random, now).await.expect("redeemed");
        let again = fixture.store.redeem(code, "Bola", &fixture.random, now).await;
        assert!(
            matches!(&again, Err(DeskError::Refused(RedeemError::AlreadyUsed { at, by })) if *at == now && by == "Ngozi"),
            "{again:?}"
        );
        let ngozi = Actor { name: "Ngozi", random: &fixture.random, now };
        fixture.store.undo_redeem(code, Role::Desk, ngozi).await.expect("undone");
        let twice = fixture.store.undo_redeem(code, Role::Desk, ngozi).await;
        assert!(matches!(twice, Err(DeskError::Refused(UndoError::NotUsed))), "{twice:?}");
        assert_eq!(fixture.store.code_status(code).await.expect("known").redeemed, None);
        let unknown = fixture.store.redeem(DiscountCode::issue(5, [1; 7]), "Ngozi", &fixture.random, now).await;
        assert!(matches!(unknown, Err(DeskError::Refused(RedeemError::Unknown))), "{unknown:?}");
        fixture.clock.advance(Duration::from_hours(91 * 24));
        let late = fixture.store.redeem(code, "Ngozi", &fixture.random, fixture.clock.now()).await;
        assert!(matches!(late, Err(DeskError::Refused(RedeemError::Expired { .. }))), "{late:?}");
    })
    .await;
}

#[tokio::test]
async fn people_are_erased_on_request_and_after_the_retention_period() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        fixture.claim_and_lease("ada@example.com").await;
        fixture.claim_and_lease("bola@example.com").await;
        let ada = fixture.person(&EmailAddress::parse("ADA@example.com").expect("an address"));
        let erased = fixture
            .store
            .erase_people(StoredUnder::Contact(&ada), &PeopleChoice::All, fixture.owner())
            .await
            .expect("erased");
        assert_eq!(erased.message_ids.len(), 1);
        let again = fixture
            .store
            .erase_people(StoredUnder::Contact(&ada), &PeopleChoice::All, fixture.owner())
            .await
            .expect("nothing left");
        assert_eq!((again.records, again.message_ids.len()), (0, 0));
        let left = fixture.store.claims_page(None).await.expect("exported");
        assert_eq!(left.iter().map(|claim| claim.address.as_str()).collect::<Vec<_>>(), ["bola@example.com"]);
        fixture.clock.advance(Duration::from_hours(179 * 24));
        assert_eq!(fixture.store.purge(fixture.clock.now()).await.expect("purged").records("discount codes"), 0);
        fixture.clock.advance(Duration::from_hours(3 * 24));
        let purged = fixture.store.purge(fixture.clock.now()).await.expect("purged");
        assert_eq!((purged.records("discount codes"), purged.messages), (1, 1));
        assert_eq!(fixture.store.next_due().await.expect("a result"), None);
    })
    .await;
}

/// Cancelled and refused claims share commit groups with successful ones. Each claim must stay atomic, and none may
/// affect another.
#[tokio::test(flavor = "multi_thread")]
async fn cancelled_claims_are_atomic_and_do_not_affect_others() {
    const PEOPLE: usize = 120;
    on_both(|url| async move {
        let mut fixture = StoreFixture::open(&url, 1).await;
        fixture.limits = Limits { claims_per_client_hour: 2_000, ..Limits::default() };
        let fixture = Arc::new(fixture);
        let mut claims = Vec::new();
        for number in 0..PEOPLE {
            let (fixture, refused) = (Arc::clone(&fixture), number % 3 == 1);
            let proof = if refused { fixture.finish(&[vec![], vec![]]).await } else { fixture.win().await };
            claims
                .push(tokio::spawn(async move { fixture.claim(&proof, &format!("person{number}@example.com")).await }));
        }
        for (number, claim) in claims.iter().enumerate().filter(|(number, _)| number % 3 == 2) {
            for _ in 0..number {
                tokio::task::yield_now().await;
            }
            claim.abort();
        }
        for (number, claim) in claims.into_iter().enumerate() {
            match (number % 3, claim.await) {
                (0, answer) => assert!(matches!(answer, Ok(Ok(Claimed::Queued { .. }))), "{number}: {answer:?}"),
                (1, answer) => assert!(matches!(answer, Ok(Err(ClaimError::UnknownPlay))), "{number}: {answer:?}"),
                // Cancelled, or finished before it could be cancelled.
                _ => {}
            }
        }
        let people = fixture.store.claims_page(None).await.expect("exported").len();
        let entries = fixture.store.outbox_entries(None).await.expect("a result");
        assert!((PEOPLE / 3..=2 * PEOPLE / 3).contains(&people), "{people} people");
        assert_eq!(entries.len(), people.min(100), "one email per person");
        fixture.claim_and_lease("after@example.com").await;
    })
    .await;
}

/// Requests are cancelled at every possible point, and no later write ends what they left behind.
#[tokio::test]
async fn cancelled_write_leaves_no_open_transaction() {
    let folder = TempDir::new().expect("a temporary folder");
    let fixture = StoreFixture::open(&sqlite(&folder), 1).await;
    let limits = Limits { plays_per_client_hour: 1_000, ..Limits::default() };
    let other = sqlx::AnyPool::connect(&sqlite(&folder)).await.expect("a connection");
    let client = ClientKey::new([192, 0, 2, 1].into(), &fixture.secrets.people);
    for polls in 0..20 {
        for pause in [Duration::ZERO, Duration::from_millis(10)] {
            let now = fixture.clock.now();
            let mut request = Box::pin(fixture.store.start_play(&client, &limits, now));
            for _ in 0..polls {
                // A timeout of zero polls the request once.
                if tokio::time::timeout(Duration::ZERO, &mut request).await.is_ok() {
                    break;
                }
                tokio::time::sleep(pause).await;
            }
            drop(request);
            assert_write_lock_is_free(&other).await;
        }
    }
    other.close().await;
    let closed = tokio::time::timeout(Duration::from_mins(1), fixture.store.close()).await;
    closed.expect("the store closes when nothing uses it");
}

/// The lock is released by a task, so it may take a moment.
async fn assert_write_lock_is_free(pool: &sqlx::AnyPool) {
    let mut connection = pool.acquire().await.expect("a connection");
    let start = Instant::now();
    while start.elapsed() < Duration::from_mins(1) {
        if sqlx::query("PRAGMA busy_timeout = 0").execute(&mut *connection).await.is_ok()
            && sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await.is_ok()
        {
            sqlx::query("ROLLBACK").execute(&mut *connection).await.expect("rolled back");
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("a cancelled request holds the write lock");
}

fn variant(number: usize) -> String {
    let dots = ["adaobi", "ada.obi", "a.d.a.o.b.i", "ADAOBI", "Ada.Obi"];
    let domains = ["gmail.com", "googlemail.com", "GMail.com"];
    format!("{}+{number}@{}", dots[number % dots.len()], domains[number % domains.len()])
}

/// A thousand claims of one person, each with its own game, spread over several instances.
async fn check_thousand_claims_give_one_code(url: &str, instances: u64) {
    let mut fixtures = Vec::new();
    for seed in 1..=instances {
        // The last claim waits for all others.
        let mut fixture = StoreFixture::open_with_limits(url, seed, unhurried()).await;
        fixture.limits = Limits { claims_per_client_hour: 2_000, ..Limits::default() };
        fixtures.push(Arc::new(fixture));
    }
    let mut claims = Vec::new();
    for number in 0..1_000 {
        let fixture = Arc::clone(&fixtures[number % fixtures.len()]);
        let proof = fixture.win().await;
        claims.push(async move { fixture.claim(&proof, &variant(number)).await.expect("claimed") });
    }
    let claims: Vec<_> = claims.into_iter().map(tokio::spawn).collect();
    let (mut queued, mut others) = (0, 0);
    for claim in claims {
        match claim.await.expect("it ran") {
            Claimed::Queued { .. } => queued += 1,
            Claimed::AlreadyQueued { .. } => others += 1,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((queued, others), (1, 999));
    assert_eq!(fixtures[0].store.claims_page(None).await.expect("exported").len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn thousand_concurrent_claims_of_one_person_give_one_code_on_sqlite() {
    let folder = TempDir::new().expect("a temporary folder");
    check_thousand_claims_give_one_code(&sqlite(&folder), 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn thousand_concurrent_claims_of_one_person_give_one_code_on_several_postgresql_instances() {
    let cluster = Cluster::start();
    check_thousand_claims_give_one_code(&cluster.url(), 3).await;
}

#[tokio::test]
async fn erased_address_is_gone_from_the_file_and_its_log() {
    let folder = TempDir::new().expect("a temporary folder");
    let fixture = StoreFixture::open(&sqlite(&folder), 1).await;
    let lease = fixture.claim_and_lease("findme.please@example.com").await;
    fixture.record_outcome(&lease, DeliveryOutcome::Sent).await;
    let holds = |needle: &str| {
        std::fs::read_dir(folder.path()).expect("the folder").any(|entry| {
            let bytes = std::fs::read(entry.expect("a file").path()).expect("its bytes");
            bytes.windows(needle.len()).any(|window| window == needle.as_bytes())
        })
    };
    assert!(holds("findme.please"));
    let person = fixture.person(&lease.to);
    fixture
        .store
        .erase_people(StoredUnder::Contact(&person), &PeopleChoice::All, fixture.owner())
        .await
        .expect("erased");
    assert!(fixture.store.finish_erasures(None).await.expect("finished"));
    assert!(!holds("findme.please"));
    assert!(!holds(person.as_str()));
}

#[tokio::test]
async fn erasure_neither_fails_nor_stalls_writers_while_a_read_uses_the_log() {
    let folder = TempDir::new().expect("a temporary folder");
    let fixture = StoreFixture::open(&sqlite(&folder), 1).await;
    let lease = fixture.claim_and_lease("findme.please@example.com").await;
    let other = sqlx::AnyPool::connect(&sqlite(&folder)).await.expect("a connection");
    let mut read = other.begin().await.expect("a transaction");
    sqlx::query("SELECT code FROM claims").fetch_all(&mut *read).await.expect("read");
    let log = folder.path().join("clinic.db-wal");
    let holds_address = || String::from_utf8_lossy(&std::fs::read(&log).expect("the log")).contains("findme.please");

    let person = fixture.person(&lease.to);
    let write = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        // If it had to wait for the read, it would fail after ten seconds.
        fixture.win().await;
    };
    let erase = async {
        let under = StoredUnder::Contact(&person);
        let erased = fixture.store.erase_people(under, &PeopleChoice::All, fixture.owner()).await;
        assert!(erased.expect("erased").records > 0);
        assert!(!fixture.store.finish_erasures(None).await.expect("a result"));
    };
    tokio::join!(erase, write);
    let mail_folder = TempDir::new().expect("a temporary folder");
    let file = mail_folder.path().join(format!("{}.eml", lease.message_id.trim_matches(['<', '>'])));
    std::fs::write(&file, "an email").expect("written");
    assert!(!fixture.store.finish_erasures(Some(mail_folder.path())).await.expect("a result"));
    assert!(holds_address());
    assert!(!file.exists(), "files do not wait for the log");

    read.rollback().await.expect("the read ends");
    assert!(fixture.store.finish_erasures(None).await.expect("a result"));
    assert!(!holds_address());
}

#[tokio::test]
async fn message_files_are_deleted_after_a_crash_during_erasure() {
    on_both(|url| async move {
        let mail_folder = TempDir::new().expect("a temporary folder");
        let fixture = StoreFixture::open(&url, 1).await;
        let lease = fixture.claim_and_lease("ada@example.com").await;
        let file = mail_folder.path().join(format!("{}.eml", lease.message_id.trim_matches(['<', '>'])));
        std::fs::write(&file, "an email").expect("written");
        let person = fixture.person(&lease.to);
        fixture
            .store
            .erase_people(StoredUnder::Contact(&person), &PeopleChoice::All, fixture.owner())
            .await
            .expect("erased");
        fixture.store.close().await;

        let restarted = StoreFixture::open(&url, 2).await;
        let again = restarted
            .store
            .erase_people(StoredUnder::Contact(&person), &PeopleChoice::All, restarted.owner())
            .await
            .expect("nothing left");
        assert_eq!(again.records, 0);
        // The desk of a site with a mail server does not know the folder; the purge does.
        assert!(restarted.store.finish_erasures(None).await.expect("finished"));
        assert!(file.exists());
        assert!(restarted.store.finish_erasures(Some(mail_folder.path())).await.expect("finished"));
        assert!(!file.exists());
    })
    .await;
}

#[tokio::test]
async fn message_files_without_a_message_are_deleted_after_a_day() {
    on_both(|url| async move {
        let folder = TempDir::new().expect("a temporary folder");
        let fixture = StoreFixture::open(&url, 1).await;
        let lease = fixture.claim_and_lease("ada@example.com").await;
        let queued = format!("{}.eml", lease.message_id.trim_matches(['<', '>']));
        let orphans = [
            "AAAAAAAAAAAAAAAAAAAAAA@clinic.example.eml",
            "BBBBBBBBBBBBBBBBBBBBBB@clinic.example.eml.tmp",
            "test.0123456789abcdef01234567@clinic.example.eml",
        ];
        let write = |name: &str, age: Duration| {
            let file = std::fs::File::create(folder.path().join(name)).expect("a file");
            file.set_modified((fixture.clock.now() - age).into()).expect("changed");
        };
        let names = || {
            let entries = folder.path().read_dir().expect("a folder");
            let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("text"));
            names.collect::<std::collections::BTreeSet<_>>()
        };
        for name in orphans.iter().copied().chain([queued.as_str(), "notes.eml", "clinic.db"]) {
            write(name, Duration::from_hours(25));
        }
        write("CCCCCCCCCCCCCCCCCCCCCC@clinic.example.eml", Duration::from_hours(23));

        let delete = async || {
            let deleted = fixture.store.delete_orphaned_message_files(folder.path(), fixture.clock.now()).await;
            deleted.expect("deleted")
        };
        assert_eq!(delete().await, orphans.len());
        let kept = [queued.as_str(), "notes.eml", "clinic.db", "CCCCCCCCCCCCCCCCCCCCCC@clinic.example.eml"];
        assert_eq!(names(), kept.map(str::to_owned).into());
        assert_eq!(delete().await, 0);
        let missing = folder.path().join("none");
        let deleted = fixture.store.delete_orphaned_message_files(&missing, fixture.clock.now()).await;
        assert_eq!(deleted.expect("a site that never wrote files"), 0);
    })
    .await;
}

#[tokio::test]
async fn person_is_erased_only_when_the_erasure_is_on_the_list() {
    on_both(|url| async move {
        let folder = TempDir::new().expect("a temporary folder");
        let list = folder.path().join("erased-people.txt");
        let mut fixture = StoreFixture::open(&url, 1).await;
        fixture.store = fixture.store.with_erased_people(list.clone());
        let lease = fixture.claim_and_lease("ada@example.com").await;
        let (person, code) = (fixture.person(&lease.to), discount_code(&lease.message));

        std::fs::create_dir(&list).expect("a folder where the list should be");
        assert!(
            fixture
                .store
                .erase_people(StoredUnder::Contact(&person), &PeopleChoice::All, fixture.owner())
                .await
                .is_err()
        );
        assert!(
            fixture.store.erase_people(StoredUnder::Code(code), &PeopleChoice::All, fixture.owner()).await.is_err()
        );
        assert!(!fixture.export(&person).await.is_empty());

        std::fs::remove_dir(&list).expect("deleted");
        fixture.store.erase_people(StoredUnder::Code(code), &PeopleChoice::All, fixture.owner()).await.expect("erased");
        assert!(fixture.export(&person).await.is_empty());
        let written = std::fs::read_to_string(&list).expect("a list");
        assert_eq!(written, format!("{} {person}\n", fixture.clock.now()));

        // Nothing from before the erasure is stored, so a new code is kept.
        fixture.clock.advance(Duration::from_secs(1));
        fixture.claim_and_lease("ada@example.com").await;
        let again = fixture.store.repeat_erasures(&fixture.random, fixture.clock.now()).await;
        assert_eq!(again.expect("applied"), 0);
        assert!(!fixture.export(&person).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn backup_is_private_and_never_overwrites() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().expect("a temporary folder");
    let fixture = StoreFixture::open(&sqlite(&folder), 1).await;
    fixture.claim_and_lease("ada@example.com").await;
    let file = folder.path().join("copy.db");
    fixture.store.backup(&file).await.expect("copied");
    assert!(fixture.store.backup(&file).await.is_err());
    for name in ["copy.db", "clinic.db", "clinic.db-wal"] {
        let mode = std::fs::metadata(folder.path().join(name)).expect(name).permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name} can be read by others");
    }
    let copy = StoreFixture::open(&format!("sqlite:{}", file.display()), 2).await;
    assert_eq!(
        copy.store.claims_page(None).await.expect("exported"),
        fixture.store.claims_page(None).await.expect("exported")
    );
    assert_eq!(copy.secrets, fixture.secrets);
}

#[tokio::test]
async fn database_folder_may_have_any_name() {
    let folder = TempDir::new().expect("a temporary folder");
    let odd = folder.path().join("Ada's 100% odd #folder? é");
    std::fs::create_dir(&odd).expect("a folder");
    let file = odd.join("clinic.db");
    let fixture = StoreFixture::open(&format!("sqlite:{}", file.display()), 1).await;
    fixture.claim_and_lease("ada@example.com").await;
    assert!(file.metadata().expect("the file is where it was asked for").len() > 0);
}

#[tokio::test]
async fn newer_schema_is_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    StoreFixture::open(&sqlite(&folder), 1).await.store.close().await;
    let pool = sqlx::AnyPool::connect(&sqlite(&folder)).await.expect("the file opens");
    sqlx::query("INSERT INTO migrations VALUES (999, 0)").execute(&pool).await.expect("written");
    pool.close().await;
    let error = Store::open(&sqlite(&folder), TestClock::default().now()).await.expect_err("an error");
    assert!(error.to_string().contains("newer version"), "{error}");
}

#[tokio::test]
async fn every_table_has_a_retention_or_a_reason_not_to_need_one() {
    const TABLES: [&str; 2] = [
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
        "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = 'public'",
    ];
    on_both(|url| async move {
        StoreFixture::open(&url, 1).await.store.close().await;
        let pool = sqlx::AnyPool::connect(&url).await.expect("a connection");
        let statement = TABLES[usize::from(url.starts_with("postgres"))];
        let tables: Vec<String> = sqlx::query_scalar(statement).fetch_all(&pool).await.expect("tables");
        pool.close().await;
        let registered = tables_with_retention().map(|(table, _, _)| table);
        let listed: Vec<&str> = registered.chain(TABLES_WITHOUT_VISITOR_DATA.map(|(table, _)| table)).collect();
        let in_schema: BTreeSet<&str> = tables.iter().map(String::as_str).collect();
        assert_eq!(in_schema, listed.iter().copied().collect(), "add new tables to store/data_register.rs");
        assert_eq!(in_schema.len(), listed.len(), "a table is listed twice");
    })
    .await;
}

#[tokio::test]
async fn audit_log_is_purged_after_two_years() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        fixture.store.record_action(fixture.owner(), "export", "all claims").await.expect("recorded");
        let purged = async || fixture.store.purge(fixture.clock.now()).await.expect("purged").records("audit log");
        fixture.clock.advance(Duration::from_hours(2 * 365 * 24));
        assert_eq!((purged().await, fixture.store.audit(None, 10).await.expect("entries").len()), (0, 1));
        fixture.clock.advance(Duration::from_hours(3 * 24));
        assert_eq!((purged().await, fixture.store.audit(None, 10).await.expect("entries").len()), (1, 0));
    })
    .await;
}

/// What operators and visitors read must be what the purge does.
#[test]
fn documents_state_the_retention_of_the_audit_log() {
    let (_, _, retention) = tables_with_retention().find(|(table, _, _)| *table == "audit").expect("registered");
    assert_eq!(retention, "2 years");
    for text in [include_str!("../../docs/operations.md"), include_str!("../../content/pages/privacy.md")] {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("for two years. It contains discount codes and the references of appointments, but no name, phone number or email address"), "{text}");
    }
}

#[tokio::test]
async fn export_contains_everything_about_a_person_and_nothing_after_erasure() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let lease = fixture.claim_and_lease("ada@example.com").await;
        fixture.claim_and_lease("bola@example.com").await;
        let ada = fixture.person(&lease.to);
        let export = fixture.export(&ada).await;
        let categories: Vec<&str> = export.keys().map(String::as_str).collect();
        assert_eq!(categories, ["discount codes", "emails", "games"]);
        assert_eq!(export["discount codes"][0]["code"], discount_code(&lease.message).to_string());
        assert_eq!(export["emails"][0]["address"], "ada@example.com");
        assert!(!format!("{export:?}").contains("bola"));
        fixture
            .store
            .erase_people(StoredUnder::Contact(&ada), &PeopleChoice::All, fixture.owner())
            .await
            .expect("erased");
        assert!(fixture.export(&ada).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn unsent_email_shows_the_new_date_of_an_extended_code() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let lease = fixture.claim_and_lease("ada@example.com").await;
        let extended =
            fixture.store.extend(discount_code(&lease.message), 30, fixture.owner()).await.expect("extended");
        fixture.clock.advance(Duration::from_mins(2));
        let lease = fixture.store.lease_next(fixture.clock.now()).await.expect("a result").expect("a lease");
        let Message::DiscountCode { valid_until, .. } = lease.message else { panic!("{:?}", lease.message) };
        assert_eq!(valid_until, extended.code_status.valid_until);
    })
    .await;
}

async fn stored_secrets(url: &str) -> Vec<String> {
    let pool = sqlx::AnyPool::connect(url).await.expect("a connection");
    let mut stored: Vec<String> =
        sqlx::query_scalar("SELECT sealed FROM secrets ORDER BY name").fetch_all(&pool).await.expect("secrets");
    let seeds = "SELECT totp_key FROM staff WHERE totp_key IS NOT NULL";
    stored.extend(sqlx::query_scalar::<_, String>(seeds).fetch_all(&pool).await.expect("seeds"));
    pool.close().await;
    stored
}

#[tokio::test]
async fn secrets_are_encrypted_with_a_key_outside_of_the_database() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let (name, seed) = (StaffName::parse("Tonye").expect("a name"), TotpKey::new([7; 20]));
        let hash = Password::choose("four odd words here", &name, &ClinicWords::default()).expect("a password").hash(
            CHEAP,
            [3; 16],
            &mut HashMemory::default(),
        );
        fixture.store.add_staff(&name, Role::Owner, &hash, fixture.owner()).await.expect("added");
        let session = SessionToken::new([1; 32]).key();
        fixture.store.offer_totp(&name, &seed, fixture.clock.now()).await.expect("offered");
        let account = fixture.store.credentials(&name).await.expect("a result").expect("an account");
        let on = fixture
            .store
            .turn_totp_on(
                &account,
                &seed,
                TotpStep(1),
                &["a".to_owned()],
                RenewedSession { old: &session, new: &session },
                fixture.owner(),
            )
            .await;
        assert!(on.expect("a result"), "turned on");
        let stored = stored_secrets(&url).await;
        assert_eq!(stored.len(), 3);
        for secret in &stored {
            assert!(secret.starts_with("v1.") && !secret.contains(&seed.to_base32()), "{secret}");
        }
        let secrets = fixture.store.secrets(&fixture.random, fixture.clock.now()).await.expect("secrets");

        // Another key, and none.
        let other = fixture.store.clone().with_keys(EncryptionKeys::new([1; 32]));
        let error = other.secrets(&fixture.random, fixture.clock.now()).await.expect_err("the wrong key");
        assert!(error.to_string().contains("encrypted with another key"), "{error}");
        assert!(other.credentials(&name).await.is_err() && other.encrypt_secrets().await.is_err());
        let without = Store::open(&url, fixture.clock.now()).await.expect("the store opens");
        assert!(without.has_encrypted_secrets().await.expect("a result"));
        let error = without.secrets(&fixture.random, fixture.clock.now()).await.expect_err("no key");
        assert!(error.to_string().contains("there is no key file"), "{error}");

        // The same secrets with a new key.
        let both = encryption_keys().with_new_key([9; 32]);
        let rotated = fixture.store.clone().with_keys(both.clone());
        assert_eq!(rotated.encrypt_secrets().await.expect("sealed"), 4, "three secrets, one recovery code");
        assert_eq!(rotated.encrypt_secrets().await.expect("sealed"), 0);
        let rotated = rotated.with_keys(both.without_old_keys());
        assert_eq!(rotated.secrets(&fixture.random, fixture.clock.now()).await.expect("secrets"), secrets);
        let credentials = rotated.credentials(&name).await.expect("a result").expect("an account");
        assert_eq!(credentials.totp.expect("a seed").to_base32(), seed.to_base32());
        assert!(fixture.store.credentials(&name).await.is_err(), "the old key is of no use any more");
    })
    .await;
}

#[tokio::test]
async fn secrets_of_earlier_releases_are_encrypted() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let name = StaffName::parse("Tonye").expect("a name");
        let hash = Password::choose("four odd words here", &name, &ClinicWords::default()).expect("a password").hash(
            CHEAP,
            [3; 16],
            &mut HashMemory::default(),
        );
        fixture.store.add_staff(&name, Role::Owner, &hash, fixture.owner()).await.expect("added");
        let (people, seed) = ("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", TotpKey::new([7; 20]).to_base32());
        let pool = sqlx::AnyPool::connect(&url).await.expect("a connection");
        let statements = format!(
            "UPDATE secrets SET sealed = '{people}' WHERE name = 'people';
             UPDATE staff SET totp_key = '{seed}', totp_pending = '{seed}';
             INSERT INTO recovery_codes (fingerprint, staff) VALUES ('earlier', 'tonye')"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(statements)).execute(&pool).await.expect("written");
        pool.close().await;

        assert_eq!(fixture.store.encrypt_secrets().await.expect("sealed"), 4);
        assert!(stored_secrets(&url).await.iter().all(|secret| secret.starts_with("v1.")));
        let secrets = fixture.store.secrets(&fixture.random, fixture.clock.now()).await.expect("secrets");
        assert_eq!(secrets.people, clinic_rules::secret::Secret::new([0; 32]));
        let credentials = fixture.store.credentials(&name).await.expect("a result").expect("an account");
        assert_eq!(credentials.totp.expect("a seed").to_base32(), seed);
        let strong = strengthen_fingerprint("earlier", "tonye").expect("an earlier code");
        assert!(fixture.store.use_recovery(&name, &strong, fixture.owner()).await.expect("a result"));
    })
    .await;
}

#[tokio::test]
async fn owners_have_a_week_to_set_up_two_step_verification() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let [tonye, ngozi] = ["Tonye", "Ngozi"].map(|name| StaffName::parse(name).expect("a name"));
        let hash = Password::choose("four odd words here", &tonye, &ClinicWords::default()).expect("a password");
        let hash = hash.hash(CHEAP, [3; 16], &mut HashMemory::default());
        let StoreFixture { store, clock, .. } = &fixture;
        let deadline = async |name: &StaffName| {
            let staff = store.staff().await.expect("accounts");
            staff.into_iter().find(|member| member.name == name.as_str()).expect("an account").two_step_deadline
        };
        let in_a_week = || Some(TwoStepDeadline(clock.now() + Duration::from_hours(7 * 24)));
        let sign_in = async |name: &StaffName| {
            let key = SessionToken::new(fixture.random().bytes()).key();
            let account = store.credentials(name).await.expect("a result").expect("an account");
            let new = NewSession { key: &key, account: &account, browser: "", replaces: None };
            assert!(store.open_session(new, fixture.owner()).await.expect("a result"));
            store.session(&key, clock.now()).await.expect("a result").expect("a session")
        };
        store.add_staff(&tonye, Role::Owner, &hash, fixture.owner()).await.expect("added");
        store.add_staff(&ngozi, Role::Desk, &hash, fixture.owner()).await.expect("added");
        let of_tonye = in_a_week();
        assert_eq!((deadline(&tonye).await, deadline(&ngozi).await), (of_tonye, None));

        // The week begins with the role, and a sign-in does not extend it.
        clock.advance(Duration::from_hours(24));
        store.change_role(&tonye, Role::Owner, fixture.owner()).await.expect("no change");
        store.change_role(&ngozi, Role::Owner, fixture.owner()).await.expect("changed");
        assert_eq!((deadline(&tonye).await, deadline(&ngozi).await), (of_tonye, in_a_week()));
        clock.advance(Duration::from_hours(24));
        assert_eq!(sign_in(&tonye).await.two_step_deadline, of_tonye);
        store.change_role(&ngozi, Role::Desk, fixture.owner()).await.expect("changed");
        assert_eq!(sign_in(&ngozi).await.two_step_deadline, None);

        // An owner from before the column existed gets the week at the first sign-in.
        let pool = sqlx::AnyPool::connect(&url).await.expect("a connection");
        sqlx::query("UPDATE staff SET two_step_deadline = NULL").execute(&pool).await.expect("written");
        pool.close().await;
        let session = sign_in(&tonye).await;
        assert_eq!(session.two_step_deadline, in_a_week());
        clock.advance(Duration::from_hours(8 * 24));
        assert!(session.must_set_up_two_step(clock.now()));

        // Without phone and recovery codes, the command line gives another week.
        store.reset_two_step(&tonye, fixture.owner()).await.expect("reset");
        assert_eq!(deadline(&tonye).await, in_a_week());
        assert!(!sign_in(&tonye).await.must_set_up_two_step(clock.now()));
        store.reset_two_step(&ngozi, fixture.owner()).await.expect("reset");
        assert_eq!(deadline(&ngozi).await, None);
    })
    .await;
}

#[tokio::test]
async fn sign_in_that_was_under_way_while_the_account_changed_opens_no_session() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let store = &fixture.store;
        let name = StaffName::parse("Tonye").expect("a name");
        let hash = |text: &str| {
            let password = Password::choose(text, &name, &ClinicWords::default()).expect("a password");
            password.hash(CHEAP, [3; 16], &mut HashMemory::default())
        };
        store.add_staff(&name, Role::Owner, &hash("four odd words here"), fixture.owner()).await.expect("added");
        let read = async || store.credentials(&name).await.expect("a result").expect("an account");
        let open = async |account: &Credentials| {
            let key = SessionToken::new(fixture.random().bytes()).key();
            let new = NewSession { key: &key, account, browser: "", replaces: None };
            store.open_session(new, fixture.owner()).await.expect("a result")
        };
        let key = SessionToken::new(fixture.random().bytes()).key();
        let session = RenewedSession { old: &key, new: &key };
        let before = read().await;
        assert!(open(&before).await);
        let changed = store.change_password(&before, &hash("five even odder words"), session, fixture.owner()).await;
        assert!(changed.expect("a result"));
        assert!(!open(&before).await, "the password is another one");
        let before = read().await;
        let totp = TotpKey::new([1; 20]);
        store.offer_totp(&name, &totp, fixture.clock.now()).await.expect("offered");
        let on = store.turn_totp_on(&before, &totp, TotpStep(1), &[], session, fixture.owner()).await;
        assert!(on.expect("a result"));
        assert!(!open(&before).await, "a code is needed now");
        assert!(open(&read().await).await);
    })
    .await;
}

/// Whoever uses a stolen session sends the change at the moment in which the owner resets the account.
#[tokio::test]
async fn change_that_was_under_way_while_the_account_was_reset_changes_nothing() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let store = &fixture.store;
        let name = StaffName::parse("Tonye").expect("a name");
        let hash = |text: &str| {
            let password = Password::choose(text, &name, &ClinicWords::default()).expect("a password");
            password.hash(CHEAP, [3; 16], &mut HashMemory::default())
        };
        store.add_staff(&name, Role::Owner, &hash("four odd words here"), fixture.owner()).await.expect("added");
        let read = async || store.credentials(&name).await.expect("a result").expect("an account");
        let key = SessionToken::new([1; 32]).key();
        let session = RenewedSession { old: &key, new: &key };
        let (thief, totp) = (hash("words of the thief here"), TotpKey::new([1; 20]));
        let turn_on = async |account: &Credentials| {
            let on = store.turn_totp_on(account, &totp, TotpStep(1), &[], session, fixture.owner()).await;
            on.expect("a result")
        };
        store.offer_totp(&name, &totp, fixture.clock.now()).await.expect("offered");
        let before = read().await;
        let reset = hash("five even odder words");
        store.set_password(&name, &reset, fixture.owner()).await.expect("reset");
        let changed = store.change_password(&before, &thief, session, fixture.owner()).await;
        assert!(!changed.expect("a result"), "the password");
        assert!(!turn_on(&before).await, "two-step verification");
        let after = read().await;
        assert!(!turn_on(&after).await, "with a key that was offered before the reset");
        assert_eq!(after.password.as_ref().map(PasswordHash::as_str), Some(reset.as_str()));
        assert!(after.totp.is_none() && after.totp_pending.is_none());

        // The second factor alone is reset: the password is the same.
        store.offer_totp(&name, &totp, fixture.clock.now()).await.expect("offered");
        let before = read().await;
        store.reset_two_step(&name, fixture.owner()).await.expect("reset");
        assert!(!turn_on(&before).await, "a reset of two-step verification");
        store.offer_totp(&name, &totp, fixture.clock.now()).await.expect("offered");
        assert!(turn_on(&read().await).await);
        let before = read().await;
        store.reset_two_step(&name, fixture.owner()).await.expect("reset");
        let off = store.turn_totp_off(&before, session, fixture.owner()).await;
        assert!(!off.expect("a result"), "two-step verification was reset");
    })
    .await;
}

#[tokio::test]
async fn finished_game_is_kept_while_a_code_can_be_claimed_and_then_counted() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let statistics = async || fixture.store.funnel(0, 99_999).await.expect("statistics");
        fixture.win().await;
        let proof = fixture.win().await;
        let before = statistics().await;
        let day = *before.days.keys().next().expect("a day");
        assert_eq!((before.days[&day].finished, before.days[&day].perfect), (2, 2));
        assert!(before.spots.plays.values().all(|&plays| plays == 2) && !before.spots.found.is_empty());

        let purge = async || {
            let purged = fixture.store.purge(fixture.clock.now()).await.expect("purged");
            (purged.records("games"), statistics().await)
        };
        fixture.clock.advance(Duration::from_hours(24));
        assert_eq!(purge().await, (0, before.clone()));
        fixture.claim(&proof, "ada@example.com").await.expect("the last moment for a claim");
        let claimed = statistics().await;
        fixture.clock.advance(Duration::from_mins(29));
        fixture.change_address(&proof, "ada@example.org").await.expect("the last moment for a correction");

        fixture.clock.advance(Duration::from_hours(1));
        assert_eq!(purge().await, (2, claimed.clone()), "the rows are gone, the counts are the same");
        assert_eq!(purge().await, (0, claimed), "and counted once");
    })
    .await;
}

/// Opens a database of schema version 2 with emails in every state, as an earlier release wrote them.
#[tokio::test]
async fn messages_of_schema_version_2_survive_the_migration() {
    const ROWS: &str = "
        INSERT INTO claims (code, person, address, issued_at, valid_until)
          VALUES ('{code}', 'person-1', 'ada@example.com', 1000, 1790000000000);
        INSERT INTO plays (id, started_at, finished_at, spots, found, total, perfect, claimed_by)
          VALUES ('play-1', 1, 2, '[]', 11, 11, 1, 'person-1');
        INSERT INTO outbox (id, code, play, address, message_id, state, queued_at, attempts, next_at, last_error) VALUES
          ('m1', '{code}', 'play-1', 'ada@example.com', '<m1@clinic.example>', 'queued', 1000, 3, 2000, '451 busy'),
          ('m2', '{code}', NULL, 'ada@example.com', '<m2@clinic.example>', 'refused', 1001, 1, 1001, '550 no'),
          ('m3', '{code}', NULL, 'ada@example.com', '<m3@clinic.example>', 'parked', 1002, 25, 1002, '451 busy'),
          ('m4', '{code}', NULL, 'ada@example.com', '<m4@clinic.example>', 'refused', 1003, 1, 1003,
           'dropped at the desk by Tonye'),
          ('m5', '{code}', NULL, 'ada@example.com', '<m5@clinic.example>', 'sent', 1004, 1, 1004, NULL);
        CREATE TABLE migrations (version BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL);
        INSERT INTO migrations VALUES (1, 0), (2, 0);";
    on_both_without_tables(|url| async move {
        let code = DiscountCode::issue(5, [7; 7]);
        let url = if url.starts_with("sqlite") { format!("{url}?mode=rwc") } else { url };
        sqlx::any::install_default_drivers();
        let pool = sqlx::AnyPool::connect(&url).await.expect("a connection");
        let old_schema = [
            include_str!("../../crates/store/migrations/0001_game_and_claims.sql"),
            include_str!("../../crates/store/migrations/0002_desk.sql"),
            &ROWS.replace("{code}", &code.to_string()),
        ];
        for statements in old_schema {
            sqlx::raw_sql(sqlx::AssertSqlSafe(statements.to_owned())).execute(&pool).await.expect("written");
        }
        pool.close().await;

        let fixture = StoreFixture::open(url.trim_end_matches("?mode=rwc"), 1).await;
        let lease = fixture.store.lease_next(fixture.clock.now()).await.expect("a result").expect("a lease");
        assert_eq!((lease.message_id.as_str(), lease.attempts), ("<m1@clinic.example>", 4));
        let valid_until = jiff::Timestamp::from_millisecond(1_790_000_000_000).expect("a time");
        let play = Some("play-1".to_owned());
        assert_eq!(lease.message, Message::DiscountCode { code, valid_until, play });

        let entries = fixture.store.outbox_entries(None).await.expect("entries");
        let summary: Vec<_> = entries
            .iter()
            .map(|entry| (entry.id.as_str(), entry.state, entry.last_error.as_deref(), entry.discarded_by.as_deref()))
            .collect();
        assert_eq!(
            summary,
            [
                ("m5", MailState::Sent, None, None),
                ("m4", MailState::Rejected, None, Some("Tonye")),
                ("m3", MailState::Failed, Some("451 busy"), None),
                ("m2", MailState::Rejected, Some("550 no"), None),
                ("m1", MailState::Queued, Some("451 busy"), None),
            ]
        );
        let erased = fixture
            .store
            .erase_people(StoredUnder::Code(code), &PeopleChoice::All, fixture.owner())
            .await
            .expect("erased");
        assert_eq!(erased.message_ids.len(), 5, "every message belongs to the person");
    })
    .await;
}

#[tokio::test]
async fn corrected_address_gets_the_same_code_once() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let proof = fixture.win().await;
        let code = fixture.claim_and_deliver(&proof, "ola@gmial.com").await;
        fixture.clock.advance(Duration::from_mins(30));
        let claimed = fixture.change_address(&proof, "ola@gmail.com").await.expect("changed");
        let Claimed::Queued { lease } = &claimed else { panic!("nothing queued: {claimed:?}") };
        assert_eq!((discount_code(&lease.message), lease.to.as_typed()), (code, "ola@gmail.com"));
        fixture.deliver(claimed).await;
        assert_eq!(fixture.valid_codes().await, [("ola@gmail.com".to_owned(), code.to_string())]);

        let again = fixture.change_address(&proof, "ola@yahoo.com").await;
        assert!(matches!(again, Err(ClaimError::AddressChange(AddressChangeError::AlreadyChanged))), "{again:?}");
        let old = fixture.claim(&proof, "ola@gmial.com").await;
        assert!(matches!(old, Err(ClaimError::ProofUsed)), "{old:?}");
        // The mistyped address may belong to somebody who plays one day.
        assert_ne!(fixture.claim_and_deliver(&fixture.win().await, "ola@gmial.com").await, code);
    })
    .await;
}

#[tokio::test]
async fn unsent_email_to_the_mistyped_address_is_not_sent_after_the_change() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let proof = fixture.win().await;
        let claimed = fixture.claim(&proof, "ola@gmial.com").await.expect("claimed");
        let Claimed::Queued { lease } = claimed else { panic!("nothing queued") };
        let next_at = fixture.clock.now();
        let deferred = DeliveryOutcome::Deferred { reason: "busy".to_owned(), next_at };
        fixture.record_outcome(&lease, deferred).await;
        let changed = fixture.change_address(&proof, "ola@gmail.com").await.expect("changed");
        fixture.deliver(changed).await;
        fixture.clock.advance(Duration::from_hours(1));
        assert_eq!(fixture.store.lease_next(fixture.clock.now()).await.expect("asked"), None);
    })
    .await;
}

#[tokio::test]
async fn address_cannot_be_changed_too_late_after_use_after_cancellation_or_before_a_claim() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let unclaimed = fixture.change_address(&fixture.win().await, "ada@example.com").await;
        assert!(matches!(unclaimed, Err(ClaimError::UnknownPlay)), "{unclaimed:?}");

        let late = fixture.win().await;
        fixture.claim_and_deliver(&late, "late@example.com").await;
        fixture.clock.advance(Duration::from_mins(31));
        let used = fixture.win().await;
        let code = fixture.claim_and_deliver(&used, "used@example.com").await;
        fixture.store.redeem(code, "Ngozi", &fixture.random, fixture.clock.now()).await.expect("redeemed");
        let cancelled = fixture.win().await;
        let code = fixture.claim_and_deliver(&cancelled, "cancelled@example.com").await;
        fixture.store.cancel_code(code, fixture.owner()).await.expect("cancelled");

        for (proof, expected) in [
            (late, AddressChangeError::TooLate),
            (used, AddressChangeError::CodeUsed),
            (cancelled, AddressChangeError::CodeCancelled),
        ] {
            let answer = fixture.change_address(&proof, "new@example.com").await;
            assert!(matches!(answer, Err(ClaimError::AddressChange(error)) if error == expected), "{answer:?}");
        }
        assert!(fixture.valid_codes().await.iter().all(|(address, _)| address == "late@example.com"));
    })
    .await;
}

#[tokio::test]
async fn change_to_a_person_with_a_code_resends_theirs_and_cancels_the_other() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let own = fixture.claim_and_deliver(&fixture.win().await, "ola@gmail.com").await;
        fixture.clock.advance(Duration::from_mins(10));
        let proof = fixture.win().await;
        let other = fixture.claim_and_deliver(&proof, "ola@gmial.com").await;
        let changed = fixture.change_address(&proof, "ola@gmail.com").await.expect("changed");
        assert_eq!(fixture.deliver(changed).await, own);
        assert_eq!(fixture.valid_codes().await, [("ola@gmail.com".to_owned(), own.to_string())]);
        let now = fixture.clock.now();
        let refused = fixture.store.redeem(other, "Ngozi", &fixture.random, now).await;
        assert!(matches!(refused, Err(DeskError::Refused(RedeemError::Cancelled))), "{refused:?}");
        // The mistyped address may belong to somebody who plays one day.
        let theirs = fixture.claim_and_deliver(&fixture.win().await, "ola@gmial.com").await;
        assert_ne!(theirs, other);
        assert_eq!(fixture.valid_codes().await.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn change_never_moves_a_code_that_another_game_earned() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let victims = fixture.claim_and_deliver(&fixture.win().await, "victim@example.com").await;
        let proof = fixture.win().await;
        assert_eq!(fixture.claim(&proof, "victim@example.com").await.expect("claimed"), Claimed::ResendSuppressed);
        let changed = fixture.change_address(&proof, "thief@example.com").await.expect("changed");
        assert_ne!(fixture.deliver(changed).await, victims);
        let codes = fixture.valid_codes().await;
        assert!(codes.contains(&("victim@example.com".to_owned(), victims.to_string())), "{codes:?}");
        assert_eq!(codes.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn rejected_corrected_address_can_be_corrected_again() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let proof = fixture.win().await;
        let code = fixture.claim_and_deliver(&proof, "ola@gmial.com").await;
        let claimed = fixture.change_address(&proof, "olaa@gmail.com").await.expect("changed");
        let Claimed::Queued { lease } = claimed else { panic!("nothing queued") };
        assert!(fixture.record_outcome(&lease, rejected("no such user")).await);
        let other = fixture.claim(&proof, "third@example.com").await;
        assert!(matches!(other, Err(ClaimError::ProofUsed)), "a new claim would earn a second code: {other:?}");
        let changed = fixture.change_address(&proof, "ola@gmail.com").await.expect("changed");
        assert_eq!(fixture.deliver(changed).await, code);
        assert_eq!(fixture.valid_codes().await, [("ola@gmail.com".to_owned(), code.to_string())]);
    })
    .await;
}

#[tokio::test]
async fn another_spelling_of_the_same_address_uses_up_no_change() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        let proof = fixture.win().await;
        let code = fixture.claim_and_deliver(&proof, "ola@gmail.com").await;
        let same = fixture.change_address(&proof, "o.l.a@gmail.com").await.expect("the same person");
        assert_eq!(same, Claimed::ResendSuppressed);
        let changed = fixture.change_address(&proof, "ola@yahoo.com").await.expect("changed");
        assert_eq!(fixture.deliver(changed).await, code);
        assert_eq!(fixture.valid_codes().await, [("ola@yahoo.com".to_owned(), code.to_string())]);
    })
    .await;
}

#[tokio::test]
async fn concurrent_changes_and_claims_leave_one_valid_code_per_person_and_game() {
    on_both(|url| async move {
        let fixture = Arc::new(StoreFixture::open(&url, 1).await);
        let proof = Arc::new(fixture.win().await);
        fixture.claim_and_deliver(&proof, "ola@gmial.com").await;
        let own = Arc::new(fixture.win().await);
        let attempts: Vec<_> = (0..6)
            .map(|number| {
                let (fixture, proof, own) = (Arc::clone(&fixture), Arc::clone(&proof), Arc::clone(&own));
                tokio::spawn(async move {
                    match number % 3 {
                        0 => fixture.change_address(&proof, "ola@gmail.com").await.is_ok(),
                        1 => fixture.change_address(&proof, "ola@yahoo.com").await.is_ok(),
                        _ => fixture.claim(&own, "ola@gmail.com").await.is_ok(),
                    }
                })
            })
            .collect();
        let mut succeeded = 0;
        for attempt in attempts {
            succeeded += usize::from(attempt.await.expect("it ended"));
        }
        // Both claims succeed. The change that comes first also succeeds when it is repeated for the same person.
        assert!((3..=4).contains(&succeeded), "{succeeded} succeeded");
        let codes = fixture.valid_codes().await;
        let people: BTreeSet<_> = codes.iter().map(|(address, _)| address).collect();
        assert_eq!(people.len(), codes.len(), "{codes:?}");
        assert!(codes.len() <= 2 && codes.iter().all(|(address, _)| address != "ola@gmial.com"), "{codes:?}");
    })
    .await;
}

#[tokio::test]
async fn email_to_a_mistyped_address_is_deleted_with_its_code() {
    on_both(|url| async move {
        let fixture = StoreFixture::open(&url, 1).await;
        for (mistyped, corrected) in [("ola@gmial.com", "ola@gmail.com"), ("ada@gmial.com", "ada@gmail.com")] {
            let proof = fixture.win().await;
            fixture.claim_and_deliver(&proof, mistyped).await;
            let changed = fixture.change_address(&proof, corrected).await.expect("changed");
            fixture.deliver(changed).await;
        }
        let erased = EmailAddress::parse("ada@gmail.com").expect("an address");
        let erased = fixture
            .store
            .erase_people(StoredUnder::Contact(&fixture.person(&erased)), &PeopleChoice::All, fixture.owner())
            .await
            .expect("erased");
        assert_eq!(erased.message_ids.len(), 2, "to the mistyped and to the corrected address");
        fixture.clock.advance(Duration::from_hours(200 * 24));
        let purged = fixture.store.purge(fixture.clock.now()).await.expect("purged");
        assert_eq!(purged.messages, 2, "to the mistyped and to the corrected address");
    })
    .await;
}
