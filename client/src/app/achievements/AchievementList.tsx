import type { AchievementKind } from '@sangam/shared/app/achievements';
import type { User } from '@sangam/shared/people/users';
import { Award, CircleDashed } from 'lucide-react';
import { cx } from '../../ui/cx';
import { shownAchievements } from './achievements';

/** A member's achievements, earned ones first; for the others, how to earn them. */
export function AchievementList({ kinds, user }: { kinds: readonly AchievementKind[]; user: User }) {
  const sorted = shownAchievements(kinds, user).toSorted((a, b) => Number(b.isEarned) - Number(a.isEarned));
  return (
    <ul className="grid gap-3">
      {sorted.map(({ title, text, isEarned }) => {
        const Icon = isEarned ? Award : CircleDashed;
        return (
          <li key={title} className="flex items-center gap-3">
            <Icon aria-hidden className={cx('size-5 shrink-0', isEarned ? 'text-fg' : 'text-faint')} />
            <p className="text-sm leading-tight">
              <span className={cx('block font-medium', !isEarned && 'text-muted')}>
                {title}
                {!isEarned && <span className="sr-only"> (not yet)</span>}
              </span>
              <span className="text-faint text-xs">{text}</span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
