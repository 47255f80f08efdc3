import { isolate } from '@sangam/shared/core/isolate';
import { keysOf } from '@sangam/shared/core/keys-of';
import type { ModeratorDecision } from '@sangam/shared/core/reports';
import type { ShortcutGroup } from '../../../core/device/shortcuts';

interface Action {
  label: string;
  key: string;
  consequence: string;
  /** The consequence where no mail server is configured. */
  withoutEmail?: string;
  /** Says where the member reads the moderator's message; undefined if the decision sends none. */
  wordsShown?: string;
  /** The button that decides; `name` is the member's. */
  confirm: (name: string) => string;
}

/** A moderator’s decisions, in order. */
export const actions: Record<ModeratorDecision, Action> = {
  dismiss: {
    label: 'Dismiss',
    key: 'D',
    confirm: () => 'Dismiss the report',
    consequence: 'No rule was broken. The member isn’t notified.',
  },
  warn: {
    label: 'Warn',
    key: 'W',
    confirm: (name) => `Warn ${isolate(name)}`,
    consequence: 'The member gets a notification and an email with the reason.',
    withoutEmail: 'The member gets a notification with the reason.',
    wordsShown: 'They see it with the warning.',
  },
  remove: {
    label: 'Remove from page',
    key: 'R',
    confirm: (name) => `Remove from ${isolate(name)}’s page`,
    consequence: 'The parts you choose are removed. The member gets a notification and an email with the reason.',
    withoutEmail: 'The parts you choose are removed. The member gets a notification with the reason.',
    wordsShown: 'The notification leads to it.',
  },
  hide: {
    label: 'Hide project',
    key: 'H',
    confirm: () => 'Hide the project',
    consequence:
      'Only its team sees the project, and pending requests end. The creator gets a notification and an email with the reason.',
    withoutEmail:
      'Only its team sees the project, and pending requests end. The creator gets a notification with the reason.',
    wordsShown: 'The creator sees it on the project’s page.',
  },
  suspend: {
    label: 'Suspend',
    key: 'S',
    confirm: (name) => `Suspend ${isolate(name)}`,
    consequence:
      'The member is logged out everywhere and can’t sign in. Their projects are hidden. They get an email with the reason.',
    withoutEmail:
      'The member is logged out everywhere and can’t sign in. Their projects are hidden. The sign-in page shows them the reason.',
    wordsShown: 'They see it when they sign in.',
  },
};
/** The decision that a key opens; undefined for any other key. */
export const decisionOfKey = (key: string): ModeratorDecision | undefined =>
  keysOf(actions).find((one) => actions[one].key === key.toUpperCase());

/** For the list of shortcuts. */
export const reportShortcuts: ShortcutGroup = {
  title: 'In reports',
  keys: [
    [['J'], 'Next report'],
    [['K'], 'Previous report'],
    ...Object.values(actions).map(({ label, key }): ShortcutGroup['keys'][number] => [[key], `Open ${label}`]),
  ],
};
