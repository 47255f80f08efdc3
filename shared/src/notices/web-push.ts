import { Type } from 'typebox';
import { Data, Nullable, Strict } from '../core/schemas.js';
import { Remembered } from '../people/auth.js';
import { noticeServerLimits } from './limits.js';

/**
 * The subscription of the session's device. `key`: the installation's VAPID public key, base64url. `session`: after subscribing, since
 * that makes the session a remembered one.
 */
export const WebPushAnswer = Data(
  Type.Object({
    key: Type.String(),
    subscription: Nullable(Type.Object({ endpoint: Type.String(), shows_text: Type.Boolean() })),
    is_remembered: Type.Optional(Type.Boolean({ description: 'use renews the session' })),
    session: Type.Optional(Remembered),
  }),
);

/** A browser's `PushSubscription`. Its two secrets are base64url of 65 and 16 bytes. */
export const WebPushBody = Strict({
  endpoint: Type.String({ minLength: 1, maxLength: noticeServerLimits.webPushEndpointMaxChars, pattern: '^https://' }),
  p256dh: Type.String({ pattern: '^[\\w-]{87}$' }),
  auth: Type.String({ pattern: '^[\\w-]{22}$' }),
  shows_text: Type.Boolean(),
});
