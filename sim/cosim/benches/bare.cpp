// SPDX-License-Identifier: Apache-2.0
// The plainest Verilator harness: the same hardware and ingress, nothing observed. Prints cycles and cycles a second.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <vector>

#include "Vbare.h"

struct Step {
  uint64_t iaddr;
  uint32_t iretire;
  uint8_t itype, ilastsize;
  uint16_t unused;
};

static uint64_t cycles = 0;

static void cycle(Vbare& top) {
  top.clk = 0;
  top.eval();
  top.clk = 1;
  top.eval();
  cycles++;
}

static void write_control(Vbare& top, uint32_t value) {
  top.paddr = 0;
  top.psel = top.pwrite = 1;
  top.pstrb = 15;
  top.pwdata = value;
  cycle(top);
  top.penable = 1;
  cycle(top);
  top.psel = top.penable = top.pwrite = 0;
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ifstream file(argv[1], std::ios::binary | std::ios::ate);
  std::vector<Step> steps(static_cast<size_t>(file.tellg()) / sizeof(Step));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(steps.data()), static_cast<std::streamsize>(steps.size() * sizeof(Step)));

  VerilatedContext context;
  Vbare top(&context);
  top.rst_n = 0;
  cycle(top);
  top.rst_n = 1;
  write_control(top, 1);
  const uint32_t control = static_cast<uint32_t>(std::stoul(argv[2]));
  write_control(top, control);
  write_control(top, control | 6);

  const auto start = std::chrono::steady_clock::now();
  for (const Step& step : steps) {
    top.itype = step.itype;
    top.iaddr = step.iaddr;
    top.iretire = step.iretire;
    top.ilastsize = step.ilastsize;
    do cycle(top);
    while (top.stall);
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  std::printf("%llu %.0f\n", static_cast<unsigned long long>(cycles), static_cast<double>(cycles) / elapsed.count());
}
