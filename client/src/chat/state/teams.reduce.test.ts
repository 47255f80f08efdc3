import { describe, expect, it } from 'vitest';
import { ME, message, OTHER, TEAM, TEAM_KEY, team, teamMessage } from '../../testing/samples';
import {
  mergeTeams,
  readUpTo,
  toListed,
  withTeamChange,
  withTeamEdit,
  withTeamMessage,
  withTeamUnread,
} from './teams.reduce';

/** Five messages by others have come, three of them were read. */
const known = toListed(team({ last_seq: 5, unread_count: 2, unread_version: 8, read_seq: 3 }));
const unread = (unread_count: number, unread_version: number, from?: number | null, version = 1) => ({
  unread_count: 0,
  unread_version: 0,
  conversation: {
    conversation_id: TEAM,
    unread_count,
    unread_version,
    ...(from !== undefined && { unread_mark: { from, version } }),
  },
});

describe('a team in the list', () => {
  it('counts another member’s message as unread, but not the reader’s own', () => {
    const next = withTeamMessage(known, teamMessage(6), ME);
    expect(next).toMatchObject({ last_seq: 6, unread_count: 3, unread_version: 9, last_message_sender_name: 'Other' });
    expect(next?.active_at).toBe(message(6).created_at);
    expect(withTeamMessage(known, teamMessage(6, { sender_id: ME }), ME)).toMatchObject({
      last_seq: 6,
      unread_count: 2,
      unread_version: 8,
    });
  });

  it('accepts the state of a server restored from a backup, and fetches the list for a later message with an earlier number', () => {
    const restored = toListed(team({ last_seq: 3, unread_count: 0, unread_version: 6, read_seq: 3 }));
    expect(mergeTeams([known], [restored], [known])).toEqual([restored]);
    expect(withTeamMessage(known, teamMessage(4, { created_at: '2099-01-01T00:00:00.000Z' }), ME)).toBeNull();
  });

  it('drops an archiving that another member’s message ends', () => {
    const mark = { from: null, version: 1 };
    const archived = { ...known, unread_version: 9, unread_mark: { ...mark, archived_until: 5 } };
    expect(withTeamMessage(archived, teamMessage(6, { sender_id: ME }), ME)?.unread_mark).toEqual(archived.unread_mark);
    expect(withTeamMessage(archived, teamMessage(6), ME)?.unread_mark).toEqual(mark);
    expect(withTeamUnread(archived, unread(3, 10, null)).unread_mark).toEqual(mark);
  });

  it('counts a repeated message once, and requests messages before a gap', () => {
    expect(withTeamMessage(known, teamMessage(5), ME)).toBe(known);
    expect(withTeamMessage(known, teamMessage(7), ME)).toBeNull();
  });

  it('adds messages that a count lacks because they arrived after it was made', () => {
    const more = withTeamMessage(known, teamMessage(6), ME) ?? known;
    // All five were read; the sixth arrived in the meantime.
    expect(withTeamUnread(more, unread(0, 10))).toMatchObject({ unread_count: 1, unread_version: 11 });
    // The same with the sixth.
    expect(withTeamUnread(more, unread(1, 11))).toMatchObject({ unread_count: 1, unread_version: 11 });
    // An older count, from another server.
    expect(withTeamUnread(more, unread(4, 6))).toMatchObject({ unread_count: 3, unread_version: 9 });
  });

  it('counts a message only once if the answer to a read mark counted it before it arrived', () => {
    const ahead = withTeamUnread(known, unread(2, 12));
    const six = withTeamMessage(ahead, teamMessage(6), ME) ?? known;
    expect(six).toMatchObject({ last_seq: 6, unread_count: 2, unread_version: 12 });
    const own = withTeamMessage(six, teamMessage(7, { sender_id: ME }), ME) ?? known;
    const eight = withTeamMessage(own, teamMessage(8), ME) ?? known;
    expect(eight).toMatchObject({ last_seq: 8, unread_count: 2, unread_version: 12 });
    expect(withTeamMessage(eight, teamMessage(9), ME)).toMatchObject({ unread_count: 3, unread_version: 13 });
    expect(withTeamUnread(eight, unread(0, 14))).toMatchObject({ unread_count: 0, unread_version: 14 });
    // An answer from before the count, and one from after it.
    const before = toListed(team({ last_seq: 5, unread_count: 2, unread_version: 8, read_seq: 3 }));
    const [late] = mergeTeams([ahead], [before]);
    expect(late && withTeamMessage(late, teamMessage(6), ME)).toMatchObject({ unread_count: 1, unread_version: 11 });
    const [later] = mergeTeams([eight], [before]);
    expect(later && withTeamMessage(later, teamMessage(9), ME)).toMatchObject({ unread_count: 3, unread_version: 13 });
  });

  it('applies an unread mark, and messages after it', () => {
    // Marked from the second message on: one is read.
    const marked = withTeamUnread(known, unread(4, 9, 2, 3));
    expect(marked).toMatchObject({ unread_count: 4, unread_version: 9, unread_mark: { from: 2, version: 3 } });
    expect(withTeamMessage(marked, teamMessage(6), ME)).toMatchObject({ unread_count: 5, unread_version: 10 });
    expect(withTeamUnread(withTeamMessage(marked, teamMessage(6), ME) ?? marked, unread(0, 14, null, 4))).toMatchObject(
      { unread_count: 1, unread_version: 15, unread_mark: { from: null, version: 4 } },
    );
  });

  it('keeps live changes that an answer lacks, and accepts the counts of one that has all messages', () => {
    const live = withTeamMessage(known, teamMessage(6, { content: 'six' }), ME) ?? known;
    const [slow] = mergeTeams(
      [live],
      [toListed(team({ last_seq: 5, unread_count: 0, unread_version: 10, read_seq: 5 }))],
    );
    expect(slow).toMatchObject({ last_message: 'six', last_seq: 6, unread_count: 1, unread_version: 11, read_seq: 5 });
    const wrong = { ...live, unread_count: 9, unread_version: 15 };
    const [now] = mergeTeams(
      [wrong],
      [toListed(team({ last_seq: 6, unread_count: 3, unread_version: 9, read_seq: 3 }))],
    );
    expect(now).toMatchObject({ unread_count: 3, unread_version: 9 });
    // Made before this device read all of them.
    const read = { ...live, unread_count: 0, unread_version: 12, read_seq: 6 };
    const [late] = mergeTeams(
      [read],
      [toListed(team({ last_seq: 6, unread_count: 3, unread_version: 9, read_seq: 3 }))],
    );
    expect(late).toMatchObject({ unread_count: 0, unread_version: 12, read_seq: 6 });
  });

  it('has the text of an edited last message, and requests changes before a gap', () => {
    expect(withTeamEdit(known, teamMessage(5, { content: 'better', change: 1 }), ME)).toMatchObject({
      last_message: 'better',
      last_change: 1,
    });
    expect(withTeamEdit(known, teamMessage(4, { content: 'x', change: 1 }), ME)).toMatchObject({
      last_message: known.last_message,
      last_change: 1,
    });
    expect(withTeamEdit(known, teamMessage(5, { change: 2 }), ME)).toBeNull();
    expect(withTeamEdit(known, teamMessage(5, { change: 3 }), ME)).toBeNull();
  });

  it('keeps the text of the newest edit when an older edit or answer arrives after it', () => {
    const edited = withTeamEdit(known, teamMessage(5, { content: 'better', change: 1 }), ME) ?? known;
    expect(withTeamEdit(edited, teamMessage(5, { content: 'first', change: 1 }), ME)).toBe(edited);
    expect(mergeTeams([edited], [known])[0]).toMatchObject({ last_message: 'better', last_change: 1 });
    const newer = { ...known, last_message: 'best', last_change: 2 };
    expect(mergeTeams([edited], [newer])[0]).toMatchObject({ last_message: 'best', last_change: 2 });
  });

  it('has no unread mention once it is read', () => {
    const mentioned = { ...known, mention_seq: 4 };
    expect(readUpTo(mentioned, 3)).toMatchObject({ mention_seq: 4, read_seq: 3 });
    expect(readUpTo(mentioned, 4)).not.toHaveProperty('mention_seq');
  });

  it('has the member’s own choice of notifications, also with a change that is known already', () => {
    const change = { conversation_id: TEAM, project_id: 7, name: 'Project 7', people: known.people, member_count: 2 };
    expect(withTeamChange(known, { ...change, notify: 'off' })).toMatchObject({ notify: 'off' });
  });

  it('has the newest of the member’s choices of notifications, from an event as from an answer', () => {
    const change = { conversation_id: TEAM, project_id: 7, name: 'Project 7', people: known.people, member_count: 2 };
    const chosen = { ...known, notify: 'off' as const, notify_version: 4 };
    expect(withTeamChange(chosen, { ...change, notify: 'all', notify_version: 3 })).toMatchObject({ notify: 'off' });
    expect(withTeamChange(chosen, { ...change, notify: 'all', notify_version: 5 })).toMatchObject({ notify: 'all' });
    const came = { ...known, notify: 'all' as const, notify_version: 3 };
    expect(mergeTeams([chosen], [came])).toMatchObject([{ notify: 'off', notify_version: 4 }]);
    // The server had version 4 when it was asked: its database was restored from a backup.
    expect(mergeTeams([chosen], [came], [chosen])).toMatchObject([{ notify: 'all', notify_version: 3 }]);
  });

  it('has the mention that an edit adds to an unread message, and asks for the next one once it is taken back', () => {
    const mentions = [{ user_id: ME, name: 'Me' }];
    const unread = { ...known, read_seq: 3 };
    const called = withTeamEdit(unread, { ...teamMessage(4, { change: 1, mentions }), mentions_you: true }, ME);
    expect(called).toMatchObject({ mention_seq: 4, last_change: 1 });
    const others = [{ user_id: OTHER, name: 'Other' }];
    expect(withTeamEdit(unread, teamMessage(4, { change: 1, mentions: others }), ME)).not.toHaveProperty('mention_seq');
    expect(withTeamEdit(unread, teamMessage(3, { change: 1, mentions }), ME)).not.toHaveProperty('mention_seq');
    expect(called && withTeamEdit(called, teamMessage(4, { change: 2 }), ME)).toBeNull();
    // An answer from before the edit.
    expect(called && mergeTeams([called], [unread])[0]).toMatchObject({ mention_seq: 4 });
    expect(called && mergeTeams([called], [{ ...unread, last_change: 2 }])[0]).not.toHaveProperty('mention_seq');
  });

  it('has a mention that notifies, but none for a message that only names the member, as across a block', () => {
    const mentions = [{ user_id: ME, name: 'Me' }];
    const unread = { ...known, read_seq: 3 };
    const sent = teamMessage(6, { mentions });
    expect(withTeamMessage(unread, { ...sent, mentions_you: true }, ME)?.mention_seq).toBe(6);
    expect(withTeamMessage(unread, sent, ME)).not.toHaveProperty('mention_seq');
    // A mention that an edit restores doesn't notify again, which only the server can tell.
    expect(withTeamEdit(unread, teamMessage(4, { change: 1, mentions }), ME)).toBeNull();
    const edited = withTeamEdit({ ...unread, mention_seq: 4 }, teamMessage(5, { change: 1, mentions }), ME);
    expect(edited).toMatchObject({ mention_seq: 4, last_change: 1 });
  });

  it('has the newest title and number of members', () => {
    const change = { conversation_id: TEAM, project_id: 7, name: 'Renamed', people: 4, member_count: 4 };
    expect(withTeamChange(known, change)).toMatchObject({ name: 'Renamed', member_count: 4, key: TEAM_KEY });
    expect(withTeamChange(known, { ...change, people: 1 })).toBe(known);
    const renamed = withTeamChange(known, change) ?? known;
    expect(mergeTeams([renamed], [known])[0]).toMatchObject({ name: 'Renamed', people: 4 });
  });

  it('asks which messages notify once the team is no longer small, or small again', () => {
    const change = { conversation_id: TEAM, project_id: 7, name: 'Project 7', people: known.people + 1 };
    const [five, six] = [5, 6].map((member_count) => ({ ...known, member_count }));
    if (!five || !six) throw new Error('two teams were expected');
    expect(withTeamChange(five, { ...change, member_count: 6 })).toBeNull();
    expect(withTeamChange(six, { ...change, member_count: 5 })).toBeNull();
    expect(withTeamChange(six, { ...change, member_count: 7 })).toMatchObject({ member_count: 7 });
  });

  it('is left out if an answer lacks it', () => {
    expect(mergeTeams([known], [])).toEqual([]);
    expect(known.otherId).toBeNull();
    expect(teamMessage(1).sender_id).toBe(OTHER);
  });
});
