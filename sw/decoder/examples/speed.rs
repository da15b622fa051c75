// SPDX-License-Identifier: Apache-2.0
//! Decodes a trace again and again for a second and prints how fast that is: `speed PROGRAM.elf TRACE`.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tracewright_decoder::{decode, Item, Settings};
use tracewright_image::Image;

fn measure(program: &str, trace: &str) -> Result<(), Box<dyn std::error::Error>> {
    let image = Image::load(Path::new(program))?;
    let bytes = std::fs::read(trace)?;
    let (mut instructions, mut sum, mut rounds) = (0_u64, 0_u64, 0_u64);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(1) {
        decode(&bytes, &image, &Settings::default(), &mut |item| {
            if let Item::Instruction { pc } = item {
                instructions += 1;
                sum = sum.wrapping_add(pc);
            }
        });
        rounds += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    let per_second = instructions as f64 / seconds / 1e6;
    println!("{per_second:.1} M instructions/s ({} a round, check sum {:x})", instructions / rounds, sum / rounds);
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, trace] = arguments.as_slice() else {
        eprintln!("usage: speed PROGRAM.elf TRACE");
        return ExitCode::from(2);
    };
    match measure(program, trace) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
