import type { Attachment } from '@sangam/shared/chat/attachments';
import { clockTime } from '@sangam/shared/core/time';
import type { Evidence } from '@sangam/shared/trust/moderation';
import { Download, Image } from 'lucide-react';
import toast from 'react-hot-toast';
import { freshLink } from '../../../chat/state/files/attachment-links';
import { SkillChips } from '../../../people/screens/SkillChips';
import { Button } from '../../../ui/button/Button';
import { cx } from '../../../ui/cx';

/** The evidence as it was stored with the report. Plain text: none of its links can be pressed. */
export function EvidenceView({ evidence, reportedId }: { evidence: Evidence; reportedId: number }) {
  const { messages, seq, member, project } = evidence;
  return (
    <>
      {messages && (
        <ol aria-label="Messages" className="grid gap-1">
          {messages.map((message) => (
            <li
              key={message.seq}
              className={cx(
                'rounded-md border px-3 py-2',
                message.seq === seq ? 'border-danger-text/40 bg-danger-soft' : 'border-line',
              )}
            >
              <p className="flex flex-wrap gap-x-2 text-muted text-sm">
                <span className={cx('font-medium', message.sender.id === reportedId && 'text-fg')}>
                  {message.sender.name}
                </span>
                <time dateTime={message.created_at}>{clockTime(message.created_at)}</time>
                {message.seq === seq && <span className="text-danger-text">Reported</span>}
                {message.deleted_at && <span>Deleted since</span>}
              </p>
              {message.earlier?.map((words) => (
                <p key={words} className="wrap-anywhere whitespace-pre-wrap text-muted text-sm">
                  Before: {words}
                </p>
              ))}
              <p className="wrap-anywhere whitespace-pre-wrap">{message.content}</p>
              {message.attachments && <EvidenceFiles files={message.attachments} />}
            </li>
          ))}
        </ol>
      )}
      {member && (
        <div className="grid gap-2 rounded-md border border-line px-3 py-2">
          <p className="wrap-anywhere font-medium">{member.name}</p>
          {member.college !== '' && <p className="wrap-anywhere text-muted text-sm">{member.college}</p>}
          <SkillChips skills={member.skills} label="Skills" />
          {member.github_link !== null && <p className="wrap-anywhere text-sm">{member.github_link}</p>}
        </div>
      )}
      {project && (
        <div className="grid gap-2 rounded-md border border-line px-3 py-2">
          <p className="wrap-anywhere font-medium">{project.title}</p>
          <p className="wrap-anywhere whitespace-pre-wrap text-sm">{project.description}</p>
        </div>
      )}
    </>
  );
}

/** Pictures and files of a reported message. None is loaded before a moderator opens it. */
function EvidenceFiles({ files }: { files: readonly Attachment[] }) {
  return (
    <ul aria-label="Pictures and files" className="flex flex-wrap gap-2 pt-1">
      {files.map((file) => (
        <li key={file.id}>
          <Button size="sm" variant="ghost" onClick={() => void open(file)}>
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
  if (link === null) toast.error('It is not kept any more, or cannot be read now.', { id: 'evidence-file' });
  else window.open(link.url, kind === 'picture' ? '_blank' : '_self', 'noopener');
}
