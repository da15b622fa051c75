// SPDX-License-Identifier: Apache-2.0
//! What is refused says what to write.

use super::{expand, expand_item};

/// What `#[kernel]` says of an `update` with this body.
fn refusal(body: &str) -> String {
    let text = format!("fn update(&mut self) {{ {body} }}");
    let item = syn::parse_str(&text).expect("a function");
    match expand(&item) {
        Ok(_) => format!("`{body}` is taken"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_a_kernel_can_not_say_is_refused_with_what_to_write() {
    for (body, says) in [
        ("self.a = self.b.val();", "`self.signal.next`"),
        ("a.next = self.b.val();", "a field of `self`"),
        ("self.x[self.i.val()].next = true;", "known when the Verilog is made"),
        ("self.a.next = self.x[self.i.val().index()].val();", "known when the Verilog is made"),
        ("for i in 0..self.n.val().index() { }", "how often a loop runs"),
        ("for (i, x) in self.list { }", "one index"),
        ("while self.a.val() { }", "not a statement of hardware"),
        ("let (a, b) = self.pair.val();", "one name and its value"),
        ("self.a.next |= self.b.val();", "assigned as a whole"),
        ("let x = if self.a.val() { self.b.val() };", "has an `else`"),
        ("let x = if self.a.val() { self.y.next = true; self.b.val() } else { self.c.val() };", "assigns no signal"),
        (
            "let mut x = self.a.val(); match self.b.val() { true => { x = self.c.val(); } _ => {} }",
            "`let x = match ..`",
        ),
        ("let x = match self.a.val() { y if y => self.b.val(), _ => self.c.val() };", "no guards"),
        ("self.a.next = match self.s.val() { Some(x) => self.b.val(), _ => self.c.val() };", "a label is"),
        ("let mut x = false; x = x | self.a.val();", "give it a type"),
        ("let mut x = false; x |= self.a.val();", "give it a type"),
        ("let x = self.r.val(); self.a.next = x.field;", "say the type"),
        ("self.a.next = self.b.val().count_ones();", "no method of hardware"),
        ("self.a.next = self.b.val().get_bits(3);", "say how many bits"),
        ("self.a.next = -self.b.val();", "not an expression of hardware"),
        ("self.a.next = self.b.val() % self.c.val();", "does not have this operator"),
        ("self.a.next = Pair { low: self.b.val(), ..self.p.val() };", "names all of its fields"),
        ("self.bus.link(self.inner.bus);", "`self.bus.link(&mut self.inner.bus)`"),
        ("self.one.bus.join(self.other.bus);", "`self.one.bus.join(&mut self.other.bus)`"),
        ("connect!(inner, clear);", "`connect!(inner: clear, full = fifo.full);`"),
        ("connect!(inner.clear = clear);", "`connect!(inner: clear, full = fifo.full);`"),
        ("connect!(inner: stop = flow.{start});", "`flow.{start, stop = halt}`"),
        ("connect!(inner: valid = !ready);", "expected identifier"),
        ("connect!(inner: clear full);", "expected `,`"),
        ("connect!(inner: full = fifo.count.any());", "no calls but `val()`"),
        ("connect!(order.next: plan.next.start);", "gives or takes none"),
        ("connect!(inner: count = counts[..]);", "`connect!(lane[..]: a[..]);`"),
        ("connect!(self, valid = busy.q);", "`connect!(inner: clear, full = fifo.full);`"),
        ("connect!(inner[self.i.val()]: clear);", "known when the Verilog is made"),
    ] {
        let refusal = refusal(body);
        assert!(refusal.contains(says), "{body}\n{refusal}");
    }
}

#[test]
fn a_function_that_is_no_hardware_is_refused() {
    let item = syn::parse_str("fn update(x: Bits<8>) {}").expect("a function");
    let error = expand(&item).expect_err("it has no value and no self");
    assert!(error.to_string().contains("`fn update(&mut self)`"), "{error}");
    let item = syn::parse_str("fn sum((a, b): (Bits<8>, Bits<8>)) -> Bits<8> { a + b }").expect("a function");
    assert!(expand(&item).expect_err("a parameter without a name").to_string().contains("has a name"));
}

#[test]
fn an_impl_that_is_no_hardware_is_refused() {
    for (text, says) in [
        ("impl Sum { const LANES: usize = 4; }", "has functions"),
        ("impl Logic for Sum { fn update(&mut self) {} }", "an `impl` of functions"),
        ("struct Sum {}", "an `impl` of functions"),
        ("impl Sum { fn update(&mut self) { self.a = self.b.val(); } }", "`self.signal.next`"),
    ] {
        let error = expand_item(&syn::parse_str(text).expect("an item")).expect_err(text);
        assert!(error.to_string().contains(says), "{text}\n{error}");
    }
}
