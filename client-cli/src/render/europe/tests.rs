//! Checks of the rendering, from hand-made typed views.
