/** @typedef {import('./texts.mjs').Passage} Passage */

/**
 * Words that readers have to read twice, and what to write instead. With `statement`, questions are left alone; with `raw`, quoted words are
 * searched, too.
 * @typedef {{ name: string, write: string, patterns: RegExp[], statement?: true, raw?: true }} Habit
 */

const ACTOR = 'the actor: applicant, member, creator, team, moderator, operator';

/** @type {Habit[]} */
export const habits = [
  { name: 'who', statement: true, write: ACTOR, patterns: [/(?<![\p{L}'’]|# )Who(?= )/gu, /^(?:\| )?who(?= )/gu] },
  {
    name: 'who',
    write: ACTOR,
    patterns: [
      /\b(?:to|for|of|by|than|except) who (?!(?:may|must|should|can|they|belongs|and what)\b)/gu,
      /; who (?!(?:may|must|should|can|they|\p{L}+ whom)\b)/gu,
    ],
  },
  {
    name: 'whom',
    statement: true,
    write: ACTOR,
    patterns: [/(?<![\p{L}'’])(?:Whom|(?:To|With|Of|For|By|From|Through) whom)(?= )/gu],
  },
  {
    name: 'whom',
    write: ACTOR,
    patterns: [
      /\b(?:requests?|interest|room|profile|messages?|presence|nothing|words|project) of whom\b/gu,
      /\b(?:is|not|lists?|finds|reaches|removes|locks|begins with|gathered to|looked at to|list through) whom\b/gu,
    ],
  },
  {
    name: 'what',
    statement: true,
    write: 'the thing itself: pending requests, the answer, the fields',
    // A heading may begin so: "What a decision does".
    patterns: [/(?<![\p{L}'’]|# )What(?= )/gu, /^what(?= )/gu],
  },
  {
    name: 'told',
    write: 'notified, shown or sent',
    // Neither "told apart" nor "told to reload".
    patterns: [
      /\b(?:is|are|was|were|be|been|being|gets?)(?:n['’]t)? (?:(?:not|never|no|also|only|already|then|both|all|at once|still|always) ){0,2}told\b(?! (?:apart|from)\b)(?! to\b(?! (?:nobody|everybody|somebody|all|both|each|one|the|an?|who|whom|those|them|it|its|their|that|watchers)\b))/gu,
    ],
  },
  {
    name: 'tells of',
    write: 'notify of, show or reveal',
    patterns: [
      /\b(?:tells?|telling|told) (?:(?:nothing|nobody|everybody|them|him|her|also|first|only|more|members|visitors|creators|people) ){0,2}of\b/gu,
    ],
  },
  {
    name: 'hears',
    write: 'is notified, receives',
    patterns: [/\bhears?\b/gu, /\bheard of\b/gu, /\bno test has heard\b/gu, /\b(?:was|were) heard\b/gu],
  },
  {
    name: 'learns of',
    write: 'is notified of, finds out',
    patterns: [/\blearn(?:s|ed|t|ing)? (?:few |nothing )?of\b/giu],
  },
  {
    name: 'held apart',
    write: 'pending, or kept in the message requests',
    patterns: [
      /\bheld apart\b/giu,
      /\bhold(?:s|ing)? (?:[\p{L}'’]+ ){1,6}(?<!\b(?:seconds?|minutes?|hours?|days?|ms|s) )apart\b/giu,
    ],
  },
  {
    name: 'knock',
    write: 'contact limit, unanswered contact',
    patterns: [/\bknock(?:s|ed|ing)?\b(?! (?:out|down|off|over)\b)/giu],
  },
  { name: 'anew', write: 'again', patterns: [/\banew\b/giu] },
  { name: 'therein', write: 'in it', patterns: [/\b(?:therein|thereof|thereto)\b/giu] },
  {
    name: 'beside',
    write: 'in addition to, besides, or alongside',
    // Of things next to each other on a screen or in a folder, "beside" is right.
    patterns: [
      /\bbeside (?:all )?(?:other|others|everything|those for)\b/giu,
      /\bbeside (?:a |the |their )?(?:load|status|payload|password|contract|brief|read mark|conversation: |text is|command|when|id and)/giu,
      /\bbeside (?:who|whoever|how far|join requests|what the page shows)\b/giu,
      /\bbeside its (?:status|words|text)\b/giu,
      /\b(?:begins|runs?|running|(?:two|three|four|other) (?:events|calls)|second one) beside\b/giu,
    ],
  },
  {
    name: 'hand-over',
    write: 'transfer',
    patterns: [
      /\bhand-?overs?\b/giu,
      /\b(?:hand|hands|handed|handing) (?:the |a |its |their )?projects? over\b/giu,
      /\bprojects? (?:is |are |was |were |that was |that is )?(?:just )?(?:handed|taken) over\b/giu,
      /\b(?:take|takes|taking|took|taken) (?:the |a |its |their )?projects? over\b/giu,
    ],
  },
  {
    name: 'in line',
    write: 'on the waitlist',
    patterns: [
      /\bin line\b(?! (?:with|breaks?|of|\d))/giu,
      /\b(?:members of|place in) the line\b/giu,
      /\bproject['’]s line\b/giu,
      /\bstands? in (?:no|the|its) line\b/giu,
      /\bbrings? the line\b/giu,
    ],
  },
  { name: 'mend', write: 'fix', patterns: [/\bmend(?:s|ed|ing)?\b/giu] },
  { name: 'until when', write: 'the deadline, or when it ends', patterns: [/\buntil when\b/giu] },
  { name: 'asker', write: 'applicant', patterns: [/\baskers?\b/giu] },
  { name: 'sign out', write: 'log out', patterns: [/\bsign(?:s|ed|ing)?[ -](?:you |them |everyone )?outs?\b/giu] },
  {
    name: 'the own',
    write: 'the member’s own, the reader’s own, their own',
    patterns: [/\b(?:the|one['’]s) own\b/giu],
  },
  {
    name: 'nothing of',
    write: 'no text, none of its data: the thing itself',
    patterns: [/\bnothing of\b(?! (?:theirs|(?:its|their) own)\b)/giu],
  },
  {
    name: 'message of',
    write: 'messages by others, a message from another member',
    patterns: [
      /\bmessages? of (?:others\b|other members\b|another (?:member|participant)\b|strangers?\b|a stranger\b)/giu,
    ],
  },
  {
    name: 'has time',
    write: 'is available',
    patterns: [
      /\b(?:who|they|members?) (?:has|have) time from\b/giu,
      /\bfrom which (?:they|(?:the )?members?) (?:has|have) time\b/giu,
    ],
  },
  {
    name: 'so many',
    write: 'the number of …, this many, for this long',
    patterns: [/\bso (?:many|long)\b(?![^.:;]* (?:that|as)\b)/giu],
  },
  { name: 'oneself', write: 'the reader, the caller, themselves', patterns: [/\boneself\b/giu] },
  { name: 'to and fro', write: 'back and forth', patterns: [/\bto and fro\b/giu] },
  { name: 'the one before', write: 'the previous one', patterns: [/\bthe one before\b(?! (?:it|them)\b)/giu] },
  { name: 'stands below', write: 'is below', patterns: [/\bstands? (?:above|below)\b/giu] },
  { name: 'team mate', write: 'teammate', patterns: [/\bteam mates?\b/giu] },
  {
    name: 'somebody',
    write: 'the member, the reader, or another member',
    patterns: [/\b(?:somebody|someone|whoever)\b(?! else)/giu],
  },
  {
    name: 'any more',
    write: 'no longer',
    // Not of an amount, as in "any more requests".
    patterns: [/\bany more\b(?=[.,:;)]|$)/giu],
  },
  {
    name: 'looks whether',
    write: 'checks whether, at each check',
    patterns: [/\blook(?:s|ed|ing)? whether\b/giu, /\b(?:each|every) look\b/giu],
  },
  {
    name: 'works, counted',
    write: 'tasks, jobs',
    patterns: [/\b(?:many|several|these|running|runs|waiting) works\b/giu],
  },
  {
    name: 'a mail',
    write: 'an email, emails, emailed',
    // Mail servers and mail programs are called so.
    patterns: [
      /\b(?:a|an|one|each|every|another|first|last|next) mail\b(?! (?:catcher|header|program|provider|reader|server)s?\b)/giu,
      /\bmail(?:s|ed|ing)\b/giu,
    ],
  },
];

/**
 * More of them, on screens, in emails and in answers.
 * @type {Habit[]}
 */
export const screenHabits = [
  {
    name: 'anyone who',
    write: 'the member, or address the reader',
    patterns: [/\banyone who\b/giu],
  },
  {
    name: 'of a member',
    write: 'the member’s request, the invitation to the member',
    patterns: [/\b(?:interest|request|invitation|message|answer|profile) of …/giu],
  },
  { name: 'offers', write: 'seat offers, or transfers', patterns: [/(?<!\bseat )\boffers\b/giu] },
  { name: 'until then', write: 'before that, or the condition itself', patterns: [/\buntil then\b/giu] },
  {
    name: 'something went wrong',
    write: 'what happened, then what to do',
    // The specification's text is as it is.
    patterns: [/\bsomething went wrong\b(?!\. Please try again\.$)/giu],
  },
  { name: 'e-mail', write: 'email', patterns: [/\be-mail/giu] },
  {
    name: 'what you wrote',
    write: 'the thing itself: your messages, changes',
    statement: true,
    patterns: [/(?<=^|[.!?:] )What (?:you|they|comes|happens|waits|is)\b/gu],
  },
  {
    name: 'log in',
    write: 'sign in',
    // The specification's texts are as they are.
    patterns: [
      /(?<!\b(?:back to|please) )\blog(?:s|ged|ging)? ?in\b(?! (?:failed|successful|to request)\b)/giu,
      /\bplease log ?in\b(?! to (?:join|show|create)\b)/giu,
    ],
  },
  {
    name: 'straight quotation mark',
    write: '“ ”',
    raw: true,
    // Except in search words, the specification's message, the server's log and names of fonts.
    patterns: [/(?<!it is |one entry is |love )"(?!exact words"|Inter Variable"|\. I'd love)[^"]*"(?!\. I'd love)/gu],
  },
  {
    name: 'straight apostrophe',
    write: '’',
    raw: true,
    // Except in the specification's texts: I'm, I'd.
    patterns: [/(?<=\p{L})(?<!\bI)'(?=\p{L})/gu],
  },
  {
    name: 'please',
    write: 'the instruction alone',
    // The specification's texts are as they are.
    patterns: [
      /\bplease (?!try again\.$|fill in all fields$|enter a valid email address$|choose a stronger password$|request a new password reset\.$|log ?in to (?:join|show|create)\b)/giu,
    ],
  },
  {
    name: 'no contraction',
    write: 'isn’t, doesn’t, can’t, you’re',
    // The specification's texts are as they are.
    patterns: [
      /\bcannot\b/giu,
      /\b(?:am|is|are|was|were|do|does|did|has|have|had|could|would|should|will) not\b(?<!\bPasswords do not)(?<!\blooking for does not)/gu,
      /\b(?:you|we) are\b(?! looking for does)/giu,
    ],
  },
  { name: 'try again', write: 'Retry, as the other buttons', patterns: [/^Try again$/gu] },
  // A sentence of more than 20 words.
  { name: 'long sentence', write: 'two sentences', patterns: [/(?:[^\s.!?]+\s+){20}[^\s.!?]+/gu], statement: true },
];

/** @param {Passage} passage @returns {{ line: number, words: string, habit: Habit }[]} */
export const findHabits = (passage) => findAny(habits, passage);

/** @param {import('./screen-texts.mjs').ScreenText} text @returns {{ line: number, words: string, habit: Habit }[]} */
export const findScreenHabits = (text) => findAny([...habits, ...screenHabits], [text]);

/** @param {readonly Habit[]} searchedHabits @param {Passage} passage */
function findAny(searchedHabits, passage) {
  const text = passage.map((part) => part.text).join('\n');
  const raw = text.replaceAll('\n', ' ');
  const searched = withoutQuotes(text).replaceAll('\n', ' ');
  return searchedHabits
    .flatMap((habit) =>
      habit.patterns.flatMap((pattern) =>
        [...(habit.raw ? raw : searched).matchAll(pattern)].map((match) => ({ habit, match })),
      ),
    )
    .filter(({ habit, match }) => !habit.statement || !isQuestion(searched.slice(match.index)))
    .map(({ habit, match }) => ({
      line: lineAt(passage, text, match.index),
      words: excerpt(text, match.index, match.index + match[0].length),
      habit,
    }));
}

/** Blanks `code` and quoted words, which aren't the writer's own, without changing the length. */
function withoutQuotes(text) {
  const blank = (quoted) => quoted.replaceAll(/[^\n]/gu, '_');
  return text.replaceAll(/(`+)[^`]+\1/gu, blank).replaceAll(/"[^"]*"|“[^”]*”/gu, blank);
}

/** Whether the sentence that begins here ends with a question mark. */
const isQuestion = (text) => /^.*?(?:[.!?]["')*]*(?= |$)|$)/u.exec(text)?.[0].includes('?') ?? false;

const lineAt = (passage, text, offset) => passage[text.slice(0, offset).split('\n').length - 1]?.line ?? 0;

/** The words found, and those up to the 40th character after them. */
function excerpt(text, from, to) {
  const after = /^.{0,40}(?!\S)/su.exec(text.slice(to))?.[0] ?? '';
  return (text.slice(from, to) + after).replaceAll(/\s+/gu, ' ').trim();
}
