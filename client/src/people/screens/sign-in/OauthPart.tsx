import { useSite } from '../../../core/site/site';
import { latePart } from '../../../lib/loading/lazy-part';

/** Only installations with a provider load it. */
const OauthButtons = latePart(() => import('./OauthButtons'), 'OauthButtons');

/** The sign-in buttons of providers. Renders nothing if none is configured. */
export function OauthPart() {
  const isOffered = useSite(({ data }) => (data?.sign_in.length ?? 0) > 0);
  return isOffered && <OauthButtons />;
}
