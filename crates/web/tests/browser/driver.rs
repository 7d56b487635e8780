//! A browser, driven through chromedriver as WebDriver describes it.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{JSON, request, try_send};

/// A headless Chromium with one session.
pub struct Browser {
    driver: Child,
    address: SocketAddr,
    session: String,
    _profile: TempDir,
}

/// How the window looks.
#[derive(Clone, Copy)]
pub enum Screen {
    Desktop,
    Phone,
    /// The same held across.
    Across,
    /// As narrow as a screen gets, and as one of 1280 pixels gets at four times its size.
    Narrow,
    /// Between a phone's and a desktop's, as a window is that shares its screen.
    Window,
    /// A desktop's at twice its size.
    Zoomed,
}

impl Screen {
    /// Width and height of what is not a desktop's.
    fn size(self) -> Option<[u32; 2]> {
        match self {
            Screen::Desktop => None,
            Screen::Phone => Some([390, 844]),
            Screen::Across => Some([844, 390]),
            Screen::Narrow => Some([320, 640]),
            Screen::Window => Some([500, 844]),
            Screen::Zoomed => Some([640, 512]),
        }
    }
}

/// What a pointer is, and which of its buttons is pressed.
#[derive(Clone, Copy)]
pub enum Hand {
    Left,
    Right,
    Finger,
}

/// Whether it can reach anything.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Network {
    On,
    /// No name has an address, and what has one is asked through a proxy that is not there.
    Off,
}

impl Browser {
    /// Starts one; `None` if none is installed.
    pub fn start(screen: Screen, network: Network) -> Option<Browser> {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let port = port(&mut driver);
        let Some(port) = port else {
            end(&mut driver);
            return None;
        };
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let profile = tempfile::tempdir().unwrap();
        let mut browser = Browser { driver, address, session: String::new(), _profile: profile };
        let profile = browser._profile.path().display();
        let mut options = json!({ "args": [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-dev-shm-usage", "--force-prefers-reduced-motion", "--window-size=1280,1100",
            format!("--user-data-dir={profile}"),
        ]});
        if let (Network::Off, Some(arguments)) = (network, options["args"].as_array_mut()) {
            arguments.push("--host-resolver-rules=MAP * ~NOTFOUND".into());
            arguments.push("--proxy-server=127.0.0.1:9".into());
            arguments.push("--proxy-bypass-list=<-loopback>".into());
        }
        if let Some([width, height]) = screen.size() {
            let metrics =
                json!({ "width": width, "height": height, "pixelRatio": 2, "touch": true });
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" },
        }}});
        match browser.ask("POST", "/session", &capabilities) {
            Ok(session) => {
                browser.session = session["sessionId"].as_str().unwrap_or_default().to_owned();
                Some(browser)
            }
            Err(error) => {
                println!("chromedriver is there, but starts no browser: {error}");
                None
            }
        }
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let request = request(self.address, method, path, JSON, body.as_bytes());
        let answer = try_send(self.address, &request).map_err(|error| error.to_string())?;
        let mut value = answer.json();
        match answer.status {
            200 => Ok(value["value"].take()),
            _ => Err(value["value"]["message"].to_string()),
        }
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let path = format!("/session/{}{path}", self.session);
        self.ask("POST", &path, body).unwrap_or_else(|error| panic!("{path} {body}: {error}"))
    }

    pub fn go(&self, address: &str) {
        self.post("/url", &json!({ "url": address }));
    }

    pub fn reload(&self) {
        self.post("/refresh", &json!({}));
    }

    /// Runs a script in the page; it says what it returns.
    pub fn run(&self, script: &str) -> Value {
        self.run_with(script, &json!([]))
    }

    pub fn run_with(&self, script: &str, arguments: &Value) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Waits until an expression is true in the page.
    pub fn until(&self, expression: &str) {
        let begun = Instant::now();
        while self.run(&format!("return Boolean({expression})")) != json!(true) {
            if begun.elapsed() > Duration::from_secs(60) {
                let page = self.run("return document.body.innerText.slice(0, 800)");
                panic!("never: {expression}\n{page}\n{:?}", self.complaints());
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Clicks in the middle of what a selector finds, with a real pointer.
    pub fn click(&self, selector: &str) {
        let place = self.run_with(
            "const element = document.querySelector(arguments[0]);
             if (!element) return null;
             element.scrollIntoView({ block: 'nearest' });
             const box = element.getBoundingClientRect();
             return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];",
            &json!([selector]),
        );
        assert!(place.is_array(), "nothing is {selector}");
        self.pointer(&[&place]);
    }

    /// Presses at the first place, moves through the others, and lets go at the last.
    pub fn pointer(&self, places: &[&Value]) {
        self.gesture(Hand::Left, places);
    }

    /// The same with another button, or a finger.
    pub fn gesture(&self, hand: Hand, places: &[&Value]) {
        let (kind, button, duration) = match hand {
            Hand::Left => ("mouse", 0, 0),
            Hand::Right => ("mouse", 2, 0),
            // What takes no time is no way for a finger.
            Hand::Finger => ("touch", 0, 50),
        };
        let go = |place: &Value| json!({ "type": "pointerMove", "duration": duration, "origin": "viewport", "x": place[0], "y": place[1] });
        let mut actions = vec![go(places[0]), json!({ "type": "pointerDown", "button": button })];
        actions.extend(places[1..].iter().map(|place| go(place)));
        actions.push(json!({ "type": "pointerUp", "button": button }));
        let pointer = json!({
            "type": "pointer", "id": kind, "parameters": { "pointerType": kind },
            "actions": actions,
        });
        self.post("/actions", &json!({ "actions": [pointer] }));
    }

    /// Holds a key down while something is done.
    pub fn holding(&self, key: char, what: impl FnOnce()) {
        let act = |kind: &str| {
            let action = json!({ "type": kind, "value": key.to_string() });
            let keyboard = json!({ "type": "key", "id": "keyboard", "actions": [action] });
            self.post("/actions", &json!({ "actions": [keyboard] }));
        };
        act("keyDown");
        what();
        act("keyUp");
    }

    /// Two fingers, each from its first place to its second.
    pub fn fingers(&self, paths: [[Value; 2]; 2]) {
        let finger = |(id, [from, to]): (usize, [Value; 2])| {
            let go = |place: &Value, duration: u32| json!({ "type": "pointerMove", "duration": duration, "origin": "viewport", "x": place[0], "y": place[1] });
            json!({
                "type": "pointer", "id": format!("finger {id}"),
                "parameters": { "pointerType": "touch" },
                "actions": [
                    go(&from, 0), { "type": "pointerDown", "button": 0 }, go(&to, 100),
                    { "type": "pointerUp", "button": 0 },
                ],
            })
        };
        let actions: Vec<Value> = paths.into_iter().enumerate().map(finger).collect();
        self.post("/actions", &json!({ "actions": actions }));
    }

    /// Types into whatever has the focus. `\u{E007}` is Enter, `\u{E012}` to `\u{E015}` the arrows.
    pub fn keys(&self, text: &str) {
        let actions: Vec<Value> = text
            .chars()
            .flat_map(|key| {
                ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.to_string() }))
            })
            .collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.post("/actions", &json!({ "actions": [keyboard] }));
    }

    pub fn text(&self, selector: &str) -> String {
        let text = self.run_with(
            "return document.querySelector(arguments[0])?.textContent ?? ''",
            &json!([selector]),
        );
        text.as_str().unwrap_or_default().to_owned()
    }

    /// The title of whatever is shown, also where no script may run.
    pub fn title(&self) -> String {
        let title = self.ask("GET", &format!("/session/{}/title", self.session), &json!({}));
        title.unwrap_or_else(|error| panic!("{error}")).as_str().unwrap_or_default().to_owned()
    }

    /// Opens another page beside this one, and returns the names of both.
    pub fn open_another(&self) -> [String; 2] {
        let path = format!("/session/{}/window", self.session);
        let this = self.ask("GET", &path, &json!({})).unwrap();
        let that = self.post("/window/new", &json!({ "type": "tab" }));
        [&this, &that["handle"]].map(|name| name.as_str().unwrap().to_owned())
    }

    pub fn switch_to(&self, window: &str) {
        self.post("/window", &json!({ "handle": window }));
    }

    pub fn close_window(&self) {
        _ = self.ask("DELETE", &format!("/session/{}/window", self.session), &json!({}));
    }

    /// All that the page has complained about since this was asked last.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().cloned().unwrap_or_default();
        entries.iter().map(|entry| entry["message"].to_string()).collect()
    }

    /// A picture of the page, as base64 of a PNG.
    pub fn picture(&self) -> String {
        let path = format!("/session/{}/screenshot", self.session);
        let picture = self.ask("GET", &path, &json!({})).unwrap_or_default();
        picture.as_str().unwrap_or_default().to_owned()
    }
}

/// The port, which the driver says on its standard output.
fn port(driver: &mut Child) -> Option<u16> {
    let mut lines = BufReader::new(driver.stdout.take()?).lines();
    let line =
        lines.by_ref().map_while(Result::ok).find(|line| line.contains("successfully on port "))?;
    // Somebody has to go on reading, or the driver waits for it.
    thread::spawn(move || lines.for_each(drop));
    let digits = line.rsplit("on port ").next()?;
    digits.trim_end_matches('.').parse().ok()
}

fn end(driver: &mut Child) {
    _ = driver.kill();
    _ = driver.wait();
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends the browser; without it the browser would stay.
        _ = self.ask("DELETE", &format!("/session/{}", self.session), &json!({}));
        end(&mut self.driver);
    }
}
