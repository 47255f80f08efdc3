import { cleanup, screen, within } from '@testing-library/react';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { moment } from '../../../core/store/table';
import { members } from '../../../people/state/members';
import { settled, show } from '../../../testing/render';
import { noteTeams } from '../../state/known-conversations';
import { useTeamInfos } from '../../state/team/team-infos';
import { MentionedText } from '../message/MentionedText';
import { MessageText } from '../message/MessageContent';
import { MessageField } from './MessageField';

const onDone = vi.fn();

function Field({ conversation = 'c5' as const }: { conversation?: `c${number}` }) {
  const [text, setText] = useState('');
  return (
    <MessageField
      conversation={conversation}
      text={text}
      onChange={setText}
      onDone={() => onDone(text)}
      onKey={() => false}
      label="Message"
      placeholder=""
      done={{ icon: Check, label: 'Send' }}
      focuses={() => true}
    />
  );
}

const participant = (id: number, name: string) => ({
  id,
  name,
  is_creator: false,
  is_online: false,
  last_active: null,
  joined_at: '2026-11-26T00:00:00.000Z',
});
beforeEach(() => {
  vi.clearAllMocks();
  // happy-dom has no layout and no editing commands.
  Element.prototype.scrollIntoView = vi.fn();
  document.execCommand = () => false;
  noteTeams([5]);
  const participants = [
    participant(2, 'Bina Rao'),
    participant(3, 'Chitra Nair'),
    participant(4, 'Binod'),
    participant(5, 'Zoë O’Brien'),
  ];
  useTeamInfos.setState({
    c5: { conversation_id: 5, project_id: 7, name: 'Rover', people: 1, participants, events: [] },
  });
});
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const names = async () =>
  within(await screen.findByRole('listbox', { name: 'Members' }))
    .getAllByRole('option')
    .map((option) => option.getAttribute('aria-label'));

it('suggests the members of the team after an @; Enter takes one without sending', async () => {
  const user = show(<Field />);
  await user.type(field(), 'Hi @b');
  expect(await names()).toEqual(['Bina Rao', 'Binod', 'Zoë O’Brien']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(field().value).toBe('Hi @Binod ');
  expect(onDone).not.toHaveBeenCalled();
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('there{Enter}');
  expect(onDone).toHaveBeenCalledWith('Hi @Binod there');
});

it.each([
  ['the team', 'Lunch @te', 'Lunch @team '],
  ['the team in capitals', 'Lunch @TEAM', 'Lunch @team '],
  ['a member', 'Lunch @bino', 'Lunch @Binod '],
])('Enter sends a message that ends with a mention of %s', async (_, typed, taken) => {
  const user = show(<Field />);
  await user.type(field(), typed);
  await names();
  await user.keyboard('{Enter}');
  expect(field().value).toBe(taken);
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('{Enter}');
  expect(onDone).toHaveBeenCalledWith(taken);
});

it('offers the whole team, finds a member by their last name, and nobody within an address', async () => {
  const user = show(<Field />);
  await user.type(field(), '@');
  expect(await names()).toEqual(['Bina Rao', 'Chitra Nair', 'Binod', 'Zoë O’Brien', 'The whole team']);
  await user.type(field(), 'nair');
  expect(await names()).toEqual(['Chitra Nair']);
  await user.clear(field());
  await user.type(field(), '@zoe');
  expect(await names()).toEqual(['Zoë O’Brien']);
  await user.type(field(), ' O’B');
  expect(await names()).toEqual(['Zoë O’Brien']);
  await user.clear(field());
  await user.type(field(), '请@bino');
  expect(await names()).toEqual(['Binod']);
  await user.clear(field());
  await user.type(field(), 'mail me@b');
  await settled();
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('suggests members of one name together', async () => {
  const { c5 } = useTeamInfos.getState();
  if (c5 === undefined) throw new Error('no team');
  useTeamInfos.setState({ c5: { ...c5, participants: [...c5.participants, participant(6, 'Binod')] } });
  const user = show(<Field />);
  await user.type(field(), '@bi');
  expect(await names()).toEqual(['Bina Rao', 'Binod, notifies 2 members']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(field().value).toBe('@Binod ');
});

it.each(['@', '@te', '@b'])(
  'suggests neither members nor the team after %s in a direct conversation',
  async (typed) => {
    const user = show(<Field conversation="c9" />);
    await user.type(field(), `Hi ${typed}`);
    await settled();
    expect(screen.queryByRole('listbox')).toBeNull();
  },
);

it('shows a mention with the member’s present name, within formatted text', async () => {
  members.merge([{ id: 2, name: 'Bina Sen' }], moment());
  show(
    <MessageText
      text="Ask **@Bina Rao** or @team, not @Chitra Nair"
      mentions={[{ user_id: 2, name: 'Bina Rao' }, { name: 'team' }]}
    />,
  );
  // The sign is in the name's element, which has the name's direction.
  const mention = await screen.findByText('@Bina Sen');
  expect(mention.tagName).toBe('BDI');
  expect(mention.closest('strong')).not.toBeNull();
  expect(document.querySelectorAll('[data-mention]')).toHaveLength(2);
  expect(document.body.textContent).toContain('Ask @Bina Sen or @team, not @Chitra Nair');
});

it('shows a mention of two members of one name to each as theirs, without a link to either', () => {
  members.merge([{ id: 4, name: 'Bina R.' }], moment());
  const mentions = [4, 5].map((user_id) => ({ user_id, name: 'Binod' }));
  const shownTo = (me: number) => {
    show(<MentionedText text="Ask @Binod" mentions={mentions} me={me} />);
    const mention = screen.getByText('@Binod');
    const shown = [mention.closest('a') !== null, mention.closest('[data-mention]')?.className.includes('bg-accent')];
    cleanup();
    return shown;
  };
  expect([2, 4, 5].map(shownTo)).toEqual([
    [false, false],
    [false, true],
    [false, true],
  ]);
});
