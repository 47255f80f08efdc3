// One chunk of code, which visitors never load.
export { keepLastSeen } from './keep';
export { readKept } from './restore';
