import type { NotificationChoices as Choices, NotificationChoicesBody } from '@sangam/shared/notices/choices';
import type { MailPace } from '@sangam/shared/notices/mail-delay';
import { type NewsGroup, newsGroups } from '@sangam/shared/notices/notification-kinds';
import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { hasFailed } from '../../../core/store/loadable';
import { useLoadAgain } from '../../../lib/loading/use-load-again';
import { Card } from '../../../ui/Card';
import { Checkbox } from '../../../ui/form/Checkbox';
import { Select } from '../../../ui/form/Select';
import { changeChoices, loadChoices } from '../../state/change-choices';
import { useChoices } from '../../state/choices';
import { FollowedSkills } from './FollowedSkills';
import { QuietHours } from './QuietHours';

const paces: Record<MailPace, string> = {
  at_once: 'At once',
  quarter_hour: 'After 15 minutes',
  hourly: 'After an hour',
  daily: 'Once a day, in the morning',
  never: 'Never',
};
const groups: Record<NewsGroup, string> = {
  messages: 'Messages',
  requests: 'Requests to me',
  outcomes: 'Answers to my requests',
  team: 'Changes in my teams',
  reminders: 'Reminders',
  projects: 'New projects with skills I follow',
};

const choose = async (body: NotificationChoicesBody): Promise<void> => {
  if (!(await changeChoices(body))) toast.error('Failed to change notifications');
};
const toggled = (off: readonly NewsGroup[], group: NewsGroup): NewsGroup[] =>
  off.includes(group) ? off.filter((one) => one !== group) : [...off, group];

/** Of what, when, and by which way the member is told. What is about mails is not shown where none are sent. */
export function NotificationChoices() {
  const loadable = useChoices();
  useLoadAgain(hasFailed(loadable), loadChoices);
  useEffect(() => {
    void loadChoices();
  }, []);
  if (loadable.data === null) return null;
  const choices = loadable.data;
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Notifications</h2>
      {choices.mails && <MailPaceChoice choices={choices} />}
      {newsGroups.map((group) => (
        <fieldset key={group}>
          <legend className="text-sm sm:float-left sm:flex sm:min-h-control-sm sm:w-56 sm:items-center">
            {groups[group]}
          </legend>
          <div className="flex flex-wrap gap-x-6">
            <Checkbox
              label="On devices"
              checked={!choices.push_off.includes(group)}
              onChange={() => void choose({ push_off: toggled(choices.push_off, group) })}
            />
            {choices.mails && (
              <Checkbox
                label="By e-mail"
                checked={choices.mail_pace !== 'never' && !choices.mail_off.includes(group)}
                disabled={choices.mail_pace === 'never'}
                onChange={() => void choose({ mail_off: toggled(choices.mail_off, group) })}
              />
            )}
          </div>
        </fieldset>
      ))}
      <FollowedSkills key={choices.followed_skills.join()} skills={choices.followed_skills} onChange={choose} />
      <QuietHours quiet={choices.quiet} time_zone={choices.time_zone} onChange={choose} />
    </Card>
  );
}

function MailPaceChoice({ choices: { mail_pace, mail_shows_text } }: { choices: Choices }) {
  return (
    <>
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
    </>
  );
}
