import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { Link } from 'react-router-dom';
import { cx } from './cx';
import { usePictureRef, usePictures } from './member-pictures';

interface MemberNameProps {
  id: number;
  name: string;
  /** The member has no page: they are suspended or have deleted their account. */
  isGone?: boolean | undefined;
  className?: string;
}

/** A member's name, linked to their page unless the reader may not see it. */
export function MemberName({ id, name, isGone, className }: MemberNameProps) {
  const known = isGone || name === FORMER_MEMBER ? 0 : id;
  const hasNoPage = usePictures(({ byId }) => byId[known] === null);
  const pictureRef = usePictureRef(known);
  return known === 0 || hasNoPage ? (
    <bdi ref={pictureRef} className={className}>
      {name}
    </bdi>
  ) : (
    <Link to={`/people/${id}`} className={cx('hover:underline', className)}>
      <bdi ref={pictureRef}>{name}</bdi>
    </Link>
  );
}

const block = 'relative block w-fit min-w-control-sm max-w-full';
/** Extends the link upwards to touch size without moving the lines around it. Not downwards, since the line below may have a control. */
const raised = `${block} -mt-7 pt-7`;
/** A name on one line, for lists whose rows have the same height. */
export const raisedName = `${raised} truncate`;
/** A whole name, where the member is what the card or row is about. */
export const raisedWholeName = `${raised} wrap-anywhere`;
/** A name of at most two lines, in a narrow list. */
export const raisedShortName = 'relative -mt-7 pt-7 line-clamp-2 w-fit min-w-control-sm max-w-full wrap-anywhere';
/** Like `raisedName`, but extended downwards, for the top of the screen. */
export const loweredName = `${block} -mb-7 pb-7 truncate`;
