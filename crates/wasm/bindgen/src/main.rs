//! Writes the JavaScript that loads the engine: `gridwright-bindgen ENGINE.wasm OUT`.
//!
//! The program `wasm-bindgen` does the same and much more, and takes twice as long to build.

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(engine), Some(out)) = (arguments.next(), arguments.next()) else {
        return Err("usage: gridwright-bindgen ENGINE.wasm OUT".into());
    };
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
