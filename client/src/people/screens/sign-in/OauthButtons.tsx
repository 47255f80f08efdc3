import { providerNames } from '@sangam/shared/people/account-messages';
import { useLocation } from 'react-router-dom';
import { useSite } from '../../../core/site/site';
import { nextPath } from '../../../lib/links/next-path';
import { wireLabel } from '../../../lib/wire-label';
import { buttonClass } from '../../../ui/button/Button';
import { storeOauthNext } from '../../state/social-sign-in';
import { TermsLinks } from './AuthLayout';
import { providerIcons } from './provider-icons';

/** The redirects to the providers that are configured. They leave the application, so they are plain links. */
export function OauthButtons() {
  const { search } = useLocation();
  const providers = useSite(({ data }) => data?.sign_in) ?? [];
  const storeNext = () => storeOauthNext(nextPath(search));
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-3 text-faint text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
        {providers.map((provider) => {
          const Icon = providerIcons[provider];
          return (
            <a key={provider} href={`/api/auth/${provider}`} onClick={storeNext} className={buttonClass()}>
              {Icon && <Icon />}
              {wireLabel(providerNames, provider)}
            </a>
          );
        })}
      </div>
      <p className="text-muted text-sm">
        Your first sign-in creates your account. By continuing you agree to the <TermsLinks />.
      </p>
    </div>
  );
}
