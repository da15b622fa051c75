// SPDX-License-Identifier: Apache-2.0
//! `gen/tools/packages` removes no folder but those that it fills.

use std::process::Command;
use tracewright_tests::command::root;

#[test]
fn a_name_without_a_list_is_refused_and_nothing_is_removed() {
    let project = tempfile::tempdir().unwrap();
    let (at, tools) = (project.path(), project.path().join("gen/tools"));
    std::fs::create_dir_all(&tools).unwrap();
    std::fs::copy(root().join("gen/tools/packages"), tools.join("packages")).unwrap();
    let kept = ["docs/page", ".tools/bin/verilator", ".tools/site/verilator"].map(|name| at.join(name));
    for path in &kept {
        std::fs::create_dir_all(path).unwrap();
    }
    for name in ["bin", "site", "", "../docs", ".."] {
        let output = Command::new(tools.join("packages")).arg(name).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, format!("error: gen/tools has no list of packages for \"{name}\"\n"));
        assert_eq!(output.status.code(), Some(3));
        assert!(kept.iter().all(|path| path.is_dir()), "{name:?}");
    }
}
