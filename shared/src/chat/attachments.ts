import { type Static, Type } from 'typebox';
import { CleanText, Data, Instant, Strict, Uuid } from '../core/schemas.js';
import { chatLimits } from './limits.js';

/** A picture is shown in the thread, a file downloads. */
const attachmentKinds = ['picture', 'file'] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

/** A picture or file in a message. `GET /api/attachments/links` returns its address. */
export const Attachment = Type.Object({
  id: Uuid,
  kind: Type.Enum([...attachmentKinds], { description: 'a picture is shown in the thread, a file downloads' }),
  name: Type.String(),
  bytes: Type.Integer({ minimum: 1, description: 'of the downloaded content' }),
  width: Type.Optional(Type.Integer({ minimum: 1, description: 'of a picture, in pixels' })),
  height: Type.Optional(Type.Integer({ minimum: 1 })),
  preview: Type.Optional(Type.String({ description: 'a tiny preview of a picture, as a data URI' })),
});
export type Attachment = Static<typeof Attachment>;

/** The state of an upload. */
export const Upload = Type.Object({
  id: Uuid,
  bytes: Type.Integer({ minimum: 1 }),
  received: Type.Integer({ minimum: 0, description: 'the number of bytes received, where the next piece begins' }),
  attachment: Type.Union([Attachment, Type.Null()], { description: 'null before the upload is complete' }),
});
export type Upload = Static<typeof Upload>;

/** `id` is chosen by the client, so that a retry begins no second upload. */
export const UploadBody = Strict({
  id: Uuid,
  name: CleanText('line', chatLimits.attachmentNameMaxChars),
  bytes: Type.Integer({ minimum: 1, maximum: chatLimits.attachmentMaxBytes }),
});
export type UploadBody = Static<typeof UploadBody>;

export const AttachmentParams = Type.Object({ attachmentId: Uuid });
export const PieceQuery = Strict({ offset: Type.Integer({ minimum: 0, maximum: chatLimits.attachmentMaxBytes }) });

/** A piece of the content, as bytes instead of JSON. */
export const Piece = Type.Unsafe<Uint8Array<ArrayBuffer>>({});

const UUID_CHARS = 36;
const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
export const LinksQuery = Strict({
  ids: Type.String({
    minLength: UUID_CHARS,
    maxLength: (UUID_CHARS + 1) * chatLimits.attachmentLinksMax,
    pattern: `^${UUID}(,${UUID})*$`,
    description: 'separated by commas',
  }),
});

/** A short-lived address at which this member may read an attachment. */
export const AttachmentLink = Type.Object({
  id: Uuid,
  url: Type.String({ description: 'the file, or the picture at its full size' }),
  small_url: Type.Optional(Type.String({ description: 'the picture as a thread shows it' })),
  until: Instant,
});
export type AttachmentLink = Static<typeof AttachmentLink>;

export const UploadAnswer = Data(Upload);
export const LinksAnswer = Data(
  Type.Object({ links: Type.Array(AttachmentLink, { description: 'links to those that the member may read' }) }),
);
export const UploadEndedAnswer = Data(Type.Object({ id: Uuid }));
