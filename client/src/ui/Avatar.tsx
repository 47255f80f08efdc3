import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { cx } from './cx';
import { usePictureRef, usePictures } from './member-pictures';

const sizes = { sm: 'size-8 text-xs', md: 'size-10 text-sm', lg: 'size-14 text-md', xl: 'size-20 text-xl' };

/** The class of a member's hue, which colors `bg-avatar` behind their initials and `text-name` in messages (styles/base.css). */
export const hueOf = (id: number) => `hue-${Math.abs(id) % 6}`;

const letters = new Intl.Segmenter();
const firstLetter = (word = ''): string => letters.segment(word).containing(0)?.segment ?? '';

/** The first letters of the first and last word, without a bracket or quote before them. A vowel sign or joined emoji stays whole. */
export function initials(name: string): string {
  const words = name.split(/(?:^|\s)[\s\p{P}]*/u).filter(Boolean);
  const last = words.length > 1 ? firstLetter(words.at(-1)) : '';
  return (firstLetter(words[0]) || '?').toUpperCase() + last.toUpperCase();
}

interface AvatarProps {
  id: number;
  name: string;
  size?: keyof typeof sizes;
  /** The avatar of a project, with the initials of its title. */
  isProject?: boolean;
  /** Shows a presence dot at the corner; none if absent. */
  online?: boolean | undefined;
  className?: string;
}

/**
 * A member's picture, or else their initials on a colour chosen by their id; a former member has neither, nor presence. Hidden from
 * assistive technology, since the name is next to it.
 */
export function Avatar({ id, name, size = 'md', isProject = false, online, className }: AvatarProps) {
  const isFormer = name === FORMER_MEMBER;
  const member = isProject || isFormer ? 0 : id;
  const pictureRef = usePictureRef(member);
  const picture = usePictures(({ byId }) => byId[member]);
  return (
    <span ref={pictureRef} aria-hidden className={cx('relative inline-flex shrink-0', className)}>
      {/* Drawn by CSS, so that initials aren't read out, found by search, or part of a link's name. */}
      <span
        data-initials={isFormer ? '–' : initials(name)}
        className={cx(
          'inline-flex items-center justify-center bg-avatar before:content-[attr(data-initials)] font-semibold text-on-avatar tracking-tight forced-colors:border',
          isProject ? 'rounded-md' : 'rounded-full',
          // A former member's is the grey one.
          hueOf(isFormer ? 5 : id),
          sizes[size],
        )}
      />
      {picture && (
        <img
          src={size === 'xl' ? picture.large : picture.small}
          alt=""
          loading="lazy"
          onError={({ currentTarget }) => {
            // The large picture's address has expired, or there's no network.
            if (currentTarget.src !== picture.small) currentTarget.src = picture.small;
          }}
          className="absolute inset-0 size-full rounded-full object-cover"
        />
      )}
      {online !== undefined && !isFormer && (
        <span
          className={cx(
            'presence-dot',
            online ? 'bg-online' : 'border-2 border-offline bg-[var(--behind,var(--c-surface))]',
          )}
        />
      )}
    </span>
  );
}
