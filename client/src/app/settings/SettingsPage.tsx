import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { Navigate, NavLink, useLocation, useParams } from 'react-router-dom';
import { useSession } from '../../core/session/session';
import { lazyPart } from '../../lib/loading/lazy-part';
import { cx } from '../../ui/cx';
import { Page } from '../../ui/page/Page';
import { CardSkeleton } from '../../ui/page/Skeleton';
import { AccountSection } from './AccountSection';
import { type SectionId, sectionOf, sections } from './sections';
// Registers, for each subject, the data in this browser that deleting the account clears.
import '../live/subjects';

const contents: Record<SectionId, ComponentType> = {
  account: AccountSection,
  notifications: lazyPart(() => import('./NotificationsSection'), 'NotificationsSection'),
  hours: lazyPart(() => import('./HoursSection'), 'HoursSection'),
  privacy: lazyPart(() => import('./PrivacySection'), 'PrivacySection'),
  appearance: lazyPart(() => import('./AppearanceSection'), 'AppearanceSection'),
  devices: lazyPart(() => import('./DevicesSection'), 'DevicesSection'),
  data: lazyPart(() => import('./DataSection'), 'DataSection'),
};

/** The settings: one section at a time, by its address. Any other address below `/settings` leads to the first. */
export function SettingsPage() {
  const isMember = useSession((state) => state.user !== null);
  const { section: id } = useParams();
  const { search, hash } = useLocation();
  const section = sectionOf(id);
  const heading = useFocusOnChange(section?.id);
  // Keeps the query: a sign-in provider returns to the old address with its outcome.
  if (section === null) return <Navigate to={{ pathname: '/settings/account', search, hash }} replace />;
  if (!isMember) return null;
  const Content = contents[section.id];
  return (
    <Page
      title={`${section.title} · Settings`}
      className="grid content-start gap-x-10 gap-y-6 md:grid-cols-[13rem_minmax(0,42rem)]"
    >
      <h1 className="page-title md:col-span-2">Settings</h1>
      <SectionLinks current={section.id} />
      <div className="grid content-start gap-6">
        <h2 ref={heading} tabIndex={-1} className="text-lg">
          {section.title}
        </h2>
        <Suspense key={section.id} fallback={<CardSkeleton className="h-64" />}>
          <Content />
        </Suspense>
      </div>
    </Page>
  );
}

/** Links to the sections: beside the content, or on a phone in one line above it. */
function SectionLinks({ current }: { current: SectionId }) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: brings the link of another section into view
  useEffect(() => {
    const line = list.current;
    const link = line?.querySelector<HTMLElement>('[aria-current=page]');
    if (line && link) line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <nav
      aria-label="Settings"
      className="max-md:-mx-4 max-md:border-line max-md:border-b md:sticky md:top-[calc(var(--bar-h)+2rem)] md:self-start md:short:static"
    >
      <ul
        ref={list}
        className="relative flex gap-1 max-md:mask-[linear-gradient(to_left,transparent,black_2.5rem)] max-md:scroll-px-10 max-md:overflow-x-auto max-md:[scrollbar-width:none] max-md:pr-10 max-md:pb-2 max-md:pl-3 md:flex-col"
      >
        {sections.map(({ id, title }) => (
          <li key={id} className="shrink-0">
            <NavLink
              to={`/settings/${id}`}
              className={({ isActive }) =>
                cx(
                  'flex min-h-control items-center whitespace-nowrap rounded-md px-3 font-medium text-sm transition-colors hover:bg-hover hover:text-fg',
                  isActive ? 'bg-hover text-fg' : 'text-muted',
                )
              }
            >
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Moves the focus to a section's heading when another section is opened, not when the page is. */
function useFocusOnChange(id: SectionId | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<SectionId | null>(null);
  useEffect(() => {
    if (id === undefined) return;
    if (shown.current !== null && shown.current !== id) heading.current?.focus({ preventScroll: true });
    shown.current = id;
  }, [id]);
  return heading;
}
