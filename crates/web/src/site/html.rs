//! The page's own text, for a page without a server.

use sha2::{Digest, Sha256};

use super::{INDEX, SiteError, base64, bundle, needs_server, text};

/// What is written into a page that we made, so that it can be told from others.
pub const MARK: &str = "<meta name=\"generator\" content=\"plyglot page\">";

/// As strict as the policy of the server, which may also forbid frames.
const SITE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/// The first file of a site.
pub fn index() -> Result<String, SiteError> {
    let mut page = Page(text(INDEX)?.to_owned());
    page.begin(SITE_POLICY)?;
    Ok(page.0)
}

/// The whole site in one file.
pub fn single(worker: &str, wasm_gz: &[u8]) -> Result<String, SiteError> {
    let (style, shell) = styles(&without_preloads(text(INDEX)?))?;
    let source = |path: &str| if needs_server(path) { Ok(None) } else { text(path).map(Some) };
    let script = bundle::bundle("main.js", &source)?;
    let policy = format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; style-src {}; img-src data:; \
         worker-src blob:; base-uri 'none'; form-action 'none'",
        hash(&script),
        hash(&style),
    );
    let mut page = Page(shell);
    page.begin(&policy)?;
    page.replace("  </head>", &format!("    <style>{style}</style>\n  </head>"))?;
    let icon = base64::encode(text("icon.svg")?.as_bytes());
    let icon = format!("data:image/svg+xml;base64,{icon}");
    page.replace("href=\"icon.svg\"", &format!("href=\"{icon}\""))?;
    page.replace("src=\"icon.svg\"", &format!("src=\"{icon}\""))?;
    page.replace("    <script type=\"module\" src=\"main.js\"></script>\n", "")?;
    let end = format!(
        "{}{}<script>{script}</script>\n  </body>",
        data("worker", "application/json", &as_json(worker)),
        data("module", "text/plain", &base64::encode(wasm_gz)),
    );
    page.replace("</body>", &end)?;
    Ok(page.0)
}

struct Page(String);

impl Page {
    /// Replaces what is there exactly once.
    fn replace(&mut self, from: &str, to: &str) -> Result<(), SiteError> {
        if self.0.matches(from).count() != 1 {
            return Err(SiteError::new(INDEX, format!("expected once: {}", from.trim())));
        }
        self.0 = self.0.replacen(from, to, 1);
        Ok(())
    }

    /// Says how it asks, and what it may do.
    fn begin(&mut self, policy: &str) -> Result<(), SiteError> {
        self.replace("<html lang=\"en\">", "<html lang=\"en\" data-transport=\"worker\">")?;
        let charset = "<meta charset=\"utf-8\">";
        let metas = format!(
            "{charset}\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n    {MARK}"
        );
        self.replace(charset, &metas)
    }
}

/// A file that holds everything has nothing to load early.
fn without_preloads(page: &str) -> String {
    let is_kept = |line: &&str| !line.contains("modulepreload") && !line.contains("<!--");
    page.split_inclusive('\n').filter(is_kept).collect()
}

/// All style sheets as one, and the page without them.
fn styles(page: &str) -> Result<(String, String), SiteError> {
    let (mut style, mut rest) = (String::new(), String::new());
    for line in page.split_inclusive('\n') {
        let sheet = line.trim().strip_prefix("<link rel=\"stylesheet\" href=\"");
        match sheet.and_then(|sheet| sheet.strip_suffix("\">")) {
            Some(path) => style += text(path)?,
            None => rest += line,
        }
    }
    Ok((style, rest))
}

/// A part of the page that is neither run nor shown.
fn data(id: &str, kind: &str, content: &str) -> String {
    format!("<script id=\"{id}\" type=\"{kind}\">{content}</script>\n    ")
}

/// A text as JSON that does not end the element it stands in.
fn as_json(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('<', "\\u003c")
}

/// How a policy names an inline script or style.
fn hash(content: &str) -> String {
    format!("'sha256-{}'", base64::encode(&Sha256::digest(content)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORKER: &str = "if (1 < 2) '</script><!-- \\u';";

    /// What stands between two texts.
    fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
        text.split_once(from).unwrap().1.split_once(to).unwrap().0
    }

    #[test]
    fn one_file_loads_nothing() {
        let page = single(WORKER, b"packed").unwrap();
        let shell = page.replace(between(&page, "<style>", "</style>"), "");
        let shell = shell.replace(between(&page, "<script>", "</script>"), "");
        for attribute in ["src=\"", "href=\""] {
            for value in shell.split(attribute).skip(1) {
                assert!(
                    value.starts_with('#') || value.starts_with("data:"),
                    "{attribute}{value:.40}"
                );
            }
        }
        for bad in [" style=\"", " onclick=", " onload=", "http://", "https://", "unsafe-inline"] {
            assert!(!shell.contains(bad), "{bad}");
        }
        assert!(!between(&page, "<style>", "</style>").contains("url("));
    }

    /// The hash of the empty text is known from the standard's examples.
    #[test]
    fn the_policy_names_what_is_there() {
        assert_eq!(hash(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
        let page = single(WORKER, b"packed").unwrap();
        let policy = between(&page, "Content-Security-Policy\" content=\"", "\"");
        assert!(policy.contains(&hash(between(&page, "<script>", "</script>"))));
        assert!(policy.contains(&hash(between(&page, "<style>", "</style>"))));
        assert!(policy.starts_with("default-src 'none'; "));
    }

    #[test]
    fn the_worker_and_the_module_are_in_the_page() {
        let page = single(WORKER, b"packed").unwrap();
        let worker =
            between(&page, "<script id=\"worker\" type=\"application/json\">", "</script>");
        assert_eq!(serde_json::from_str::<String>(worker).unwrap(), WORKER);
        assert!(page.contains("<script id=\"module\" type=\"text/plain\">cGFja2Vk</script>"));
        assert!(page.contains(MARK) && page.contains("data-transport=\"worker\""));
    }

    #[test]
    fn a_site_begins_with_the_same_page() {
        let page = index().unwrap();
        assert!(page.contains(MARK) && page.contains("data-transport=\"worker\""));
        assert!(page.contains("<script type=\"module\" src=\"main.js\">"));
    }
}
