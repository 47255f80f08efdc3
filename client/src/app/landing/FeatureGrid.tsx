import { Award, ChartNoAxesColumn, FolderPlus, type LucideIcon, MessageCircle, Sparkles, UserPlus } from 'lucide-react';

const features: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: FolderPlus,
    title: 'Open projects',
    text: 'Describe what you are building, the skills you need and the size of the team.',
  },
  {
    icon: UserPlus,
    title: 'Join requests',
    text: 'Each request shows skills and a message. Accept or reject it; a team never exceeds its limit.',
  },
  {
    icon: MessageCircle,
    title: 'Real-time chat',
    text: 'One-to-one and instant. No message is lost when your connection drops.',
  },
  {
    icon: Sparkles,
    title: 'AI-powered matching',
    text: 'Search for a skill to find the projects that need it.',
  },
  { icon: Award, title: 'Badges', text: 'Early Adopter for joining, Profile Complete when nothing is missing.' },
  {
    icon: ChartNoAxesColumn,
    title: 'Analytics',
    text: 'Your projects, collaborations and messages on one dashboard.',
  },
];

/** The six feature cards, parted by hairlines. */
export function FeatureGrid() {
  return (
    <section aria-labelledby="features-title" className="border-line border-t">
      <div className="mx-auto max-w-page px-4 py-12 sm:px-6 sm:py-16">
        <h2 id="features-title" className="max-w-md text-2xl">
          From idea to team
        </h2>
        <ul className="mt-8 grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
          {features.map(({ icon: Icon, title, text }) => (
            <li key={title} className="bg-surface p-5 sm:p-6">
              <Icon aria-hidden className="size-5 text-muted" />
              <h3 className="mt-4 text-md">{title}</h3>
              <p className="mt-1 text-muted text-sm">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
