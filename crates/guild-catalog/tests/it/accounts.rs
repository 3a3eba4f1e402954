//! Accounts: how they come to be, how somebody signs in, and when a session is over.

use guild_catalog::{
    Admission, Invited, NewInvitation, Secret, SignInError, SignUpError, Standing, StandingError,
    TooMany,
};

use crate::world::{NOW, PASSWORD, World, account, on_each_engine, password, sign_up};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const HERE: &str = "192.0.2.1";

async fn sign_in(world: &World, name: &str, password: &str) -> Result<Secret, SignInError> {
    let signed_in = world.catalog.sign_in(name, password, HERE).await?;
    assert_eq!(signed_in.account.as_str(), name);
    Ok(signed_in.secret)
}

#[test]
fn the_first_account_is_made_by_a_link_that_is_good_once_and_runs_the_catalog() {
    on_each_engine(async |world| {
        let old = world.catalog.set_up_secret().await.unwrap().unwrap();
        let link = world.catalog.set_up_secret().await.unwrap().unwrap();
        let over = sign_up(&world.catalog, "anna", Admission::Link(old)).await;
        assert!(matches!(over, Err(SignUpError::LinkOver)), "{over:?}");
        let invitation = world.catalog.invitation(&link).await.unwrap().unwrap();
        assert!(invitation.is_admin);
        let anna = sign_up(&world.catalog, "anna", Admission::Link(link.clone())).await;
        let anna = world.caller(&anna.unwrap().secret).await.unwrap();
        assert!(anna.is_admin);
        assert_eq!(anna.name(), "anna");
        let again = sign_up(&world.catalog, "bruno", Admission::Link(link)).await;
        assert!(matches!(again, Err(SignUpError::LinkOver)), "{again:?}");
        assert!(world.catalog.set_up_secret().await.unwrap().is_none());
        assert_eq!(world.catalog.generation(), 0, "readers see nothing of it");
    });
}

#[test]
fn of_two_who_use_a_link_at_once_one_has_an_account() {
    on_each_engine(async |world| {
        let link = world.catalog.set_up_secret().await.unwrap().unwrap();
        let (anna, bruno) = tokio::join!(
            sign_up(&world.catalog, "anna", Admission::Link(link.clone())),
            sign_up(&world.catalog, "bruno", Admission::Link(link)),
        );
        assert!(anna.is_ok() != bruno.is_ok(), "{anna:?} {bruno:?}");
    });
}

#[test]
fn everybody_else_is_invited_and_joins_what_the_link_says() {
    on_each_engine(async |world| {
        world.catalog.list_developer_pack().await.unwrap();
        let anna = world.admin("anna").await;
        let membership = (
            crate::world::pack_name("developer-pack"),
            guild_skill::Role::Maintainer,
        );
        let wish = NewInvitation::Account {
            is_admin: false,
            membership: Some(membership.clone()),
        };
        let invited = world.catalog.invite(&anna, wish).await.unwrap();
        let Invited::Made(link, _) = invited else {
            unreachable!("{invited:?}");
        };
        let bruno = sign_up(&world.catalog, "bruno", Admission::Link(link)).await;
        let bruno = world.caller(&bruno.unwrap().secret).await.unwrap();
        assert!(!bruno.is_admin);
        assert_eq!(bruno.roles, [membership].into());
        let wish = NewInvitation::Password(account("anna"));
        let refused = world.catalog.invite(&bruno, wish).await.unwrap();
        assert!(matches!(refused, Invited::Denied(_)), "{refused:?}");
        let taken = sign_up(&world.catalog, "anna", Admission::Open).await;
        assert!(matches!(taken, Err(SignUpError::NameTaken(_))), "{taken:?}");
    });
}

#[test]
fn a_link_is_over_after_a_week_and_when_it_is_taken_back() {
    on_each_engine(async |mut world| {
        let anna = world.admin("anna").await;
        let wish = || NewInvitation::Account {
            is_admin: false,
            membership: None,
        };
        let made = world.catalog.invite(&anna, wish()).await.unwrap();
        let other = world.catalog.invite(&anna, wish()).await.unwrap();
        let (Invited::Made(kept, _), Invited::Made(gone, invitation)) = (made, other) else {
            unreachable!("an admin may invite");
        };
        let withdrawn = world
            .catalog
            .withdraw_invitation(&anna, &invitation.id)
            .await;
        assert_eq!(withdrawn.unwrap(), Ok(true));
        assert_eq!(world.catalog.invitation(&gone).await.unwrap(), None);
        world.restart_at(NOW + 7 * DAY_MS - 1).await;
        assert!(world.catalog.invitation(&kept).await.unwrap().is_some());
        world.restart_at(NOW + 7 * DAY_MS).await;
        let late = sign_up(&world.catalog, "bruno", Admission::Link(kept)).await;
        assert!(matches!(late, Err(SignUpError::LinkOver)), "{late:?}");
        world.catalog.close().await;
    });
}

#[test]
fn only_name_and_password_together_sign_in_and_each_time_under_another_secret() {
    on_each_engine(async |world| {
        world.person("anna").await;
        for (name, password) in [
            ("anna", "correct horse batterz"),
            ("anna", ""),
            ("bruno", PASSWORD),
            ("Anna", PASSWORD),
            ("", PASSWORD),
            ("' OR 1 = 1 --", PASSWORD),
        ] {
            let wrong = world.catalog.sign_in(name, password, HERE).await;
            assert!(matches!(wrong, Err(SignInError::Wrong)), "{name}");
        }
        let one = sign_in(&world, "anna", PASSWORD).await.unwrap();
        let other = sign_in(&world, "anna", PASSWORD).await.unwrap();
        assert_ne!(one, other);
        let anna = world.caller(&one).await.unwrap();
        let id = anna.wire().id;
        assert_eq!(
            world.catalog.end_session(&anna, &id).await.unwrap(),
            Ok(true)
        );
        assert_eq!(world.caller(&one).await, None, "signed out");
        assert!(world.caller(&other).await.is_some(), "the other stays");
    });
}

#[test]
fn a_session_is_over_when_nobody_uses_it_and_after_a_month_in_any_case() {
    on_each_engine(async |mut world| {
        world.person("anna").await;
        let idle = sign_in(&world, "anna", PASSWORD).await.unwrap();
        let used = sign_in(&world, "anna", PASSWORD).await.unwrap();
        for day in [3, 6, 9, 12, 15, 18, 21, 24, 27] {
            world.restart_at(NOW + day * DAY_MS).await;
            let found = world.catalog.caller_of_session(&used).await.unwrap();
            let found = found.unwrap();
            assert!(found.is_use_new);
            world.catalog.note_use(&found.caller).await.unwrap();
        }
        assert_eq!(world.caller(&idle).await, None);
        world.restart_at(NOW + 30 * DAY_MS - 1).await;
        assert!(world.caller(&used).await.is_some());
        world.restart_at(NOW + 30 * DAY_MS).await;
        assert_eq!(world.caller(&used).await, None);
        world.catalog.close().await;
    });
}

#[test]
fn guessing_is_slowed_for_an_account_and_for_an_address_and_ends_with_the_window() {
    on_each_engine(async |mut world| {
        world.person("anna").await;
        for _ in 0..10 {
            let wrong = sign_in(&world, "anna", "a wrong password").await;
            assert!(matches!(wrong, Err(SignInError::Wrong)));
        }
        let right = sign_in(&world, "anna", PASSWORD).await;
        let wait = TooMany { seconds: 300 };
        assert!(matches!(right, Err(SignInError::TooMany(told)) if told == wait));
        let elsewhere = world.catalog.sign_in("anna", PASSWORD, "192.0.2.2").await;
        assert!(matches!(elsewhere, Err(SignInError::TooMany(_))));
        let taken = world.number("SELECT MAX(taken) FROM tries").await;
        assert_eq!(taken, 10, "who is refused writes nothing");
        world.restart_at(NOW + 5 * 60 * 1000).await;
        sign_in(&world, "anna", PASSWORD).await.unwrap();
        for number in 0..50 {
            let wrong = sign_in(&world, &format!("nobody-{number}"), PASSWORD).await;
            assert!(matches!(wrong, Err(SignInError::Wrong)), "{number}");
        }
        let right = sign_in(&world, "anna", PASSWORD).await;
        assert!(matches!(right, Err(SignInError::TooMany(_))));
        let elsewhere = world.catalog.sign_in("anna", PASSWORD, "192.0.2.2").await;
        assert!(elsewhere.is_ok(), "{elsewhere:?}");
        world.restart_at(NOW - 365 * DAY_MS).await;
        sign_in(&world, "anna", PASSWORD)
            .await
            .expect("a clock that goes back makes nobody wait");
        world.catalog.close().await;
    });
}

#[test]
fn a_new_password_ends_the_other_sessions() {
    on_each_engine(async |world| {
        world.person("anna").await;
        let this = sign_in(&world, "anna", PASSWORD).await.unwrap();
        let stolen = sign_in(&world, "anna", PASSWORD).await.unwrap();
        let anna = world.caller(&this).await.unwrap();
        let new = || password("a new and better one", "anna");
        let wrong = world
            .catalog
            .change_password(&anna, "a wrong password", new())
            .await;
        assert!(matches!(wrong, Err(SignInError::Wrong)));
        world
            .catalog
            .change_password(&anna, PASSWORD, new())
            .await
            .unwrap();
        assert!(world.caller(&this).await.is_some());
        assert_eq!(world.caller(&stolen).await, None);
        assert!(sign_in(&world, "anna", PASSWORD).await.is_err());
        sign_in(&world, "anna", "a new and better one")
            .await
            .unwrap();
    });
}

#[test]
fn a_lost_password_is_set_by_a_link_for_that_account_alone() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        let bruno = world.person("bruno").await;
        let wish = NewInvitation::Password(account("bruno"));
        let invited = world.catalog.invite(&anna, wish).await.unwrap();
        let Invited::Made(link, _) = invited else {
            unreachable!("{invited:?}");
        };
        let new = |name: &str| password("a new and better one", name);
        let reset = async |name: &str| {
            let (account, new) = (account(name), new(name));
            world
                .catalog
                .reset_password(&link, &account, new, HERE)
                .await
        };
        assert!(reset("anna").await.is_err(), "it is not for anna");
        let other = sign_up(&world.catalog, "carla", Admission::Link(link.clone())).await;
        assert!(other.is_err(), "it makes no account");
        let signed_in = reset("bruno").await.unwrap();
        assert!(world.caller(&signed_in.secret).await.is_some());
        assert!(reset("bruno").await.is_err(), "it is good once");
        let old = world
            .catalog
            .sessions(bruno.account().unwrap())
            .await
            .unwrap();
        assert_eq!(old.len(), 1, "the sessions before have ended");
    });
}

#[test]
fn a_closed_account_is_out_at_once_and_one_admin_stays() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        world.person("bruno").await;
        let session = sign_in(&world, "bruno", PASSWORD).await.unwrap();
        let bruno = world.caller(&session).await.unwrap();
        let set = async |caller, name: &str, standing| {
            world
                .catalog
                .set_standing(caller, &account(name), standing)
                .await
        };
        let refused = set(&bruno, "anna", Standing::Disabled).await;
        assert!(matches!(refused, Err(StandingError::Denied(_))));
        set(&anna, "bruno", Standing::Disabled).await.unwrap();
        assert_eq!(world.caller(&session).await, None);
        assert!(sign_in(&world, "bruno", PASSWORD).await.is_err());
        set(&anna, "bruno", Standing::Enabled).await.unwrap();
        assert_eq!(world.caller(&session).await, None, "what ended stays over");
        sign_in(&world, "bruno", PASSWORD).await.unwrap();
        for standing in [Standing::Ordinary, Standing::Disabled] {
            let last = set(&anna, "anna", standing).await;
            assert!(matches!(last, Err(StandingError::LastAdmin(_))), "{last:?}");
        }
        set(&anna, "bruno", Standing::Admin).await.unwrap();
        set(&anna, "anna", Standing::Ordinary).await.unwrap();
    });
}

#[test]
fn the_log_says_who_did_what_and_holds_no_secret() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        world.person("bruno").await;
        sign_in(&world, "bruno", PASSWORD).await.unwrap();
        let wrong = sign_in(&world, "bruno", "a wrong password").await;
        assert!(wrong.is_err());
        world
            .catalog
            .set_standing(&anna, &account("bruno"), Standing::Disabled)
            .await
            .unwrap();
        let log = world.audit().await;
        assert_eq!(
            log[..4],
            [
                "anna ACCOUNT_DISABLED account bruno",
                "bruno SIGNED_IN account bruno",
                "bruno ACCOUNT_CREATED account bruno",
                "anna ACCOUNT_CREATED account anna",
            ]
        );
        assert!(log[4].starts_with("- INVITATION_CREATED invitation "));
        assert!(log.iter().all(|line| !line.contains(PASSWORD)));
    });
}
