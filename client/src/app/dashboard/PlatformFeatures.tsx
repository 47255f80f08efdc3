import { Award, ChartNoAxesColumn, type LucideIcon, MessageCircle, Sparkles } from 'lucide-react';
import { Section } from './Section';

const features: { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Sparkles, title: 'AI-powered matching', text: 'Search for a skill to find the projects that need it.' },
  {
    icon: MessageCircle,
    title: 'Real-time chat',
    text: 'One-to-one and instant; messages wait while you are offline.',
  },
  { icon: Award, title: 'Badges', text: 'Early Adopter, and Profile Complete when nothing is missing.' },
  { icon: ChartNoAxesColumn, title: 'Analytics', text: 'Your projects and collaborations in numbers.' },
];

/** What the platform offers; fixed texts (R9.2). */
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
