import type { MemberPage, MemberProfile } from '@sangam/shared/app/member-pages';
import { isolate } from '@sangam/shared/core/isolate';
import { isHttpsLink } from '@sangam/shared/people/links';
import type { User } from '@sangam/shared/people/users';
import { Link2, MessageCircle, UserPlus } from 'lucide-react';
import type { ComponentType } from 'react';
import { useSession } from '../../core/session/session';
import { chatLink } from '../../lib/links/chat-link';
import { useAccountLink } from '../../lib/links/next-path';
import { latePart, lazyPart } from '../../lib/loading/lazy-part';
import { PagePart } from '../../lib/loading/page-parts';
import { GithubLink } from '../../people/screens/GithubLink';
import { EditablePart } from '../../people/screens/page/EditablePart';
import type { PartFormProps } from '../../people/screens/page/use-part-form';
import { SkillChips } from '../../people/screens/SkillChips';
import { inviteDialog } from '../../requests/state/invite-dialog';
import { Avatar } from '../../ui/Avatar';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { OnlineButton } from '../../ui/button/OnlineButton';
import { Card } from '../../ui/Card';
import { MemberFacts } from './MemberFacts';
import { MemberIntro } from './MemberIntro';
import { MemberMenu } from './MemberMenu';
import { RolesAndDay } from './RolesAndDay';

// Only the page's owner loads these.
const forms = () => import('../../people/screens/page/part-forms');
const AboutForm = lazyPart(forms, 'AboutForm');
const LooksForForm = lazyPart(forms, 'LooksForForm');
const SkillsForm = lazyPart(forms, 'SkillsForm');
const LinksForm = lazyPart(forms, 'LinksForm');
const listing = () => import('../../people/screens/page/ListingCard');
const AskListing = lazyPart(listing, 'AskListing');
const FreeHoursCard = lazyPart(() => import('../../people/screens/page/FreeHoursCard'), 'FreeHoursCard');
// Only other members load it.
const SharedHoursCard = latePart(() => import('../../people/screens/hours/SharedHoursCard'), 'SharedHoursCard');
const ListingCard = lazyPart(listing, 'ListingCard');

interface MemberViewProps {
  person: MemberPage;
  /** The signed-in member if this is their own page and they don't view it as others; else null. */
  own: User | null;
}

/** One of two columns. A narrow screen has a single one, in which the reader's actions follow the intro. */
const column = 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 max-lg:contents';

/** A member's page. Its owner edits each part in its place. */
export function MemberView({ person, own }: MemberViewProps) {
  const { id, name } = person;
  // True even when members view their own page as others.
  const isReader = useSession((state) => state.user?.id) === id;
  if (!person.profile) return <NameAlone id={id} name={name} />;
  const profile = own ? { ...person.profile, ...ownParts(own) } : person.profile;
  const form = (Form: ComponentType<PartFormProps>) =>
    own ? (onDone: () => void) => <Form user={own} onDone={onDone} /> : null;
  const { about, looks_for, takes_roles, free_from, skills } = profile;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className={column}>
        <MemberIntro
          id={id}
          name={own?.name ?? name}
          profile={profile}
          own={own}
          menu={isReader ? null : <MemberMenu id={id} name={name} />}
        />
        {own && own.listed === undefined && (
          <PagePart>
            <AskListing />
          </PagePart>
        )}
        <EditablePart title="About" form={form(AboutForm)} hint="Say what you do and what you like to build.">
          {about === '' ? null : (
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {about}
            </p>
          )}
        </EditablePart>
        <EditablePart
          title="Looking for"
          form={form(LooksForForm)}
          hint="Say which people or projects you’re looking for."
        >
          {looks_for === '' && !takes_roles && free_from === undefined ? null : (
            <>
              {looks_for !== '' && (
                <p dir="auto" className="wrap-anywhere">
                  {looks_for}
                </p>
              )}
              <RolesAndDay takesRoles={takes_roles} freeFrom={free_from} />
            </>
          )}
        </EditablePart>
        <EditablePart title="Skills" form={form(SkillsForm)} hint="Add the skills that you bring to a team.">
          {skills.length === 0 ? null : <SkillChips skills={skills} />}
        </EditablePart>
      </div>
      <div className={column}>
        {!isReader && <MemberActs id={id} name={name} skills={skills} />}
        <EditablePart title="Links" form={form(LinksForm)} hint="Add your GitHub and up to three links to your work.">
          {profile.github_link === null && profile.links.length === 0 ? null : <MemberLinks profile={profile} />}
        </EditablePart>
        <MemberFacts profile={profile} />
        {/* Last, since it has its own answer, which arrives after the page's. */}
        {own === null && <OthersHours id={id} name={name} />}
        {own && (
          <PagePart>
            <FreeHoursCard />
          </PagePart>
        )}
        {own && own.listed !== undefined && (
          <PagePart>
            <ListingCard />
          </PagePart>
        )}
      </div>
    </div>
  );
}

/** The parts of the page that the session also has, where the member's changes show at once. */
const ownParts = (own: User): Partial<MemberProfile> => ({
  college: own.college,
  skills: own.skills,
  github_link: own.github_link,
  headline: own.headline ?? '',
  about: own.about ?? '',
  looks_for: own.looks_for ?? '',
  links: own.links ?? [],
});

/** Writes to the member or invites them. */
const MemberActs = ({ id, name, skills }: { id: number; name: string; skills: readonly string[] }) => (
  <div className="grid gap-2 max-lg:-order-1">
    <ButtonLink {...chatLink(id, name)} aria-label={`Message ${isolate(name)}`} variant="primary" block>
      <MessageCircle aria-hidden className="size-4.5" />
      Message
    </ButtonLink>
    <OnlineButton onClick={() => inviteDialog.open({ id, name, skills })} block>
      <UserPlus aria-hidden className="size-4" />
      Invite to a project…
    </OnlineButton>
  </div>
);

/** A member's GitHub and other links. */
const MemberLinks = ({ profile: { github_link, links } }: { profile: MemberProfile }) => (
  <ul className="as-line grid">
    {github_link !== null && (
      <li>
        <GithubLink link={github_link} />
      </li>
    )}
    {links.filter(isHttpsLink).map((link) => (
      <li key={link}>
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className="inline-flex min-h-control-sm min-w-control-sm items-center text-muted text-sm hover:text-fg hover:underline"
        >
          <span className="flex min-w-0 gap-2">
            <Link2 aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{link.replace(/^https:\/\//u, '').replace(/\/$/u, '')}</span>
          </span>
        </a>
      </li>
    ))}
  </ul>
);

/** The free hours that the reader shares with the member. */
function OthersHours({ id, name }: { id: number; name: string }) {
  const me = useSession((state) => state.user?.id);
  if (me === undefined || me === id) return null;
  return <SharedHoursCard id={id} name={name} />;
}

/** The page without a profile: a creator's, for visitors. */
function NameAlone({ id, name }: { id: number; name: string }) {
  const link = useAccountLink();
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <Avatar id={id} name={name} size="xl" />
      <div className="min-w-0">
        <h1 className="wrap-anywhere text-2xl">
          <bdi>{name}</bdi>
        </h1>
        <p className="mt-1 text-muted">Sign in to open this member’s page and write to them.</p>
      </div>
      <ButtonLink to={link('/login')} variant="primary" className="sm:ml-auto">
        Sign in
      </ButtonLink>
    </Card>
  );
}
