/**
 * V8 flags for test processes. Optimizing the embedded database's WebAssembly takes a fifth of the CPU of a start and half of that of
 * creating a database, which is worthwhile only for long runs.
 */
export const UNOPTIMIZED = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];
