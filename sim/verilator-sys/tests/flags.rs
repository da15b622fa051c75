// SPDX-License-Identifier: Apache-2.0
//! Flags in a word, and what is sampled with them alone.

use verilator_sys::{build, Design, Flags, Port, Settings};

/// A counter with its two lowest bits as flags; `wide` repeats it.
fn counter(guard: u32) -> Design {
    let text = "module counter (input wire clk, input wire rst_n,
          output reg [7:0] count, output wire [99:0] wide, output wire low, output wire high);
        assign wide = {92'd5, count};
        assign low = count[0];
        assign high = count[1];
        always @(posedge clk or negedge rst_n) if (!rst_n) count <= 0; else count <= count + 1;
        endmodule";
    let outputs = [("count", 8), ("wide", 100), ("low", 1), ("high", 1)];
    let ports = [Port::input("clk", 1), Port::input("rst_n", 1)].into_iter();
    let bits = vec![("low".to_string(), 3), ("high".to_string(), 40)];
    let guarded = vec!["count".to_string(), "wide".to_string()];
    Design {
        top: "counter".into(),
        clock: "clk".into(),
        sources: vec![("counter.v".into(), text.into())],
        ports: ports.chain(outputs.map(|(name, width)| Port::output(name, width))).collect(),
        probes: vec![],
        flags: vec![Flags { name: "flags".into(), bits, guarded, guard }],
    }
}

#[test]
fn what_flags_guard_is_sampled_in_cycles_with_one_of_them() {
    for (guard, counts) in [(0, 0b11), (4, 0b10), (41, 0), (64, 0)] {
        let library = build(&counter(guard), &Settings::default()).unwrap();
        let output = |name: &str| library.output(name).unwrap();
        let [count, wide, low, flags] = ["count", "wide", "low", "flags"].map(output);
        let reset = library.input("rst_n").unwrap();
        let mut model = library.model();
        model.set(reset, 0);
        model.cycle();
        model.set(reset, 1);
        let mut shown = 0;
        for now in 0..200u64 {
            model.cycle();
            shown = if now & counts == 0 { shown } else { now };
            assert_eq!((model.get(count), model.get(low)), (shown, now & 1), "with guard {guard}");
            assert_eq!(model.get_wide(wide)[0] & 0xFF, shown);
            assert_eq!(model.get(flags), (now & 1) << 3 | (now >> 1 & 1) << 40);
        }
        model.settle();
        assert_eq!((model.get(count), model.get_wide(wide)[1]), (200, 0), "settling samples all of it");
    }
}
