//! Settings in force, signals, and what a supervisor may conclude from the end.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;

use server::Settings;

use super::{ended, server, started, texts};

#[test]
fn the_printed_settings_are_the_defaults_and_can_be_given_back() {
    let output = server().arg("--print-config").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let printed = texts(&output).0;
    let defaults = Settings::default().variables();
    let expected: Vec<String> =
        defaults.iter().map(|(key, value)| format!("{key}={value}")).collect();
    assert_eq!(printed.lines().collect::<Vec<_>>(), expected);
    let given = printed.lines().map(|line| line.split_once('=').unwrap());
    let again = server().envs(given).arg("--print-config").output().unwrap();
    assert_eq!(texts(&again), (printed, String::new()));
}

#[test]
fn the_environment_is_read_and_flags_win() {
    let output = server()
        .env("ENTENTE_MESSAGE_BURST", "7")
        .env("ENTENTE_POINTS_PER_MINUTE", "8")
        .env("ENTENTE_ALLOWED_ORIGINS", "https://a.example,https://b.example")
        .env("ENTENTE_LOG_FORMAT", "json")
        .env("ENTENTE_MESAGE_BURST", "9")
        .args(["--points-per-minute", "0", "--print-config"])
        .output()
        .unwrap();
    let (printed, warned) = texts(&output);
    for line in [
        "ENTENTE_MESSAGE_BURST=7\n",
        "ENTENTE_POINTS_PER_MINUTE=0\n",
        "ENTENTE_ALLOWED_ORIGINS=https://a.example,https://b.example\n",
        "ENTENTE_LOG_FORMAT=json\n",
    ] {
        assert!(printed.contains(line), "{printed}");
    }
    assert!(warned.contains("ENTENTE_MESAGE_BURST, did you mean ENTENTE_MESSAGE_BURST?"));
}

#[test]
fn wrong_settings_end_with_code_2() {
    let cases: [&[&str]; 5] = [
        &["--absence-ms", "1"],
        &["--listen", "nowhere"],
        &["--no-such-flag"],
        &["--database", "mongo:x"],
        &["--database", "memory:", "--data", "/nowhere/at/all"],
    ];
    for arguments in cases {
        let output = server().args(arguments).output().unwrap();
        let (printed, said) = texts(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert_eq!(printed, "", "{arguments:?}");
        assert!(!said.is_empty(), "{arguments:?}");
    }
    let output = server().env("ENTENTE_MAX_ROOMS", "many").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_signal_ends_it_well() {
    for signal in ["-TERM", "-INT"] {
        let (child, line) = started(server().args(["--database", "memory:"]));
        assert!(line.contains("http://127.0.0.1:"), "{line}");
        let (code, said) = ended(child, signal);
        assert_eq!(code, Some(0), "{signal}: {said}");
    }
}

#[test]
fn signals_that_do_not_mean_the_end_do_not_end_it() {
    let (child, line) = started(server().args(["--database", "memory:"]));
    let url = line.trim().rsplit(' ').next().unwrap().trim_end_matches('/').to_owned();
    let id = child.id().to_string();
    for signal in ["-HUP", "-USR1", "-USR2"] {
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let address = url.strip_prefix("http://").unwrap();
        let mut tcp = TcpStream::connect(address).unwrap();
        tcp.write_all(b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        tcp.read_to_string(&mut answer).unwrap();
        assert!(answer.ends_with("alive\n"), "{signal}: {answer}");
    }
    let (code, said) = ended(child, "-TERM");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("this signal is ignored") && said.contains("SIGHUP"), "{said}");
}

/// The server's program under limits of open files, as a shell sets them.
fn limited(files: &str) -> Command {
    let mut shell = Command::new("sh");
    let program = server().get_program().to_owned();
    shell.env_clear().arg("-c").arg(format!("ulimit {files} && exec \"$0\" \"$@\"")).arg(program);
    shell.args(["--database", "memory:", "--max-connections", "300"]);
    shell
}

#[test]
fn files_are_allowed_as_far_as_the_system_lets_it() {
    let needs = "ENTENTE_MAX_CONNECTIONS=300 needs 556 open files and 64 are allowed";
    let checked = |files: &str| {
        let output = limited(files).arg("--check-config").output().unwrap();
        (output.status.code(), texts(&output).1)
    };
    assert_eq!(checked("-S -n 64"), (Some(0), String::new()), "the hard limit is above");
    let (code, warned) = checked("-n 64");
    assert_eq!(code, Some(0));
    assert!(warned.contains(needs), "{warned}");

    let (child, line) = started(&mut limited("-n 64"));
    let address = line.trim().rsplit("//").next().unwrap().trim_end_matches('/').to_owned();
    let open: Vec<_> = (0..200).map(|_| TcpStream::connect(&address)).collect();
    drop(open);
    // It is answered once there are files again.
    let mut answer = String::new();
    while !answer.ends_with("alive\n") {
        let mut tcp = TcpStream::connect(&address).unwrap();
        tcp.write_all(b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        answer.clear();
        let _ = tcp.read_to_string(&mut answer);
    }
    let (code, said) = ended(child, "-TERM");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(needs), "{said}");
    assert!(said.matches("connections were not accepted").count() <= 1, "{said}");
}

#[test]
fn a_second_server_on_the_same_database_ends_with_code_3() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("entente.db").display());
    let (first, _) = started(server().args(["--database", &database]));
    let second = server().args(["--listen", "127.0.0.1:0", "--database", &database]).output();
    let second = second.unwrap();
    let said = texts(&second).1;
    assert_eq!(second.status.code(), Some(3), "{said}");
    assert!(said.contains("in use by another process"), "{said}");
    assert_eq!(ended(first, "-TERM").0, Some(0));
    let (third, _) = started(server().args(["--database", &database]));
    assert_eq!(ended(third, "-KILL").0, None, "killed");
    let (fourth, line) = started(server().args(["--database", &database]));
    assert!(line.contains("ready"), "a killed server leaves no lock: {line}");
    assert_eq!(ended(fourth, "-TERM").0, Some(0));
}

#[test]
fn the_log_can_be_json() {
    let arguments = ["--database", "memory:", "--log-format", "json", "--log", "debug"];
    let (child, _) = started(server().args(arguments));
    let (_, said) = ended(child, "-TERM");
    let lines: Vec<serde_json::Value> =
        said.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let listening = lines.iter().find(|line| line["message"] == "listening").expect(&said);
    assert_eq!(listening["level"], "INFO");
}

#[test]
fn a_running_server_can_be_backed_up() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let database = format!("sqlite:{}", file("entente.db"));
    let copy = file("copy.db");
    let (serving, _) = started(server().args(["--database", &database]));
    let backup = |database: &str| {
        let output = server().args(["--database", database, "backup", &copy]).output().unwrap();
        (output.status.code(), texts(&output))
    };
    assert_eq!(backup(&database).0, Some(0));
    let (code, (_, said)) = backup(&database);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("exists"), "{said}");
    assert_eq!(backup("memory:").0, Some(2));
    let here = ["--database", &database, "backup", "here.db"];
    let output = server().args(here).current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", texts(&output).1);
    assert!(folder.path().join("here.db").exists());
    let restore = |arguments: &[&str]| {
        let restore = [&["--database", &database, "restore"], arguments].concat();
        let output = server().args(restore).output().unwrap();
        (output.status.code(), texts(&output))
    };
    let (code, (_, said)) = restore(&[&copy, "--replace"]);
    assert_eq!(code, Some(3), "a server has it: {said}");
    assert!(said.contains("in use by another process"), "{said}");
    assert_eq!(ended(serving, "-TERM").0, Some(0));
    let (code, (_, said)) = restore(&[&copy]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("is there already; --replace moves it aside"), "{said}");
    let (code, (printed, said)) = restore(&[&copy, "--replace"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(printed.ends_with("entente.db\n") && said.contains("entente.db.replaced-1"), "{said}");
    let (serving, _) = started(server().args(["--database", &database]));
    assert_eq!(ended(serving, "-TERM").0, Some(0));
    let restored = format!("sqlite:{copy}");
    let (serving, _) = started(server().args(["--database", &restored]));
    assert_eq!(ended(serving, "-TERM").0, Some(0));
}
