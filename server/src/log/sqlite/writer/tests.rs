//! Groups: what is taken together, what one refusal costs, what a failure costs.

use uuid::Uuid;

use super::*;
use crate::log::sqlite::{opening, rows, schema};
use crate::log::{StoredRoom, WholeRoom};

fn entry(room: u128, seq: u64) -> WriteRequest {
    WriteRequest::Entry { room: Uuid::from_u128(room), seq, body: format!("{room}/{seq}") }
}

fn room(number: u128) -> WriteRequest {
    let id = Uuid::from_u128(number);
    let code = format!("CODE{number}");
    WriteRequest::Room(StoredRoom { id, code, revision: 1, record: "{}".to_owned() })
}

fn message(write: WriteRequest) -> (WriterMessage, oneshot::Receiver<Result<(), LogError>>) {
    let (answer, answered) = oneshot::channel();
    (WriterMessage::Write(write, answer), answered)
}

fn database(folder: &tempfile::TempDir) -> opening::Opened {
    opening::open(&folder.path().join("a.db"), schema::MIGRATIONS).unwrap()
}

/// A writer that nobody else looks after.
fn writer(opened: opening::Opened, report: watch::Sender<Health>) -> Writer {
    let files = Arc::new(FileWatch::over(&opened.path).unwrap());
    Writer::new(opened.write, opened.lock, report, files, std::sync::mpsc::sync_channel(1).0)
}

#[test]
fn a_refusal_undoes_only_itself() {
    let folder = tempfile::tempdir().unwrap();
    let mut opened = database(&folder);
    let group = [
        room(1),
        room(1),
        entry(1, 0),
        entry(1, 0),
        entry(2, 0),
        entry(1, 1),
        WriteRequest::Heartbeat { room: Uuid::from_u128(2), at_ms: 1 },
        room(2),
        entry(2, 0),
        entry(2, 2),
        WriteRequest::Probe,
        WriteRequest::Data { digest: [1; 32], canonical: "{}".to_owned() },
    ];
    let results = commit_group(&mut opened.write, &group).unwrap();
    let conflict = || Err(LogError::Conflict);
    let unknown = || Err(LogError::Unknown);
    let expected = [
        Ok(()),
        conflict(),
        Ok(()),
        conflict(),
        unknown(),
        Ok(()),
        unknown(),
        Ok(()),
        Ok(()),
        conflict(),
        Ok(()),
        Ok(()),
    ];
    assert_eq!(results, expected);
    let stored = rows::entries(&opened.read, Uuid::from_u128(1), 0).unwrap();
    assert_eq!(stored, ["1/0", "1/1"]);
    assert_eq!(rows::entries(&opened.read, Uuid::from_u128(2), 0).unwrap(), ["2/0"]);
    assert_eq!(rows::rooms(&opened.read).unwrap().len(), 2);
}

#[test]
fn a_whole_room_is_stored_altogether_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let mut opened = database(&folder);
    let whole = |number: u128, code: &str| {
        let id = Uuid::from_u128(number);
        let record = "{}".to_owned();
        WriteRequest::Whole(Box::new(WholeRoom {
            room: StoredRoom { id, code: code.to_owned(), revision: 5, record },
            data: ([number as u8; 32], "{}".to_owned()),
            rows: vec!["0".to_owned(), "1".to_owned()],
            heartbeat: Some(9),
        }))
    };
    let group = [whole(1, "A"), whole(1, "B"), whole(2, "A"), whole(3, "C"), entry(1, 2)];
    let results = commit_group(&mut opened.write, &group).unwrap();
    let conflict = || Err(LogError::Conflict);
    assert_eq!(results, [Ok(()), conflict(), conflict(), Ok(()), Ok(())]);
    let rooms = rows::rooms(&opened.read).unwrap();
    let kept: Vec<(&str, u64)> =
        rooms.iter().flatten().map(|room| (room.code.as_str(), room.revision)).collect();
    assert_eq!(kept, [("A", 5), ("C", 5)]);
    assert_eq!(rows::entries(&opened.read, Uuid::from_u128(2), 0).unwrap(), [""; 0]);
    assert_eq!(rows::entries(&opened.read, Uuid::from_u128(3), 0).unwrap(), ["0", "1"]);
    assert_eq!(rows::heartbeat(&opened.read, Uuid::from_u128(3)).unwrap(), Some(9));
    assert_eq!(rows::data(&opened.read, &[2; 32]).unwrap(), None, "what was refused left nothing");
    let weights = rows::weights(&opened.read).unwrap();
    let weight = |number| weights.get(&Uuid::from_u128(number)).map(|w| (w.rows, w.bytes));
    assert_eq!((weight(1), weight(2)), (Some((3, 5)), None));
}

#[test]
fn a_full_database_fails_the_whole_group_and_keeps_the_old_state() {
    let folder = tempfile::tempdir().unwrap();
    let mut opened = database(&folder);
    commit_group(&mut opened.write, &[room(1), entry(1, 0)]).unwrap();
    let large =
        |seq| WriteRequest::Entry { room: Uuid::from_u128(1), seq, body: "x".repeat(100_000) };
    opened.write.query_row("PRAGMA max_page_count = 1", [], |_| Ok(())).unwrap();
    let error = commit_group(&mut opened.write, &[entry(1, 1), large(2), entry(1, 3)]).unwrap_err();
    assert!(matches!(error, GroupError::RolledBack(LogError::Full)), "{error:?}");
    assert_eq!(rows::entries(&opened.read, Uuid::from_u128(1), 0).unwrap(), ["1/0"]);
    opened.write.query_row("PRAGMA max_page_count = 100000", [], |_| Ok(())).unwrap();
    let results = commit_group(&mut opened.write, &[entry(1, 1), large(2)]).unwrap();
    assert_eq!(results, [Ok(()), Ok(())]);
}

#[test]
fn everything_that_waits_is_taken_up_to_the_bound_or_the_next_control() {
    let (send, mut queue) = mpsc::channel(2 * GROUP);
    for seq in 0..GROUP + 10 {
        send.try_send(message(entry(1, seq as u64)).0).unwrap();
    }
    let (answer, _answered) = oneshot::channel();
    send.try_send(WriterMessage::Control(Control::Close(answer))).unwrap();
    send.try_send(message(entry(1, 0)).0).unwrap();
    let sizes: Vec<(usize, bool)> = (0..3)
        .map(|_| {
            let first = queue.try_recv().unwrap();
            let (group, control) = gather(first, &mut queue);
            (group.len(), control.is_some())
        })
        .collect();
    assert_eq!(sizes, [(GROUP, false), (10, true), (1, false)]);
}

#[test]
fn a_failure_is_final_and_known_before_it_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let opened = database(&folder);
    // Writing is refused as it is on a file system that went read-only after an I/O error.
    opened.write.pragma_update(None, "query_only", true).unwrap();
    let (report, health) = watch::channel(Health::Working);
    let owner = writer(opened, report);
    let (send, queue) = mpsc::channel(8);
    let mut answers = Vec::new();
    for write in [room(1), WriteRequest::Probe] {
        let (message, answered) = message(write);
        send.try_send(message).unwrap();
        answers.push(answered);
    }
    let (answer, closing) = oneshot::channel();
    send.try_send(WriterMessage::Control(Control::Close(answer))).unwrap();
    answers.push(closing);
    let (late, answered) = message(room(2));
    send.try_send(late).unwrap();
    answers.push(answered);
    drop(send);
    let thread = std::thread::spawn(move || owner.run(queue));
    for answered in answers {
        let answer = answered.blocking_recv().unwrap();
        assert!(matches!(answer, Err(LogError::Unavailable(_))), "{answer:?}");
        assert!(matches!(*health.borrow(), Health::Failed(_)));
    }
    thread.join().unwrap();
}

#[test]
fn a_commit_a_moment_ago_answers_a_probe() {
    let folder = tempfile::tempdir().unwrap();
    let opened = database(&folder);
    let (report, _health) = watch::channel(Health::Working);
    let mut owner = writer(opened, report);
    let probe = |owner: &mut Writer| {
        let (answer, answered) = oneshot::channel();
        owner.commit(vec![(WriteRequest::Probe, answer)]).unwrap();
        assert_eq!(answered.blocking_recv().unwrap(), Ok(()));
        checkpoint(&owner.db, "NOOP").unwrap().0
    };
    let first = probe(&mut owner);
    assert!(first > 0, "a real write");
    let proved = owner.proved.expect("proved by it");
    // However long this takes, it was a moment ago.
    owner.proved = Some(proved + Duration::from_hours(1));
    assert_eq!(probe(&mut owner), first, "no second one");
    owner.proved = Instant::now().checked_sub(PROOF_FOR);
    assert!(probe(&mut owner) > first, "a proof grows old");
}
