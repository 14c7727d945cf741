//! The program carries the licences of what it is made of.

use crate::binary::{server, texts};

#[test]
fn every_licence_travels_with_the_program() {
    let output = server().arg("licences").output().unwrap();
    let (said, complained) = texts(&output);
    assert_eq!((output.status.code(), complained.as_str()), (Some(0), ""));
    for part in [
        "Copyright (c) 2026 The Entente contributors",
        // What CC BY-SA asks for: author, work, its address, the licence's, what was changed.
        "Europe by Nat Lasseter, CC BY-SA 3.0 Unported, changed.",
        "http://user.4574.co.uk/pages/Games/Europe.html",
        "https://creativecommons.org/licenses/by-sa/3.0/",
        "What was changed:",
        // The browser client's libraries, and the crates linked in.
        "Copyright (c) 2017 Google LLC. All rights reserved.",
        "Copyright (c) 2022 Paul Miller (https://paulmillr.com)",
        "END OF TERMS AND CONDITIONS",
        "Sean McArthur",
        "libsqlite3-sys",
    ] {
        assert!(said.contains(part), "{part}");
    }
    for game in engine::REGISTRY {
        if let Some(licence) = game.data_licence() {
            assert!(said.contains(licence.text.trim_end()), "{game:?}");
            for part in [licence.uri, licence.notice] {
                assert!(licence.text.contains(part), "{game:?}: {part}");
            }
            assert!(game.info().licence.contains(licence.uri), "{game:?}");
        }
    }
}
