//! What the routers add to the API description of their calls.

use utoipa::openapi::Paths;
use utoipa::openapi::path::Operation;
use utoipa_axum::router::UtoipaMethodRouter;

/// A call with its name in the API description.
pub fn call<S>(name: &str, mut routes: UtoipaMethodRouter<S>) -> UtoipaMethodRouter<S> {
    for operation in operations(&mut routes.1) {
        operation.operation_id = Some(name.to_owned());
    }
    routes
}

pub fn operations(paths: &mut Paths) -> impl Iterator<Item = &mut Operation> {
    paths
        .paths
        .values_mut()
        .flat_map(|item| [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch])
        .flatten()
}
