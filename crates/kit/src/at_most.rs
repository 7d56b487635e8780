use std::fmt;
use std::io::{self, Write};

use crate::Files;

/// Files that may take only so many bytes together, and that can be watched as they grow. The write
/// that would take more fails, so a search that writes its log ends there.
pub struct AtMost<'f> {
    files: &'f mut dyn Files,
    left: u64,
    beyond: Option<String>,
    watch: &'f mut dyn FnMut(&[u8]),
}

impl<'f> AtMost<'f> {
    /// These files, of which `watch` sees everything that is written.
    pub fn new(most: u64, files: &'f mut dyn Files, watch: &'f mut dyn FnMut(&[u8])) -> AtMost<'f> {
        AtMost { files, left: most, beyond: None, watch }
    }

    /// The file that there was no room for, if it came to that.
    pub fn beyond(&self) -> Option<&str> {
        self.beyond.as_deref()
    }
}

impl Files for AtMost<'_> {
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + '_>> {
        Ok(Box::new(Metered {
            name: name.to_owned(),
            file: self.files.create(name)?,
            left: &mut self.left,
            beyond: &mut self.beyond,
            watch: self.watch,
        }))
    }

    fn publish(&mut self, name: &str, text: &str) -> io::Result<()> {
        take(&mut self.left, &mut self.beyond, name, text.len())?;
        self.files.publish(name, text)?;
        (self.watch)(text.as_bytes());
        Ok(())
    }

    fn read(&self, name: &str) -> Option<String> {
        self.files.read(name)
    }
}

impl fmt::Debug for AtMost<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AtMost { left, beyond, .. } = self;
        f.debug_struct("AtMost").field("left", left).field("beyond", beyond).finish()
    }
}

struct Metered<'f> {
    name: String,
    file: Box<dyn Write + 'f>,
    left: &'f mut u64,
    beyond: &'f mut Option<String>,
    watch: &'f mut dyn FnMut(&[u8]),
}

impl Write for Metered<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        take(self.left, self.beyond, &self.name, bytes.len())?;
        let written = self.file.write(bytes)?;
        *self.left += (bytes.len() - written) as u64;
        (self.watch)(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Takes bytes from what is left, if there are so many.
fn take(left: &mut u64, beyond: &mut Option<String>, name: &str, bytes: usize) -> io::Result<()> {
    match left.checked_sub(bytes as u64) {
        Some(rest) => *left = rest,
        None => {
            beyond.get_or_insert_with(|| name.to_owned());
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("{name}: too large")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InMemory;

    #[test]
    fn what_fits_is_passed_on_and_nothing_more() {
        let (mut memory, mut seen) = (InMemory::default(), 0);
        let mut watch = |bytes: &[u8]| seen += bytes.len();
        let mut files = AtMost::new(10, &mut memory, &mut watch);
        files.create("a").unwrap().write_all(b"12345").unwrap();
        files.publish("b", "123").unwrap();
        assert_eq!((files.left, files.beyond()), (2, None));
        let mut third = files.create("c").unwrap();
        third.write_all(b"12").unwrap();
        assert_eq!(third.write_all(b"3").unwrap_err().to_string(), "c: too large");
        drop(third);
        assert_eq!(files.beyond(), Some("c"));
        assert_eq!((memory.text("a"), memory.text("b")), (Some("12345"), Some("123")));
        assert_eq!((memory.text("c"), seen), (Some("12"), 10));
    }
}
