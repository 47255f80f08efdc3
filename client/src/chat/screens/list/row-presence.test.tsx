import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { moment } from '../../../core/store/table';
import { mergePresence } from '../../../people/state/presence';
import { listRow } from '../../../testing/list-row';
import { show } from '../../../testing/render';
import { member, OTHER } from '../../../testing/samples';
import { ConversationRow } from './ConversationRow';

it.each([
  ['reads out the presence of a member', 'Other', true],
  ['has no presence to read out for a former member', FORMER_MEMBER, false],
])('a conversation’s row %s', (_, name, isRead) => {
  mergePresence([{ id: OTHER, is_online: false, last_active: null }], moment());
  show(<ConversationRow row={{ ...listRow, name }} active={false} now={0} linkTo={() => ({ to: '/' })} />, {
    as: member,
  });
  expect(screen.getByRole('link').textContent?.includes('Offline')).toBe(isRead);
});
