import { control, type ShortcutGroup } from '../../core/device/shortcuts';

/** The shortcuts in a conversation, its messages, its row and its composer, as the list of shortcuts shows them. */
export const conversationShortcuts: ShortcutGroup = {
  title: 'In a conversation',
  keys: [
    [['Enter'], 'Send'],
    [['Shift', 'Enter'], 'New line'],
    [['R'], 'Reply to the focused message'],
    [['1', '2', '3'], 'React to it with your most used emoji'],
    [['P'], 'Pin or unpin it'],
    [['S'], 'Save it, or remove it from saved'],
    [['U'], 'Mark it, or the focused conversation, as unread'],
    [['E'], 'Archive or unarchive the focused conversation'],
    [['Esc'], 'Cancel the reply'],
    [['↑'], 'Edit your last message, from an empty field'],
    [[':'], 'Find an emoji by its name'],
    [[control, 'B'], 'Bold'],
    [[control, 'I'], 'Italic'],
    [[control, 'E'], 'Code'],
  ],
};
