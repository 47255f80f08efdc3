import { expect, it } from 'vitest';
import { useSession } from '../../core/session/session';
import { ME, member, OTHER } from '../../testing/samples';
import { isCreator } from './creator';

it('a project without a known creator belongs to nobody, even while no member is signed in', () => {
  useSession.setState({ status: 'signed-out', user: null });
  expect([isCreator({}), isCreator({ creator_id: ME }), isCreator({}, ME)]).toEqual([false, false, false]);
  useSession.setState({ status: 'signed-in', user: member });
  expect([isCreator({ creator_id: ME }), isCreator({ creator_id: OTHER })]).toEqual([true, false]);
});
