//! One story of services, told to both databases.

mod support;

use clinic::clock::{Clock, Randomness};
use clinic::discount::{DiscountCode, RedeemError, UndoError, valid_until};
use clinic::game::{PlayToken, Proof, count};
use clinic::person::ClientKey;
use clinic::person::{EmailAddress, PersonKey};
use clinic::rate_limit::{Limits, TooMany};
use clinic::store::{
    Claim, ClaimError, Claimed, DeliveryOutcome, DeskError, FinishPlayError, Lease, Secrets, StartPlayError, Store,
};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use support::databases::{Cluster, on_both, sqlite};
use support::{SeededRandom, TestClock};
use tempfile::TempDir;

struct Teller {
    store: Store,
    secrets: Secrets,
    clock: Arc<TestClock>,
    chance: SeededRandom,
    limits: Limits,
}

impl Teller {
    async fn open(url: &str, seed: u64) -> Self {
        let clock = Arc::new(TestClock::default());
        let chance = SeededRandom::new(seed);
        let store = Store::open(url, clock.now()).await.expect("the store opens");
        let secrets = store.secrets(&chance, clock.now()).await.expect("secrets are made");
        Self { store, secrets, clock, chance, limits: Limits::default() }
    }

    fn chance(&self) -> &dyn Randomness {
        &self.chance
    }

    fn person(&self, address: &EmailAddress) -> PersonKey {
        PersonKey::new(&address.canonical(), &self.secrets.people)
    }

    async fn finish(&self, found: &[Vec<u32>]) -> Proof {
        let play = PlayToken::start(self.clock.now(), self.chance().bytes());
        let outcome = count(&[vec![1], vec![1, 2]], found).expect("counted");
        self.store.finish_play(&play, &outcome, self.clock.now()).await.expect("finished");
        Proof { play: play.id, finished: self.clock.now() }
    }

    async fn win(&self) -> Proof {
        self.finish(&[vec![1], vec![1, 2]]).await
    }

    async fn claim(&self, proof: &Proof, address: &str) -> Result<Claimed, ClaimError> {
        let address = EmailAddress::parse(address).expect("an address");
        let client = ClientKey::new([192, 0, 2, 1].into(), &self.secrets.people);
        let claim = Claim {
            proof,
            person: &self.person(&address),
            address: &address,
            client: &client,
            valid_until: valid_until(self.clock.now(), 90),
            mail_host: "clinic.example",
            limits: &self.limits,
            now: self.clock.now(),
        };
        self.store.claim(claim, &self.chance).await
    }

    async fn claim_and_lease(&self, address: &str) -> Lease {
        let claimed = self.claim(&self.win().await, address).await.expect("claimed");
        let Claimed::Queued { lease } = claimed else { panic!("nothing queued: {claimed:?}") };
        *lease
    }

    async fn settle(&self, lease: &Lease, settled: DeliveryOutcome) -> bool {
        self.store.settle(lease, &settled, self.clock.now()).await.expect("settled")
    }
}

fn refused(reason: &str) -> DeliveryOutcome {
    DeliveryOutcome::Refused { reason: reason.to_owned() }
}

#[tokio::test]
async fn secrets_are_made_once_and_shared() {
    on_both(|url| async move {
        let (one, two) = tokio::join!(Teller::open(&url, 1), Teller::open(&url, 2));
        assert_eq!(one.secrets, two.secrets);
        assert_ne!(one.secrets.signing, one.secrets.people);
    })
    .await;
}

#[tokio::test]
async fn many_instances_that_start_at_once_agree_on_one_schema() {
    on_both(|url| async move {
        let openings: Vec<_> = (0..6)
            .map(|seed| {
                let url = url.clone();
                tokio::spawn(async move { Teller::open(&url, seed).await.secrets })
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
async fn a_play_is_finished_once() {
    on_both(|url| async move {
        let teller = Teller::open(&url, 1).await;
        let play = PlayToken::start(teller.clock.now(), [5; 16]);
        let outcome = count(&[vec![1]], &[vec![1]]).expect("counted");
        let other = count(&[vec![1]], &[vec![]]).expect("counted");
        let first = teller.clock.now();
        let told = async |outcome, at| teller.store.finish_play(&play, outcome, at).await;
        assert_eq!(told(&outcome, first).await.expect("finished"), first);
        let later = first + Duration::from_secs(5);
        assert_eq!(told(&outcome, later).await.expect("the same again"), first);
        let changed = told(&other, later).await;
        assert!(matches!(changed, Err(FinishPlayError::AlreadyFinished)), "{changed:?}");
    })
    .await;
}

#[tokio::test]
async fn starting_too_many_games_is_answered_with_the_rest_of_the_hour() {
    on_both(|url| async move {
        let teller = Teller::open(&url, 1).await;
        let limits = Limits { plays_per_client_hour: 2, ..Limits::default() };
        let client = ClientKey::new([192, 0, 2, 1].into(), &teller.secrets.people);
        let start = || teller.store.start_play(&client, &limits, teller.clock.now());
        start().await.expect("first");
        start().await.expect("second");
        let third = start().await.expect_err("third");
        assert!(matches!(third, StartPlayError::TooMany(TooMany::Plays { wait }) if wait == Duration::from_mins(55)));
        teller.clock.pass(Duration::from_mins(55));
        start().await.expect("the next hour");
    })
    .await;
}

#[tokio::test]
async fn a_claim_needs_a_perfect_game_that_nobody_else_used() {
    on_both(|url| async move {
        let teller = Teller::open(&url, 1).await;
        let partial = teller.finish(&[vec![1], vec![1]]).await;
        let unknown = Proof { play: PlayToken::start(teller.clock.now(), [9; 16]).id, finished: teller.clock.now() };
        for proof in [partial, unknown] {
            let answer = teller.claim(&proof, "ada@example.com").await;
            assert!(matches!(answer, Err(ClaimError::UnknownPlay)), "{answer:?}");
        }
        let proof = teller.win().await;
        teller.claim(&proof, "ada@example.com").await.expect("claimed");
        let other = teller.claim(&proof, "bola@example.com").await;
        assert!(matches!(other, Err(ClaimError::ProofUsed)), "{other:?}");
        assert_eq!(teller.store.export().await.expect("exported").len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_second_claim_keeps_the_code_and_sends_it_again_after_ten_minutes() {
    on_both(|url| async move {
        let teller = Teller::open(&url, 1).await;
        let first = teller.claim_and_lease("Ada.Obi@gmail.com").await;
        let again = teller.claim(&teller.win().await, "adaobi+x@gmail.com").await.expect("claimed");
        assert_eq!(again, Claimed::OnItsWay { message: first.id.clone() });
        assert!(teller.settle(&first, DeliveryOutcome::Sent).await);
        assert_eq!(
            teller.claim(&teller.win().await, "adaobi@gmail.com").await.expect("claimed"),
            Claimed::ResendSuppressed
        );
        teller.clock.pass(Duration::from_mins(10));
        let second = teller.claim_and_lease("adaobi@googlemail.com").await;
        assert_eq!(second.code, first.code);
        assert_eq!(second.to.as_typed(), "adaobi@googlemail.com");
        assert_ne!(second.message_id, first.message_id);
    })
    .await;
}

#[tokio::test]
async fn a_refused_address_gives_the_game_back() {
    on_both(|url| async move {
        let teller = Teller::open(&url, 1).await;
        let proof = teller.win().await;
        let Claimed::Queued { lease } = teller.claim(&proof, "ada@gmial.example").await.expect("claimed") else {
            panic!("nothing queued")
        };
        assert!(teller.settle(&lease, refused("550 no such user")).await);
        let again = teller.claim(&proof, "ada@gmial.example").await.expect("claimed");
        assert_eq!(again, Claimed::Refused { reason: "550 no such user".to_owned() });
        let corrected = teller.claim(&proof, "ada@gmail.example").await.expect("claimed");
        assert!(matches!(corrected, Claimed::Queued { .. }), "{corrected:?}");
    })
    .await;
}

#[tokio::test]
async fn limits_refuse_and_store_nothing() {
    on_both(|url| async move {
        let mut teller = Teller::open(&url, 1).await;
        teller.limits.claims_per_client_hour = 1;
        teller.claim(&teller.win().await, "ada@example.com").await.expect("claimed");
        let proof = teller.win().await;
        let second = teller.claim(&proof, "bola@example.com").await;
        assert!(matches!(second, Err(ClaimError::TooMany(TooMany::Claims { .. }))), "{second:?}");
        teller.limits = Limits { new_codes_per_hour: 1, ..Limits::default() };
        for address in ["bola@example.com", "ada@example.com"] {
            let answer = teller.claim(&teller.win().await, address).await;
            assert!(matches!(answer, Err(ClaimError::TooMany(TooMany::Codes { .. }))), "{answer:?}");
        }
        assert_eq!(teller.store.export().await.expect("exported").len(), 1);
        teller.clock.pass(Duration::from_hours(1));
        teller.claim(&proof, "bola@example.com").await.expect("the proof was not used up");
    })
    .await;
}

#[tokio::test]
async fn a_mail_is_leased_to_one_sender_until_the_lease_runs_out() {
    on_both(|url| async move {
        let teller = Teller::open(&url, 1).await;
        let first = teller.claim_and_lease("ada@example.com").await;
        let now = || teller.clock.now();
        assert_eq!(teller.store.lease_next(now()).await.expect("an answer"), None);
        teller.clock.pass(Duration::from_mins(2));
        let second = teller.store.lease_next(now()).await.expect("an answer").expect("a lease");
        assert_eq!((second.fence, second.attempts), (2, 2));
        assert_eq!(second.message_id, first.message_id);
        assert!(!teller.settle(&first, DeliveryOutcome::Parked { reason: "slept".to_owned() }).await);
        assert!(teller.settle(&second, DeliveryOutcome::Sent).await);
        assert!(!teller.settle(&second, refused("too late")).await);
        assert_eq!(teller.store.next_due().await.expect("an answer"), None);
    })
    .await;
}

#[tokio::test]
async fn a_mail_put_off_is_due_at_its_time_and_a_released_one_at_once() {
    on_both(|url| async move {
        let teller = Teller::open(&url, 1).await;
        let lease = teller.claim_and_lease("ada@example.com").await;
        let next_at = teller.clock.now() + Duration::from_secs(30);
        assert!(teller.settle(&lease, DeliveryOutcome::Later { reason: "451 busy".to_owned(), next_at }).await);
        assert_eq!(teller.store.next_due().await.expect("an answer"), Some(next_at));
        assert_eq!(teller.store.lease_next(teller.clock.now()).await.expect("an answer"), None);
        teller.clock.pass(Duration::from_secs(30));
        let lease = teller.store.lease_next(teller.clock.now()).await.expect("an answer").expect("a lease");
        teller.store.release(&lease, teller.clock.now()).await.expect("released");
        let lease = teller.store.lease_next(teller.clock.now()).await.expect("an answer").expect("a lease");
        assert_eq!(lease.attempts, 2);
    })
    .await;
}

#[tokio::test]
async fn a_code_is_used_once_and_the_use_can_be_taken_back() {
    on_both(|url| async move {
        let teller = Teller::open(&url, 1).await;
        let code = teller.claim_and_lease("ada@example.com").await.code;
        let now = teller.clock.now();
        teller.store.redeem(code, "Ngozi", &teller.chance, now).await.expect("redeemed");
        let again = teller.store.redeem(code, "Bola", &teller.chance, now).await;
        assert!(
            matches!(&again, Err(DeskError::Refused(RedeemError::AlreadyUsed { at, by })) if *at == now && by == "Ngozi"),
            "{again:?}"
        );
        teller.store.undo_redeem(code, "Ngozi", &teller.chance, now).await.expect("undone");
        let twice = teller.store.undo_redeem(code, "Ngozi", &teller.chance, now).await;
        assert!(matches!(twice, Err(DeskError::Refused(UndoError::NotUsed))), "{twice:?}");
        assert_eq!(teller.store.code_status(code).await.expect("known").redeemed, None);
        let unknown = teller.store.redeem(DiscountCode::issue([1; 7]), "Ngozi", &teller.chance, now).await;
        assert!(matches!(unknown, Err(DeskError::Refused(RedeemError::Unknown))), "{unknown:?}");
        teller.clock.pass(Duration::from_hours(91 * 24));
        let late = teller.store.redeem(code, "Ngozi", &teller.chance, teller.clock.now()).await;
        assert!(matches!(late, Err(DeskError::Refused(RedeemError::Expired { .. }))), "{late:?}");
    })
    .await;
}

#[tokio::test]
async fn people_are_forgotten_on_request_and_by_themselves() {
    on_both(|url| async move {
        let teller = Teller::open(&url, 1).await;
        teller.claim_and_lease("ada@example.com").await;
        teller.claim_and_lease("bola@example.com").await;
        let ada = teller.person(&EmailAddress::parse("ADA@example.com").expect("an address"));
        let forget = || teller.store.forget(&ada, "the owner", &teller.chance, teller.clock.now());
        assert_eq!(forget().await.expect("forgotten").map(|mails| mails.len()), Some(1));
        assert_eq!(forget().await.expect("nothing left"), None);
        let left = teller.store.export().await.expect("exported");
        assert_eq!(left.iter().map(|claim| claim.address.as_str()).collect::<Vec<_>>(), ["bola@example.com"]);
        teller.clock.pass(Duration::from_hours(179 * 24));
        assert_eq!(teller.store.purge(teller.clock.now()).await.expect("purged").people, 0);
        teller.clock.pass(Duration::from_hours(3 * 24));
        let purged = teller.store.purge(teller.clock.now()).await.expect("purged");
        assert_eq!((purged.people, purged.mails.len()), (1, 1));
        assert_eq!(teller.store.next_due().await.expect("an answer"), None);
    })
    .await;
}

/// Visitors hang up in the middle of a claim, others are refused, and all of that in one group: each is all or nothing,
/// and nobody's trouble is a neighbour's.
#[tokio::test(flavor = "multi_thread")]
async fn claims_that_are_cut_off_leave_nothing_half_done_and_stop_nobody() {
    const PEOPLE: usize = 120;
    on_both(|url| async move {
        let mut teller = Teller::open(&url, 1).await;
        teller.limits = Limits { claims_per_client_hour: 2_000, ..Limits::default() };
        let teller = Arc::new(teller);
        let mut claims = Vec::new();
        for of in 0..PEOPLE {
            let (teller, refused) = (Arc::clone(&teller), of % 3 == 1);
            let proof = if refused { teller.finish(&[vec![], vec![]]).await } else { teller.win().await };
            claims.push(tokio::spawn(async move { teller.claim(&proof, &format!("person{of}@example.com")).await }));
        }
        for (of, claim) in claims.iter().enumerate().filter(|(of, _)| of % 3 == 2) {
            for _ in 0..of {
                tokio::task::yield_now().await;
            }
            claim.abort();
        }
        for (of, claim) in claims.into_iter().enumerate() {
            match (of % 3, claim.await) {
                (0, answer) => assert!(matches!(answer, Ok(Ok(Claimed::Queued { .. }))), "{of}: {answer:?}"),
                (1, answer) => assert!(matches!(answer, Ok(Err(ClaimError::UnknownPlay))), "{of}: {answer:?}"),
                // Cut off, or too quick to be.
                _ => {}
            }
        }
        let people = teller.store.export().await.expect("exported").len();
        let mails = teller.store.mails(None).await.expect("an answer");
        assert!((PEOPLE / 3..=2 * PEOPLE / 3).contains(&people), "{people} people");
        assert_eq!(mails.len(), people.min(100), "a mail for each");
        teller.claim_and_lease("after@example.com").await;
    })
    .await;
}

fn variant(of: usize) -> String {
    let dots = ["adaobi", "ada.obi", "a.d.a.o.b.i", "ADAOBI", "Ada.Obi"];
    let domains = ["gmail.com", "googlemail.com", "GMail.com"];
    format!("{}+{of}@{}", dots[of % dots.len()], domains[of % domains.len()])
}

/// On a slow disk the last of a thousand may be turned away unheard. They do what visitors do: they try again.
async fn claim_patiently(teller: &Teller, proof: &Proof, address: &str) -> Claimed {
    for _ in 0..20 {
        match teller.claim(proof, address).await {
            Err(ClaimError::Store(_)) => {}
            answer => return answer.expect("claimed"),
        }
    }
    panic!("turned away twenty times");
}

/// A thousand claims of one person, each with a game of its own, spread over some instances.
async fn a_thousand_claims_give_one_code(tellers: Vec<Teller>) {
    let mut tellers = tellers;
    for teller in &mut tellers {
        teller.limits = Limits { claims_per_client_hour: 2_000, ..Limits::default() };
    }
    let tellers: Vec<Arc<Teller>> = tellers.into_iter().map(Arc::new).collect();
    let mut claims = Vec::new();
    for of in 0..1_000 {
        let teller = Arc::clone(&tellers[of % tellers.len()]);
        let proof = teller.win().await;
        claims.push(async move { claim_patiently(&teller, &proof, &variant(of)).await });
    }
    let claims: Vec<_> = claims.into_iter().map(tokio::spawn).collect();
    let (mut queued, mut others) = (0, 0);
    for claim in claims {
        match claim.await.expect("it ran") {
            Claimed::Queued { .. } => queued += 1,
            Claimed::OnItsWay { .. } => others += 1,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((queued, others), (1, 999));
    assert_eq!(tellers[0].store.export().await.expect("exported").len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_parallel_claims_of_one_person_give_one_code_on_sqlite() {
    let folder = TempDir::new().expect("a temporary folder");
    a_thousand_claims_give_one_code(vec![Teller::open(&sqlite(&folder), 1).await]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_parallel_claims_of_one_person_give_one_code_on_several_postgresql_instances() {
    let cluster = Cluster::start();
    let url = cluster.url();
    let tellers = vec![Teller::open(&url, 1).await, Teller::open(&url, 2).await, Teller::open(&url, 3).await];
    a_thousand_claims_give_one_code(tellers).await;
}

#[tokio::test]
async fn a_forgotten_address_is_gone_from_the_file_and_its_log() {
    let folder = TempDir::new().expect("a temporary folder");
    let teller = Teller::open(&sqlite(&folder), 1).await;
    let lease = teller.claim_and_lease("findme.please@example.com").await;
    teller.settle(&lease, DeliveryOutcome::Sent).await;
    let holds = |needle: &str| {
        std::fs::read_dir(folder.path()).expect("the folder").any(|entry| {
            let bytes = std::fs::read(entry.expect("a file").path()).expect("its bytes");
            bytes.windows(needle.len()).any(|window| window == needle.as_bytes())
        })
    };
    assert!(holds("findme.please"));
    let person = teller.person(&lease.to);
    teller.store.forget(&person, "the owner", &teller.chance, teller.clock.now()).await.expect("forgotten");
    assert!(!holds("findme.please"));
    assert!(!holds(person.as_str()));
}

#[tokio::test]
async fn a_backup_is_a_private_copy_and_never_overwrites() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().expect("a temporary folder");
    let teller = Teller::open(&sqlite(&folder), 1).await;
    teller.claim_and_lease("ada@example.com").await;
    let file = folder.path().join("copy.db");
    teller.store.backup(&file).await.expect("copied");
    assert!(teller.store.backup(&file).await.is_err());
    for name in ["copy.db", "clinic.db", "clinic.db-wal"] {
        let mode = std::fs::metadata(folder.path().join(name)).expect(name).permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name} can be read by others");
    }
    let copy = Teller::open(&format!("sqlite:{}", file.display()), 2).await;
    assert_eq!(copy.store.export().await.expect("exported"), teller.store.export().await.expect("exported"));
    assert_eq!(copy.secrets, teller.secrets);
}

#[tokio::test]
async fn a_folder_may_have_any_name() {
    let folder = TempDir::new().expect("a temporary folder");
    let odd = folder.path().join("Ada's 100% odd #folder? é");
    std::fs::create_dir(&odd).expect("a folder");
    let file = odd.join("clinic.db");
    let teller = Teller::open(&format!("sqlite:{}", file.display()), 1).await;
    teller.claim_and_lease("ada@example.com").await;
    assert!(file.metadata().expect("the file is where it was asked for").len() > 0);
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_left_alone() {
    let folder = TempDir::new().expect("a temporary folder");
    Teller::open(&sqlite(&folder), 1).await.store.close().await;
    let pool = sqlx::AnyPool::connect(&sqlite(&folder)).await.expect("the file opens");
    sqlx::query("INSERT INTO migrations VALUES (999, 0)").execute(&pool).await.expect("written");
    pool.close().await;
    let refused = Store::open(&sqlite(&folder), TestClock::default().now()).await.expect_err("refused");
    assert!(refused.to_string().contains("newer version"), "{refused}");
}
