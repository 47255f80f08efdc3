import type { AttachmentKind, AttachmentLink } from '@sangam/shared/chat/attachments';
import { chatLimits } from '@sangam/shared/chat/limits';
import type { Clock } from '../../platform/lib/clock.js';
import { isOver } from '../../platform/lib/deadline.js';
import { createSigner } from '../../platform/lib/secrets.js';
import type { Variant } from './file-store.js';

/** The member who may read an attachment's address, in one session. */
export interface ReadingSession {
  userId: number;
  sessionId: string;
}

/** The attachment, form and session that an address was signed for. */
export interface Reader extends ReadingSession {
  id: string;
  variant: Variant;
  untilMs: number;
}

export interface Links {
  /** The addresses of an attachment for one member's session. */
  make(attachment: { id: string; kind: AttachmentKind }, session: ReadingSession): AttachmentLink;
  /** Whether the signature is ours, matches the address, and has not expired. */
  isValid(reader: Reader, signature: string): boolean;
}

/** File extensions by which browsers and the rate limit for files recognize them. */
export const endings = { file: 'bin', full: 'webp', small: 'webp' } as const satisfies Record<Variant, string>;

/**
 * Signs addresses of files for one session and a short time, since an `<img>` sends no token: a leaked address soon expires, and ends
 * with the session.
 */
export function createLinks({ jwtSecret, clock }: { jwtSecret: string; clock: Clock }): Links {
  const signer = createSigner(jwtSecret, 'attachment links');
  const textOf = ({ id, variant, userId, sessionId, untilMs }: Reader) =>
    `${id} ${variant} ${userId} ${sessionId} ${untilMs}`;

  return {
    make({ id, kind }, session) {
      // Addresses made in the same quarter of an hour expire together, so that they repeat and browsers can cache the files.
      const window = chatLimits.attachmentLinkMs;
      const untilMs = (Math.ceil(clock.nowMs() / window) + 1) * window;
      const urlOf = (variant: Variant) => {
        const sessionQuery = `m=${session.userId}&in=${session.sessionId}&until=${untilMs}`;
        return `/files/${id}/${variant}.${endings[variant]}?${sessionQuery}&s=${signer.sign(textOf({ id, variant, ...session, untilMs }))}`;
      };
      const until = new Date(untilMs).toISOString();
      return kind === 'file'
        ? { id, url: urlOf('file'), until }
        : { id, url: urlOf('full'), small_url: urlOf('small'), until };
    },
    isValid: (reader, signature) => signer.isValid(textOf(reader), signature) && !isOver(reader.untilMs, clock.nowMs()),
  };
}
