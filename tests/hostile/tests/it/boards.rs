//! Boards of real matches on screens of every width.

#[test]
fn every_line_of_a_board_fits_the_screen() {
    hostile::boards();
}
