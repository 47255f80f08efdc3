import type { Message } from '@sangam/shared/chat/messages';
import { type ReportReason, reportReasons, reportReasonWords } from '@sangam/shared/core/reports';
import { cleanText } from '@sangam/shared/core/text';
import { trustLimits } from '@sangam/shared/trust/limits';
import { useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { idIn, memberIn } from '../../../chat/state/known-conversations';
import { useThreads } from '../../../chat/state/thread/threads';
import { blocks } from '../../../contact/state/blocks';
import { applyBlock } from '../../../contact/sync/apply-block';
import { request } from '../../../core/api/client';
import { refusalOf } from '../../../core/api/errors';
import { refresh } from '../../../core/realtime/refresh';
import { currentUserId } from '../../../core/session/session';
import { Button } from '../../../ui/button/Button';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Form } from '../../../ui/form/Form';
import { Select } from '../../../ui/form/Select';
import { Textarea, TextLength } from '../../../ui/form/Textarea';
import { useForm } from '../../../ui/form/use-form';
import { Dialog, DialogActions } from '../../../ui/overlay/Dialog';
import { type ReportSubject, reportDialog } from '../../state/report-dialog';
import { ChooseMessages } from './ChooseMessages';

const MAX = trustLimits.reportWordsMaxChars;

const titleOf = (subject: ReportSubject): string => {
  if (subject.kind === 'message') return subject.seq === null ? 'Report messages' : 'Report this message';
  return `Report ${subject.name}`;
};

const seen: Record<ReportSubject['kind'], string> = {
  message: 'Moderators see the messages you choose, and can read those around them. Other members don’t see your name.',
  member: 'Moderators see the profile and the picture as they are now. The member doesn’t see your name.',
  project: 'Moderators see the title and description as they are now. The creator doesn’t see your name.',
};

/** Reports messages, a member or a project to the moderators (R16.1). */
export function ReportDialog() {
  const subject = reportDialog.use();
  const close = () => reportDialog.close();
  return (
    <Dialog
      open={subject !== null}
      onOpenChange={(open) => !open && close()}
      title={subject ? titleOf(subject) : 'Report'}
      {...(subject && { description: seen[subject.kind] })}
    >
      {subject && <ReportForm subject={subject} onDone={close} />}
    </Dialog>
  );
}

/** Names the subject to the server: messages by their conversation. */
function namingOf(subject: ReportSubject): { id: number } | { conversation_id: number } {
  if (subject.kind !== 'message') return { id: subject.id };
  const id = idIn(subject.conversation);
  return id === null ? { id: memberIn(subject.conversation) ?? 0 } : { conversation_id: id };
}

interface Choice {
  reason: ReportReason;
  words: string;
  seqs: readonly number[];
  block: boolean;
}

/** Sends a report of what the member sees. */
async function sendReport(subject: ReportSubject, { reason, words, seqs, block }: Choice) {
  const [seq, ...others] = seqs;
  const chosen = subject.kind === 'message' ? { seq, ...(others.length > 0 && { seqs: [...seqs] }) } : {};
  const body = {
    kind: subject.kind,
    ...namingOf(subject),
    ...chosen,
    reason,
    ...(words === '' ? {} : { words }),
    ...(block && { block: true }),
  };
  const answer = await request('POST /api/reports', { body });
  if (answer.ok && answer.value.data.blocked_id !== undefined) {
    applyBlock({ user_id: answer.value.data.blocked_id, is_blocked: true });
    void refresh('gap');
  }
  return answer;
}

/** The member who would be blocked; null where there is none. */
function reportedMember(subject: ReportSubject, messages: readonly Message[]): { name: string } | null {
  if (subject.kind === 'member') return subject;
  if (subject.kind === 'project') return subject.creator ?? null;
  // In a team's conversation, several members write.
  const written =
    messages.find(({ seq }) => seq === subject.seq) ?? messages.find(({ sender_id }) => sender_id !== currentUserId());
  return { name: written?.sender_name ?? 'this member' };
}

function ReportForm({ subject, onDone }: { subject: ReportSubject; onDone: () => void }) {
  const [reason, setReason] = useState<ReportReason | ''>('');
  const messages =
    useThreads(({ byId }) => (subject.kind === 'message' ? byId[subject.conversation]?.messages : undefined)) ?? none;
  const meant = subject.kind === 'message' ? subject.seq : null;
  const [seqs, setSeqs] = useState<readonly number[]>(meant === null ? [] : [meant]);
  const alsoBlocks = useRef(false);
  const toBlock = reportedMember(subject, messages);
  const isBlocked = useIsBlocked(subject);
  const form = useForm({
    initial: { words: '' },
    check: ({ words }) => {
      const errors = [];
      if (subject.kind === 'message' && seqs.length === 0)
        errors.push({ field: 'seqs', message: 'Choose at least one message.' });
      if (reason === '') errors.push({ field: 'reason', message: 'Choose a reason.' });
      return reason === '' || errors.length > 0
        ? { ok: false, errors }
        : { ok: true, value: { reason, words: cleanText(words), seqs, block: alsoBlocks.current } };
    },
    send: async (report: Choice) => {
      const answer = await sendReport(subject, report);
      if (!answer.ok) return refusalOf(answer.error, 'Failed to send the report');
      toast.success('Thank you. A moderator will review it.');
      if (report.block) {
        if (answer.value.data.blocked_id === undefined) toast.error('Failed to block this member');
        else toast.success(`${toBlock?.name ?? 'The member'} is blocked`);
      }
      onDone();
      return null;
    },
  });
  const actions = (
    <DialogActions>
      <Button onClick={onDone}>Cancel</Button>
      {toBlock !== null && !isBlocked && (
        <OnlineButton
          type="submit"
          busy={form.busy && alsoBlocks.current}
          onClick={() => {
            alsoBlocks.current = true;
          }}
        >
          Report and block
        </OnlineButton>
      )}
      <OnlineButton
        type="submit"
        variant="primary"
        busy={form.busy && !alsoBlocks.current}
        onClick={() => {
          alsoBlocks.current = false;
        }}
      >
        Report
      </OnlineButton>
    </DialogActions>
  );
  return (
    <Form form={form} label="Report" actions={actions}>
      {subject.kind === 'message' && messages.length > 0 && (
        <ChooseMessages
          messages={messages}
          meant={meant}
          chosen={seqs}
          onChange={setSeqs}
          error={form.field('seqs').error}
        />
      )}
      {subject.kind === 'project' && subject.text !== undefined && (
        <blockquote className="wrap-anywhere line-clamp-6 whitespace-pre-wrap border-line border-l-2 pl-3 text-muted text-sm">
          {subject.text}
        </blockquote>
      )}
      <Select
        label="Reason"
        name="reason"
        value={reason}
        onChange={(event) => setReason(event.target.value as ReportReason)}
        {...form.field('reason')}
      >
        <option value="" disabled>
          Choose one
        </option>
        {reportReasons.map((one) => (
          <option key={one} value={one}>
            {reportReasonWords[one]}
          </option>
        ))}
      </Select>
      <Textarea
        label="What’s wrong? (optional)"
        rows={3}
        maxLength={MAX * 2}
        hint={<TextLength text={form.values.words} max={MAX} />}
        {...form.text('words')}
      />
    </Form>
  );
}

const none: readonly Message[] = [];

function memberOf(subject: ReportSubject): number | undefined {
  if (subject.kind === 'message') return memberIn(subject.conversation) ?? undefined;
  return subject.kind === 'project' ? subject.creator?.id : subject.id;
}

function useIsBlocked(subject: ReportSubject): boolean {
  const id = memberOf(subject);
  return blocks.use(({ byId }) => id !== undefined && byId[id]?.is_blocked === true);
}
