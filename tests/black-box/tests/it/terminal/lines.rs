//! Lines of text in a terminal: as wide as it is.

use black_box::Server;
use vt100::Screen;

use super::Person;

/// The last line of the help.
const LAST: &str = "resumes it";

fn widest(screen: &Screen) -> usize {
    let (_, columns) = screen.size();
    screen.rows(0, columns).map(|row| row.trim_end().chars().count()).max().unwrap_or_default()
}

#[tokio::test]
async fn lines_are_as_wide_as_the_terminal_is_now_or_as_columns_says() {
    let server = Server::start();
    let person = Person::at(&server);
    let mut ada = person.opens(&["play", "--plain", "--create", "europe"]);
    ada.shows("Type ? for help").await;
    ada.resize(50, 24);
    ada.types("?\r").await;
    ada.shows(LAST).await;
    let screen = ada.screen();
    assert!((0..24).all(|row| !screen.row_wrapped(row)), "{}", screen.contents());
    let mut bo =
        person.opens_with(&["play", "--plain", "--create", "europe"], &[("COLUMNS", "44")]);
    bo.shows("Type ? for help").await;
    bo.types("?\r").await;
    bo.shows(LAST).await;
    assert!((30..=44).contains(&widest(bo.screen())), "{}", bo.screen().contents());
}
