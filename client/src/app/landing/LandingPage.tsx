import {
  ArrowRight,
  Award,
  ChartNoAxesColumn,
  FolderPlus,
  type LucideIcon,
  MessageCircle,
  Sparkles,
  UserPlus,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { useSession } from '../../core/session/session';
import type { ButtonSize } from '../../ui/button/Button';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { Logo } from '../../ui/Logo';
import { Page } from '../../ui/page/Page';
import { Confluence } from './Confluence';
import { NewestProjects } from './NewestProjects';
import { Vignette } from './Vignette';

export function LandingPage() {
  return (
    <>
      <Page title="Next-generation collaboration" width="plain">
        <Hero />
        <FeatureGrid />
        <NewestProjects />
        <CallToAction />
      </Page>
      <Footer />
    </>
  );
}

function Hero() {
  return (
    <section aria-labelledby="hero-title" className="relative isolate">
      <Confluence />
      <div className="mx-auto grid max-w-page items-center gap-10 px-4 pt-10 pb-32 sm:px-6 sm:pt-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] lg:gap-16 lg:py-20">
        <div>
          <p className="font-medium text-muted text-sm">Next-generation collaboration</p>
          <h1
            id="hero-title"
            className="mt-3 max-w-[12ch] font-[680] text-display leading-none tracking-[-0.035em] sm:max-w-none"
          >
            Where people and projects meet
          </h1>
          <p className="mt-5 max-w-xl text-md text-muted sm:text-lg">
            Sangam is where students and creators post projects, find the people to build them with, and talk while they
            build.
          </p>
          <div className="mt-8 flex flex-wrap gap-3 max-sm:*:grow">
            <EntryLink size="lg" />
            <ButtonLink to="/projects" size="lg">
              Browse projects
              <ArrowRight aria-hidden className="size-4.5" />
            </ButtonLink>
          </div>
        </div>
        <Vignette />
      </div>
    </section>
  );
}

const features: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: FolderPlus,
    title: 'Open projects',
    text: 'Describe what you’re building, the skills you need and the size of the team.',
  },
  {
    icon: UserPlus,
    title: 'Join requests',
    text: 'Each request shows skills and a message. Accept or reject it; a team never exceeds its limit.',
  },
  {
    icon: MessageCircle,
    title: 'Real-time chat',
    text: 'Chat one-to-one or with your whole team. No message is lost when your connection drops.',
  },
  {
    icon: Sparkles,
    title: 'Matching by skill',
    text: 'Find projects and people that fit your skills, and see why.',
  },
  { icon: Award, title: 'Achievements', text: 'Earned for your first project, team and answers.' },
  {
    icon: ChartNoAxesColumn,
    title: 'Analytics',
    text: 'Your requests, answers, messages and teams by week.',
  },
];

function FeatureGrid() {
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

function CallToAction() {
  return (
    <section aria-labelledby="cta-title" className="border-line border-t">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-6 px-4 py-12 sm:px-6 sm:py-16">
        <div>
          <h2 id="cta-title" className="text-2xl">
            Find your next teammate
          </h2>
          <p className="mt-2 text-muted">Create a project, or join a team that needs your skills.</p>
        </div>
        <EntryLink size="lg" />
      </div>
    </section>
  );
}

/** Links to the sign-up for visitors, to the dashboard for members, also while their session is being restored. */
function EntryLink({ size }: { size: ButtonSize }) {
  const isVisitor = useSession((state) => state.status === 'signed-out');
  return (
    <ButtonLink to={isVisitor ? '/signup' : '/dashboard'} variant="primary" size={size}>
      {isVisitor ? 'Create your account' : 'Open your dashboard'}
    </ButtonLink>
  );
}

const links = [
  { to: '/privacy', text: 'Privacy' },
  { to: '/terms', text: 'Terms' },
  { to: '/support', text: 'Support' },
  { to: '/about', text: 'About' },
];

/** Name and the four links (R1.3). */
function Footer() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-6 sm:px-6">
        <Logo />
        <nav aria-label="Footer">
          <ul className="-mx-2 flex flex-wrap">
            {links.map(({ to, text }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-control min-w-control items-center justify-center rounded-sm px-2 text-muted text-sm hover:text-fg hover:underline"
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
