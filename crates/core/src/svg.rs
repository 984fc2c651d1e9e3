//! Scene to SVG: the only renderer of pictures.
