import { profileCompletion } from '@sangam/shared/people/profile';
import type { User } from '@sangam/shared/people/users';
import { Award, BadgeCheck } from 'lucide-react';
import { Card } from '../../ui/Card';
import { cx } from '../../ui/cx';

/** The two achievements (R3.3). The second one is earned. */
export function Achievements({ user }: { user: User }) {
  const complete = profileCompletion(user).missing.length === 0;
  const achievements = [
    { icon: Award, title: 'Early Adopter', text: 'Joined in the early days', earned: true },
    {
      icon: BadgeCheck,
      title: 'Profile Complete',
      text: complete ? 'All profile fields are filled in' : 'Fill in the missing profile fields',
      earned: complete,
    },
  ];
  return (
    <Card className="grid gap-3">
      <h2 className="text-base">Achievements</h2>
      <ul className="grid gap-3">
        {achievements.map(({ icon: Icon, title, text, earned }) => (
          <li key={title} className="flex items-center gap-3">
            <Icon aria-hidden className={cx('size-5 shrink-0', earned ? 'text-fg' : 'text-faint')} />
            <p className="text-sm leading-tight">
              <span className={cx('block font-medium', !earned && 'text-muted')}>{title}</span>
              <span className="text-faint text-xs">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
