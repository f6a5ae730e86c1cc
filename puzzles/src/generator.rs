//! Runs the drawing modules of the front end in a JavaScript engine.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rquickjs::{CatchResultExt, Context, Function, Runtime};

use crate::set::{Level, Set, SetError};

/// Written by the front end's build.
const BUNDLE: &str = include_str!("../../web/dist/game/pictures.js");

/// Far more than a set needs. A drawing with a bug fails with an error instead of blocking the machine.
const MAX_TIME: Duration = Duration::from_secs(30);
const MAX_MEMORY_BYTES: usize = 64 * 1024 * 1024;

#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    #[error("cannot start the JavaScript engine: {0}")]
    Engine(String),
    #[error("cannot draw the seed {seed}: {reason}")]
    Drawing { seed: u32, reason: String },
    #[error("the drawing of the seed {seed} is not a set: {source}")]
    NotASet { seed: u32, source: SetError },
}

/// A JavaScript engine with the drawing modules. It can draw any number of sets.
pub struct Generator {
    context: Context,
    started: Rc<Cell<Instant>>,
}

impl Generator {
    pub fn start() -> Result<Self, DrawError> {
        let engine = |error: rquickjs::Error| DrawError::Engine(error.to_string());
        let runtime = Runtime::new().map_err(engine)?;
        runtime.set_memory_limit(MAX_MEMORY_BYTES);
        let started = Rc::new(Cell::new(Instant::now()));
        runtime.set_interrupt_handler(Some(Box::new({
            let started = Rc::clone(&started);
            move || started.get().elapsed() > MAX_TIME
        })));
        let context = Context::full(&runtime).map_err(engine)?;
        context
            .with(|ctx| ctx.eval::<(), _>(BUNDLE).catch(&ctx).map_err(|error| DrawError::Engine(error.to_string())))?;
        Ok(Self { context, started })
    }

    /// The set of a seed. The seed chooses the scenes of the levels.
    pub fn draw(&self, seed: u32) -> Result<Set, DrawError> {
        self.draw_set(seed, "drawSet", (seed,))
    }

    /// One level of a seed, by its number from 1, in the named scene.
    pub fn draw_scene(&self, seed: u32, level: usize, scene: &str) -> Result<Level, DrawError> {
        let mut set = self.draw_set(seed, "drawScene", (seed, level.saturating_sub(1), scene))?;
        set.levels.pop().ok_or(DrawError::Drawing { seed, reason: format!("there is no level {level}") })
    }

    /// A set with one level of a seed, by its number from 1. The seed chooses the scene.
    pub fn draw_level(&self, seed: u32, level: usize) -> Result<Set, DrawError> {
        self.draw_set(seed, "drawScene", (seed, level.saturating_sub(1)))
    }

    fn draw_set(
        &self,
        seed: u32,
        function: &str,
        arguments: impl for<'js> rquickjs::function::IntoArgs<'js>,
    ) -> Result<Set, DrawError> {
        let files = self.call(function, arguments).map_err(|reason| DrawError::Drawing { seed, reason })?;
        Set::from_files(files).map_err(|source| DrawError::NotASet { seed, source })
    }

    /// The names of the scenes of each level.
    pub fn scene_names(&self) -> Result<Vec<Vec<String>>, DrawError> {
        self.call("sceneNames", ()).map_err(DrawError::Engine)
    }

    /// The files in the content of the site.
    pub fn draw_today(&self) -> Result<BTreeMap<String, String>, DrawError> {
        self.call("drawToday", ()).map_err(DrawError::Engine)
    }

    fn call<T: serde::de::DeserializeOwned>(
        &self,
        function: &str,
        arguments: impl for<'js> rquickjs::function::IntoArgs<'js>,
    ) -> Result<T, String> {
        self.started.set(Instant::now());
        let json = self.context.with(|ctx| {
            let function: Function<'_> = ctx.globals().get(function).map_err(|error| error.to_string())?;
            function.call::<_, String>(arguments).catch(&ctx).map_err(|error| error.to_string())
        })?;
        serde_json::from_str(&json).map_err(|error| error.to_string())
    }
}
