//! Renders pages to HTML with React, by running the front end's server bundle in QuickJS.
//!
//! Each call starts a JavaScript engine and drops it afterwards, so no state or memory is kept between publications.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clinic_runtime::slow_calls::log_if_slow;
use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Function, Runtime};

/// Browser APIs that React expects and QuickJS does not have.
const SHIMS: &str = include_str!("render/shims.js");

/// React renders recursively and needs more than the engine's default of 256 KiB.
const ENGINE_STACK_BYTES: usize = 4 * 1024 * 1024;
const THREAD_STACK_BYTES: usize = 2 * ENGINE_STACK_BYTES;

/// What the engine says.
const OUT_OF_MEMORY: &str = "out of memory";

/// What one call may use. A page with a bug fails with an error instead of using up the machine's memory or blocking
/// publications for ever.
#[derive(Debug, Clone, Copy)]
pub struct RenderLimits {
    pub memory_bytes: usize,
    pub page_time: Duration,
}

impl Default for RenderLimits {
    /// Far more than a page needs.
    fn default() -> Self {
        Self { memory_bytes: 256 * 1024 * 1024, page_time: Duration::from_secs(20) }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    #[error("cannot start the JavaScript engine: {0}")]
    Engine(String),
    #[error("cannot load the server bundle: {0}")]
    Bundle(String),
    #[error("cannot render {page}: {reason}")]
    Page { page: String, reason: String },
    #[error("cannot render {page}: it took longer than {} seconds", .limit.as_secs_f32())]
    Timeout { page: String, limit: Duration },
    #[error("cannot render {page}: it needs more than {} MiB of memory", .limit_bytes / 1024 / 1024)]
    OutOfMemory { page: String, limit_bytes: usize },
    #[error("the pages were not rendered in time")]
    OutOfTime,
}

/// A page to render: its path, for error messages, and its data as JSON.
pub struct Job<'a> {
    pub page: &'a str,
    pub data: &'a str,
}

/// Returns the HTML inside the root element for each job, in order, or `OutOfTime` when that takes longer than `until`.
/// Blocks.
///
/// Runs on a separate thread, because the engine needs a larger stack.
pub fn render(
    bundle: &str,
    jobs: &[Job<'_>],
    limits: RenderLimits,
    until: Option<Instant>,
) -> Result<Vec<String>, RenderError> {
    if jobs.is_empty() {
        return Ok(Vec::new());
    }
    let span = tracing::info_span!("render", pages = jobs.len());
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("render".to_owned())
            .stack_size(THREAD_STACK_BYTES)
            .spawn_scoped(scope, || span.in_scope(|| render_on_this_thread(bundle, jobs, limits, until)))
            .map_err(|error| RenderError::Engine(error.to_string()))?
            .join()
            .unwrap_or_else(|_| Err(RenderError::Engine("it panicked".to_owned())))
    })
}

fn render_on_this_thread(
    bundle: &str,
    jobs: &[Job<'_>],
    limits: RenderLimits,
    until: Option<Instant>,
) -> Result<Vec<String>, RenderError> {
    let engine = |error: rquickjs::Error| RenderError::Engine(error.to_string());
    let runtime = Runtime::new().map_err(engine)?;
    runtime.set_max_stack_size(ENGINE_STACK_BYTES);
    runtime.set_memory_limit(limits.memory_bytes);
    let deadline = Deadline::start(limits.page_time, until);
    runtime.set_interrupt_handler(Some(Box::new({
        let deadline = deadline.clone();
        move || deadline.has_passed()
    })));
    let context = Context::full(&runtime).map_err(engine)?;
    context.with(|ctx| {
        let render_page = load(&ctx, bundle)
            .map_err(|error| if deadline.is_out_of_time() { RenderError::OutOfTime } else { error })?;
        jobs.iter()
            .map(|job| {
                deadline.restart();
                if deadline.is_out_of_time() {
                    return Err(RenderError::OutOfTime);
                }
                let started = Instant::now();
                let html = render_page.call::<_, String>((job.data,)).catch(&ctx);
                log_if_slow("rendering a page", job.page, started.elapsed());
                html.map_err(|error| {
                    let page = job.page.to_owned();
                    if deadline.is_out_of_time() {
                        RenderError::OutOfTime
                    } else if deadline.has_passed() {
                        RenderError::Timeout { page, limit: limits.page_time }
                    } else {
                        // The engine has no memory left for an exception either, so that it is null.
                        let is_null = matches!(&error, CaughtError::Value(value) if value.is_null());
                        let reason = error.to_string();
                        if is_null || reason.contains(OUT_OF_MEMORY) {
                            RenderError::OutOfMemory { page, limit_bytes: limits.memory_bytes }
                        } else {
                            RenderError::Page { page, reason }
                        }
                    }
                })
            })
            .collect()
    })
}

/// When the script that is running now has to be finished. The engine asks regularly whether to interrupt it.
#[derive(Clone)]
struct Deadline {
    limit: Duration,
    started: Arc<Mutex<Instant>>,
    /// When all scripts together have to be finished.
    until: Option<Instant>,
}

impl Deadline {
    fn start(limit: Duration, until: Option<Instant>) -> Self {
        Self { limit, started: Arc::new(Mutex::new(Instant::now())), until }
    }

    fn restart(&self) {
        *self.started.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn is_out_of_time(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    fn has_passed(&self) -> bool {
        self.is_out_of_time() || self.started.lock().unwrap_or_else(PoisonError::into_inner).elapsed() > self.limit
    }
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

    const BUNDLE: &str = "globalThis.renderPage = (json) => `<p>${JSON.parse(json).text}</p>`;";

    fn render_all(bundle: &str, jobs: &[Job<'_>]) -> Result<Vec<String>, RenderError> {
        render(bundle, jobs, RenderLimits::default(), None)
    }

    #[test]
    fn pages_are_rendered_in_order() {
        let jobs = [Job { page: "/a", data: r#"{"text":"one"}"# }, Job { page: "/b", data: r#"{"text":"two"}"# }];
        assert_eq!(render_all(BUNDLE, &jobs).expect("rendered"), ["<p>one</p>", "<p>two</p>"]);
    }

    #[test]
    fn error_names_the_page() {
        let error = render_all(BUNDLE, &[Job { page: "/home", data: "not json" }]).expect_err("an error").to_string();
        assert!(error.starts_with("cannot render /home:"), "{error}");
    }

    #[test]
    fn error_of_the_bundle_is_reported() {
        let error = render_all("throw new Error('broken')", &[Job { page: "/", data: "{}" }]).expect_err("an error");
        assert!(error.to_string().contains("broken"), "{error}");
    }

    #[test]
    fn endless_loop_is_an_error_that_names_the_page() {
        let bundle = "globalThis.renderPage = () => { for (;;) { try { for (;;) {} } catch {} } };";
        let jobs = [Job { page: "/home", data: "{}" }];
        let limits = RenderLimits { page_time: Duration::from_millis(200), ..RenderLimits::default() };
        let error = render(bundle, &jobs, limits, None).expect_err("an error").to_string();
        assert_eq!(error, "cannot render /home: it took longer than 0.2 seconds");
    }

    #[test]
    fn all_pages_together_have_a_time_limit() {
        let bundle = "globalThis.renderPage = (json) => { if (JSON.parse(json).endless) for (;;) {} return ''; };";
        let jobs = [Job { page: "/a", data: "{}" }, Job { page: "/b", data: r#"{"endless":true}"# }];
        let until = Instant::now() + Duration::from_millis(300);
        let limits = RenderLimits { page_time: Duration::MAX, ..RenderLimits::default() };
        let error = render(bundle, &jobs, limits, Some(until)).expect_err("an error");
        assert!(matches!(error, RenderError::OutOfTime), "{error}");
        assert!(matches!(render(bundle, &jobs[..1], limits, Some(until)), Err(RenderError::OutOfTime)));
    }

    #[test]
    fn infinite_recursion_is_an_error() {
        let bundle = "const f = (n) => 1 + f(n + 1); globalThis.renderPage = () => String(f(0));";
        assert!(matches!(render_all(bundle, &[Job { page: "/", data: "{}" }]), Err(RenderError::Page { .. })));
    }
}
