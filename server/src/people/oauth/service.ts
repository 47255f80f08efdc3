import type { SignInProvider } from '@sangam/shared/people/account';
import type { OauthError } from '@sangam/shared/people/auth';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { randomToken, tokenHash } from '../../platform/lib/secrets.js';
import type { AuthService, SignedIn } from '../sign-in/service.js';
import type { SessionOrigin, SignInOrigin } from '../sign-in/session-origin.js';
import type { AccountOf } from './accounts.js';
import { type Flows, failed, type Outcome } from './flows.js';
import type { Linking } from './linking.js';
import type { Provider } from './providers.js';
import * as queries from './queries.js';

/** The origin of a sign-in; whether the device is known depends on the member. */
type OriginFor = (userId: number) => Promise<SignInOrigin>;

/** The end of a flow: a one-time code to sign in with, or the result of linking. */
type Landing = { for: 'sign-in'; outcome: Outcome<string> } | { for: 'linking'; error: OauthError | null };

export interface OauthService {
  /** Returns the provider's address for the browser with the cookie `browser`. */
  begin(name: SignInProvider, browser: string): Promise<Outcome<URL>>;
  /** Handles the provider's redirect. `query` is without `?`. */
  finish(name: SignInProvider, browser: string | null, query: string, origin: SessionOrigin): Promise<Landing>;
  /** Exchanges the code for a session, once, in the same browser; INVALID_OAUTH_CODE otherwise. */
  exchange(code: string, browser: string | null, origin: OriginFor): Promise<Result<SignedIn>>;
}

export function createOauthService(deps: {
  db: Db;
  clock: Clock;
  auth: AuthService;
  accountOf: AccountOf;
  flows: Flows;
  linking: Linking;
  providers: Record<SignInProvider, Provider | null>;
}): OauthService {
  const { db, clock, auth, accountOf, flows, linking, providers } = deps;
  const after = (ms: number) => new Date(clock.nowMs() + ms);
  const codeOf = (code: string, browser: string) => ({
    code_hash: tokenHash(code),
    browser_hash: tokenHash(browser),
    expires_at: after(peopleServerLimits.oauthCodeMs),
  });
  const signIn = (outcome: Outcome<string>): Landing => ({ for: 'sign-in', outcome });

  return {
    async begin(name, browser) {
      const state = randomToken();
      const url = await flows.begin(name, browser, state);
      if (!url.ok) return url;
      await queries.putFlow(
        db,
        {
          state_hash: tokenHash(state),
          browser_hash: tokenHash(browser),
          provider: name,
          expires_at: after(peopleServerLimits.oauthFlowMs),
        },
        clock.now(),
      );
      return url;
    },

    async finish(name, browser, query, origin) {
      if (!providers[name]) return signIn(failed('not_configured'));
      const state = new URLSearchParams(query).get('state');
      if (browser === null || state === null) return signIn(failed('expired'));
      const flowKey = { state_hash: tokenHash(state), browser_hash: tokenHash(browser), provider: name };
      if (!(await queries.takeFlow(db, flowKey, clock.now()))) {
        const linker = await queries.takeLinkingFlow(db, flowKey, clock.now());
        if (!linker) return signIn(failed('expired'));
        const identity = await flows.land(name, browser, state, query);
        return {
          for: 'linking',
          error: identity.ok ? await linking.link(linker, name, identity.value, origin) : identity.error,
        };
      }
      const identity = await flows.land(name, browser, state, query);
      if (!identity.ok) return signIn(identity);
      const account = await accountOf({ name, identity: identity.value, origin });
      if (!account.ok) return signIn(account);
      const code = randomToken();
      const { subject } = identity.value;
      const isStored = await queries.putCode(
        db,
        { ...codeOf(code, browser), provider: name, subject, user_id: account.value },
        clock.now(),
      );
      return signIn(isStored ? ok(code) : failed('expired'));
    },

    async exchange(code, browser, originFor) {
      if (browser === null) return fail('INVALID_OAUTH_CODE');
      const renewed = codeOf(code, browser);
      const found = await queries.findCode(db, renewed, clock.now());
      if (!found) return fail('INVALID_OAUTH_CODE');
      // Used up once the account is locked, since a reset or an unlinked provider voids codes under that lock.
      const signedIn = await auth.signIn(found.user_id, 'social', await originFor(found.user_id), async (trx) =>
        (await queries.takeCode(trx, renewed, clock.now())) ? null : fail('INVALID_OAUTH_CODE'),
      );
      // The code was not used up: a member who restores the account sends it a second time.
      if (!signedIn.ok && signedIn.error.code === 'ACCOUNT_DELETED') await queries.renewCode(db, renewed);
      return signedIn;
    },
  };
}
