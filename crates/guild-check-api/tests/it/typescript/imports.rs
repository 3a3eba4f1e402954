//! Contracts of TypeScript in several files.

use guild_check_api::contract::FaultKind;

use super::{sketch_of, told};
use crate::files::{load_all, load_with_a_link_out};

#[test]
fn a_contract_may_be_split_and_import_in_circles() {
    let contract = load_all(&[
        (
            "contract.ts",
            "import type { Task } from './tasks.js';\nimport * as ids from './shared';\nimport Status from './status';\nexport * from './tasks';\nexport interface Routes { \"GET /tasks/:id\": { path: { id: ids.TaskId }; answers: { 200: Task & { status: Status } } } }\n",
        ),
        (
            "tasks.ts",
            "import { TaskId as Id } from './shared/index';\nexport interface Task { id: Id; parent: Task | null }\n",
        ),
        (
            "shared/index.ts",
            "export { TaskId } from './ids';\nexport type { Task } from '../tasks';\n",
        ),
        (
            "shared/ids.ts",
            "export type TaskId = string & { __brand: \"TaskId\" };\n",
        ),
        (
            "status.ts",
            "enum Status { Open = \"OPEN\" }\nexport default Status;\n",
        ),
    ]);
    assert_eq!(told(&contract), [""; 0]);
    assert_eq!(contract.files.len(), 5);
    let answer = contract.endpoints[0].answers[0]
        .json()
        .unwrap()
        .shape
        .unwrap();
    assert_eq!(
        sketch_of(&contract, answer, 2),
        "{ status: OPEN; id: string#TaskId; parent: … | … }"
    );
    let id = contract.endpoints[0].parameters[0].shape.unwrap();
    assert_eq!(sketch_of(&contract, id, 2), "string#TaskId");
}

#[test]
fn an_import_that_leads_nowhere_or_out_is_told_and_what_it_names_is_not_told_again() {
    for (from, kind) in [
        ("../secret", FaultKind::Outside),
        ("./../../secret", FaultKind::Outside),
        ("./missing", FaultKind::Unresolved),
    ] {
        let contract = load_all(&[(
            "contract.ts",
            &format!("import {{ A }} from '{from}';\nexport interface B {{ a: A; b: A }}\n"),
        )]);
        let kinds: Vec<FaultKind> = contract.faults.iter().map(|fault| fault.kind).collect();
        assert_eq!(kinds, [kind], "{from}");
    }
    let contract = load_all(&[(
        "contract.ts",
        "import { database } from '../database';\nexport interface A { a: string }\n",
    )]);
    assert_eq!(told(&contract), [""; 0]);
    let contract = load_all(&[("contract.ts", "export * from './missing';\n")]);
    assert_eq!(contract.faults[0].kind, FaultKind::Unresolved);
    let contract = load_all(&[(
        "contract.ts",
        "import { z } from 'zod';\nexport type A = z.infer<typeof B>;\n",
    )]);
    assert!(
        told(&contract)[0].contains("`z.infer` comes from the package `zod`"),
        "{:?}",
        told(&contract)
    );
}

#[test]
#[cfg(unix)]
fn a_link_out_of_the_folder_is_not_followed() {
    let contract = load_with_a_link_out(
        ("link.ts", "export type A = string;"),
        (
            "contract.ts",
            "import { A } from './link';\nexport type B = A;\n",
        ),
    );
    assert_eq!(contract.faults[0].kind, FaultKind::Outside);
}
