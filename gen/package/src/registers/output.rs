// SPDX-License-Identifier: Apache-2.0
//! The forms that a map is written in.

use crate::registers::map::Map;
use crate::registers::system::Block;
use crate::registers::{c_header, ipxact, json, markdown, rust_module, svd, systemrdl};

/// Where a text comes from: the same for all forms of a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// A line that names generator, version and configuration. It stands at the top of each text, in a comment.
    pub banner: String,
    /// Version of the generator.
    pub version: String,
    /// Hash of the configuration.
    pub configuration: String,
}

/// A form that a map is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// SystemRDL 2.0.
    SystemRdl,
    /// IP-XACT, IEEE 1685-2014: a component with a memory map.
    IpXact,
    /// CMSIS-SVD 1.3.
    Svd,
    /// A C99 header of constants.
    CHeader,
    /// A Rust module of constants.
    RustModule,
    /// JSON.
    Json,
    /// Markdown, for people.
    Markdown,
}

impl Output {
    /// Every form.
    pub const ALL: [Output; 7] = [
        Output::SystemRdl,
        Output::IpXact,
        Output::Svd,
        Output::CHeader,
        Output::RustModule,
        Output::Json,
        Output::Markdown,
    ];

    /// The file that `tracewright generate` writes, in the folder `registers`.
    pub fn file_name(self) -> &'static str {
        match self {
            Output::SystemRdl => "tracewright.rdl",
            Output::IpXact => "tracewright.xml",
            Output::Svd => "tracewright.svd",
            Output::CHeader => "tracewright_registers.h",
            Output::RustModule => "tracewright_registers.rs",
            Output::Json => "registers.json",
            Output::Markdown => "registers.md",
        }
    }

    /// The whole text of a system, with a final newline. One component is written without a name of its own, as by
    /// [`Output::render`].
    pub fn render_blocks(self, blocks: &[Block], origin: &Origin) -> String {
        if let [block] = blocks {
            return self.render(&block.map, origin);
        }
        match self {
            Output::SystemRdl => systemrdl::render_system(blocks, origin),
            Output::IpXact => ipxact::render_system(blocks, origin),
            Output::Svd => svd::render_system(blocks, origin),
            Output::CHeader => c_header::render_system(blocks, origin),
            Output::RustModule => rust_module::render_system(blocks, origin),
            Output::Json => json::render_system(blocks, origin),
            Output::Markdown => markdown::render_system(blocks, origin),
        }
    }

    /// The whole text of a component, with a final newline.
    pub fn render(self, map: &Map, origin: &Origin) -> String {
        match self {
            Output::SystemRdl => systemrdl::render(map, origin),
            Output::IpXact => ipxact::render(map, origin),
            Output::Svd => svd::render(map, origin),
            Output::CHeader => c_header::render(map, origin),
            Output::RustModule => rust_module::render(map, origin),
            Output::Json => json::render(map, origin),
            Output::Markdown => markdown::render(map, origin),
        }
    }
}
