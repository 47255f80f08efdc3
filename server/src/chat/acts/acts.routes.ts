import type { CallParams } from '@sangam/shared/app/calls';
import { type ActCall, actCall, type actsOnMessage } from '@sangam/shared/chat/calls';
import type { Static } from 'typebox';
import { answer, defineCalls, type Handler } from '../../platform/http/contract-route.js';
import type { Result } from '../../platform/lib/result.js';
import type { RateLimits } from '../../platform/limits/rate-limits.js';
import type { MessageActs } from './acts.js';
import type { SavedMessages } from './saved.js';

type Acts = typeof actsOnMessage;
/** A message, by its conversation and its number. */
type Target = { seq: number } & ({ user_id: number } | { conversation_id: number });
/** The service of each act: it takes the body of the act's call, and returns the data of its answer. */
type Services = {
  [Act in keyof Acts]: (
    userId: number,
    act: Target & Static<Acts[Act]['body']>,
  ) => Promise<Result<Static<Acts[Act]['answer']>['data']>>;
};

/** Acts on a message, each by the other member of a direct conversation and by the id of any conversation. */
export function actCalls(deps: { messageActs: MessageActs; savedMessages: SavedMessages; limits: RateLimits }) {
  const { messageActs, savedMessages, limits } = deps;
  const services: Services = {
    'PATCH /:seq': messageActs.edit,
    'DELETE /:seq': messageActs.delete,
    'PUT /:seq/reactions': messageActs.react,
    'DELETE /:seq/reactions': messageActs.unreact,
    'PUT /:seq/pin': messageActs.pin,
    'DELETE /:seq/pin': messageActs.unpin,
    'PUT /:seq/saved': savedMessages.save,
    'DELETE /:seq/saved': savedMessages.remove,
  };
  const actCallsUnder = callsUnder(services, limits);
  return {
    ...actCallsUnder('/api/messages/conversation/:userId', ({ userId: user_id, seq }) => ({ user_id, seq })),
    ...actCallsUnder('/api/messages/c/:conversationId', ({ conversationId: conversation_id, seq }) => ({
      conversation_id,
      seq,
    })),
  };
}

type Path = '/api/messages/conversation/:userId' | '/api/messages/c/:conversationId';
type ParamsOf<P extends Path> = CallParams<`PATCH ${P}/:seq`>;
type Call<P extends Path> = { member: { id: number }; params: ParamsOf<P>; body: object };

const callsUnder =
  (services: Services, limits: RateLimits) =>
  <P extends Path>(path: P, targetOf: (params: ParamsOf<P>) => Target) => {
    const handlers = Object.entries<(userId: number, act: never) => Promise<Result<object>>>(services).map(
      ([act, service]) => [
        actCall(path, act),
        async ({ member, params, body }: Call<P>) => {
          const refused = await limits.take('changeByMember', member.id);
          // `Services` guarantees that each act's service accepts this.
          return refused ?? answer(await service(member.id, { ...targetOf(params), ...body } as never));
        },
      ],
    );
    // There is one handler for each act, but the type of a list can't express that.
    return defineCalls(Object.fromEntries(handlers) as { [C in ActCall<P, keyof Acts>]: Handler<C> });
  };
