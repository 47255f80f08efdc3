/** For tests of the client: a browser allows any number of listeners to a signal, but Node warns from the eleventh on. */
import { setMaxListeners } from 'node:events';

setMaxListeners(100);
