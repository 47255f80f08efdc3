import { ChartNoAxesColumn, ChevronRight, MessageCircle, Plus, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Section } from './Section';

const actions = [
  { to: '/projects/new', icon: Plus, text: 'New project' },
  { to: '/collaborators', icon: Users, text: 'Find collaborators' },
  { to: '/messages', icon: MessageCircle, text: 'Messages' },
  { to: '/analytics', icon: ChartNoAxesColumn, text: 'Analytics' },
];

/** The four quick links (R9.1). */
export function QuickActions() {
  return (
    <Section title="Quick actions">
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {actions.map(({ to, icon: Icon, text }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-12 items-center gap-3 px-4 transition-colors hover:bg-hover">
              <Icon aria-hidden className="size-4.5 text-muted" />
              <span className="flex-1 font-medium text-sm">{text}</span>
              <ChevronRight aria-hidden className="size-4 text-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
