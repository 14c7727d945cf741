//! The known answers of the design page (docs/FAIRNESS.md), which other implementations
//! share. If one of these tests fails, published records no longer verify: the code is
//! wrong, not the test.

use fairness::chain::Chain;
use fairness::record::{Header, HeaderSeat};
use fairness::vd1::{MatchKey, SeatEntropy, seat_commitment, server_commitment};
use fairness::{Hash, canonical, hex};
use serde_json::{Value, json};

const ROOM: [u8; 16] = [0; 16];
const RULES: &str = "europe-divided/1";
const ENTROPY: [[u8; 32]; 2] = [[1; 32], [2; 32]];

const C: &str = "05a470f728e19ce315294dc9b9b247418427d601a04cbe59062b0270c520a6d5";
const K: [&str; 2] = [
    "2ab34d279a54600a8301cd1f40c6272101406b5687a549f8c17092a549775900",
    "3f71b18a083dd82db2df9fa53aa222acd22fdd77d0cc10eee65fa64634d5802d",
];
const P: &str = "657d398a453c92832b2d7003e82c13657bf1bdecaec07a4794826b428ba2f8dc";

/// The header and the entries, byte for byte.
const HEADER: &str = concat!(
    r#"{"attempt":0,"#,
    r#""commitment":"05a470f728e19ce315294dc9b9b247418427d601a04cbe59062b0270c520a6d5","#,
    r#""data":"0000000000000000000000000000000000000000000000000000000000000000","#,
    r#""game":"europe-divided","options":{"edition":"revised"},"#,
    r#""room":"00000000-0000-0000-0000-000000000000","rules":"europe-divided/1","#,
    r#""scheme":"vd1","seats":[{"#,
    r#""commitment":"2ab34d279a54600a8301cd1f40c6272101406b5687a549f8c17092a549775900","#,
    r#""entropy":"0101010101010101010101010101010101010101010101010101010101010101","#,
    r#""name":"Zoë \"é\u0007"},{"#,
    r#""commitment":"3f71b18a083dd82db2df9fa53aa222acd22fdd77d0cc10eee65fa64634d5802d","#,
    r#""entropy":"0202020202020202020202020202020202020202020202020202020202020202","#,
    r#""name":"Bo"}],"v":1}"#,
);
const ENTRIES: [&str; 3] = [
    concat!(
        r#"{"at":0,"input":{"command":{"keep":["council-meeting","us-sanctions"],"#,
        r#""type":"keep_advantages"},"id":"00000000-0000-4000-8000-000000000001","#,
        r#""seat":0,"type":"command"},"seq":1}"#,
    ),
    concat!(
        r#"{"at":1500,"input":{"command":{"keep":["hybrid-warfare","fracture-in-the-eu"],"#,
        r#""type":"keep_advantages"},"id":"00000000-0000-4000-8000-000000000002","#,
        r#""seat":1,"type":"command"},"seq":2}"#,
    ),
    concat!(
        r#"{"at":9000,"input":{"id":"00000000-0000-4000-8000-000000000003","seat":1,"#,
        r#""type":"resign"},"seq":3}"#,
    ),
];
const HEADS: [&str; 4] = [
    "e0f5b8ae297d72cfafba887a4822e57637c5f6e09dd9466b36492a7d1f902ad6",
    "356590bf76abaadaa8aba64e6945171fc36890a19b893c0d127936d96db82cc8",
    "d1c80dc82bbd0eb580a08b8276de211fc9077029001a99d1a76452af889740c0",
    "8ebdb43bead662ba78644d798c7c7ab3289852f1769c2a89d17c525defaa4e9b",
];

fn secret() -> [u8; 32] {
    std::array::from_fn(|index| index as u8)
}

fn commitment() -> Hash {
    server_commitment(&ROOM, RULES, 0, &secret())
}

fn key() -> MatchKey {
    let seats = [0, 1].map(|seat: u8| {
        let entropy = ENTROPY[usize::from(seat)];
        let commitment = seat_commitment(&ROOM, 0, seat, &entropy);
        SeatEntropy { commitment: Some(commitment), entropy: Some(entropy) }
    });
    MatchKey::derive(&secret(), &commitment(), &seats)
}

#[test]
fn commitments() {
    assert_eq!(hex::encode(&commitment()), C);
    assert_eq!(hex::encode(&seat_commitment(&ROOM, 0, 0, &ENTROPY[0])), K[0]);
    assert_eq!(hex::encode(&seat_commitment(&ROOM, 0, 1, &ENTROPY[1])), K[1]);
}

#[test]
fn match_key() {
    assert_eq!(Some(key()), hex::decode_32(P).map(MatchKey::from_bytes));
}

#[test]
fn shuffle_of_thirteen() {
    let mut deck: [u8; 13] = std::array::from_fn(|index| index as u8);
    key().stream("deck/europe-action/0").shuffle(&mut deck);
    assert_eq!(deck, [0, 4, 8, 11, 7, 9, 1, 6, 2, 12, 3, 10, 5]);
}

#[test]
fn twelve_combat_dice() {
    let mut stream = key().stream("die/combat");
    let dice: [u64; 12] = std::array::from_fn(|_| stream.below(6) + 1);
    assert_eq!(dice, [6, 5, 1, 3, 1, 5, 4, 5, 2, 4, 2, 5]);
}

#[test]
fn canonical_header_from_its_type() {
    let seats = [0, 1].map(|seat| HeaderSeat {
        bot: None,
        commitment: Some(K[seat].to_owned()),
        entropy: Some(hex::encode(&ENTROPY[seat])),
        name: ["Zoë \"é\u{7}", "Bo"][seat].to_owned(),
    });
    let header = Header {
        v: 1,
        scheme: "vd1".to_owned(),
        rules: RULES.to_owned(),
        game: "europe-divided".to_owned(),
        room: "00000000-0000-0000-0000-000000000000".to_owned(),
        attempt: 0,
        commitment: hex::encode(&commitment()),
        data: hex::encode(&[0; 32]),
        options: json!({"edition": "revised"}),
        seats: seats.to_vec(),
    };
    assert_eq!(header.to_canonical().unwrap(), HEADER);
    assert_eq!(serde_json::from_str::<Header>(HEADER).unwrap(), header);
}

#[test]
fn canonical_header_from_scrambled_keys() {
    let header = json!({
        "v": 1,
        "seats": [
            {"name": "Zoë \"é\u{7}", "commitment": K[0], "entropy": "01".repeat(32)},
            {"entropy": "02".repeat(32), "name": "Bo", "commitment": K[1]},
        ],
        "rules": "europe-divided/1",
        "room": "00000000-0000-0000-0000-000000000000",
        "scheme": "vd1",
        "options": {"edition": "revised"},
        "game": "europe-divided",
        "commitment": C,
        "data": "0".repeat(64),
        "attempt": 0,
    });
    assert_eq!(canonical::to_string(&header).unwrap(), HEADER);
}

#[test]
fn canonical_entries_from_scrambled_keys() {
    let keep = |cards: [&str; 2]| json!({"type": "keep_advantages", "keep": cards});
    let entries = [
        json!({"seq": 1, "at": 0, "input": {
            "type": "command", "seat": 0, "id": "00000000-0000-4000-8000-000000000001",
            "command": keep(["council-meeting", "us-sanctions"]),
        }}),
        json!({"input": {
            "seat": 1, "id": "00000000-0000-4000-8000-000000000002", "type": "command",
            "command": keep(["hybrid-warfare", "fracture-in-the-eu"]),
        }, "seq": 2, "at": 1500}),
        json!({"seq": 3, "input": {
            "type": "resign", "seat": 1, "id": "00000000-0000-4000-8000-000000000003",
        }, "at": 9000}),
    ];
    let texts = entries.each_ref().map(|entry: &Value| canonical::to_string(entry).unwrap());
    assert_eq!(texts, ENTRIES);
}

#[test]
fn the_published_bytes_are_canonical() {
    canonical::check(HEADER).unwrap();
    for entry in ENTRIES {
        canonical::check(entry).unwrap();
    }
}

#[test]
fn log_chain() {
    let (salts, mut chain) = (key().salts(), Chain::begin(HEADER.as_bytes()));
    assert_eq!((chain.seq(), hex::encode(&chain.head()).as_str()), (0, HEADS[0]));
    for (entry, (seq, head)) in ENTRIES.iter().zip((1..).zip(&HEADS[1..])) {
        chain = chain.append(&salts, entry.as_bytes());
        assert_eq!((chain.seq(), hex::encode(&chain.head()).as_str()), (seq, *head));
    }
}

/// Returns the value of a line `NAME = VALUE` of the page.
fn of_page(name: &str) -> &'static str {
    let page = include_str!("../../docs/FAIRNESS.md");
    let answers = page.split("## Known answers").nth(1).expect("a section");
    let line = answers.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
    line.unwrap_or_else(|| panic!("the page has no {name}"))
}

#[test]
fn the_page_prints_what_is_computed() {
    assert_eq!(of_page("C"), hex::encode(&commitment()));
    for (seat, entropy) in (0..).zip(&ENTROPY) {
        let bound = seat_commitment(&ROOM, 0, seat, entropy);
        assert_eq!(of_page(&format!("K_{seat}")), hex::encode(&bound));
    }
    assert_eq!(hex::decode_32(of_page("P")).map(MatchKey::from_bytes), Some(key()));
    let numbers = |all: &[u64]| all.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let mut deck: Vec<u64> = (0..13).collect();
    key().stream("deck/europe-action/0").shuffle(&mut deck);
    assert_eq!(of_page("shuffle of 13, deck/europe-action/0"), numbers(&deck));
    let mut stream = key().stream("die/combat");
    let dice: Vec<u64> = (0..12).map(|_| stream.below(6)).collect();
    assert_eq!(of_page("below(6) 12 times, die/combat"), numbers(&dice));
    let mut chain = Chain::begin(of_page("header").as_bytes());
    for seq in 0..=3 {
        if seq > 0 {
            chain = chain.append(&key().salts(), of_page(&format!("entry_{seq}")).as_bytes());
        }
        assert_eq!(of_page(&format!("h_{seq}")), hex::encode(&chain.head()));
    }
    let options = canonical::digest(&json!({"edition": "revised"})).unwrap();
    assert_eq!(of_page("H(canonical JSON of the options)"), hex::encode(&options));
}
