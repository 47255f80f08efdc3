import { Award, BadgeCheck } from 'lucide-react';
import { Card } from '../../ui/Card';

const achievements = [
  { icon: Award, title: 'Early Adopter', text: 'Here from the beginning' },
  { icon: BadgeCheck, title: 'Profile Complete', text: 'All essentials filled in' },
];

/** The two fixed achievements of the specification. */
export function Achievements() {
  return (
    <Card className="grid gap-3">
      <h2 className="text-base">Achievements</h2>
      <ul className="grid gap-3">
        {achievements.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex items-center gap-3">
            <Icon aria-hidden className="size-5 shrink-0 text-muted" />
            <p className="text-sm leading-tight">
              <span className="block font-medium">{title}</span>
              <span className="text-faint text-xs">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
