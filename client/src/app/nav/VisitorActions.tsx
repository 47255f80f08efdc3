import { useAccountLink } from '../../lib/links/next-path';
import { ButtonLink } from '../../ui/button/ButtonLink';

/** What a signed-out visitor sees at the end of the bar; a sign-in leads back to the page it was begun on. */
export function VisitorActions() {
  const link = useAccountLink();
  return (
    <nav aria-label="Main" className="ml-auto flex items-center gap-1 sm:gap-2">
      <ButtonLink to="/projects" variant="ghost" size="sm" className="max-[26rem]:hidden">
        Projects
      </ButtonLink>
      <ButtonLink to={link('/login')} variant="ghost" size="sm" className="max-[20rem]:hidden max-[26rem]:px-2">
        Sign in
      </ButtonLink>
      <ButtonLink to={link('/signup')} size="sm" className="whitespace-nowrap">
        Get Started
      </ButtonLink>
    </nav>
  );
}
