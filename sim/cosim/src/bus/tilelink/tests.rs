// SPDX-License-Identifier: Apache-2.0
//! Each rule turns red, and what a request is.

use super::super::LONGEST_ANSWER;
use super::*;

const READ: Request = Request {
    form: Form { opcode: GET, size: WORD_SIZE, corrupt: false },
    source: 3,
    address: 8,
    mask: ALL_BYTES,
    data: 0,
    write: false,
};
const DATA: Response =
    Response { opcode: ACCESS_ACK_DATA, param: 0, size: WORD_SIZE, source: 3, denied: false, data: 7, corrupt: false };
const IDLE: Seen = Seen { open: false, a: None, d: None, d_taken: true };
const ASKS: Seen = Seen { open: true, a: Some(READ), ..IDLE };
const ANSWERS: Seen = Seen { open: true, d: Some(DATA), ..IDLE };

fn broken(cycles: &[Seen]) -> Option<&'static str> {
    let mut rules = Rules::new();
    cycles.iter().find_map(|seen| rules.check(seen).err()).map(|violation| violation.rule)
}

/// What is said of `response` to `request`.
fn said(request: Request, response: Response) -> Option<&'static str> {
    broken(&[Seen { a: Some(request), ..ASKS }, Seen { d: Some(response), ..ANSWERS }])
}

#[test]
fn what_keeps_the_rules_passes() {
    let held = Seen { d_taken: false, ..ANSWERS };
    assert_eq!(broken(&[IDLE, ASKS, IDLE, held, held, ANSWERS, ASKS, ANSWERS, IDLE]), None);
    let denied = Response { denied: true, corrupt: true, data: 0, ..DATA };
    assert_eq!(said(Request { address: 9, ..READ }, denied), None);
    let put = Form { opcode: PUT_FULL_DATA, ..READ.form };
    assert_eq!(said(Request { form: put, ..READ }, Response { opcode: ACCESS_ACK, ..DATA }), None);
}

#[test]
fn an_answer_that_changes_or_goes_is_reported() {
    let held = Seen { d_taken: false, ..ANSWERS };
    let rule = Some("what channel D shows stays until it is taken");
    assert_eq!(broken(&[ASKS, held, Seen { d: Some(Response { data: 6, ..DATA }), ..ANSWERS }]), rule);
    assert_eq!(broken(&[ASKS, held, IDLE]), rule);
}

#[test]
fn an_answer_to_nothing_is_reported() {
    assert_eq!(broken(&[IDLE, ANSWERS]), Some("an answer follows a request"));
    assert_eq!(broken(&[ASKS, ANSWERS, ANSWERS]), Some("an answer follows a request"));
}

#[test]
fn an_answer_that_does_not_fit_is_reported() {
    assert_eq!(said(READ, Response { source: 2, ..DATA }), Some("an answer has its request's source, in order"));
    assert_eq!(said(READ, Response { size: 1, ..DATA }), Some("an answer has its request's size"));
    assert_eq!(said(READ, Response { opcode: 0, ..DATA }), Some("an answer has the opcode of its request"));
    assert_eq!(said(READ, Response { param: 1, ..DATA }), Some("an answer has no param"));
}

#[test]
fn an_error_that_is_none_and_one_that_is_not_said_are_reported() {
    let rule = Some("what can't be done is denied, and nothing else");
    assert_eq!(said(READ, Response { denied: true, data: 0, ..DATA }), rule);
    for form in [
        Form { opcode: ARITHMETIC_DATA, ..READ.form },
        Form { size: 3, ..READ.form },
        Form { corrupt: true, ..READ.form },
    ] {
        assert_eq!(said(Request { form, ..READ }, Response { size: form.size, ..DATA }), rule, "{form:?}");
    }
    let unaligned = Request { address: 10, ..READ };
    assert_eq!(said(unaligned, DATA), rule);
    let denied = Response { denied: true, data: 0, ..DATA };
    assert_eq!(said(unaligned, denied), Some("data of what is denied is corrupt, and nothing else"));
    assert_eq!(said(unaligned, Response { corrupt: true, data: 1, ..denied }), Some("what is denied reads 0"));
    assert_eq!(
        said(READ, Response { corrupt: true, ..DATA }),
        Some("data of what is denied is corrupt, and nothing else")
    );
}

#[test]
fn a_request_without_answer_is_reported() {
    let waits = Seen { open: true, ..IDLE };
    assert_eq!(broken(&[waits; LONGEST_ANSWER as usize]), None);
    assert_eq!(broken(&[waits; LONGEST_ANSWER as usize + 1]), Some("a request is answered"));
}

#[test]
fn a_request_touches_the_bytes_of_its_size() {
    let put = |opcode, size, address, strobe| {
        let form = Form { opcode, size, corrupt: false };
        Transfer { address, strobe, form: Some(form), ..Transfer::write(address, 0) }.mask(form)
    };
    assert_eq!([0, 1, 2, 3].map(|address| put(PUT_FULL_DATA, 0, address, 0)), [1, 2, 4, 8]);
    assert_eq!([0, 2].map(|address| put(PUT_FULL_DATA, 1, address, 0)), [3, 12]);
    assert_eq!(put(PUT_PARTIAL_DATA, 2, 0, 0b0101), 0b0101);
    assert_eq!(put(PUT_PARTIAL_DATA, 1, 2, 0b0101), 0b0100);
}
