//! Many modules as one script.
//!
//! Each module becomes a function that returns what it exports and is called once, when it is first
//! wanted. That works line by line because our modules keep to few forms of import and export; any
//! other is refused.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::SiteError;
use crate::comments::without_comments;

/// One script that does what the module `entry` does. `source` gives the text of a module, and `None`
/// for one that is left out: it may only be imported when it is wanted.
pub fn bundle<'s>(
    entry: &str,
    source: &dyn Fn(&str) -> Result<Option<&'s str>, SiteError>,
) -> Result<String, SiteError> {
    let mut bundle = Bundle { source, modules: BTreeMap::new(), open: Vec::new() };
    bundle.add(entry, true)?;
    let mut script = String::from("'use strict';\n(() => {\nconst $modules = {\n");
    for (path, module) in &bundle.modules {
        let kind = if path == entry { "async () =>" } else { "() =>" };
        // Writing into a String does not fail.
        _ = writeln!(script, "'{path}': {kind} {{\n{}}},", module.text);
    }
    script.push_str(
        "};\nconst $loaded = {};\nconst $load = (path) => ($loaded[path] ??= $modules[path]());\n",
    );
    _ = writeln!(script, "$load('{entry}');\n}})();");
    // Either would end the script element, or begin something else in it.
    if let Some(bad) = ["</script", "<!--"].iter().find(|bad| script.contains(*bad)) {
        return Err(SiteError::new(entry, format!("a script in a page cannot have {bad} in it")));
    }
    Ok(script)
}

struct Bundle<'b, 's> {
    source: &'b dyn Fn(&str) -> Result<Option<&'s str>, SiteError>,
    modules: BTreeMap<String, Module>,
    /// The modules that are being added, each imported by the one before.
    open: Vec<String>,
}

/// A module as the body of a function.
#[derive(Default)]
struct Module {
    text: String,
    exports: Vec<String>,
}

impl Bundle<'_, '_> {
    fn add(&mut self, path: &str, is_entry: bool) -> Result<(), SiteError> {
        if self.open.iter().any(|open| open == path) {
            return Err(SiteError::new(path, "it imports itself by way of others"));
        }
        if self.modules.contains_key(path) {
            return Ok(());
        }
        let source = (self.source)(path)?;
        let source = source.ok_or_else(|| SiteError::new(path, "it is imported, but left out"))?;
        self.open.push(path.to_owned());
        let mut module = Module::default();
        let mut later = Vec::new();
        for (index, line) in without_comments(source) {
            let text = self.line(path, line, is_entry, &mut module.exports, &mut later);
            let place = format!("{path}:{}", index + 1);
            module.text.push_str(&text.map_err(|error| match error.file.as_str() {
                "" => SiteError { file: place, ..error },
                _ => error,
            })?);
            module.text.push('\n');
        }
        _ = writeln!(module.text, "return {{ {} }};", module.exports.join(", "));
        self.open.pop();
        self.modules.insert(path.to_owned(), module);
        // Whoever is wanted later may import this module in turn: by then it is loaded.
        let open = std::mem::take(&mut self.open);
        for path in later {
            if (self.source)(&path)?.is_some() {
                self.add(&path, false)?;
            }
        }
        self.open = open;
        Ok(())
    }

    /// A line as it is in a function. Errors that name no file are about this line.
    fn line(
        &mut self,
        path: &str,
        line: &str,
        is_entry: bool,
        exports: &mut Vec<String>,
        later: &mut Vec<String>,
    ) -> Result<String, SiteError> {
        let here = |message: &str| SiteError::new("", message);
        if let Some(rest) = line.strip_prefix("import ") {
            let import = Import::read(rest).ok_or_else(|| here("an unknown form of import"))?;
            let from = resolved(path, import.from).ok_or_else(|| here("an import from afar"))?;
            self.add(&from, false)?;
            let known = &self.modules[&from].exports;
            if let Some(name) = import.names.iter().find(|name| !known.iter().any(|it| it == *name))
            {
                return Err(here(&format!("{from} does not export {name}")));
            }
            return Ok(format!("const {} = $load('{from}');", import.into));
        }
        if line.starts_with("import") {
            return Err(here("an unknown form of import"));
        }
        if let Some(rest) = line.strip_prefix("export ") {
            exports
                .push(exported(rest).ok_or_else(|| here("an unknown form of export"))?.to_owned());
            return Ok(rest.to_owned());
        }
        let is_outside = !line.starts_with(char::is_whitespace) && !line.contains("async ");
        if is_outside && line.contains("await ") && !is_entry {
            return Err(here("only the first module can wait outside of a function"));
        }
        if line.contains("import.meta") || line.starts_with("export") {
            return Err(here("an unknown form of import or export"));
        }
        wanted_later(path, line, later).ok_or_else(|| here("an unknown form of import"))
    }
}

/// `import * as api from './api.js';` or `import { h, s } from './dom.js';`
struct Import<'l> {
    /// What stands left of `=` where it is a declaration.
    into: &'l str,
    /// The names that must be there.
    names: Vec<&'l str>,
    from: &'l str,
}

impl Import<'_> {
    /// Reads what follows the word `import`.
    fn read(rest: &str) -> Option<Import<'_>> {
        let (what, from) = rest.split_once(" from '")?;
        let from = from.strip_suffix("';")?;
        if let Some(into) = what.strip_prefix("* as ") {
            return is_name(into).then_some(Import { into, names: Vec::new(), from });
        }
        let inner = what.strip_prefix("{ ")?.strip_suffix(" }")?;
        let names: Vec<&str> = inner.split(", ").collect();
        names.iter().all(|name| is_name(name)).then_some(Import { into: what, names, from })
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The name that a declaration gives.
fn exported(declaration: &str) -> Option<&str> {
    let kinds = ["class ", "function ", "async function ", "async function* ", "const "];
    let rest = kinds.iter().find_map(|kind| declaration.strip_prefix(kind))?;
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let is_whole = match declaration.starts_with("const ") {
        true => rest[end..].starts_with(" = "),
        false => rest[end..].starts_with(['(', ' ']),
    };
    (is_whole && end > 0).then(|| &rest[..end])
}

/// Where `path` finds what it imports as `name`.
fn resolved(path: &str, name: &str) -> Option<String> {
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    for part in name.strip_prefix("./").unwrap_or(name).split('/') {
        match part {
            ".." => _ = folders.pop()?,
            part => folders.push(part),
        }
    }
    name.starts_with('.').then(|| folders.join("/"))
}

/// A line in which each `await import('./tree/view.js')` is a call of the module's function. Types in
/// comments may be imported too, and stay.
fn wanted_later(path: &str, line: &str, later: &mut Vec<String>) -> Option<String> {
    const CALL: &str = "import(";
    let (mut out, mut rest) = (String::new(), line);
    while let Some(at) = rest.find(CALL) {
        let (before, call) = rest.split_at(at);
        out.push_str(before);
        rest = &call[CALL.len()..];
        if before.ends_with('{') {
            out.push_str(CALL);
            continue;
        }
        if !before.ends_with("await ") {
            return None;
        }
        let (name, after) = rest.strip_prefix('\'')?.split_once("')")?;
        let from = resolved(path, name)?;
        out.push_str(&format!("$load('{from}')"));
        later.push(from);
        rest = after;
    }
    Some(out + rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::FILES;

    /// Bundles modules that are given here; those with an empty text are left out.
    fn bundled(modules: &[(&str, &'static str)]) -> Result<String, SiteError> {
        bundle("main.js", &|path| {
            let found = modules.iter().find(|(name, _)| *name == path);
            let (_, text) = found.ok_or_else(|| SiteError::new(path, "not there"))?;
            Ok(Some(*text).filter(|text| !text.is_empty()))
        })
    }

    #[test]
    fn modules_become_functions() {
        let script = bundled(&[
            (
                "main.js",
                "import { a } from './x/a.js';\nconst { b } = await import('./b.js');\na(b);",
            ),
            ("x/a.js", "import * as c from '../c.js';\nexport const a = (it) => c.c(it);"),
            (
                "b.js",
                "// import nothing\n/** Two\n * lines. */\nexport class b {\n  /** @type {b} */ (b);\n}",
            ),
            ("c.js", "export function c(it) { return it; }"),
        ]);
        let expected = "'use strict';\n(() => {\nconst $modules = {\n\
            'b.js': () => {\nclass b {\n  /** @type {b} */ (b);\n}\nreturn { b };\n},\n\
            'c.js': () => {\nfunction c(it) { return it; }\nreturn { c };\n},\n\
            'main.js': async () => {\nconst { a } = $load('x/a.js');\n\
            const { b } = await $load('b.js');\na(b);\nreturn {  };\n},\n\
            'x/a.js': () => {\nconst c = $load('c.js');\nconst a = (it) => c.c(it);\nreturn { a };\n},\n\
            };\nconst $loaded = {};\nconst $load = (path) => ($loaded[path] ??= $modules[path]());\n\
            $load('main.js');\n})();\n";
        assert_eq!(script.as_deref(), Ok(expected));
    }

    #[test]
    fn what_is_left_out_may_be_wanted_later_only() {
        let later = "const f = async () => (await import('./b.js')).b;";
        assert!(bundled(&[("main.js", later), ("b.js", "")]).unwrap().contains("$load('b.js')"));
        let now = "import { b } from './b.js';";
        let error = bundled(&[("main.js", now), ("b.js", "")]).unwrap_err();
        assert_eq!(error.to_string(), "b.js: it is imported, but left out");
        let error = bundled(&[("main.js", later)]).unwrap_err();
        assert_eq!(error.to_string(), "b.js: not there");
    }

    #[test]
    fn other_forms_are_refused() {
        let b = ("b.js", "export const b = 1;");
        for (line, message) in [
            ("import b from './b.js';", "an unknown form of import"),
            ("import './b.js';", "an unknown form of import"),
            ("import { b as c } from './b.js';", "an unknown form of import"),
            ("import {", "an unknown form of import"),
            ("import { b } from \"./b.js\";", "an unknown form of import"),
            ("import { b } from 'b.js';", "an import from afar"),
            ("import { c } from './b.js';", "b.js does not export c"),
            ("export default 1;", "an unknown form of export"),
            ("export { b };", "an unknown form of export"),
            ("export * from './b.js';", "an unknown form of export"),
            ("export let b = 1;", "an unknown form of export"),
            ("export const { b } = c;", "an unknown form of export"),
            ("import('./b.js').then(f);", "an unknown form of import"),
            ("f(import('./b.js'));", "an unknown form of import"),
            ("f(await import(name));", "an unknown form of import"),
            ("f(import.meta.url);", "an unknown form of import or export"),
        ] {
            let text: &'static str = Box::leak(format!("// First.\n{line}").into_boxed_str());
            let error = bundled(&[("main.js", text), b]).unwrap_err();
            assert_eq!(error.to_string(), format!("main.js:2: {message}"), "{line}");
        }
    }

    #[test]
    fn whoever_waits_or_goes_round_in_circles_is_refused() {
        let error = bundled(&[
            ("main.js", "import { b } from './b.js';"),
            ("b.js", "export const b = 1;\nawait f();"),
        ]);
        let message = "b.js:2: only the first module can wait outside of a function";
        assert_eq!(error.unwrap_err().to_string(), message);
        let error = bundled(&[
            ("main.js", "import { b } from './b.js';"),
            ("b.js", "import { c } from './c.js';\nexport const b = 1;"),
            ("c.js", "import { b } from './b.js';\nexport const c = 1;"),
        ]);
        assert_eq!(error.unwrap_err().to_string(), "b.js: it imports itself by way of others");
        let error = bundled(&[("main.js", "f('</script>');")]);
        assert!(error.unwrap_err().to_string().contains("</script"));
    }

    /// All modules of the page, those that need a server too: whoever writes another form hears of it.
    #[test]
    fn the_page_keeps_to_the_forms() {
        let script = bundle("main.js", &|path| {
            let file = FILES.iter().find(|file| file.path == path);
            let file = file.ok_or_else(|| SiteError::new(path, "not there"))?;
            Ok(str::from_utf8(file.content).ok())
        });
        let script = script.unwrap();
        let modules = FILES.iter().map(|file| file.path).filter(|path| path.ends_with(".js"));
        for path in modules.filter(|path| *path != "worker.js") {
            assert!(script.contains(&format!("\n'{path}': ")), "{path}");
        }
    }
}
