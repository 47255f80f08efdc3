import { conversationShortcuts } from '../../chat/screens/conversation-shortcuts';
import {
  control,
  type ShortcutGroup,
  setShortcutsListed,
  setSingleKeys,
  useShortcuts,
} from '../../core/device/shortcuts';
import { useSession } from '../../core/session/session';
import { reportShortcuts } from '../../trust/screens/moderation/actions';
import { Checkbox } from '../../ui/form/Checkbox';
import { Dialog } from '../../ui/overlay/Dialog';

const everywhere: ShortcutGroup = {
  title: 'Everywhere',
  keys: [
    [['?'], 'Show keyboard shortcuts'],
    [[control, 'K'], 'Search projects, people and messages'],
    [['/'], 'Search with a single key'],
    [['Esc'], 'Close a dialog, menu or list'],
  ],
};

/** Lists all keyboard shortcuts, with a switch for those of a single key. */
export function ShortcutsDialog() {
  const { listed, singleKeys } = useShortcuts();
  const isModerator = useSession(({ user }) => user?.is_moderator === true);
  return (
    <Dialog open={listed} onOpenChange={setShortcutsListed} title="Keyboard shortcuts">
      <div className="grid gap-5">
        {[everywhere, conversationShortcuts, ...(isModerator ? [reportShortcuts] : [])].map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-1.5 text-sm">{title}</h3>
            <dl className="divide-y divide-line">
              {keys.map(([combination, does]) => (
                <div key={does} className="flex items-center justify-between gap-4 py-2 text-sm">
                  <dt>{does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {combination.map((key) => (
                      <kbd
                        key={key}
                        className="min-w-7 rounded-sm border border-line bg-raised px-1.5 text-center font-sans"
                      >
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox
          label="Use single-key shortcuts in this browser"
          checked={singleKeys}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}
