import type { MemberPage, MemberProfile } from '@sangam/shared/app/member-pages';
import type { User } from '@sangam/shared/people/users';
import { type ComponentType, Suspense } from 'react';
import { useSession } from '../../core/session/session';
import { useAccountLink } from '../../lib/links/next-path';
import { lazyPart } from '../../lib/loading/lazy-part';
import { PagePart } from '../../lib/loading/page-parts';
import { EditablePart } from '../../people/screens/page/EditablePart';
import type { PartFormProps } from '../../people/screens/page/use-part-form';
import { SkillChips } from '../../people/screens/SkillChips';
import { Avatar } from '../../ui/Avatar';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { Card } from '../../ui/Card';
import { MemberActs } from './MemberActs';
import { MemberFacts } from './MemberFacts';
import { MemberIntro } from './MemberIntro';
import { MemberLinks } from './MemberLinks';
import { MemberMenu } from './MemberMenu';
import { RolesAndDay } from './RolesAndDay';

// For the owner alone.
const forms = () => import('../../people/screens/page/part-forms');
const AboutForm = lazyPart(forms, 'AboutForm');
const LooksForForm = lazyPart(forms, 'LooksForForm');
const SkillsForm = lazyPart(forms, 'SkillsForm');
const LinksForm = lazyPart(forms, 'LinksForm');
const listing = () => import('../../people/screens/page/ListingCard');
const AskListing = lazyPart(listing, 'AskListing');
const FreeHoursCard = lazyPart(() => import('../../people/screens/page/FreeHoursCard'), 'FreeHoursCard');
// For others alone.
const SharedHoursCard = lazyPart(() => import('../../people/screens/hours/SharedHoursCard'), 'SharedHoursCard');
const ListingCard = lazyPart(listing, 'ListingCard');

interface MemberViewProps {
  person: MemberPage;
  /** The member, if it is their own page and not viewed as others. */
  own: User | null;
}

/** One of two columns. On a narrow screen there is one, where what to do with a member follows the intro. */
const column = 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 max-lg:contents';

/** A member's page. Its owner edits each part in its place. */
export function MemberView({ person, own }: MemberViewProps) {
  const { id, name } = person;
  // Also on the own page, viewed as others.
  const isReader = useSession((state) => state.user?.id) === id;
  if (!person.profile) return <NameAlone id={id} name={name} />;
  const profile = own ? { ...person.profile, ...ownParts(own) } : person.profile;
  const form = (Form: ComponentType<PartFormProps>) =>
    own ? (onDone: () => void) => <Form user={own} onDone={onDone} /> : null;
  const { about, looks_for, takes_roles, free_from, skills } = profile;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
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
        {!isReader && <MemberActs id={id} name={name} />}
        <EditablePart title="Links" form={form(LinksForm)} hint="Add your GitHub and up to three links to your work.">
          {profile.github_link === null && profile.links.length === 0 ? null : <MemberLinks profile={profile} />}
        </EditablePart>
        <MemberFacts profile={profile} />
        {/* The last, since its answer comes after the page. */}
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

/** The parts that the session holds as well, where a change shows at once. */
const ownParts = (own: User): Partial<MemberProfile> => ({
  ...{ college: own.college, skills: own.skills, github_link: own.github_link },
  ...{ headline: own.headline ?? '', about: own.about ?? '', looks_for: own.looks_for ?? '', links: own.links ?? [] },
});

/** The free hours that the reader shares with the member. */
function OthersHours({ id, name }: { id: number; name: string }) {
  const me = useSession((state) => state.user?.id);
  if (me === undefined || me === id) return null;
  return (
    <Suspense>
      <SharedHoursCard id={id} name={name} />
    </Suspense>
  );
}

/** A creator's page for visitors. */
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
