//! A stored database is read by every later version.

#[test]
fn the_golden_rooms_are_what_they_were() {
    let differences = campaigns::golden::differences().expect("a golden database");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
