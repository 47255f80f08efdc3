/** For tests of the client: in a browser any number may listen to a signal; Node warns from the eleventh on. */
import { setMaxListeners } from 'node:events';

setMaxListeners(100);
