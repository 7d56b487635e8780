use std::sync::atomic::{AtomicU8, Ordering};

use super::super::super::View;
use super::super::{Class, Code, Layout};

/// The codes of a class, at the places of its layout. Threads fill in different ones.
#[derive(Debug)]
pub struct Codes {
    pub layout: Layout,
    codes: Vec<AtomicU8>,
}

impl Codes {
    pub fn new(class: Class) -> Codes {
        let layout = Layout::new(class);
        let mut codes = Vec::new();
        codes.resize_with(layout.places() as usize, || AtomicU8::new(Code::DRAW.0));
        Codes { layout, codes }
    }

    pub fn class(&self) -> Class {
        self.layout.ranking.class()
    }

    #[inline]
    pub fn get(&self, place: u64) -> Code {
        Code(self.codes[place as usize].load(Ordering::Relaxed))
    }

    /// Fills in all codes from a place on.
    pub fn fill(&self, start: u64, codes: &[Code]) {
        for (place, &code) in self.codes[start as usize..].iter().zip(codes) {
            let code = if code == Code::FIXED_DRAW { Code::DRAW } else { code };
            place.store(code.0, Ordering::Relaxed);
        }
    }

    /// Calls `visit` for each position in the order of their numbers.
    pub fn for_each(&self, mut visit: impl FnMut(View, Code)) {
        let mut codes = self.codes.iter();
        self.layout.for_each(0..self.layout.places(), |view| {
            if let (Some(code), Some(view)) = (codes.next(), view) {
                visit(view, Code(code.load(Ordering::Relaxed)));
            }
        });
    }
}
