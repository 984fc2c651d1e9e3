//! What the engine still needs once it is compiled: `gridwright-bindgen bind ENGINE.wasm OUT` writes
//! the JavaScript that loads it, `gridwright-bindgen pack FILE OUT` compresses it.
//!
//! The program `wasm-bindgen` does the first and much more, and takes twice as long to build. What
//! every visitor fetches and one machine compresses once is worth Zopfli's time: its gzip is a
//! twentieth smaller than that of `gzip -9`.

use std::error::Error;
use std::fs::{self, File};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["bind", engine, out] => bind(engine, out),
        ["pack", file, out] => pack(file, out),
        _ => Err("usage: gridwright-bindgen bind ENGINE.wasm OUT | pack FILE OUT".into()),
    }
}

fn bind(engine: &str, out: &str) -> Result<(), Box<dyn Error>> {
    Bindgen::new()
        .input_path(engine)
        .out_name("gridwright")
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .remove_producers_section(true)
        .generate(out)?;
    Ok(())
}

fn pack(file: &str, out: &str) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(file)?;
    // More rounds than these find hardly anything more. A sorted engine changes its kind often.
    let options = zopfli::Options {
        iteration_count: 5.try_into()?,
        maximum_block_splits: 200,
        ..zopfli::Options::default()
    };
    zopfli::compress(
        options,
        zopfli::Format::Gzip,
        &bytes[..],
        File::create(out)?,
    )?;
    Ok(())
}
