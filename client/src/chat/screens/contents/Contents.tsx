import type { Attachment } from '@sangam/shared/chat/attachments';
import { isolate } from '@sangam/shared/core/isolate';
import { Download, ExternalLink, File, Image, Link2, Paperclip } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { errorText } from '../../../core/api/errors';
import { useConnection } from '../../../core/realtime/connection-status';
import { useSession } from '../../../core/session/session';
import { hasFailed } from '../../../core/store/loadable';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { members } from '../../../people/state/members';
import { iconButtonClass } from '../../../ui/button/Button';
import { OnlineIconButton } from '../../../ui/button/IconButton';
import { EmptyState } from '../../../ui/page/EmptyState';
import { LoadFailed } from '../../../ui/page/LoadFailed';
import { ShowMore } from '../../../ui/page/ShowMore';
import { Skeleton } from '../../../ui/page/Skeleton';
import { useNow } from '../../../ui/TimeAgo';
import { type ContentsKind, type ContentsRow, loadContents, loadMoreContents, useContents } from '../../state/contents';
import { HIDDEN_MESSAGE, useIsMessageHidden } from '../../state/kinds';
import { useOutbox } from '../../state/outbox/outbox';
import { type PendingAct, pendingFor } from '../../state/outbox/outbox-order';
import { useThreads } from '../../state/thread/threads';
import { goToMessage } from '../address/conversation-address';
import { FileName } from '../attachments/FileName';
import { fileSize } from '../attachments/FileProgress';
import { downloadFile } from '../attachments/MessageFiles';
import { listTime } from '../list/list.select';
import { pauseWhileIndexing } from '../loading/while-indexing';

const words = {
  files: { icon: Paperclip, none: 'No files yet', hint: 'Pictures and files sent in this conversation appear here.' },
  links: { icon: Link2, none: 'No links yet', hint: 'Links sent in this conversation appear here.' },
};

/** Returns the rows of messages whose deletion isn't pending. */
const shownContents = (rows: readonly ContentsRow[], acts: readonly PendingAct[]): readonly ContentsRow[] =>
  rows.filter(({ seq }) => !acts.some((act) => act.verb === 'delete' && act.seq === seq));

interface ContentsProps {
  conversation: ConversationKey;
  kind: ContentsKind;
  /** Closes the dialog around it. */
  onLeave: () => void;
}

/** Lists the files or links of a conversation, the newest first. A press goes to the message. */
export function Contents({ conversation, kind, onLeave }: ContentsProps) {
  const { list, next, isIndexing } = useContents(conversation, kind);
  const acts = useOutbox((state) => state.acts);
  const shown = useMemo(
    () => list.data && shownContents(list.data, pendingFor(acts, conversation)),
    [list.data, acts, conversation],
  );
  const lastSeq = useThreads(({ byId }) => byId[conversation]?.lastSeq);
  const status = useConnection((state) => state.status);
  const rows = useFocusKept();
  // biome-ignore lint/correctness/useExhaustiveDependencies: there may be others once it changes
  useEffect(() => {
    void loadContents(conversation, kind);
  }, [conversation, kind, lastSeq, status]);
  useEffect(() => {
    const pauseMs = isIndexing && list.status !== 'loading' ? pauseWhileIndexing(list.error) : null;
    if (pauseMs === null) return;
    const timer = setTimeout(() => void loadContents(conversation, kind), pauseMs);
    return () => clearTimeout(timer);
  }, [conversation, kind, isIndexing, list.status, list.error]);
  const go = (seq: number) => {
    onLeave();
    void goToMessage(conversation, seq);
  };
  const showMore = async () => {
    const answer = await loadMoreContents(conversation, kind);
    return answer.ok ? null : errorText(answer.error, `Failed to load ${kind}`);
  };
  const { icon, none, hint } = words[kind];
  if (hasFailed(list))
    return <LoadFailed message={`Failed to load ${kind}`} onRetry={() => loadContents(conversation, kind)} />;
  if (shown === null) return <Skeleton className="h-24" />;
  return (
    <>
      {shown.length === 0 && !isIndexing && next === null && (
        <EmptyState icon={icon} title={none}>
          {hint}
        </EmptyState>
      )}
      <ul ref={rows} className="-mx-2.5 grid">
        {shown.map((row) => (
          <MessageContents key={row.seq} conversation={conversation} kind={kind} row={row} onGo={() => go(row.seq)} />
        ))}
      </ul>
      <p role="status" className="text-muted text-sm empty:absolute">
        {isIndexing && 'Links in older messages will appear in a moment.'}
      </p>
      {next !== null && (
        <div className="grid pt-3">
          <ShowMore what={kind} busy={list.status === 'loading'} onMore={showMore} />
        </div>
      )}
    </>
  );
}

interface RowProps {
  row: ContentsRow;
  onGo: () => void;
}

/** The files or links of one message. */
function MessageContents({ conversation, kind, ...rest }: RowProps & Pick<ContentsProps, 'conversation' | 'kind'>) {
  const { row } = rest;
  const Icon = words[kind].icon;
  const isHidden = useIsMessageHidden(conversation, row.sender_id);
  if (isHidden)
    return (
      <Row {...rest} icon={<Icon aria-hidden />}>
        {HIDDEN_MESSAGE}
      </Row>
    );
  return kind === 'files'
    ? row.attachments.map((file) => <FileRow key={file.id} file={file} {...rest} />)
    : row.links.map((link) => <LinkRow key={link} link={link} {...rest} />);
}

function FileRow({ row, file, onGo }: RowProps & { file: Attachment }) {
  return (
    <Row
      row={row}
      icon={file.kind === 'picture' ? <Image aria-hidden /> : <File aria-hidden />}
      more={fileSize(file.bytes)}
      onGo={onGo}
      act={
        <OnlineIconButton
          icon={Download}
          label={`Download ${isolate(file.name)}`}
          onClick={() => downloadFile(file.id)}
        />
      }
    >
      <FileName name={file.name} />
    </Row>
  );
}

function LinkRow({ row, link, onGo }: RowProps & { link: string }) {
  return (
    <Row
      row={row}
      icon={<Link2 aria-hidden />}
      onGo={onGo}
      act={
        <a href={link} target="_blank" rel="noopener noreferrer" className={iconButtonClass}>
          <ExternalLink aria-hidden className="size-5" />
          <span className="sr-only">Open {link} in a new tab</span>
        </a>
      }
    >
      <bdi className="block truncate" title={link}>
        {link.replace(/^https?:\/\//iu, '')}
      </bdi>
    </Row>
  );
}

interface LineProps extends RowProps {
  icon: ReactNode;
  children: ReactNode;
  more?: string;
  act?: ReactNode;
}

function Row({ row: { sender_id, sender_name, created_at }, icon, children, more, onGo, act }: LineProps) {
  const me = useSession((state) => state.user?.id ?? 0);
  const known = members.use(({ byId }) => byId[sender_id]?.name);
  const now = useNow();
  return (
    <li className="flex items-center">
      <button
        type="button"
        onClick={onGo}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-md px-2.5 py-1.5 text-left hover:bg-hover"
      >
        <span className="shrink-0 text-muted [&>svg]:size-5">{icon}</span>
        <span className="min-w-0 flex-1">
          <span className="sr-only">{act === undefined ? 'Go to the message: ' : 'Go to the message with '}</span>
          <span className="block text-sm">{children}</span>
          <span className="block truncate text-muted text-xs">
            <bdi>{sender_id === me ? 'You' : (known ?? sender_name)}</bdi> ·{' '}
            <time dateTime={created_at}>{listTime(created_at, now)}</time>
            {more && ` · ${more}`}
          </span>
        </span>
      </button>
      {act}
    </li>
  );
}
