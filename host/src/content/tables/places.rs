//! Places: typed indices into the tables of content.

macro_rules! places {
    ($($(#[$doc:meta])* $Name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Name(pub u32);
        impl $Name {
            /// As an index into its table.
            #[must_use]
            pub const fn index(self) -> usize { self.0 as usize }
        }
    )*};
}

places! {
    /// The place of an action in `Content::actions`.
    ActionIx;
    /// The place of a kind in `Content::kinds`.
    KindIx;
    /// The place of a profile in `Content::profiles`.
    ProfileIx;
    /// The place of a stimulus in `Content::stimuli`.
    StimulusIx;
    /// The place of a zone in `Content::zones`.
    ZoneIx;
    /// The place of a weather in `Content::weathers`.
    WeatherIx;
    /// The place of an effect line in `Content::lines`.
    LineIx;
}
