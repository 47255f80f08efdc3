import type { NotificationChoices, NotificationChoicesBody } from '@sangam/shared/contract/choices';
import type { MailPace } from '@sangam/shared/rules/notification-choices';
import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { useLoadAgain } from '../../lib/use-load-again';
import { changeChoices, loadChoices, useChoices } from '../../stores/choices';
import { hasFailed } from '../../stores/loadable';
import { Card } from '../../ui/Card';
import { Checkbox } from '../../ui/Checkbox';
import { Select } from '../../ui/Select';

const paces: Record<MailPace, string> = {
  at_once: 'At once',
  quarter_hour: 'After 15 minutes',
  hourly: 'After an hour',
  daily: 'Once a day, in the morning',
  never: 'Never',
};

const choose = async (body: NotificationChoicesBody): Promise<void> => {
  if (!(await changeChoices(body))) toast.error('Failed to change notifications');
};

/** When the member is mailed what they have not read. Not shown where no mail is sent. */
export function MailChoices() {
  const loadable = useChoices();
  useLoadAgain(hasFailed(loadable), loadChoices);
  useEffect(() => {
    void loadChoices();
  }, []);
  return loadable.data?.mails ? <Shown choices={loadable.data} /> : null;
}

function Shown({ choices: { mail_pace, mail_shows_text } }: { choices: NotificationChoices }) {
  return (
    <Card className="grid gap-3">
      <h2 className="text-base">E-mail</h2>
      <Select
        label="Mail me what I have not read"
        hint={mail_pace === 'never' || mail_pace === 'at_once' ? undefined : 'One e-mail an hour at most'}
        value={mail_pace}
        onChange={(event) => void choose({ mail_pace: event.target.value as MailPace })}
      >
        {Object.entries(paces).map(([pace, words]) => (
          <option key={pace} value={pace}>
            {words}
          </option>
        ))}
      </Select>
      {mail_pace !== 'never' && (
        <Checkbox
          label="Put the text of messages into e-mails"
          checked={mail_shows_text}
          onChange={() => void choose({ mail_shows_text: !mail_shows_text })}
        />
      )}
    </Card>
  );
}
