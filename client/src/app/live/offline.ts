// What a start without a network shows, and what is kept for it: one chunk of code, which visitors never load. The subjects' rows
// are registered first.
import './subjects';

export { keepLastSeen, readKept } from '../../core/offline/member-cache';
