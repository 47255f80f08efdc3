import { useState } from 'react';
import { lazyPart } from '../../lib/loading/lazy-part';
import { loadMemberPage } from '../../people/state/member-pages';
import { reportDialog } from '../../trust/state/report-dialog';
import { MoreMenu } from '../../ui/overlay/MoreMenu';
import { DialogLoading, TakesKeyboard } from '../../ui/overlay/TakesKeyboard';

const BlockDialog = lazyPart(() => import('../../contact/screens/BlockDialog'), 'BlockDialog');

/** Blocks or reports the member. */
export function MemberMenu({ id, name }: { id: number; name: string }) {
  const [blocking, setBlocking] = useState(false);
  // After a block, the page no longer exists for the reader.
  const close = () => {
    setBlocking(false);
    void loadMemberPage(id, null);
  };
  return (
    <>
      <MoreMenu
        name={name}
        className="-my-1 -mr-3 shrink-0"
        items={[
          { label: 'Block member…', onChoose: () => setBlocking(true), needsServer: true, isDestructive: true },
          {
            label: 'Report member…',
            onChoose: () => reportDialog.open({ kind: 'member', id, name }),
            needsServer: true,
          },
        ]}
      />
      {blocking && (
        <TakesKeyboard onLeave={() => setBlocking(false)} fallback={<DialogLoading />}>
          <BlockDialog otherId={id} name={name} onClose={close} />
        </TakesKeyboard>
      )}
    </>
  );
}
