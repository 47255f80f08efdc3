import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../../testing/render';
import { joinRequest } from '../../../testing/samples';
import { OwnRequestText } from './own-request-text';

it('shows a message as the member’s own only if they wrote it', () => {
  show(
    <>
      <OwnRequestText request={joinRequest({ message: 'I build rovers' })} />
      <OwnRequestText request={joinRequest({ id: 2, message: 'Accepted an invitation.', unasked: true })} />
    </>,
  );
  screen.getByText('I build rovers');
  expect(screen.getAllByText('Your message')).toHaveLength(1);
  expect(screen.queryByText('Accepted an invitation.')).toBeNull();
});
