import type { CallAnswer } from '@sangam/shared/app/calls';
import type { MemberPage } from '@sangam/shared/app/member-pages';
import type { PageReader } from '@sangam/shared/app/page-readers';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { idle, type Loadable, load } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { mergePresence } from './presence';

/** A page by its member's id, and by the reader as whom the own one is viewed. */
const keyOf = (id: number, as: PageReader | null): string => `${id} ${as ?? ''}`;

const useStore = create<Readonly<Record<string, Loadable<MemberPage>>>>(() => ({}));
onReset(() => useStore.setState({}, true));

export const useMemberPage = (id: number, as: PageReader | null): Loadable<MemberPage> | undefined =>
  useStore((byKey) => byKey[keyOf(id, as)]);

/** Fetches a member's page. A page seen before stays on screen while it loads. */
export function loadMemberPage(id: number, as: PageReader | null): Promise<boolean> {
  const key = keyOf(id, as);
  const asked = moment();
  return load<CallAnswer<'GET /api/people/:id'>, MemberPage>(
    (change) => useStore.setState((byKey) => ({ [key]: change(byKey[key] ?? idle()) })),
    () => request('GET /api/people/:id', { params: { id }, ...(as && { query: { as } }) }),
    ({ data: { person } }) => {
      if (person.profile?.presence && as === null) mergePresence([person.profile.presence], asked);
      return person;
    },
  );
}
