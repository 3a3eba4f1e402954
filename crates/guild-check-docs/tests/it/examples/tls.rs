//! Documented addresses with `https://`: the proxy stands there with a certificate that only the sandbox trusts.

use guild_check::Verdict;

use super::world::{
    Server, assert_found, assert_passed, document, options, run_blocks, run_one, verdicts,
};

const CURL: &str = "curl --silent --show-error https://api.tasks.example/api/tasks/tsk_1";

#[test]
fn each_client_of_this_machine_trusts_the_proxy() {
    let python = "import ssl, urllib.request\n\
        assert ssl.create_default_context().verify_mode == ssl.CERT_REQUIRED\n\
        urllib.request.urlopen('https://api.tasks.example/api/tasks/tsk_1').read()";
    let node = "const answer = await fetch('https://api.tasks.example/api/tasks/tsk_1');\nconsole.log((await answer.json()).id);";
    let http = "GET https://api.tasks.example/api/tasks/tsk_1";
    let blocks = [
        ("sh", CURL),
        ("python", python),
        ("javascript", node),
        ("http", http),
    ];
    let examined = run_blocks(&blocks);
    assert_passed(&examined);
    for trial in &examined.tried.trials {
        assert_eq!(trial.exchanges.len(), 1, "{trial:#?}");
    }
}

#[test]
fn a_port_and_an_address_in_numbers_are_vouched_for() {
    let numbers = "curl --silent https://127.0.0.1:8443/api/tasks/tsk_1";
    let name = "curl --silent https://localhost:8443/api/tasks/tsk_1";
    assert_passed(&run_blocks(&[("sh", numbers), ("sh", name)]));
}

#[test]
fn what_is_answered_over_tls_is_judged_too() {
    let server = Server::json(404, "{}");
    let examined = run_one(&document(&[("sh", CURL)]), &options(&server));
    assert_found(&examined, "example-wrong-status", "status 404");
    assert_eq!(verdicts(&examined), [Verdict::Failed]);
}

#[test]
fn large_bodies_go_both_ways() {
    let task = format!(
        r#"{{"id": "{}", "tags": [], "owner": {{"name": ""}}}}"#,
        "a".repeat(3_000_000)
    );
    let server = Server::start(move |first, body| {
        let is_whole = first.starts_with("GET") && body.len() == 3_000_000;
        super::world::with_body(if is_whole { 200 } else { 400 }, &task)
    });
    let code = format!(
        "head -c 3000000 /dev/zero | tr '\\0' a > big\n{CURL} --request GET --data-binary @big --output answer\ntest $(wc -c < answer) -gt 3000000"
    );
    assert_passed(&run_one(&document(&[("sh", &code)]), &options(&server)));
}

#[test]
fn a_client_that_asks_the_system_whom_to_trust_trusts_the_proxy() {
    let code = format!("unset CURL_CA_BUNDLE SSL_CERT_FILE\n{CURL}");
    assert_passed(&run_blocks(&[("sh", &code)]));
}

#[test]
fn a_client_that_trusts_nobody_fails_and_says_so() {
    let code = "import ssl, urllib.request\n\
        nobody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)\n\
        urllib.request.urlopen('https://api.tasks.example/api/tasks/tsk_1', context=nobody)";
    let examined = run_blocks(&[("python", code)]);
    assert_eq!(verdicts(&examined), [Verdict::Failed]);
    let output = &examined.tried.trials[0].output;
    assert!(output.contains("CERTIFICATE_VERIFY_FAILED"), "{output}");
}

#[test]
fn another_host_is_not_reached_over_tls() {
    let code = format!(
        "{CURL}\nif curl --silent --max-time 5 https://example.$(echo org)/; then exit 5; fi"
    );
    let examined = run_blocks(&[("sh", &code)]);
    assert_passed(&examined);
    assert_eq!(examined.tried.trials[0].exchanges.len(), 1);
}

#[test]
fn no_variable_is_set_for_a_document_without_tls() {
    let code =
        "curl --silent http://127.0.0.1:3000/api/tasks/tsk_1\ntest -z \"${SSL_CERT_FILE:-}\"";
    assert_passed(&run_blocks(&[("sh", code)]));
}
