// SPDX-License-Identifier: Apache-2.0
//! The specification's names in the spellings of other languages.

/// `teInstEnAllJumps` as `te_inst_en_all_jumps`, `hasSRAMSink` as `has_sram_sink`.
pub fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut text = String::new();
    for (i, letter) in letters.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| letters[i]);
        let begins_word = letter.is_ascii_uppercase()
            && before.is_some_and(|before| {
                before.is_ascii_lowercase()
                    || before.is_ascii_digit()
                    || before.is_ascii_uppercase() && letters.get(i + 1).is_some_and(char::is_ascii_lowercase)
            });
        if begins_word {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

/// `teInstEnAllJumps` as `TE_INST_EN_ALL_JUMPS`.
pub fn screaming_case(name: &str) -> String {
    snake_case(name).to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_abbreviations_are_told_apart() {
        let names = ["teControl", "hasSRAMSink", "teRamWP", "teInstExtendAddrMSB", "xTrigInAction0", "teSrcID"];
        let expected =
            ["te_control", "has_sram_sink", "te_ram_wp", "te_inst_extend_addr_msb", "x_trig_in_action0", "te_src_id"];
        assert_eq!(names.map(snake_case), expected);
        assert_eq!(screaming_case("tsLower"), "TS_LOWER");
    }
}
