# SPDX-License-Identifier: Apache-2.0
# Timing constraints for tw_top: one clock, one reset, every other port in the clock's domain.
# Set the period to yours; the budgets leave the rest of a cycle to what is outside.

set period 10.0
set budget [expr {0.3 * $period}]

create_clock -name clk -period $period [get_ports clk]

set synchronous_inputs [remove_from_collection [all_inputs] [get_ports {clk rst_n}]]
set_input_delay -clock clk $budget $synchronous_inputs
set_output_delay -clock clk $budget [all_outputs]

# rst_n may fall at any time; it must rise away from the clock's edge, which is its source's duty (reset = "async").
set_false_path -from [get_ports rst_n]
