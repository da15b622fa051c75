// SPDX-License-Identifier: Apache-2.0
//! The C++ around the Verilated class: a C interface of seven functions, and the control file that keeps probes
//! visible.

use crate::layout::{Layout, Placed};
use crate::{Design, Wave};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Name of the Verilated class.
pub(crate) const CLASS: &str = "Vmodel";

/// Is defined where a rising edge of the clock need not settle the inputs again.
pub(crate) const PHASES: &str = "VS_PHASES";

/// Whether that is so in this C++ of Verilator: it has a function for each phase of an evaluation, which Verilator does
/// not promise, and the clock is nowhere but at registers. A gated clock depends on it as on any input.
pub(crate) fn has_phases(text: &str, clock: &str) -> bool {
    let phase = |name| format!("bool {CLASS}___024root___eval_phase__{name}({CLASS}___024root* vlSelf)");
    let settles_inputs = |function: &&str| function.contains("___ico_") || function.contains("___eval_ico(");
    let mut words = text.split("\n}\n").filter(settles_inputs).flat_map(words);
    text.contains(&phase("act")) && text.contains(&phase("nba")) && !words.any(|word| word == clock)
}

/// The names and numbers of a text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
}

/// The control file: one line for each probe.
pub(crate) fn control(design: &Design) -> String {
    let mut text = String::from("`verilator_config\n");
    for probe in &design.probes {
        let _ = writeln!(text, "public_flat_rd -module \"{}\" -var \"{}\"", probe.module, probe.signal);
    }
    text
}

/// The C++ text.
///
/// The clock goes first, and up before the outputs are copied, which do not depend on it until `rise`: what looks for
/// its edge reads it together with its neighbour, and would wait for a byte that was just written.
pub(crate) fn source(design: &Design, layout: &Layout, wave: Option<Wave>) -> String {
    let inputs: String = layout.inputs.iter().map(assign_input).collect();
    let outputs: String = layout.outputs.iter().chain(&layout.flags).map(assign_output).collect();
    let sampled = sampled(layout);
    let clock = &design.clock;
    let trace = match wave {
        None => UNTRACED,
        Some(Wave::Vcd) => Trace {
            include: "#include \"verilated_vcd_c.h\"\n",
            member: "  File file;\n  VerilatedVcdC dump{&file};\n  uint64_t next = 0, wanted = 0, later = 0;\n",
            types: FILE,
            close: "Instance& i = *static_cast<Instance*>(p); i.dump.close(); return i.file.failed;",
            ..TRACED
        },
        Some(Wave::Fst) => Trace {
            include: "#include \"verilated_fst_c.h\"\n",
            member: "  VerilatedFstC dump;\n  uint64_t next = 0, wanted = 0, later = 0;\n",
            ..TRACED
        },
    };
    let Trace { include, types, member, step, rise, time, open, close } = trace;
    format!(
        "\
#include \"{CLASS}.h\"
#include \"{CLASS}___024root.h\"
{include}#include <cerrno>
#include <cstdint>
#include <memory>
#include <mutex>

void {CLASS}___024root___eval({CLASS}___024root*);
#ifdef {PHASES}
bool {CLASS}___024root___eval_phase__act({CLASS}___024root*);
bool {CLASS}___024root___eval_phase__nba({CLASS}___024root*);
#endif

namespace {{
std::mutex birth_and_death;  // Verilator's run time remembers the last context in a plain global.
{types}struct Instance {{
  VerilatedContext context;
  std::unique_ptr<{CLASS}> model;
{member}  Instance(bool traced) {{
    context.threads(1);
    context.traceEverOn(traced);
    model.reset(new {CLASS}(&context));
    model->eval();
  }}
  ~Instance() {{
    Verilated::threadContextp(&context);  // The model's parts sign off at the thread's context.
    model->final();
    model.reset();
    Verilated::threadContextp(nullptr);
  }}
  void step() {{
{step}
  }}
  // Only the clock has changed since a step: what depends on inputs alone is settled.
  void rise() {{
{rise}
  }}
}};
}}  // namespace

#define EXPORT extern \"C\" __attribute__((visibility(\"default\")))

EXPORT void* vs_new() {{
  std::lock_guard<std::mutex> lock(birth_and_death);
  return new Instance({traced});
}}

EXPORT void vs_delete(void* p) {{
  std::lock_guard<std::mutex> lock(birth_and_death);
  delete static_cast<Instance*>(p);
}}

EXPORT void vs_cycle(void* p, const uint64_t* in, uint64_t* out) {{
  Instance& i = *static_cast<Instance*>(p);
  auto& r = *i.model->rootp;
  (void)in; (void)out;
  r.{clock} = 0;
{inputs}  i.step();
  r.{clock} = 1;
{sampled}  i.rise();
}}

EXPORT void vs_settle(void* p, const uint64_t* in, uint64_t* out) {{
  Instance& i = *static_cast<Instance*>(p);
  auto& r = *i.model->rootp;
  (void)in; (void)out;
{inputs}  i.step();
{outputs}}}

EXPORT void vs_time(void* p, uint64_t first, uint64_t second) {{ (void)p; {time} }}
EXPORT int vs_open_wave(void* p, const char* path) {{ (void)p; (void)path; {open} }}
EXPORT int vs_close_wave(void* p) {{ (void)p; {close} }}
",
        traced = wave.is_some(),
    )
}

/// The parts of the text that differ when waveforms are written.
struct Trace {
    include: &'static str,
    types: &'static str,
    member: &'static str,
    step: &'static str,
    rise: &'static str,
    time: &'static str,
    open: &'static str,
    close: &'static str,
}

const UNTRACED: Trace = Trace {
    include: "",
    types: "",
    member: "",
    // The class's own `eval` also serves threads and objects that synthesisable Verilog has not; that is a tenth of the
    // time.
    step: "    Vmodel___024root___eval(model->rootp);",
    // Verilator settles the inputs again with each edge; that is another tenth.
    rise: "\
#ifdef VS_PHASES
    for (int turn = 0; turn < 1000; turn++) {
      while (Vmodel___024root___eval_phase__act(model->rootp)) {}
      if (!Vmodel___024root___eval_phase__nba(model->rootp)) return;
    }
#endif
    step();  // Tells what does not settle.",
    time: "(void)first; (void)second;",
    open: "return 1;",
    close: "return 0;",
};

const TRACED: Trace = Trace {
    include: "",
    types: "",
    member: "",
    step: "    model->eval();\n    uint64_t now = wanted > next ? wanted : next;\n    context.time(now);\n    \
           if (dump.isOpen()) dump.dump(now);\n    next = now + 1;\n    wanted = later;",
    rise: "    step();",
    time: "Instance& i = *static_cast<Instance*>(p); i.wanted = first; i.later = second;",
    open: "Instance& i = *static_cast<Instance*>(p); i.model->trace(&i.dump, 99); i.dump.set_time_unit(\"1ps\"); \
           i.dump.set_time_resolution(\"1ps\"); i.dump.open(path); \
           return i.dump.isOpen() ? 0 : 1;",
    close: "static_cast<Instance*>(p)->dump.close(); return 0;",
};

/// A file that remembers that it can't be written. Where a write fails, Verilator's run time waits for itself, for
/// ever.
const FILE: &str = "\
class File final : public VerilatedVcdFile {
 public:
  int failed = 0;
  ssize_t write(const char* text, ssize_t size) override {
    if (failed) return size;
    ssize_t written = VerilatedVcdFile::write(text, size);
    if (written >= 0 || errno == EAGAIN || errno == EINTR) return written;
    failed = errno;
    return size;
  }
};
";

fn assign_input(p: &Placed) -> String {
    let mut text = String::new();
    let first = p.slots.first;
    if p.width <= 64 {
        let _ = writeln!(text, "  {} = in[{first}];", p.expression);
    } else {
        for word in 0..p.width.div_ceil(32) as usize {
            let _ = writeln!(text, "  {}[{word}] = in[{}] >> {};", p.expression, first + word / 2, word % 2 * 32);
        }
    }
    text
}

/// What a cycle samples: what flags guard goes last, and only where one of them is high.
fn sampled(layout: &Layout) -> String {
    let guarded_by = |guard| layout.outputs.iter().filter(move |placed| placed.guard == guard);
    let mut text: String = guarded_by(None).chain(&layout.flags).map(assign_output).collect();
    let guards: BTreeSet<_> = layout.outputs.iter().filter_map(|placed| placed.guard).collect();
    for (word, bits) in guards {
        let list: String = guarded_by(Some((word, bits))).map(assign_output).collect();
        let _ = writeln!(text, "  if (out[{word}] & {bits:#x}) {{\n{list}  }}");
    }
    text
}

fn assign_output(p: &Placed) -> String {
    let mut text = String::new();
    let first = p.slots.first;
    if p.width <= 64 {
        let _ = writeln!(text, "  out[{first}] = {};", p.expression);
    } else {
        let words = p.width.div_ceil(32) as usize;
        for slot in 0..p.slots.count {
            let low = format!("{}[{}]", p.expression, slot * 2);
            if slot * 2 + 1 < words {
                let _ = writeln!(
                    text,
                    "  out[{}] = {low} | static_cast<uint64_t>({}[{}]) << 32;",
                    first + slot,
                    p.expression,
                    slot * 2 + 1
                );
            } else {
                let _ = writeln!(text, "  out[{}] = {low};", first + slot);
            }
        }
    }
    text
}
