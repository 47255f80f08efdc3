import type { ClientAnswer, ClientEvent, ClientPayload } from '@sangam/shared/app/socket';
import type { LimitName } from '../../lib/rate-limits.js';
import type { Result } from '../../lib/result.js';
import type { WireText } from '../../lib/wire-text.js';
import type { MemberSocket } from '../transport/io.js';

/** Responds with the acknowledgement's data, or with the same as serialized JSON. */
type Respond<E extends ClientEvent> = (result: Result<ClientAnswer<E> | WireText>) => void;

interface Handler<E extends ClientEvent> {
  limit: LimitName;
  /** Responds once, now or later. A returned promise delays the socket's next event until it settles. */
  handle(socket: MemberSocket, payload: ClientPayload<E>, respond: Respond<E>): void | Promise<void>;
}

export type Handlers = { [E in ClientEvent]: Handler<E> };
