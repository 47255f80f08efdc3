import { type PageReader, pageReaders } from '@sangam/shared/app/page-readers';
import { UserX } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useIsBlocked } from '../../contact/state/blocks';
import { isGone } from '../../core/api/errors';
import { currentToken, useSession } from '../../core/session/session';
import { readTokenClaims } from '../../core/session/token-claims';
import { hasFailed } from '../../core/store/loadable';
import { PageParts } from '../../lib/loading/page-parts';
import { loadMemberPage, showMemberPage, useMemberPage } from '../../people/state/member-pages';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { Banner } from '../../ui/page/Banner';
import { LoadFailed } from '../../ui/page/LoadFailed';
import { Page } from '../../ui/page/Page';
import { CardSkeleton, Loading } from '../../ui/page/Skeleton';
import { SlowNotice } from '../../ui/page/SlowNotice';
import { useOwnChanges } from '../own-changes';
import { PageOfId } from '../page-of-id';
import { MemberView } from './MemberView';
import { ViewAs } from './ViewAs';

/** A member's page by the id in the address. */
export const MemberPage = () => (
  <PageOfId
    found={(id) => <LoadedMember key={id} id={id} />}
    missing={
      <Page title="Member not found">
        <NoPage />
      </Page>
    }
  />
);

/** The kind of reader as whom the member views their own page, from the address. */
function useReader(isOwn: boolean): PageReader | null {
  const [query] = useSearchParams();
  const as = query.get('as');
  return isOwn ? (pageReaders.find((reader) => reader === as) ?? null) : null;
}

/**
 * Whether the page is the reader's own. Reads the token while the session is being restored, so that "View as" appears at once and pushes
 * nothing down later.
 */
const useIsOwn = (id: number): boolean =>
  useSession(({ status, user }) => (status === 'loading' ? readTokenClaims(currentToken())?.userId : user?.id) === id);

function LoadedMember({ id }: { id: number }) {
  const { status, user } = useSession();
  const isOwn = useIsOwn(id);
  const as = useReader(isOwn);
  const page = useMemberPage(id, as);
  // Fetched again once the session is restored, after a block or unblock, and after a change to the reader's own profile, even on another
  // device. `useOwnChanges` adds changes to the reader's requests, interest and projects, and to the projects on the page.
  const own = isOwn ? user : null;
  const isBlocked = useIsBlocked(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => (status === 'loading' ? undefined : showMemberPage(id, as)), [id, as, status, own, isBlocked]);

  const isStale = page?.status === 'idle';
  useEffect(() => {
    if (isStale) void loadMemberPage(id, as);
  }, [id, as, isStale]);

  const { runs = [], takes_part_in = [] } = page?.data?.profile ?? {};
  const isShown = (project: { id: number }) => [...runs, ...takes_part_in].some((each) => each.id === project.id);
  useOwnChanges(() => void loadMemberPage(id, as), isShown);

  const gone = isGone(page?.error);
  const failed = page !== undefined && !gone && hasFailed(page);
  const person = gone ? null : (page?.data ?? null);
  return (
    <Page title={person?.name ?? (gone && !isOwn ? 'Member not found' : 'Member')} className="grid content-start gap-6">
      {isOwn && <ViewAs as={as} />}
      {person && (
        <PageParts fallback={<PageLoading />}>
          <MemberView person={person} own={as === null ? own : null} />
        </PageParts>
      )}
      {person === null && gone && (isOwn ? <NotForStrangers /> : <NoPage otherId={id} />)}
      {person === null && failed && (
        <>
          <h1 className="sr-only">Member</h1>
          <LoadFailed message="Failed to load this page" onRetry={() => loadMemberPage(id, as)} />
        </>
      )}
      {person === null && !gone && !failed && <PageLoading />}
    </Page>
  );
}

function PageLoading() {
  return (
    <SlowNotice>
      <Loading label="Loading member" className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid content-start gap-6">
          <CardSkeleton className="h-32" />
          <CardSkeleton className="h-40" />
        </div>
        <CardSkeleton className="h-64" />
      </Loading>
    </SlowNotice>
  );
}

/** Shown when the member views their own page as a stranger, who can't open it. */
const NotForStrangers = () => (
  <>
    <h1 className="page-title">Your page</h1>
    <Banner
      action={
        <ButtonLink to="/settings/privacy" size="sm">
          Privacy settings
        </ButtonLink>
      }
    >
      Strangers can’t open your page yet. They can once you’re listed in Find people or create a project.
    </Banner>
  </>
);

function NoPage({ otherId = 0 }: { otherId?: number }) {
  const isBlocked = useIsBlocked(otherId);
  return (
    <div className="flex flex-col items-center gap-2 py-16 text-center wrap-anywhere">
      <UserX aria-hidden className="mb-1 size-7 text-faint" />
      <h1 className="text-xl">Member not found</h1>
      <p className="max-w-md text-balance text-muted">
        {isBlocked
          ? 'You blocked this member. Unblock them in your privacy settings to open their page.'
          : 'This member doesn’t exist, or you don’t have access to their page.'}
      </p>
      <NoPageAction isBlocked={isBlocked} />
    </div>
  );
}

/** Links members to Find people, visitors elsewhere: it is for members only. */
function NoPageAction({ isBlocked }: { isBlocked: boolean }) {
  const isMember = useSession(({ status }) => status === 'signed-in');
  const [to, words] = isBlocked
    ? ['/settings/privacy', 'Privacy settings']
    : isMember
      ? ['/collaborators', 'Find people']
      : ['/projects', 'Browse projects'];
  return (
    <ButtonLink to={to} className="mt-4">
      {words}
    </ButtonLink>
  );
}
