//! React on the server: the front end's own bundle, run by an engine inside this binary.
//!
//! Owns the engine's whole life. One engine renders one batch of pages and is dropped with all its memory;
//! nothing is kept between publications and nothing of the engine leaks out of this room.

use rquickjs::{CatchResultExt, Context, Ctx, Function, Runtime};

/// What the bundle expects of its surroundings and the engine does not have.
const SHIMS: &str = include_str!("render/shims.js");

/// React's recursion over a deep tree needs more than the engine's default of 256 KiB.
const ENGINE_STACK: usize = 4 * 1024 * 1024;
const THREAD_STACK: usize = 2 * ENGINE_STACK;
/// A page that needs more than this is broken; better a clear error than a machine without memory.
const ENGINE_MEMORY: usize = 256 * 1024 * 1024;

#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    #[error("the rendering engine could not be started: {0}")]
    Engine(String),
    #[error("the page bundle could not be loaded: {0}")]
    Bundle(String),
    #[error("{page} could not be rendered: {reason}")]
    Page { page: String, reason: String },
}

/// A page to render: its address, for messages, and its data as JSON.
pub struct Job<'a> {
    pub page: &'a str,
    pub data: &'a str,
}

/// Renders every job to the HTML inside the root element, in order.
///
/// Runs on a thread of its own, since the engine needs a deep stack, and blocks until it is done.
pub fn render(bundle: &str, jobs: &[Job<'_>]) -> Result<Vec<String>, RenderError> {
    if jobs.is_empty() {
        return Ok(Vec::new());
    }
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("render".to_owned())
            .stack_size(THREAD_STACK)
            .spawn_scoped(scope, || render_here(bundle, jobs))
            .map_err(|error| RenderError::Engine(error.to_string()))?
            .join()
            .unwrap_or_else(|_| Err(RenderError::Engine("it panicked".to_owned())))
    })
}

fn render_here(bundle: &str, jobs: &[Job<'_>]) -> Result<Vec<String>, RenderError> {
    let engine = |error: rquickjs::Error| RenderError::Engine(error.to_string());
    let runtime = Runtime::new().map_err(engine)?;
    runtime.set_max_stack_size(ENGINE_STACK);
    runtime.set_memory_limit(ENGINE_MEMORY);
    let context = Context::full(&runtime).map_err(engine)?;
    context.with(|ctx| {
        let render_page = load(&ctx, bundle)?;
        jobs.iter()
            .map(|job| {
                render_page
                    .call::<_, String>((job.data,))
                    .catch(&ctx)
                    .map_err(|error| RenderError::Page { page: job.page.to_owned(), reason: error.to_string() })
            })
            .collect()
    })
}

fn load<'js>(ctx: &Ctx<'js>, bundle: &str) -> Result<Function<'js>, RenderError> {
    ctx.eval::<(), _>(SHIMS)
        .and_then(|()| ctx.eval::<(), _>(bundle))
        .and_then(|()| ctx.globals().get("renderPage"))
        .catch(ctx)
        .map_err(|error| RenderError::Bundle(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUNDLE: &str = "globalThis.renderPage = (json) => `<p>${JSON.parse(json).words}</p>`;";

    #[test]
    fn pages_are_rendered_in_order() {
        let jobs = [Job { page: "/a", data: r#"{"words":"one"}"# }, Job { page: "/b", data: r#"{"words":"two"}"# }];
        assert_eq!(render(BUNDLE, &jobs).expect("rendered"), ["<p>one</p>", "<p>two</p>"]);
    }

    #[test]
    fn a_page_that_fails_is_named() {
        let error = render(BUNDLE, &[Job { page: "/home", data: "not json" }]).expect_err("an error").to_string();
        assert!(error.starts_with("/home could not be rendered:"), "{error}");
    }

    #[test]
    fn a_bundle_that_does_not_load_is_told() {
        let error = render("throw new Error('broken')", &[Job { page: "/", data: "{}" }]).expect_err("an error");
        assert!(error.to_string().contains("broken"), "{error}");
    }

    #[test]
    fn endless_recursion_is_an_error_and_no_crash() {
        let bundle = "const f = (n) => 1 + f(n + 1); globalThis.renderPage = () => String(f(0));";
        assert!(matches!(render(bundle, &[Job { page: "/", data: "{}" }]), Err(RenderError::Page { .. })));
    }
}
