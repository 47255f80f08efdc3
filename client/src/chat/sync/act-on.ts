import { type ActTarget, type Deed, enqueueAct } from '../state/outbox/outbox-acts';
import { wakeSender } from './outbox-sender';

/** Changes a message: on screen with the next frame, on the server as soon as it can be reached. */
export function actOn(target: ActTarget, deed: Deed): void {
  enqueueAct(target, deed);
  wakeSender();
}
