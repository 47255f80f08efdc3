import {
  Award,
  ChartNoAxesColumn,
  ChevronRight,
  type LucideIcon,
  MessageCircle,
  Plus,
  Sparkles,
  Users,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { Section } from '../work/Section';

const actions = [
  { to: '/projects/new', icon: Plus, text: 'Create a project' },
  { to: '/collaborators', icon: Users, text: 'Find people' },
  { to: '/messages', icon: MessageCircle, text: 'Messages' },
  { to: '/analytics', icon: ChartNoAxesColumn, text: 'View analytics' },
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

const features: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Sparkles,
    title: 'Matching by skill',
    text: 'Find projects and people that fit your skills, and see why.',
  },
  {
    icon: MessageCircle,
    title: 'Real-time chat',
    text: 'Chat one-to-one or with your whole team. Messages you write offline are sent later.',
  },
  { icon: Award, title: 'Achievements', text: 'Earned for your first project, team and answers.' },
  { icon: ChartNoAxesColumn, title: 'Analytics', text: 'Your requests, answers, messages and teams by week.' },
];

/** The platform's features, in fixed texts (R9.2). */
export function PlatformFeatures() {
  return (
    <Section title="Platform features">
      <ul className="grid gap-4 rounded-lg border border-line p-4 sm:grid-cols-2 lg:grid-cols-1">
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-3">
            <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted" />
            <p className="text-sm">
              <span className="block font-medium">{title}</span>
              <span className="text-muted">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
