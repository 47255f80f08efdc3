import type { Attachment } from '@sangam/shared/chat/attachments';
import { isolate } from '@sangam/shared/core/isolate';
import { productDate } from '@sangam/shared/core/product-zone';
import { clockTime } from '@sangam/shared/core/time';
import type { Evidence } from '@sangam/shared/trust/evidence';
import { Download, Image } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { freshLink } from '../../../chat/state/files/attachment-links';
import { actFailureText } from '../../../core/api/errors';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { SkillChips } from '../../../people/screens/SkillChips';
import { Button } from '../../../ui/button/Button';
import { cx } from '../../../ui/cx';
import { MemberName, raisedWholeName } from '../../../ui/MemberName';
import { readContext } from '../../state/moderation';
import { EarlierTexts, Notes, Texts } from './EvidenceTexts';

/** The evidence as it was stored with the report. Plain text: none of its links can be pressed. */
export function EvidenceView({
  reportId,
  evidence,
  reportedId,
  pictures = [],
}: {
  reportId: number;
  evidence: Evidence;
  reportedId: number;
  /** Addresses of the reported pictures. */
  pictures?: readonly string[] | undefined;
}) {
  const { messages, member, project, notes } = evidence;
  return (
    <>
      {messages && <SaidMessages reportId={reportId} evidence={evidence} reportedId={reportedId} />}
      {member && (
        <div className="grid gap-2 rounded-md border border-line px-3 py-2">
          <p className="wrap-anywhere font-medium">
            <MemberName id={reportedId} name={member.name} className={raisedWholeName} />
          </p>
          {member.college !== '' && <p className="wrap-anywhere text-muted text-sm">{member.college}</p>}
          <ReportedPictures urls={pictures} />
          <SkillChips skills={member.skills} label="Skills" />
          {member.github_link !== null && <p className="wrap-anywhere text-sm">{member.github_link}</p>}
          <Texts texts={member} shown={['name', 'college', 'skills', 'github_link']} />
          <EarlierTexts earlier={member.earlier} />
        </div>
      )}
      {project && (
        <div className="grid gap-2 rounded-md border border-line px-3 py-2">
          <p className="wrap-anywhere font-medium">{project.title}</p>
          {project.creator && (
            <p className="wrap-anywhere text-muted text-sm">
              Reported again after a transfer: this is {isolate(project.creator.name)}’s version.
            </p>
          )}
          <p className="wrap-anywhere whitespace-pre-wrap text-sm">{project.description}</p>
          <Texts texts={project} shown={['title', 'description']} />
          <EarlierTexts earlier={project.earlier} />
        </div>
      )}
      <Notes notes={notes} />
    </>
  );
}

/** The pictures load only once the moderator asks to see them. */
function ReportedPictures({ urls }: { urls: readonly string[] }) {
  const [shown, setShown] = useState(false);
  const [gone, setGone] = useState<readonly string[]>([]);
  if (urls.length === 0) return null;
  if (!shown)
    return (
      <Button size="sm" className="justify-self-start" onClick={() => setShown(true)}>
        <Image aria-hidden className="size-4" />
        {urls.length === 1 ? 'Show reported picture' : 'Show reported pictures'}
      </Button>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {urls.map((url) =>
        gone.includes(url) ? (
          <p key={url} className="text-muted text-sm">
            This picture is no longer available.
          </p>
        ) : (
          <img
            key={url}
            src={url}
            alt="Reported"
            onError={() => setGone((before) => [...before, url])}
            className="size-40 rounded-md object-cover"
          />
        ),
      )}
    </div>
  );
}

type Said = NonNullable<Evidence['messages']>[number];

/** The reported messages. Moderators can load the messages around them; the server records each load. */
function SaidMessages({ reportId, evidence, reportedId }: Parameters<typeof EvidenceView>[0]) {
  const { messages = [], seq, seqs = seq === undefined ? [] : [seq] } = evidence;
  const [around, setAround] = useState<readonly Said[]>([]);
  // Numbers of the messages before or after which moderators may read nothing else.
  const [ended, setEnded] = useState<Record<'before' | 'after', readonly number[]>>({ before: [], after: [] });
  const known = new Map([...around, ...messages].map((message) => [message.seq, message]));
  const shown = [...known.values()].sort((a, b) => a.seq - b.seq);
  const more = async (side: 'before' | 'after', from: number) => {
    const answer = await readContext(reportId, side === 'before' ? { before: from } : { after: from });
    if (!answer.ok) return toast.error(actFailureText(answer.error, 'Failed to load the messages'));
    const { messages: found, has_more } = answer.value;
    setAround((before) => [...before, ...found]);
    const reached = (side === 'before' ? found[0] : found.at(-1))?.seq ?? from;
    if (!has_more) setEnded((before) => ({ ...before, [side]: [...before[side], reached] }));
  };
  /** Returns what loads more of a gap, from its start, then from its end; undefined once moderators may read no more of it. */
  const intoGap = (start: number, end: number) => {
    if (!ended.after.includes(start)) return () => more('after', start);
    return ended.before.includes(end) ? undefined : () => more('before', end);
  };
  const [first, last] = [shown[0], shown.at(-1)];
  const isMoreBefore = first !== undefined && !ended.before.includes(first.seq);
  const isMoreAfter = last !== undefined && !ended.after.includes(last.seq);
  const fills = shown.map(({ seq: start }, index) => {
    const end = shown[index + 1]?.seq ?? start;
    return end > start + 1 ? intoGap(start, end) : undefined;
  });
  return (
    <div className="grid gap-2">
      {isMoreBefore && <More onMore={() => more('before', first.seq)}>Show earlier messages</More>}
      <ol aria-label="Messages" data-takes-focus className="grid gap-1">
        {shown.map((message, index) => {
          const fill = fills[index];
          return (
            <li key={message.seq} className="grid gap-1">
              <SaidMessage message={message} isReported={seqs.includes(message.seq)} reportedId={reportedId} />
              {fill && <More onMore={fill}>Show messages in between</More>}
            </li>
          );
        })}
      </ol>
      {isMoreAfter && <More onMore={() => more('after', last.seq)}>Show later messages</More>}
      {(isMoreBefore || isMoreAfter || fills.some(Boolean)) && (
        <p className="text-muted text-sm">Loading more messages adds an entry to the audit trail.</p>
      )}
    </div>
  );
}

function More({ onMore, children }: { onMore: () => Promise<unknown>; children: string }) {
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    await onMore();
    setBusy(false);
  };
  return (
    <Button ref={passFocusOn} size="sm" variant="ghost" busy={busy} className="-ml-3 justify-self-start" onClick={load}>
      {children}
    </Button>
  );
}

function SaidMessage({ message, isReported, reportedId }: { message: Said; isReported: boolean; reportedId: number }) {
  return (
    <div
      className={cx('rounded-md border px-3 py-2', isReported ? 'border-danger-text/40 bg-danger-soft' : 'border-line')}
    >
      <p className="text-muted text-sm [&>*]:mr-2">
        <MemberName
          id={message.sender.id}
          name={message.sender.name}
          className={cx('font-medium', message.sender.id === reportedId && 'text-fg')}
        />
        <time dateTime={message.created_at} className="whitespace-nowrap">
          {productDate(new Date(message.created_at))}, {clockTime(message.created_at)}
        </time>
        {isReported && <span className="text-danger-text">Reported</span>}
        {message.deleted_at && <span>Deleted since</span>}
      </p>
      {message.earlier?.map((words) => (
        <p key={words} className="wrap-anywhere whitespace-pre-wrap text-muted text-sm">
          Before: {words}
        </p>
      ))}
      {/* The content of a message without text is the name of its first file. */}
      {message.content !== message.attachments?.[0]?.name && (
        <p className="wrap-anywhere whitespace-pre-wrap">{message.content}</p>
      )}
      {message.attachments && <EvidenceFiles files={message.attachments} />}
    </div>
  );
}

/** Pictures and files of a reported message. None is loaded before a moderator opens it. */
function EvidenceFiles({ files }: { files: readonly Attachment[] }) {
  return (
    <ul aria-label="Pictures and files" className="-ml-3 flex flex-wrap gap-2 pt-1">
      {files.map((file) => (
        <li key={file.id}>
          <Button size="sm" variant="ghost" onClick={() => open(file)}>
            {file.kind === 'picture' ? (
              <Image aria-hidden className="size-4" />
            ) : (
              <Download aria-hidden className="size-4" />
            )}
            <span className="max-w-60 truncate">{file.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Opens a picture in its own tab, a file as a download: the answer's headers keep either from running anything. */
async function open({ id, kind }: Attachment): Promise<void> {
  const link = await freshLink(id);
  if (link === null) toast.error('This file is no longer available.', { id: 'evidence-file' });
  else window.open(link.url, kind === 'picture' ? '_blank' : '_self', 'noopener');
}
