import type { Attachment } from '@sangam/shared/chat/attachments';
import { chatLimits } from '@sangam/shared/chat/limits';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { mapResult, type Result } from '../../core/api/errors';
import { type Change, changed, idle, type Loadable, load, ready } from '../../core/store/loadable';
import { rowsToFetch } from '../../core/store/pages';
import { onReset, storesEpoch } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import type { ConversationKey } from '../../lib/links/chat-link';
import { followChangedMessages } from './changed-messages';
import { idIn } from './known-conversations';
import { followLost } from './teams';
import { hasChangedSince } from './thread/changed-since';

export type ContentsKind = 'files' | 'links';

/** A message with files or links. */
export interface ContentsRow {
  seq: number;
  sender_id: number;
  sender_name: string;
  created_at: string;
  attachments: readonly Attachment[];
  links: readonly string[];
}

interface Contents {
  /** The newest message first. */
  list: Loadable<readonly ContentsRow[]>;
  /** The next page has messages before this one; null after the last page. */
  next: number | null;
  /** The server is still looking for links in older messages. */
  isIndexing: boolean;
}

const empty: Contents = { list: idle(), next: null, isIndexing: false };
type ListKey = `${ConversationKey} ${ContentsKind}`;
const listKeyOf = (key: ConversationKey, kind: ContentsKind): ListKey => `${key} ${kind}`;

/** The files and links of the conversations whose lists were opened. */
const useAllContents = create<Readonly<Record<ListKey, Contents>>>(() => ({}));
onReset(() => useAllContents.setState({}, true));

export const useContents = (key: ConversationKey, kind: ContentsKind): Contents =>
  useAllContents((all) => all[listKeyOf(key, kind)] ?? empty);

const contentsOf = (name: ListKey): Contents => useAllContents.getState()[name] ?? empty;
const change = (name: ListKey, part: Partial<Contents>): void =>
  useAllContents.setState({ [name]: { ...contentsOf(name), ...part } });
const setList = (name: ListKey, to: Change<readonly ContentsRow[]>): void =>
  change(name, { list: to(contentsOf(name).list) });

followLost((key) => {
  const { [listKeyOf(key, 'files')]: _, [listKeyOf(key, 'links')]: __, ...others } = useAllContents.getState();
  useAllContents.setState(others, true);
});

followChangedMessages(({ seq, content, deleted_at }, key) => {
  if (deleted_at !== undefined)
    for (const kind of ['files', 'links'] as const) putRow(listKeyOf(key, kind), seq, undefined);
  else {
    const { data, status } = contentsOf(listKeyOf(key, 'links')).list;
    const mayGain = (data !== null || status === 'loading') && /https?:/iu.test(content);
    if (mayGain || data?.some((row) => row.seq === seq)) void refetchLinks(key, seq);
  }
});

/** Puts a message's row in its place if the list reaches there, or removes it. */
function putRow(name: ListKey, seq: number, row: ContentsRow | undefined): void {
  const { list, next } = contentsOf(name);
  if (list.data === null) {
    // The pending first answer may lack the change.
    if (list.status === 'loading') change(name, { list: changed(list) });
    return;
  }
  const others = list.data.filter((other) => other.seq !== seq);
  const isReached = row !== undefined && seq >= (next ?? 0);
  const rows = isReached ? [...others, row].toSorted((a, b) => b.seq - a.seq) : others;
  change(name, { list: changed({ ...list, data: rows }) });
}

/** Fetches the links of one message, whose words have changed. */
async function refetchLinks(key: ConversationKey, seq: number): Promise<void> {
  const [epoch, startedAt] = [storesEpoch(), moment()];
  const page = await fetchPage(key, 'links', { before: seq + 1, limit: 1 });
  if (page.ok && epoch === storesEpoch() && !hasChangedSince(startedAt, key, seq))
    putRow(
      listKeyOf(key, 'links'),
      seq,
      page.value.rows.find((row) => row.seq === seq),
    );
}

interface Page {
  rows: ContentsRow[];
  next: number | null;
  isIndexing: boolean;
}

async function fetchPage(
  key: ConversationKey,
  kind: ContentsKind,
  query: { before?: number; limit?: number },
): Promise<Result<Page>> {
  const options = { params: { conversationId: idIn(key) ?? 0 }, query };
  if (kind === 'files')
    return mapResult(await request('GET /api/messages/c/:conversationId/files', options), ({ data }) => ({
      rows: data.files.map((row) => ({ ...row, links: [] })),
      next: data.next,
      isIndexing: false,
    }));
  return mapResult(await request('GET /api/messages/c/:conversationId/links', options), ({ data }) => ({
    rows: data.links.map((row) => ({ ...row, attachments: [] })),
    next: data.next,
    isIndexing: data.is_indexing,
  }));
}

/** Fetches the first page, large enough for the rows shown; rows below it stay. Returns true on success. */
export function loadContents(key: ConversationKey, kind: ContentsKind): Promise<boolean> {
  const name = listKeyOf(key, kind);
  return load<Page, readonly ContentsRow[]>(
    (to) => setList(name, to),
    () => {
      const shown = contentsOf(name).list.data?.length ?? 0;
      return fetchPage(key, kind, {
        limit: rowsToFetch(shown, chatLimits.contentsPage, chatLimits.contentsPageMax),
      });
    },
    ({ rows, next, isIndexing }) => {
      const before = contentsOf(name);
      const below = next === null ? [] : (before.list.data ?? []).filter(({ seq }) => seq < next);
      change(name, { next: below.length > 0 ? before.next : next, isIndexing });
      return [...rows, ...below];
    },
  );
}

/** Fetches the next page, and skips pages without links. */
export async function loadMoreContents(key: ConversationKey, kind: ContentsKind): Promise<Result<void>> {
  const [name, epoch] = [listKeyOf(key, kind), storesEpoch()];
  for (;;) {
    const { next: before } = contentsOf(name);
    if (before === null) return { ok: true, value: undefined };
    const page = await fetchPage(key, kind, { before });
    if (!page.ok || epoch !== storesEpoch()) return mapResult(page, () => undefined);
    const { rows, next } = page.value;
    const known = (contentsOf(name).list.data ?? []).filter(({ seq }) => seq >= before);
    change(name, { list: changed(ready([...known, ...rows])), next });
    if (rows.length > 0) return { ok: true, value: undefined };
  }
}
