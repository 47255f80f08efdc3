import { Award, ChartNoAxesColumn, FolderPlus, type LucideIcon, MessageCircle, Sparkles, UserPlus } from 'lucide-react';

const features: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: FolderPlus,
    title: 'Projects in the open',
    text: 'Say what you are building, which skills it lacks and how many people it takes.',
  },
  {
    icon: UserPlus,
    title: 'Join requests',
    text: 'People ask with their skills and a few words. You accept or reject; the team never grows past its limit.',
  },
  {
    icon: MessageCircle,
    title: 'Real-time chat',
    text: 'One-to-one, instant, and nothing is lost when the train goes into a tunnel.',
  },
  {
    icon: Sparkles,
    title: 'AI-powered matching',
    text: 'Skills on profiles and skills on projects, brought together.',
  },
  { icon: Award, title: 'Badges', text: 'What you finish stays on your profile, where the next team can see it.' },
  {
    icon: ChartNoAxesColumn,
    title: 'Analytics',
    text: 'Your projects, collaborations and messages, counted on one dashboard.',
  },
];

/** The six feature cards, parted by hairlines. */
export function FeatureGrid() {
  return (
    <section aria-labelledby="features-title" className="border-line border-t">
      <div className="mx-auto max-w-page px-4 py-12 sm:px-6 sm:py-16">
        <h2 id="features-title" className="max-w-md text-2xl">
          From an idea to a team that talks
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
