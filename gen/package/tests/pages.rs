// SPDX-License-Identifier: Apache-2.0
//! Block diagrams of the documentation.

use tracewright_config::{Loader, PRESETS};
use tracewright_package::diagram::{blocks, pages};

#[test]
fn docs_images_are_the_diagrams_of_presets() {
    for preset in PRESETS {
        let build = Loader::preset(*preset).finish().unwrap().build;
        let svg = blocks(&build, &format!("Preset {}", preset.name)).svg();
        assert_eq!(pages::is_current(&format!("{}.svg", preset.name), &svg), Ok(()));
    }
}
