import { Ban, Flag, MessageCircle, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { chatLink } from '../../lib/links/chat-link';
import { lazyPart } from '../../lib/loading/lazy-part';
import { loadMemberPage } from '../../people/state/member-pages';
import { inviteDialog } from '../../requests/state/invite-dialog';
import { reportDialog } from '../../trust/state/report-dialog';
import { Button } from '../../ui/button/Button';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { Card } from '../../ui/Card';
import { DialogLoading, TakesKeyboard } from '../../ui/overlay/TakesKeyboard';

const BlockDialog = lazyPart(() => import('../../contact/screens/BlockDialog'), 'BlockDialog');

/** Writes to the member, invites, blocks or reports them. */
export function MemberActs({ id, name }: { id: number; name: string }) {
  const [blocking, setBlocking] = useState(false);
  // A block ends the page.
  const close = () => {
    setBlocking(false);
    void loadMemberPage(id, null);
  };
  return (
    <Card className="grid gap-2 max-lg:-order-1">
      <ButtonLink {...chatLink(id, name)} aria-label={`Message ${name}`} variant="primary" block>
        <MessageCircle aria-hidden className="size-4.5" />
        Message
      </ButtonLink>
      <Button onClick={() => inviteDialog.open({ id, name })} block>
        <UserPlus aria-hidden className="size-4" />
        Invite to a project…
      </Button>
      <Button variant="ghost" className="justify-self-start" onClick={() => setBlocking(true)}>
        <Ban aria-hidden className="size-4" />
        Block member…
      </Button>
      <Button
        variant="ghost"
        className="justify-self-start"
        onClick={() => reportDialog.open({ kind: 'member', id, name })}
      >
        <Flag aria-hidden className="size-4" />
        Report member…
      </Button>
      {blocking && (
        <TakesKeyboard onLeave={() => setBlocking(false)} fallback={<DialogLoading />}>
          <BlockDialog otherId={id} name={name} onClose={close} />
        </TakesKeyboard>
      )}
    </Card>
  );
}
