//! `ids!` declares a closed set of identifiers: a small `Copy` enum with a fixed wire name each.
//!
//! Total maps over such a set are arrays indexed by [`Id::index`], so every identifier has a value
//! and a look-up cannot fail. What the rules do with them most often is `#[inline]`: in a debug build the rules are
//! optimised and this crate is not.

/// A closed set of identifiers, as declared by [`ids!`](crate::ids!).
pub trait Id: Copy + Eq + Ord + std::hash::Hash + std::fmt::Debug + 'static {
    /// All identifiers, in their canonical order.
    const ALL: &'static [Self];

    /// Returns the position in [`Self::ALL`].
    fn index(self) -> usize;

    /// Returns the name on the wire.
    fn as_str(self) -> &'static str;
}

/// Declares an enum whose variants are identifiers on the wire.
#[macro_export]
macro_rules! ids {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$vmeta:meta])* $variant:ident = $wire:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord,
            ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema)]
        #[repr(u8)]
        $vis enum $name {
            $($(#[$vmeta])* #[doc = concat!("`", $wire, "` on the wire.")] #[serde(rename = $wire)] $variant),+
        }

        impl $name {
            /// All identifiers, in their canonical order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// The number of identifiers.
            pub const COUNT: usize = Self::ALL.len();

            /// Returns the name on the wire.
            #[inline]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $wire),+ }
            }

            /// Returns the position in [`Self::ALL`].
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Returns the identifier with this wire name.
            pub fn parse(wire: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|id| id.as_str() == wire)
            }
        }

        impl $crate::ids::Id for $name {
            const ALL: &'static [Self] = Self::ALL;

            #[inline]
            fn index(self) -> usize {
                self as usize
            }

            #[inline]
            fn as_str(self) -> &'static str {
                Self::as_str(self)
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}
