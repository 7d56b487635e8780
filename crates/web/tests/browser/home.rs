//! The first page.

use crate::Stage;

/// One sentence, three ways in, and the game that was left.
pub fn the_first_page_leads_on(stage: &Stage) {
    stage.show("");
    stage.browser.until("document.querySelector('.home')");
    assert_eq!(stage.count(".ways a"), 3);
    assert_eq!(stage.count(".quieter [href='#/contests']") == 1, stage.is_served());
    assert!(!stage.browser.text(".quieter").contains("Go on"));
    for (way, view) in [("play", ".play"), ("tree", ".tree"), ("explain", ".explain")] {
        stage.show("");
        stage.browser.until("document.querySelector('.home')");
        stage.browser.click(&format!(".ways [href='#/{way}']"));
        stage.browser.until(&format!("document.querySelector('{view}')"));
    }
    stage.show("play/mancala");
    stage.browser.until("document.querySelector('.cell.movable')");
    stage.browser.click("[data-cell='B3']");
    stage.browser.until("document.querySelector('.moves li')");
    stage.show("");
    stage.browser.until("document.querySelector('.home')");
    assert!(stage.browser.text(".quieter").contains("Go on with Mancala"));
    stage.browser.click(".quieter [href='#/play/mancala']");
    stage.browser.until("document.querySelector('.moves li')");
    assert_eq!(stage.browser.text(".moves li:first-child"), "B3");
}
