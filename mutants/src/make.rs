//! Makes the mistakes: every place that could be wrong becomes a choice.

use std::fs;
use std::path::Path;

use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, UnOp, parse_quote};

/// Rewrites files of a crate, and prints for every mistake its number, its place, what is wrong and
/// the line that it is in.
pub(crate) fn make(source: &str, files: &[&str]) -> Result<(), Box<dyn std::error::Error>> {
    let source = Path::new(source).join("src");
    let mut count = 0;
    for &name in files {
        let text = fs::read_to_string(name)?;
        let mut file = syn::parse_file(&text)?;
        let mut changes = Changes {
            name,
            lines: text.lines().collect(),
            count,
        };
        changes.visit_file_mut(&mut file);
        count = changes.count;
        fs::write(name, file.into_token_stream().to_string())?;
    }
    fs::write(source.join("mutant.rs"), SWITCH)?;
    let root = source.join("lib.rs");
    let text = fs::read_to_string(&root)?;
    fs::write(root, format!("{text}\nmod mutant;\n"))?;
    Ok(())
}

/// The switch that a crate with mistakes has.
const SWITCH: &str = r#"//! Which mistake is made, and which places were come to, if that is asked for.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex};

struct Switch {
    made: u32,
    met: Option<(Vec<AtomicBool>, Mutex<std::fs::File>)>,
}

static SWITCH: LazyLock<Switch> = LazyLock::new(|| {
    let number = std::env::var("GRIDWRIGHT_MUTANT").ok();
    let path = std::env::var_os("GRIDWRIGHT_MUTANTS_MET");
    Switch {
        made: number.and_then(|number| number.parse().ok()).unwrap_or(0),
        met: path.map(|path| {
            let places = (0..1 << 16).map(|_| AtomicBool::new(false)).collect();
            (places, Mutex::new(std::fs::File::create(path).expect("a file can be made")))
        }),
    }
});

pub(crate) fn is(number: u32) -> bool {
    let switch = &*SWITCH;
    if let Some((places, file)) = &switch.met
        && !places[number as usize].swap(true, Ordering::Relaxed)
    {
        writeln!(file.lock().expect("nobody panics in here"), "{number}").expect("it is written");
    }
    switch.made == number
}
"#;

/// Counts the mistakes as it makes them.
struct Changes<'t> {
    name: &'t str,
    lines: Vec<&'t str>,
    count: u32,
}

impl Changes<'_> {
    /// The number of the next mistake, which is printed with its place.
    fn next(&mut self, span: Span, what: &str) -> u32 {
        self.count += 1;
        let line = span.start().line;
        let code = self.lines[line - 1].trim();
        println!("{}\t{}:{line}\t{what}\t{code}", self.count, self.name);
        self.count
    }
}

impl VisitMut for Changes<'_> {
    fn visit_item_mut(&mut self, item: &mut syn::Item) {
        match item {
            // What is known when the program is compiled cannot be switched, and tests are not tested.
            syn::Item::Const(_) | syn::Item::Static(_) | syn::Item::Macro(_) => {}
            syn::Item::Mod(module) if module.attrs.iter().any(is_for_tests) => {}
            _ => visit_mut::visit_item_mut(self, item),
        }
    }

    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        if function.sig.constness.is_none() && !function.attrs.iter().any(is_for_tests) {
            visit_mut::visit_item_fn_mut(self, function);
            self.answer_at_once(&function.sig, &mut function.block);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut syn::ImplItemFn) {
        if function.sig.constness.is_none() {
            visit_mut::visit_impl_item_fn_mut(self, function);
            self.answer_at_once(&function.sig, &mut function.block);
        }
    }

    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}

    fn visit_type_mut(&mut self, _: &mut syn::Type) {}

    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if matches!(expr, Expr::Const(_) | Expr::Repeat(_)) {
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Binary(binary) if !binds(&binary.left) && !binds(&binary.right) => {
                let Some((op, name)) = other(&binary.op) else {
                    return;
                };
                let mut wrong = binary.clone();
                wrong.op = op;
                let number = self.next(binary.op.span(), name);
                let right = quote!(#binary);
                *expr = parse_quote!((if crate::mutant::is(#number) { #wrong } else { #right }));
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                let number = self.next(unary.op.span(), "without `!`");
                let inner = &unary.expr;
                let right = quote!(#unary);
                *expr = parse_quote!((if crate::mutant::is(#number) { #inner } else { #right }));
            }
            _ => {}
        }
    }
}

impl Changes<'_> {
    /// A function that says yes or no says it without looking.
    fn answer_at_once(&mut self, signature: &syn::Signature, block: &mut syn::Block) {
        let syn::ReturnType::Type(_, answer) = &signature.output else {
            return;
        };
        if answer.to_token_stream().to_string() != "bool" {
            return;
        }
        for says in [true, false] {
            let what = format!("`{}` says {says}", signature.ident);
            let number = self.next(signature.ident.span(), &what);
            let first = parse_quote!(if crate::mutant::is(#number) { return #says; });
            block.stmts.insert(0, first);
        }
    }
}

/// What else could stand there.
fn other(op: &BinOp) -> Option<(BinOp, &'static str)> {
    Some(match op {
        BinOp::Eq(_) => (parse_quote!(!=), "`!=` for `==`"),
        BinOp::Ne(_) => (parse_quote!(==), "`==` for `!=`"),
        BinOp::Lt(_) => (parse_quote!(<=), "`<=` for `<`"),
        BinOp::Le(_) => (parse_quote!(<), "`<` for `<=`"),
        BinOp::Gt(_) => (parse_quote!(>=), "`>=` for `>`"),
        BinOp::Ge(_) => (parse_quote!(>), "`>` for `>=`"),
        BinOp::And(_) => (parse_quote!(||), "`||` for `&&`"),
        BinOp::Or(_) => (parse_quote!(&&), "`&&` for `||`"),
        BinOp::Add(_) => (parse_quote!(-), "`-` for `+`"),
        BinOp::Sub(_) => (parse_quote!(+), "`+` for `-`"),
        _ => return None,
    })
}

/// Whether a part of a condition gives names to something, which needs the condition as it is.
fn binds(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => binds(&binary.left) || binds(&binary.right),
        _ => false,
    }
}

fn is_for_tests(attribute: &syn::Attribute) -> bool {
    let text = attribute.meta.to_token_stream().to_string();
    text == "test" || text.contains("cfg (test") || text.contains("cfg(test")
}
