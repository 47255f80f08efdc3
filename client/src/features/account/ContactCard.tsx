import type { NotificationChoicesBody } from '@sangam/shared/contract/choices';
import type { ContactFrom } from '@sangam/shared/rules/contact';
import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { useLoadAgain } from '../../lib/use-load-again';
import { changeChoices, loadChoices } from '../../stores/change-choices';
import { useChoices } from '../../stores/choices';
import { hasFailed } from '../../stores/loadable';
import { Card } from '../../ui/Card';
import { Select } from '../../ui/Select';

const contacts: Record<ContactFrom, string> = {
  anyone: 'Anybody',
  teams: 'Members of my teams, and who asks to join',
  nobody: 'Nobody new',
};

const choose = async (body: NotificationChoicesBody): Promise<void> => {
  if (!(await changeChoices(body))) toast.error('Failed to change who may write to you');
};

/** Who may write to the member first. */
export function ContactCard() {
  const loadable = useChoices();
  useLoadAgain(hasFailed(loadable), loadChoices);
  useEffect(() => {
    if (useChoices.getState().data === null) void loadChoices();
  }, []);
  if (loadable.data === null) return null;
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Contact</h2>
      <Select
        label="Who may write to me first"
        hint="First messages from members you share no team or request with wait under Message requests. Whom you have written to can always answer."
        value={loadable.data.contact_from}
        onChange={({ target }) => void choose({ contact_from: target.value as ContactFrom })}
      >
        {Object.entries(contacts).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Card>
  );
}
