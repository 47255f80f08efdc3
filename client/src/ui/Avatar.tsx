import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { cx } from './cx';
import { usePictures, useWanted } from './member-pictures';

const sizes = { sm: 'size-8 text-xs', md: 'size-10 text-sm', lg: 'size-14 text-md', xl: 'size-20 text-xl' };
const colours = ['bg-avatar-1', 'bg-avatar-2', 'bg-avatar-3', 'bg-avatar-4', 'bg-avatar-5', 'bg-avatar-6'];

/** The first letters of the first and last word, by code point rather than UTF-16 unit. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const first = [...(words[0] ?? '')][0] ?? '?';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

interface AvatarProps {
  id: number;
  name: string;
  size?: keyof typeof sizes;
  /** A project's, with the initials of its title. */
  isProject?: boolean;
  /** Shows a presence dot at the corner; none if absent. */
  online?: boolean | undefined;
  className?: string;
}

/**
 * A member's picture, or else their initials on a colour chosen by their id. Hidden from assistive technology, since the name is next to it.
 */
export function Avatar({ id, name, size = 'md', isProject = false, online, className }: AvatarProps) {
  const member = isProject || name === FORMER_MEMBER ? 0 : id;
  const place = useWanted(member);
  const picture = usePictures(({ byId }) => byId[member]);
  return (
    <span ref={place} aria-hidden className={cx('relative inline-flex shrink-0', className)}>
      {/* Drawn by CSS, so that initials aren't read out, found by search, or part of a link's name. */}
      <span
        data-initials={name === FORMER_MEMBER ? '–' : initials(name)}
        className={cx(
          'inline-flex items-center justify-center before:content-[attr(data-initials)] font-semibold text-on-avatar tracking-tight',
          isProject ? 'rounded-md' : 'rounded-full',
          name === FORMER_MEMBER ? 'bg-faint' : colours[Math.abs(id) % colours.length],
          sizes[size],
        )}
      />
      {picture && (
        <img
          src={size === 'xl' ? picture.large : picture.small}
          alt=""
          loading="lazy"
          onError={({ currentTarget }) => {
            // The large one's address has expired, or there's no network.
            if (currentTarget.src !== picture.small) currentTarget.src = picture.small;
          }}
          className="absolute inset-0 size-full rounded-full object-cover"
        />
      )}
      {online !== undefined && (
        <PresenceDot
          online={online}
          size={size === 'sm' ? 'small' : size === 'md' ? 'medium' : 'large'}
          className="absolute right-0 bottom-0 ring-2 ring-surface"
        />
      )}
    </span>
  );
}

const dotSizes = { small: 'size-2', medium: 'size-2.5', large: 'size-3' };

interface PresenceDotProps {
  online: boolean;
  size?: keyof typeof dotSizes;
  className?: string;
}

/** Green if online, grey if not. Hidden from assistive technology, since the text next to it says it. */
function PresenceDot({ online, size = 'medium', className }: PresenceDotProps) {
  return (
    <span
      aria-hidden
      data-online={online}
      className={cx(
        'inline-block shrink-0 forced-color-adjust-none rounded-full transition-colors',
        dotSizes[size],
        online ? 'bg-online' : 'bg-offline',
        className,
      )}
    />
  );
}
