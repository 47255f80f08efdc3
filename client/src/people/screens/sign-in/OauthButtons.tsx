import { useLocation } from 'react-router-dom';
import { nextPath } from '../../../lib/links/next-path';
import { GithubIcon, GoogleIcon } from '../../../ui/BrandIcons';
import { buttonClass } from '../../../ui/button/Button';
import { keepOauthNext } from '../../state/social-sign-in';

/** The two redirects to a provider. They leave the application, so they are plain links. */
export function OauthButtons() {
  const { search } = useLocation();
  const keepNext = () => keepOauthNext(nextPath(search));
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-3 text-faint text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="grid grid-cols-1 gap-3 min-[24rem]:grid-cols-2">
        <a href="/api/auth/google" onClick={keepNext} className={buttonClass()}>
          <GoogleIcon />
          Google
        </a>
        <a href="/api/auth/github" onClick={keepNext} className={buttonClass()}>
          <GithubIcon />
          GitHub
        </a>
      </div>
    </div>
  );
}
