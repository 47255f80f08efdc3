import type { CallAnswer } from '@sangam/shared/app/calls';
import type { MemberPage } from '@sangam/shared/app/member-pages';
import type { PageReader } from '@sangam/shared/app/page-readers';
import { create } from 'zustand';
import { askAfterClearing } from '../../contact/state/cleared-addresses';
import { request } from '../../core/api/client';
import { isTemporary } from '../../core/api/errors';
import { changeData, idle, type Loadable, load, mapData } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { onRenamed } from './members';
import { mergePresence, showMember } from './presence';

/** The key of a page: the member's id, and for a preview of one's page the kind of reader. */
const keyOf = (id: number, as: PageReader | null): string => `${id} ${as ?? ''}`;

const useStore = create<Readonly<Record<string, Loadable<MemberPage>>>>(() => ({}));
onReset(() => useStore.setState({}, true));

export const useMemberPage = (id: number, as: PageReader | null): Loadable<MemberPage> | undefined =>
  useStore((byKey) => byKey[keyOf(id, as)]);

/** Fetches a member's page. A page seen before stays on screen while it loads. */
export function loadMemberPage(id: number, as: PageReader | null): Promise<boolean> {
  const key = keyOf(id, as);
  let startedAt = moment();
  return load<CallAnswer<'GET /api/people/:id'>, MemberPage>(
    (change) => useStore.setState((byKey) => ({ [key]: change(byKey[key] ?? idle()) })),
    () =>
      askAfterClearing(() => {
        startedAt = moment();
        return request('GET /api/people/:id', { params: { id }, ...(as && { query: { as } }) });
      }),
    ({ data: { person } }) => {
      if (person.profile?.presence && as === null) mergePresence([person.profile.presence], startedAt);
      return person;
    },
  );
}

/** Shows a member's page until the returned function is called (`showMember`). */
export const showMemberPage = (id: number, as: PageReader | null): (() => void) =>
  showMember(id, async () => {
    if (await loadMemberPage(id, as)) return true;
    const error = useStore.getState()[keyOf(id, as)]?.error;
    return !error || !isTemporary(error);
  });

onRenamed(({ id, name }) => {
  for (const [key, page] of Object.entries(useStore.getState()))
    if (key.startsWith(keyOf(id, null)))
      useStore.setState({ [key]: changeData(page, (person) => ({ ...person, name })) });
});

/** Clears these members' addresses from loaded pages, and marks the pages idle, so that the one on screen is fetched again. */
export function clearPageAddresses(isHidden: (memberId: number) => boolean): void {
  const shown = Object.entries(useStore.getState()).filter(([, { data }]) => data?.profile?.email && isHidden(data.id));
  for (const [key, page] of shown) {
    const cleared = mapData(page, withoutAddress);
    // A running fetch repeats itself (`askAfterClearing`).
    useStore.setState({ [key]: page.status === 'loading' ? cleared : { ...cleared, status: 'idle' } });
  }
}

const withoutAddress = (person: MemberPage): MemberPage => ({
  ...person,
  ...(person.profile && { profile: { ...person.profile, email: '' } }),
});
