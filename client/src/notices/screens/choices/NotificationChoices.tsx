import { isLonger } from '@sangam/shared/core/text';
import type { NotificationChoices as Choices, NotificationChoicesBody } from '@sangam/shared/notices/choices';
import type { EmailPace } from '@sangam/shared/notices/email-delay';
import { noticeLimits } from '@sangam/shared/notices/limits';
import { type NoticeGroup, noticeGroups } from '@sangam/shared/notices/notification-kinds';
import { peopleLimits } from '@sangam/shared/people/limits';
import { splitSkills } from '@sangam/shared/people/profile';
import { useEffect, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { hasFailed } from '../../../core/store/loadable';
import { useLoadAgain } from '../../../lib/loading/use-load-again';
import { useSkillList } from '../../../lib/text/completion';
import { useFormSuggestions } from '../../../people/state/form-suggestions';
import { Card } from '../../../ui/Card';
import { OnlineCheckbox } from '../../../ui/form/Checkbox';
import { OnlineWordSelect } from '../../../ui/form/Select';
import { SuggestedInput } from '../../../ui/form/SuggestedInput';
import { changeChoices, loadChoices } from '../../state/change-choices';
import { useChoices } from '../../state/choices';
import { QuietHours } from './QuietHours';

const paces: Record<EmailPace, string> = {
  at_once: 'Immediately',
  quarter_hour: 'After 15 minutes',
  hourly: 'After an hour',
  daily: 'Once a day, in the morning',
  never: 'Never',
};
const groups: Record<NoticeGroup, string> = {
  messages: 'Messages',
  requests: 'Requests to me',
  outcomes: 'Answers to my requests',
  team: 'Changes in my teams',
  reminders: 'Deadlines',
  projects: 'New projects with skills I follow',
};

const choose = async (body: NotificationChoicesBody): Promise<void> => {
  const error = await changeChoices(body);
  if (error) toast.error(actFailureText(error, 'Failed to change notifications'));
};
const toggled = (off: readonly NoticeGroup[], group: NoticeGroup): NoticeGroup[] =>
  off.includes(group) ? off.filter((one) => one !== group) : [...off, group];

/** Chooses the kinds of notifications, their times and channels. Choices about email are hidden where the server sends none. */
export function NotificationChoices() {
  const loadable = useChoices();
  useLoadAgain(loadChoices, hasFailed(loadable));
  useEffect(() => {
    void loadChoices();
  }, []);
  if (loadable.data === null) return null;
  const choices = loadable.data;
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Preferences</h2>
      {choices.mails && <EmailPaceChoice choices={choices} />}
      {choices.mails ? <ByDeviceAndEmail choices={choices} /> : <ByDevice choices={choices} />}
      <FollowedSkills skills={choices.followed_skills} onChange={choose} />
      <QuietHours quiet={choices.quiet} time_zone={choices.time_zone} onChange={choose} />
    </Card>
  );
}

const toggleOnDevices = ({ push_off }: Choices, group: NoticeGroup) =>
  void choose({ push_off: toggled(push_off, group) });

/** A row for each topic, with a checkbox for each channel. */
const ByDeviceAndEmail = ({ choices }: { choices: Choices }) =>
  noticeGroups.map((group) => (
    <fieldset key={group}>
      <legend className="text-sm sm:float-left sm:flex sm:min-h-control-sm sm:w-56 sm:items-center">
        {groups[group]}
      </legend>
      <div className="flex flex-wrap gap-x-6">
        <OnlineCheckbox
          label="On devices"
          checked={!choices.push_off.includes(group)}
          onChange={() => toggleOnDevices(choices, group)}
        />
        <OnlineCheckbox
          label="By email"
          checked={choices.mail_pace !== 'never' && !choices.mail_off.includes(group)}
          disabled={choices.mail_pace === 'never'}
          onChange={() => void choose({ mail_off: toggled(choices.mail_off, group) })}
        />
      </div>
    </fieldset>
  ));

/** One checkbox for each topic, where the server sends no email. */
const ByDevice = ({ choices }: { choices: Choices }) => (
  <fieldset>
    <legend className="text-sm">Notify me on devices about</legend>
    <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
      {noticeGroups.map((group) => (
        <OnlineCheckbox
          key={group}
          label={groups[group]}
          checked={!choices.push_off.includes(group)}
          onChange={() => toggleOnDevices(choices, group)}
        />
      ))}
    </div>
  </fieldset>
);

function EmailPaceChoice({ choices: { mail_pace, mail_shows_text } }: { choices: Choices }) {
  return (
    <>
      <OnlineWordSelect
        label="Email me about unread messages and requests"
        hint={
          mail_pace === 'never' || mail_pace === 'at_once'
            ? undefined
            : 'At most one email an hour, and one for answers to your requests'
        }
        value={mail_pace}
        words={paces}
        onChoose={(pace) => choose({ mail_pace: pace })}
      />
      {mail_pace !== 'never' && (
        <OnlineCheckbox
          label="Include message text in emails"
          checked={mail_shows_text}
          onChange={() => void choose({ mail_shows_text: !mail_shows_text })}
        />
      )}
    </>
  );
}

interface FollowedSkillsProps {
  skills: readonly string[];
  onChange: (body: NotificationChoicesBody) => void;
}

const faultOf = (skills: readonly string[]): string | undefined => {
  if (skills.length > noticeLimits.followedSkillsMax) return `At most ${noticeLimits.followedSkillsMax} skills`;
  const isTooLong = skills.some((skill) => isLonger(skill, peopleLimits.skillMaxChars));
  return isTooLong ? `Each skill can have at most ${peopleLimits.skillMaxChars} characters` : undefined;
};

/** Skills that the member follows, to be notified of new projects that need one. Saved on Enter and when the field is left. */
function FollowedSkills({ skills, onChange }: FollowedSkillsProps) {
  const [text, setText] = useState(skills.join(', '));
  // The skills changed on another device. If they equal the typed ones, the text stays as typed, such as with a last comma.
  const [known, setKnown] = useState(skills);
  if (known.join() !== skills.join()) {
    setKnown(skills);
    if (splitSkills(text).join() !== skills.join()) setText(skills.join(', '));
  }
  const suggested = useFormSuggestions().skills;
  const completion = useSkillList(text);
  const error = faultOf(splitSkills(text));
  const commit = (from: string) => {
    const typed = splitSkills(from);
    if (faultOf(typed) === undefined && typed.join() !== skills.join()) onChange({ followed_skills: typed });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        commit(text);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) commit(text);
      }}
    >
      <SuggestedInput
        label="Notify me about new projects that need these skills"
        name="followed_skills"
        hint="Up to 10 skills, comma-separated. You get at most one notification a day."
        autoComplete="off"
        value={text}
        onText={setText}
        onTaken={commit}
        known={suggested}
        completion={completion}
        error={error}
        invalid={error !== undefined}
      />
    </form>
  );
}
