import { type Static, Type } from 'typebox';
import { Data, Id, IdList, Instant, Strict, Uuid } from '../core/schemas.js';
import { peopleLimits } from './limits.js';

/** A picture's content, as bytes instead of JSON. */
export const PictureBody = Type.Unsafe<Uint8Array<ArrayBuffer>>({});

export const PicturesQuery = Strict({ ids: IdList(peopleLimits.picturesMax, 'these members, separated by commas') });

/** A member's picture. Its addresses are for the session that requested them; each use checks again whether it may read the picture. */
export const MemberPicture = Type.Object({
  id: Type.Integer({ ...Id, description: 'the member' }),
  picture: Type.String({ ...Uuid, description: 'different after each change' }),
  url: Type.String({ description: "512 pixels, for the member's page" }),
  small_url: Type.String({ description: '128 pixels, for lists' }),
  until: Type.String({ ...Instant, description: 'when the addresses expire' }),
});
export type MemberPicture = Static<typeof MemberPicture>;

export const PicturesAnswer = Data(
  Type.Object({
    pictures: Type.Array(MemberPicture, {
      description: 'of members who have a picture, and a page that the caller may see; others are left out',
    }),
    without_page: Type.Optional(
      Type.Array(Id, {
        description:
          'those among the members who have no page for the caller, so their names have no link. It says no more than a 404 of the page',
      }),
    ),
  }),
);
export const OwnPictureAnswer = Data(MemberPicture);

/** The member has another picture, or none. `GET /api/pictures` answers it. */
export const PictureChange = Type.Object({ id: Id });
export type PictureChange = Static<typeof PictureChange>;
