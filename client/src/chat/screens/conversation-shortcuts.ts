import { control, type ShortcutGroup } from '../../core/device/shortcuts';

/** The keys of a conversation, its messages, its row in the list and its composer, for the list of shortcuts. */
export const conversationShortcuts: ShortcutGroup = {
  title: 'In a conversation',
  keys: [
    [['Enter'], 'Send'],
    [['Shift', 'Enter'], 'New line'],
    [['R'], 'Reply, on a message’s menu button'],
    [['1', '2', '3'], 'React with your most used emoji, on the same button'],
    [['P'], 'Pin or unpin, on the same button'],
    [['S'], 'Save or remove from saved, on the same button'],
    [['U'], 'Mark as unread, there or on a conversation in the list'],
    [['E'], 'Archive or unarchive a conversation, on its row in the list'],
    [['Esc'], 'Cancel the reply'],
    [['↑'], 'Edit your last message, in an empty field'],
    [[':'], 'Find an emoji by its name'],
    [[control, 'B'], 'Bold'],
    [[control, 'I'], 'Italic'],
    [[control, 'E'], 'Code'],
  ],
};
