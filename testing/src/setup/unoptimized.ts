/**
 * V8's flags for a process of the tests. To optimize the embedded database's WebAssembly is a fifth of the CPU of a start, and
 * half of that of creating a database. It pays only where a server runs for long.
 */
export const UNOPTIMIZED = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];
