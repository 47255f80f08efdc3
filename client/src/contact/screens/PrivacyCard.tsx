import type { ContactFrom, FoundBy, PresenceFor } from '@sangam/shared/contact/privacy';
import type { NotificationChoicesBody } from '@sangam/shared/notices/choices';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../core/api/errors';
import { changeChoices } from '../../notices/state/change-choices';
import { useLoadedChoices } from '../../notices/state/loaded-choices';
import { Card } from '../../ui/Card';
import { OnlineCheckbox } from '../../ui/form/Checkbox';
import { OnlineWordSelect } from '../../ui/form/Select';

const contacts: Record<ContactFrom, string> = {
  anyone: 'Anyone',
  teams: 'My teams and my applicants',
  nobody: 'Nobody new',
};
const viewers: Record<PresenceFor, string> = {
  anyone: 'Anyone',
  acquainted: 'People I chat or work with',
  nobody: 'Nobody',
};
const finders: Record<FoundBy, string> = {
  anyone: 'Anyone',
  teams: 'My teams and people I chose',
  nobody: 'Nobody',
};

const choose = async (body: NotificationChoicesBody): Promise<void> => {
  const error = await changeChoices(body);
  if (error) toast.error(actFailureText(error, 'Failed to save your privacy settings'));
};

/** Settings for the members who may write first, see this member's presence, and find them by name. */
export function PrivacyCard() {
  const loadable = useLoadedChoices();
  const choices = loadable.data;
  if (choices === null) return null;
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Contact and visibility</h2>
      <OnlineWordSelect
        label="First messages from"
        hint="First messages from strangers and applicants arrive as message requests. Members you have written to can always answer."
        value={choices.contact_from}
        words={contacts}
        onChoose={(contact_from) => choose({ contact_from })}
      />
      <OnlineWordSelect
        label="Show my presence to"
        hint="Online, typing and last seen. You see it only for people who can see yours."
        value={choices.presence_for}
        words={viewers}
        onChoose={(presence_for) => choose({ presence_for })}
      />
      <OnlineWordSelect
        label="Let people find me by name"
        hint="People you chose are members you approved or invited, and creators you asked. Your projects stay visible, and people you chat with still find your conversation."
        value={choices.found_by}
        words={finders}
        onChoose={(found_by) => choose({ found_by })}
      />
      <div>
        <OnlineCheckbox
          label="Send read receipts"
          checked={choices.shows_read_marks}
          onChange={({ target }) => void choose({ shows_read_marks: target.checked })}
        />
        <OnlineCheckbox
          label="Show when I’m typing"
          checked={choices.shows_typing}
          onChange={({ target }) => void choose({ shows_typing: target.checked })}
        />
        <p className="ml-7.5 text-faint text-sm">If you turn one off, you don’t see it from others either.</p>
      </div>
    </Card>
  );
}
