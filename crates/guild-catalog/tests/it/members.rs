//! Members of packs: who may publish, and who decides on that.

use guild_catalog::{Caller, Denied, MemberError, PageRequest, Place, Standing};
use guild_skill::{Role, Scope, SkillName};

use crate::world::{World, account, on_each_engine, pack_name};

async fn set(world: &World, caller: &Caller, name: &str, role: Role) -> Result<Role, MemberError> {
    let pack = pack_name("developer-pack");
    let member = world
        .catalog
        .set_member(caller, &pack, &account(name), role)
        .await;
    member.map(|member| member.role)
}

async fn remove(world: &World, caller: &Caller, name: &str) -> Result<bool, MemberError> {
    let pack = pack_name("developer-pack");
    world
        .catalog
        .remove_member(caller, &pack, &account(name))
        .await
}

/// Signs somebody in anew, so that their roles are those of now.
pub(crate) async fn again(world: &World, name: &str) -> Caller {
    let signed_in = world
        .catalog
        .sign_in(name, crate::world::PASSWORD, "192.0.2.1")
        .await;
    world.caller(&signed_in.unwrap().secret).await.unwrap()
}

#[test]
fn an_admin_names_the_first_owner_and_owners_name_the_others() {
    on_each_engine(async |world| {
        world.catalog.list_developer_pack().await.unwrap();
        let anna = world.admin("anna").await;
        for name in ["bruno", "carla", "dora"] {
            world.person(name).await;
        }
        let bruno = again(&world, "bruno").await;
        let denied = set(&world, &bruno, "bruno", Role::Owner).await;
        assert!(matches!(denied, Err(MemberError::Denied(_))), "{denied:?}");
        set(&world, &anna, "bruno", Role::Owner).await.unwrap();
        let bruno = again(&world, "bruno").await;
        set(&world, &bruno, "carla", Role::Maintainer)
            .await
            .unwrap();
        let carla = again(&world, "carla").await;
        let pack = pack_name("developer-pack");
        let skill = SkillName::parse("adr-writer").unwrap();
        let publish = Place::Skill(&pack, &skill);
        assert_eq!(carla.require(Scope::SkillsPublish, publish), Ok(()));
        let denied = set(&world, &carla, "dora", Role::Maintainer).await;
        assert!(matches!(denied, Err(MemberError::Denied(_))), "{denied:?}");
        let dora = again(&world, "dora").await;
        let denied = dora.require(Scope::SkillsPublish, publish);
        assert!(matches!(denied, Err(Denied::Role { .. })), "{denied:?}");
        let members = world
            .catalog
            .members(&pack, PageRequest::FIRST)
            .await
            .unwrap();
        let names: Vec<_> = members.items.iter().map(|member| &member.account).collect();
        assert_eq!(names, ["bruno", "carla"]);
    });
}

#[test]
fn an_owner_stays_and_everybody_may_leave() {
    on_each_engine(async |world| {
        world.catalog.list_developer_pack().await.unwrap();
        let anna = world.admin("anna").await;
        world.person("bruno").await;
        let carla = world.person("carla").await;
        set(&world, &anna, "bruno", Role::Owner).await.unwrap();
        set(&world, &anna, "carla", Role::Maintainer).await.unwrap();
        let last = set(&world, &anna, "bruno", Role::Maintainer).await;
        assert!(matches!(last, Err(MemberError::LastOwner(_))), "{last:?}");
        let last = remove(&world, &anna, "bruno").await;
        assert!(matches!(last, Err(MemberError::LastOwner(_))), "{last:?}");
        assert!(remove(&world, &carla, "carla").await.unwrap());
        assert!(!remove(&world, &carla, "carla").await.unwrap());
        set(&world, &anna, "anna", Role::Owner).await.unwrap();
        assert!(remove(&world, &anna, "bruno").await.unwrap());
    });
}

#[test]
fn what_is_not_there_is_no_member() {
    on_each_engine(async |world| {
        world.catalog.list_developer_pack().await.unwrap();
        let anna = world.admin("anna").await;
        world.person("bruno").await;
        let nobody = set(&world, &anna, "nobody", Role::Owner).await;
        assert!(
            matches!(nobody, Err(MemberError::NoAccount(_))),
            "{nobody:?}"
        );
        let close = Standing::Disabled;
        world
            .catalog
            .set_standing(&anna, &account("bruno"), close)
            .await
            .unwrap();
        let closed = set(&world, &anna, "bruno", Role::Owner).await;
        assert!(
            matches!(closed, Err(MemberError::NoAccount(_))),
            "{closed:?}"
        );
        let pack = pack_name("no-such-pack");
        let nowhere = world
            .catalog
            .set_member(&anna, &pack, &account("anna"), Role::Owner)
            .await;
        assert!(
            matches!(nowhere, Err(MemberError::NoPack(_))),
            "{nowhere:?}"
        );
    });
}
