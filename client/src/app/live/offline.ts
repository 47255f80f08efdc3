// Reads and writes offline data. One lazy chunk, which visitors never load; the subjects register their rows first.
import './subjects';

export { cacheLastSeen, readCached } from '../../core/offline/member-cache';
