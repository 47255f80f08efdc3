import { isMac, setShortcutsListed, setSingleKeys, useShortcuts } from '../../core/device/shortcuts';
import { useSession } from '../../core/session/session';
import { Checkbox } from '../../ui/form/Checkbox';
import { Dialog } from '../../ui/overlay/Dialog';

const control = isMac ? '⌘' : 'Ctrl';

const groups: { title: string; keys: [keys: string[], does: string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      [['?'], 'List these shortcuts'],
      [[control, 'K'], 'Search projects, people and messages'],
      [['/'], 'Search, with one key'],
      [['Esc'], 'Close a dialog, menu or list'],
    ],
  },
  {
    title: 'In a conversation',
    keys: [
      [['Enter'], 'Send'],
      [['Shift', 'Enter'], 'New line'],
      [['R'], 'Reply, on the menu button of a message'],
      [['1', '2', '3'], 'React with your most used emoji, on the same button'],
      [['P'], 'Pin or unpin, on the same button'],
      [['S'], 'Save for yourself or remove, on the same button'],
      [['U'], 'Mark as unread, there or on a conversation in the list'],
      [['E'], 'Archive or unarchive a conversation, on its row in the list'],
      [['Esc'], 'Cancel the reply'],
      [['↑'], 'Edit your last message, in the empty field'],
      [[':'], 'Find an emoji by its name'],
      [[control, 'B'], 'Bold'],
      [[control, 'I'], 'Italic'],
      [[control, 'E'], 'Code'],
    ],
  },
];

const forModerators: (typeof groups)[number] = {
  title: 'In reports',
  keys: [
    [['J'], 'Next report'],
    [['K'], 'Previous report'],
    [['D'], 'Open Dismiss'],
    [['W'], 'Open Warn'],
    [['H'], 'Open Hide project'],
    [['S'], 'Open Suspend'],
  ],
};

/** Lists all keyboard shortcuts, with a switch for those of a single key. */
export function ShortcutsDialog() {
  const { listed, singleKeys } = useShortcuts();
  const isModerator = useSession(({ user }) => user?.is_moderator === true);
  return (
    <Dialog open={listed} onOpenChange={setShortcutsListed} title="Keyboard shortcuts">
      <div className="grid gap-5">
        {[...groups, ...(isModerator ? [forModerators] : [])].map(({ title, keys }) => (
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
          label="Use single keys as shortcuts in this browser"
          checked={singleKeys}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}
