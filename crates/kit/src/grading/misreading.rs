/// A misreading of the rules, or of the search, in words. Its name is unique within its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misreading {
    /// Its name, for tables and manifests.
    pub name: &'static str,
    /// What a program with it does: "it ...".
    pub does: &'static str,
    /// What the rules say instead.
    pub rule: &'static str,
}

/// Declares the misreadings that a plain solver knows, as an enum `Flaw`:
/// `Variant "name" "what a program does" "what the rules say"`.
///
/// ```
/// plyglot_kit::misreadings! {
///     LastOfEquals "last-of-equals"
///         "plays the last of equal moves"
///         "the first strictly best move wins"
/// }
///
/// let [last] = Flaw::MISREADINGS else { panic!() };
/// assert_eq!(last.name, "last-of-equals");
/// assert_eq!(Flaw::of(last), Some(Flaw::LastOfEquals));
/// ```
#[macro_export]
macro_rules! misreadings {
    ($($variant:ident $name:literal $does:literal $rule:literal)*) => {
        /// What a program gets wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Flaw {
            $(#[doc = concat!("A program with it ", $does, ".")] $variant,)*
        }

        impl Flaw {
            /// All of them in words.
            pub const MISREADINGS: &'static [$crate::grading::Misreading] = &[
                $($crate::grading::Misreading { name: $name, does: $does, rule: $rule },)*
            ];

            /// The flaw behind a misreading; none if it belongs to another game.
            pub fn of(misreading: &$crate::grading::Misreading) -> Option<Flaw> {
                match misreading.name {
                    $($name => Some(Flaw::$variant),)*
                    _ => None,
                }
            }
        }
    };
}
