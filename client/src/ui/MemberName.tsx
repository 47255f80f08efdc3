import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { Link } from 'react-router-dom';
import { cx } from './cx';
import { usePictures, useWanted } from './member-pictures';

interface MemberNameProps {
  id: number;
  name: string;
  /** They have no page: they are suspended or have deleted their account. */
  isGone?: boolean | undefined;
  className?: string;
}

/** A member's name, which leads to their page if they have one for the reader. */
export function MemberName({ id, name, isGone, className }: MemberNameProps) {
  const known = isGone || name === FORMER_MEMBER ? 0 : id;
  const hasNoPage = usePictures(({ byId }) => byId[known] === null);
  const place = useWanted(known);
  return known === 0 || hasNoPage ? (
    <bdi ref={place} className={className}>
      {name}
    </bdi>
  ) : (
    <Link to={`/people/${id}`} className={cx('hover:underline', className)}>
      <bdi ref={place}>{name}</bdi>
    </Link>
  );
}

const block = 'relative block w-fit min-w-control-sm max-w-full';
const line = `${block} truncate`;
/** Makes the link as high as a finger, without moving the lines around it; upwards, since the line below may have a control. */
export const raisedName = `${line} -mt-7 pt-7`;
/** The same where a long name takes several lines. */
export const raisedLines = `${block} wrap-anywhere -mt-7 pt-7`;
/** The same downwards, at the top of the screen. */
export const loweredName = `${line} -mb-7 pb-7`;
