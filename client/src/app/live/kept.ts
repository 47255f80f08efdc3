// What a start without a network shows, and what is kept for it: one chunk of code, which visitors never load. The subjects' rows
// are registered first.
import './join';

export { keepLastSeen } from '../../core/offline/keep';
export { readKept } from '../../core/offline/restore';
