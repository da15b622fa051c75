// SPDX-License-Identifier: Apache-2.0
//! Keys of what registers are after reset.

use crate::{Key, Kind};

/// In the order of the documentation.
pub(super) const KEYS: &[Key] = &[
    Key {
        path: "build.defaults.te_inst_mode",
        kind: Kind::Words(&["htm", "btm"]),
        doc: "teInstMode after reset, where the build has both modes.",
    },
    Key { path: "build.defaults.te_context", kind: Kind::Bool, doc: "teContext after reset, if the build has it." },
    Key {
        path: "build.defaults.te_inst_stall_en",
        kind: Kind::Bool,
        doc: "teInstStallEn after reset, if the build has it.",
    },
    Key {
        path: "build.defaults.te_stop_on_wrap",
        kind: Kind::Bool,
        doc: "teStopOnWrap after reset, if the build has it.",
    },
    Key {
        path: "build.defaults.te_inhibit_src",
        kind: Kind::Bool,
        doc: "teInhibitSrc after reset, if the build has it.",
    },
    Key {
        path: "build.defaults.te_sync_mode",
        kind: Kind::Words(&["off", "messages", "cycles", "half-words"]),
        doc: "teSyncMode after reset.",
    },
    Key { path: "build.defaults.te_sync_max", kind: Kind::Range(0, 15), doc: "teSyncMax after reset." },
    Key { path: "build.defaults.pib_divider", kind: Kind::Range(0, 65535), doc: "pibDivider after reset." },
];
