import { Users } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { useSession } from '../../core/session/session';
import { passFocusOn, passFocusToRow } from '../../lib/dom/pass-focus-on';
import { Button } from '../../ui/button/Button';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { OnlineButton } from '../../ui/button/OnlineButton';
import { Card } from '../../ui/Card';
import { Banner } from '../../ui/page/Banner';
import { EmptyState } from '../../ui/page/EmptyState';
import { LoadFailed } from '../../ui/page/LoadFailed';
import { Page } from '../../ui/page/Page';
import { CardSkeleton, Loading } from '../../ui/page/Skeleton';
import { PageLoading } from '../page-fallbacks';
import { FoundMember } from './FoundMember';
import { PeopleFilters } from './PeopleFilters';
import { isFiltered, noFilter, type PeopleFilter, peopleQuery, readPeopleFilter } from './people-filter';
import { useFoundPeople } from './use-found-people';
import { useOwnProjects } from './use-own-projects';

/** `/collaborators`: for members, the members who chose to be listed. Visitors are redirected to the projects. */
export function FindPeoplePage() {
  const status = useSession((state) => state.status);
  if (status === 'loading') return <PageLoading />;
  return status === 'signed-in' ? <FindPeople /> : <Navigate to="/projects" replace />;
}

function FindPeople() {
  const [query, setQuery] = useSearchParams();
  const filter = readPeopleFilter(query);
  const found = useFoundPeople(filter);
  const own = useOwnProjects();
  // Waits for the reader's projects, on which each row's button depends.
  const members = own && found.members;
  const change = (next: PeopleFilter) => setQuery(peopleQuery(next), { replace: true });
  const [typed, setTyped] = useState({ skills: filter.skills, role: filter.role, college: filter.college });
  const clear = () => {
    setTyped({ skills: '', role: '', college: '' });
    change({ ...noFilter, order: filter.order });
  };
  return (
    <Page title="Find people" className="grid content-start gap-6">
      <div>
        <h1 className="page-title">Find people</h1>
        <p className="text-muted">Members who chose to be listed here.</p>
      </div>
      <PeopleFilters
        filter={filter}
        projects={own?.projects ?? []}
        typed={typed}
        onTyped={setTyped}
        onChange={change}
      />
      <OwnListing />
      <p role="status" className="sr-only">
        {found.isLoading ? 'Loading members' : members && words(members.length, found.next !== null)}
      </p>
      {members === null && found.error !== null && (
        <LoadFailed message="Failed to load members" onRetry={found.reload} />
      )}
      {members === null && found.error === null && (
        <Loading label="Loading members" className="grid gap-4 sm:grid-cols-2">
          <CardSkeleton className="h-40" />
          <CardSkeleton className="h-40" />
        </Loading>
      )}
      {members?.length === 0 && (
        <Card flush>
          <EmptyState
            icon={Users}
            title="No members found"
            action={
              isFiltered(filter) && (
                <Button ref={passFocusOn} onClick={clear}>
                  Clear filters
                </Button>
              )
            }
          >
            <NothingFound filter={filter} />
          </EmptyState>
        </Card>
      )}
      {own && members && members.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
          {members.map((member) => (
            <li key={member.id} className="grid min-w-0">
              <FoundMember
                member={member}
                projectId={typeof filter.order === 'number' ? filter.order : undefined}
                mayInvite={own.mayInvite}
              />
            </li>
          ))}
        </ul>
      )}
      {members && found.next !== null && (
        <OnlineButton ref={passFocusToRow} className="justify-self-center" onClick={found.loadMore}>
          Show more
        </OnlineButton>
      )}
    </Page>
  );
}

const words = (count: number, hasMore: boolean): string =>
  count === 1 ? '1 member' : `${count}${hasMore ? '+' : ''} members`;

/** A way out of an empty list. */
function NothingFound({ filter }: { filter: PeopleFilter }) {
  if (filter.hours !== null)
    return (
      <>
        To filter by shared hours, enter your{' '}
        <Link to="/settings/hours" className="underline underline-offset-2 hover:no-underline">
          free hours
        </Link>
        . They count from the next day.
      </>
    );
  if (isFiltered(filter)) return 'Try fewer filters.';
  if (typeof filter.order === 'number') return 'Nobody fits this project yet. Sort by recent activity to see everyone.';
  return filter.order === 'activity'
    ? 'Members appear here once they choose to be listed.'
    : 'Nobody has anything in common with you yet. Sort by recent activity to see everyone.';
}

/** Says that the reader isn't in the list, and where to change it. */
function OwnListing() {
  const listed = useSession((state) => state.user?.listed === true);
  if (listed) return null;
  return (
    <Banner
      action={
        <ButtonLink to="/settings/privacy" size="sm">
          Privacy settings
        </ButtonLink>
      }
    >
      You aren’t listed here. You can change that in your settings.
    </Banner>
  );
}
