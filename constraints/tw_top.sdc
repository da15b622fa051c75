# SPDX-License-Identifier: Apache-2.0
# Timing constraints for tw_top. Set the periods to yours; the budget leaves the rest of a cycle to what is outside.
#
# clk is the clock of everything but the bus with build.bus.own_clock (bus_clk) and the time with build.timestamp.own_clock (time_clk).

set period(clk) 10.0
set period(bus_clk) 10.0
set period(time_clk) 10.0
set share 0.3

set ports(bus_clk) {paddr* psel penable pwrite pwdata* pstrb* pready prdata* pslverr s_axi_* wb_* tl_*}
set ports(time_clk) {hart_time* broadcast_time* time_broadcast*}

# Asynchronous inputs, and resets. Each input ends in a synchroniser. A reset may fall at any time; it must rise away from its
# clock's edge, which is its source's duty (reset = "async").
set asynchronous [get_ports -quiet {external_trigger* debug_locked rst_n bus_rst_n time_rst_n}]
set_false_path -from $asynchronous

# What belongs to a clock of its own, if there is one; the crossings hold their data still while it is read.
set others {}
foreach clock {bus_clk time_clk} {
  if {[sizeof_collection [get_ports -quiet $clock]] > 0} {
    create_clock -name $clock -period $period($clock) [get_ports $clock]
    set_clock_groups -asynchronous -group $clock
    set budget [expr {$share * $period($clock)}]
    set mine [get_ports -quiet $ports($clock)]
    set_input_delay -clock $clock $budget [filter_collection $mine {direction == in}]
    set_output_delay -clock $clock $budget [filter_collection $mine {direction == out}]
    append_to_collection others $mine
    append_to_collection others [get_ports $clock]
  }
}

# Everything else is in the encoder's clock.
create_clock -name clk -period $period(clk) [get_ports clk]
set budget [expr {$share * $period(clk)}]
set apart [add_to_collection $others $asynchronous]
set_input_delay -clock clk $budget [remove_from_collection [all_inputs] [add_to_collection $apart [get_ports clk]]]
set_output_delay -clock clk $budget [remove_from_collection [all_outputs] $others]
