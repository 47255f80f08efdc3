import type { Account, LinkedSignIn } from '@sangam/shared/people/account';
import { providerNames } from '@sangam/shared/people/account-messages';
import { useEffect, useRef } from 'react';
import toast from 'react-hot-toast/headless';
import { useSearchParams } from 'react-router-dom';
import { useEditing } from '../../../lib/hooks/use-editing';
import { leaveTo } from '../../../lib/links/leave-to';
import { wireLabel } from '../../../lib/wire-label';
import { Button } from '../../../ui/button/Button';
import { Card } from '../../../ui/Card';
import { TimeAgo } from '../../../ui/TimeAgo';
import { startLinking, unlinkProvider } from '../../state/account';
import { oauthErrorText, storeOauthNext } from '../../state/social-sign-in';
import { providerIcons } from '../sign-in/provider-icons';
import { ProofForm } from './ProofForm';

/** Providers that the member can sign in with: those linked, and those that could be. */
export function SignInsCard({ account, email }: { account: Account; email: string }) {
  const signIns = account.sign_ins ?? [];
  useLinkingEnd(signIns);
  if (signIns.length === 0) return null;
  return (
    <Card className="grid gap-2">
      <h2 className="text-base">Linked sign-ins</h2>
      <ul className="grid divide-y divide-line">
        {signIns.map((signIn) => (
          <SignIn key={signIn.provider} signIn={signIn} email={email} hasPassword={account.has_password} />
        ))}
      </ul>
    </Card>
  );
}

interface SignInProps {
  signIn: LinkedSignIn;
  email: string;
  hasPassword: boolean;
}

function SignIn(props: SignInProps) {
  const { signIn } = props;
  const { isEditing, edit, done, opener } = useEditing();
  const { provider, linked_at, is_offered } = signIn;
  const Icon = providerIcons[provider];
  const act = linked_at === null ? 'Link' : 'Unlink';
  return (
    <li className="grid gap-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 items-center gap-3">
          {Icon && <Icon />}
          <div className="min-w-0">
            <p className="font-medium text-sm">{wireLabel(providerNames, provider)}</p>
            <p className="text-muted text-sm">
              {linked_at === null ? (
                'Not linked'
              ) : (
                <>
                  Linked <TimeAgo time={linked_at} className="in-sentence" />
                  {!is_offered && ' · currently unavailable'}
                </>
              )}
            </p>
          </div>
        </div>
        {!isEditing && (
          <Button
            ref={opener}
            size="sm"
            variant={linked_at === null ? 'secondary' : 'ghost'}
            aria-label={`${act} ${wireLabel(providerNames, provider)}`}
            onClick={edit}
          >
            {act}
          </Button>
        )}
      </div>
      {isEditing && <Confirmation {...props} onDone={done} />}
    </li>
  );
}

function Confirmation({
  signIn: { provider, linked_at },
  email,
  hasPassword,
  onDone,
}: SignInProps & { onDone: () => void }) {
  const name = wireLabel(providerNames, provider);
  if (linked_at !== null)
    return (
      <ProofForm
        label={`Unlink ${name}`}
        confirm="Unlink"
        failed={`Failed to unlink ${name}`}
        email={email}
        hasPassword={hasPassword}
        onCancel={onDone}
        send={async (password) => {
          const answer = await unlinkProvider(provider, password);
          if (!answer.ok) return answer.error;
          toast.success(`${name} is unlinked`);
          onDone();
          return null;
        }}
      >
        You can no longer sign in with {name} after this. Your devices stay signed in.
      </ProofForm>
    );
  return (
    <ProofForm
      label={`Link ${name}`}
      confirm={`Continue to ${name}`}
      failed={`Failed to link ${name}`}
      email={email}
      hasPassword={hasPassword}
      onCancel={onDone}
      send={async (password) => {
        const answer = await startLinking(provider, password);
        if (!answer.ok) return answer.error;
        // If the provider's answer comes too late, the member signs in again and returns here.
        storeOauthNext('/settings/account');
        leaveTo(answer.value);
        return null;
      }}
    >
      You’ll sign in with {name} and come back here. After that, you can also use it to sign in to Sangam.
    </ProofForm>
  );
}

/** Shows how linking ended, by `linked` or `error` in the address, and clears both. */
function useLinkingEnd(signIns: readonly LinkedSignIn[]): void {
  const [query, setQuery] = useSearchParams();
  const shown = useRef(false);
  const [linked, error] = [query.get('linked'), query.get('error')];
  useEffect(() => {
    if (shown.current || (linked === null && error === null)) return;
    shown.current = true;
    storeOauthNext(null);
    setQuery({}, { replace: true });
    // Anybody can forge an address, so only a provider that is linked is reported.
    const found = signIns.find(({ provider, linked_at }) => provider === linked && linked_at !== null);
    if (found) toast.success(`${wireLabel(providerNames, found.provider)} is linked. You can sign in with it.`);
    else if (error !== null) toast.error(`The sign-in wasn’t linked. ${oauthErrorText(error, '')}`.trim());
  }, [linked, error, signIns, setQuery]);
}
