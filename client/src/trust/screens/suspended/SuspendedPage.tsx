import { minuteMs } from '@sangam/shared/core/limits';
import { reportReasonWords } from '@sangam/shared/core/reports';
import type { OwnSuspension } from '@sangam/shared/trust/moderation';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { useSendsEmails } from '../../../core/site/site';
import { hasFailed } from '../../../core/store/loadable';
import { useAccountLink } from '../../../lib/links/next-path';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { localTime } from '../../../lib/text/local-time';
import { wireLabel } from '../../../lib/wire-label';
import { textLinkClass } from '../../../people/screens/sign-in/AuthLayout';
import { ownDataToken } from '../../../people/state/own-data-token';
import {
  deleteOwnAccount,
  downloadOwnData,
  forgetSuspension,
  loadSuspension,
  useSuspension,
} from '../../../people/state/suspended-account';
import { Button } from '../../../ui/button/Button';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Page } from '../../../ui/page/Page';
import { CardSkeleton } from '../../../ui/page/Skeleton';
import { WhenLoaded } from '../../../ui/page/WhenLoaded';
import { useNow } from '../../../ui/TimeAgo';

// Shared with the settings, so they are lazy here as well.
const ExportCard = lazyPart(() => import('../../../people/screens/account/ExportCard'), 'ExportCard');
const DeleteAccount = lazyPart(() => import('../../../people/screens/account/DeleteAccount'), 'DeleteAccount');

/** Shown to a suspended member after sign-in: the reason, the end, and what they can still do. */
export function SuspendedPage() {
  const [hasToken] = useState(() => ownDataToken() !== null);
  const [deletedUntil, setDeletedUntil] = useState<string | null>(null);
  const suspension = useSuspension();
  const hasEnded = useHasEnded(suspension.data?.until ?? null);
  const link = useAccountLink();
  useEffect(() => {
    if (hasToken) void loadSuspension();
  }, [hasToken]);
  if (!hasToken) return <Navigate to={link('/login')} replace />;
  if (deletedUntil !== null) return <Deleted until={deletedUntil} />;
  const { data, error } = suspension;
  const isOver = hasEnded || (error?.kind === 'server' && error.status === 401);
  return (
    <Page title="Account suspended" className="grid content-start gap-6 *:max-w-2xl">
      <h1 className="page-title">{isOver ? 'Sign in again' : 'Your account is suspended'}</h1>
      {isOver ? (
        <SignInAgain>
          {hasEnded
            ? 'Your suspension has ended. Sign in to continue.'
            : 'Sign in to see whether your account is still suspended.'}
        </SignInAgain>
      ) : (
        <WhenLoaded
          data={data}
          failed={hasFailed(suspension)}
          what="the suspension"
          skeleton={<CardSkeleton className="h-48" />}
          onRetry={loadSuspension}
        >
          {(found) => <Suspended suspension={found} onDeleted={setDeletedUntil} />}
        </WhenLoaded>
      )}
    </Page>
  );
}

/** Whether the suspension's end has passed while the page was open. */
function useHasEnded(until: string | null): boolean {
  // At most half a minute ahead: said too early, the sign-in would lead back here.
  const now = useNow() - minuteMs / 2;
  return until !== null && Date.parse(until) <= now;
}

function Suspended({ suspension, onDeleted }: { suspension: OwnSuspension; onDeleted: (until: string) => void }) {
  const { until, reason, words, contact, email, has_password } = suspension;
  const navigate = useNavigate();
  const sendsEmails = useSendsEmails();
  const logOut = () => {
    forgetSuspension();
    navigate('/login', { replace: true });
  };
  const remove = async (password: string) => {
    const answer = await deleteOwnAccount(password);
    if (!answer.ok) return answer.error;
    onDeleted(answer.value);
    return null;
  };
  return (
    <>
      <dl className="grid gap-3">
        <Fact term="Ends">{until === null ? 'No end date' : <time dateTime={until}>{localTime(until)}</time>}</Fact>
        {reason !== null && <Fact term="Reason">{wireLabel(reportReasonWords, reason)}</Fact>}
        {words !== '' && (
          <Fact term="From the moderator">
            <span className="whitespace-pre-wrap">{words}</span>
          </Fact>
        )}
      </dl>
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>Other members don’t see you or your projects. You keep your seats in teams.</li>
        {until !== null && (
          <li>When the suspension ends, you can sign in again.{sendsEmails && ' We’ll email you.'}</li>
        )}
        <li>
          If you think this is a mistake,{' '}
          {contact === null ? (
            <Link to="/support" className={textLinkClass}>
              contact support
            </Link>
          ) : (
            <>
              write to the operator:{' '}
              <a href={`mailto:${contact}`} className={`wrap-anywhere ${textLinkClass}`}>
                {contact}
              </a>
            </>
          )}
        </li>
      </ul>
      <Suspense>
        <ExportCard email={email} hasPassword={has_password} download={downloadOwnData} />
        <DeleteAccount email={email} hasPassword={has_password} remove={remove} />
      </Suspense>
      <Button className="justify-self-start" onClick={logOut}>
        Log out
      </Button>
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function SignInAgain({ children }: { children: string }) {
  const link = useAccountLink();
  return (
    <>
      <p>{children}</p>
      <ButtonLink to={link('/login')} variant="primary" className="justify-self-start" onClick={forgetSuspension}>
        Sign in
      </ButtonLink>
    </>
  );
}

function Deleted({ until }: { until: string }) {
  return (
    <Page title="Your account will be deleted" className="grid content-start gap-4 *:max-w-2xl">
      <h1 className="page-title">Your account will be deleted</h1>
      <p>
        It will be deleted for good on <time dateTime={until}>{localTime(until)}</time>. To keep it, sign in before then
        and choose Restore account.
      </p>
      <ButtonLink to="/login" className="justify-self-start">
        Sign in
      </ButtonLink>
    </Page>
  );
}
