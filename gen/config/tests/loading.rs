// SPDX-License-Identifier: Apache-2.0
//! What is read: presets, files, assignments.

use tracewright_config::{
    commented, Config, IngressForm, Loader, Packer, Preset, SinkKind, SyncMode, Values, KEYS, PRESETS,
};

#[test]
fn every_preset_is_a_valid_configuration() {
    for preset in PRESETS {
        let config = Loader::preset(*preset).finish().unwrap();
        assert!(!preset.summary().is_empty());
        assert_ne!(config, Config::default(), "{}", preset.name);
    }
    let hashes: Vec<_> = PRESETS.iter().map(|p| Loader::preset(*p).finish().unwrap().build.hash()).collect();
    assert!(hashes.iter().enumerate().all(|(i, hash)| !hashes[..i].contains(hash)));
}

#[test]
fn an_empty_file_is_the_default() {
    assert_eq!(Loader::text("", "empty.toml").and_then(Loader::finish).unwrap(), Config::default());
}

#[test]
fn a_file_may_give_some_of_the_keys() {
    let text =
        "[build]\nxlen = 64\n[build.ingress]\nform = 'single'\n[run]\nsync_max = 0x3\nsync_mode = 'half-words'\n";
    let config = Loader::text(text, "tw.toml").and_then(Loader::finish).unwrap();
    assert_eq!(config.build.xlen, 64);
    assert_eq!(config.build.ingress.form, IngressForm::Single);
    assert_eq!((config.run.sync_max, config.run.sync_mode), (3, SyncMode::HalfWords));
    assert_eq!(config.build.encoder, Config::default().build.encoder);
}

#[test]
fn assignments_replace_what_was_read_and_each_other() {
    let mut loader = Loader::preset(Preset::named("mcu").unwrap());
    for assignment in ["hist_width=16", "build.encoder.hist_width = 8", "sink.kind=stream", "run.stall=false"] {
        loader.set(assignment).unwrap();
    }
    let config = loader.finish().unwrap();
    assert_eq!(config.build.encoder.hist_width, 8);
    assert_eq!(config.build.sink.kind, SinkKind::Stream.into());
    assert!(!config.run.stall);
}

#[test]
fn the_commented_file_reads_back_to_the_same_configuration() {
    for preset in PRESETS {
        let config = Loader::preset(*preset).finish().unwrap();
        let text = commented(&config, "title");
        assert_eq!(Loader::text(&text, "tw.toml").and_then(Loader::finish).unwrap(), config, "{text}");
        assert!(KEYS.iter().all(|key| text.contains(&format!("\n{} = ", key.name()))));
        assert!(text.lines().all(|line| line.len() <= 100));
    }
}

#[test]
fn every_word_that_is_allowed_can_be_read() {
    for key in KEYS {
        if let tracewright_config::Kind::Words(words) = key.kind {
            // Nothing but its first word can be built yet.
            let read = if key.path == "build.ctr.version" { 1 } else { words.len() };
            for word in &words[..read] {
                let mut loader = Loader::default();
                for companion in ["modes=both", "encoder.external_triggers=1"] {
                    loader.set(companion).unwrap();
                }
                let sinks = if key.name() == "packer" { "stream" } else { "sram,sba,pib,atb,stream" };
                loader.set(&format!("build.sink.kind={sinks}")).unwrap();
                loader.set(&format!("{}={word}", key.path)).unwrap();
                let values = Values::of(&loader.finish().unwrap());
                assert_eq!(values.of_key(key).as_str(), Some(*word), "{}", key.path);
            }
        }
    }
}

#[test]
fn a_word_that_is_a_number_needs_no_quotes() {
    for text in ["4", "\"4\""] {
        let config = Loader::text(&format!("build.encoder.packer = {text}"), "tw.toml").and_then(Loader::finish);
        assert_eq!(config.unwrap().build.encoder.packer, Packer::Word);
        let mut loader = Loader::default();
        loader.set(&format!("packer={text}")).unwrap();
        assert_eq!(loader.finish().unwrap().build.encoder.packer, Packer::Word);
    }
}
