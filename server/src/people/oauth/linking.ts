import type { SignInProvider } from '@sangam/shared/people/account';
import { providerNames } from '@sangam/shared/people/account-messages';
import type { OauthError } from '@sangam/shared/people/auth';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { randomToken, tokenHash } from '../../platform/lib/secrets.js';
import { byMember, record } from '../../platform/records/audit.queries.js';
import type { AccountEmails } from '../emails/account-emails.js';
import { lockUser } from '../profile/queries.js';
import { lockProved, type Prove } from '../sign-in/proof.js';
import type { SessionOrigin } from '../sign-in/session-origin.js';
import { dropCodes, identitiesOf } from '../sign-in/social.queries.js';
import type { Flows } from './flows.js';
import type { Identity, Provider } from './providers.js';
import * as queries from './queries.js';

/** Links and unlinks providers (R2.26). */
export interface Linking {
  /**
   * Authenticates the member again and returns the provider's address for the browser. INVALID on `current_password`, BUSY; NOT_FOUND for a
   * provider that this installation doesn't offer.
   */
  begin(member: Member, name: SignInProvider, password: string, browser: string): Promise<Result<URL>>;
  /** Links the identity to the member if their session is still live; returns the error or null. */
  link(
    linker: queries.Linker,
    name: SignInProvider,
    identity: Identity,
    origin: SessionOrigin,
  ): Promise<OauthError | null>;
  /** INVALID on `current_password`, BUSY, NOT_FOUND if it isn't linked, LAST_WAY_IN if the member could no longer sign in. */
  unlink(member: Member, name: SignInProvider, password: string, origin: SessionOrigin): Promise<Result<null>>;
}

export function createLinking(
  deps: ActDeps & {
    flows: Flows;
    providers: Record<SignInProvider, Provider | null>;
    accountEmails: AccountEmails;
    prove: Prove;
  },
): Linking {
  const { db, bus, clock, flows, providers, accountEmails, prove } = deps;

  return {
    async begin(member, name, password, browser) {
      if (!providers[name]) return fail('NOT_FOUND');
      const proof = await prove(member, password);
      if (!proof.ok) return proof;
      const state = randomToken();
      const url = await flows.begin(name, browser, state);
      if (!url.ok) return fail('BUSY');
      const hashes = { state_hash: tokenHash(state), browser_hash: tokenHash(browser), provider: name };
      const expires_at = new Date(clock.nowMs() + peopleServerLimits.oauthFlowMs);
      await queries.putLinkingFlow(db, { ...hashes, user_id: member.id, session_id: member.sessionId, expires_at });
      return ok(url.value);
    },

    async link({ user_id, session_id }, name, identity, origin) {
      const result = await transact(db, bus, async (trx, publish) => {
        await lockUser(trx, user_id);
        // Logged out, suspended or deleted since: the browser may belong to another person now.
        if (!(await queries.isLive(trx, session_id, clock.now()))) return ok<OauthError | null>('expired');
        const identities = await identitiesOf(trx, user_id);
        if (identities.some(({ provider, subject }) => provider === name && subject === identity.subject))
          return ok(null);
        if (identities.some(({ provider }) => provider === name)) return ok<OauthError | null>('linked_already');
        if (!(await queries.linkIdentity(trx, { provider: name, subject: identity.subject, user_id })))
          return ok<OauthError | null>('linked_elsewhere');
        await record(trx, { kind: 'provider:linked', ...byMember(user_id), details: { provider: name }, origin });
        await accountEmails.providerLinked(trx, publish, user_id, providerNames[name]);
        return ok(null);
      });
      return result.ok ? result.value : 'expired';
    },

    async unlink(member, name, password, origin) {
      const proof = await prove(member, password);
      if (!proof.ok) return proof;
      const { id } = member;
      return transact(db, bus, async (trx, publish) => {
        const proofRefusal = await lockProved(trx, id, proof.value);
        if (proofRefusal !== null) return proofRefusal;
        const identities = await identitiesOf(trx, id);
        if (!identities.some(({ provider }) => provider === name)) return fail('NOT_FOUND');
        // Nobody can sign in with a provider that this installation no longer offers.
        const otherIdentities = identities.filter(({ provider }) => provider !== name && providers[provider] !== null);
        if (proof.value.passwordHash === null && otherIdentities.length === 0) return fail('LAST_WAY_IN');
        await queries.unlinkProvider(trx, id, name);
        // A sign-in through the provider may be in progress.
        await dropCodes(trx, id);
        await record(trx, { kind: 'provider:unlinked', ...byMember(id), details: { provider: name }, origin });
        await accountEmails.providerUnlinked(trx, publish, id, providerNames[name]);
        return ok(null);
      });
    },
  };
}
