import { ShieldCheck } from 'lucide-react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useShortcuts, useSingleKey } from '../../../core/device/shortcuts';
import { useSession } from '../../../core/session/session';
import { cx } from '../../../ui/cx';
import { EmptyState } from '../../../ui/page/EmptyState';
import { Page } from '../../../ui/page/Page';
import { useModeration } from '../../state/moderation';
import { CaseView } from './CaseView';
import { Queue } from './Queue';

/** Reports by members. Redirects everybody but moderators, as from an unknown path (R1.3). */
export function ModerationPage() {
  const isModerator = useSession(({ user }) => user?.is_moderator === true);
  const { reportId } = useParams();
  if (!isModerator) return <Navigate to="/" replace />;
  if (reportId === undefined) return <Moderation openId={null} />;
  const id = Number(reportId);
  return Number.isSafeInteger(id) && id > 0 ? <Moderation openId={id} /> : <Navigate to="/moderation" replace />;
}

/** The queue with the open report beside it; on a narrow screen, only one of the two. */
function Moderation({ openId }: { openId: number | null }) {
  const [search] = useSearchParams();
  const state = search.get('state') === 'decided' ? 'decided' : 'open';
  const ids = useModeration(({ queues }) => queues[state].data?.reports)?.map(({ id }) => id) ?? [];
  const linkTo = (id: number) => `/moderation/${id}${state === 'decided' ? '?state=decided' : ''}`;
  const { singleKeys } = useShortcuts();
  useQueueKeys({ ids, openId, linkTo });
  const next = openId === null ? undefined : ids[ids.indexOf(openId) + 1];
  return (
    <Page title="Moderation" className="grid content-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <h1 className={cx('page-title lg:col-span-2', openId !== null && 'max-lg:sr-only')}>Moderation</h1>
      <Queue className={cx(openId !== null && 'max-lg:hidden')} state={state} openId={openId} linkTo={linkTo} />
      {openId === null ? (
        ids.length > 0 && (
          <div className="self-start max-lg:hidden">
            <EmptyState icon={ShieldCheck} title="Choose a report">
              {singleKeys && 'Press J and K to go through the reports.'}
            </EmptyState>
          </div>
        )
      ) : (
        <CaseView
          key={openId}
          id={openId}
          backTo={`/moderation${state === 'decided' ? '?state=decided' : ''}`}
          nextTo={next === undefined ? null : linkTo(next)}
        />
      )}
    </Page>
  );
}

interface QueueKeys {
  /** The reports in the queue, in order. */
  ids: readonly number[];
  openId: number | null;
  linkTo: (id: number) => string;
}

/** `J` opens the next report of the queue, `K` the previous one. */
function useQueueKeys({ ids, openId, linkTo }: QueueKeys): void {
  const navigate = useNavigate();
  useSingleKey((key) => {
    if (key !== 'j' && key !== 'k') return false;
    const at = openId === null ? -1 : ids.indexOf(openId);
    const to = ids[key === 'j' ? at + 1 : at - 1];
    if (to !== undefined) navigate(linkTo(to), { replace: openId !== null, state: { byKey: true } });
    return true;
  });
}
