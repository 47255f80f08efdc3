/**
 * Groups modules into files, by folder. By itself the bundler makes a file of each set of modules that the same imports lead to:
 * over 200 of them, half below 1 kB, and a page requests dozens, six at a time. Modules that the same pages load are therefore
 * grouped here, so a page may get a little that it doesn't use. `client/e2e/weight.test.ts` checks files and weight.
 *
 * The first group that matches a module gets it; the bundler places the others. A group may import those above it, never those
 * below: files that import each other run in the wrong order, and the page stays blank.
 */
interface Chunk {
  name: string;
  test: RegExp;
}

const subjects = '(?:contact|people|projects|requests|chat|notices|trust)';
/** Paths below `client/src`. */
const own = (...paths: string[]): string => `client/src/(?:${paths.join('|')})`;
const shared = (...paths: string[]): string => `shared/src/(?:${paths.join('|')})`;
const icons = (...names: string[]): string => `lucide-react/dist/esm/icons/(?:${names.join('|')})\\.`;
const modules = (...paths: string[]): RegExp => new RegExp(`/(?:${paths.join('|')})`, 'u');

export const chunks: Chunk[] = [
  // Every page needs all of it, and it changes only with its versions.
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|zustand|react-hot-toast|goober)\/|client\/src\/(?:ui\/cx|lib\/clock)\.ts$/u,
  },
  // Loaded by every page.
  {
    name: 'base',
    test: modules(
      own(
        'ui/page/(?:Page|RetryButton|tab-title|Banner)\\.',
        'ui/(?:Spinner|button/(?:(?:Online)?Button|use-once)|form/on-escape)\\.',
        'lib/(?:hooks/(?:window-state|use-read-limit)|dom/(?:text-size|pass-focus-on)|loading/(?:lazy|load)-part)\\.',
        'lib/(?:asked-to-wait|call-all|log|network|retry|within)\\.',
        'core/api/(?:errors|session-end)\\.',
        'core/store/(?:loadable|reset|dialog)\\.',
        'core/session/token-claims',
        'lib/(?:uuid|wire-label)\\.',
      ),
      shared('(?!trust/)\\w+/limits\\.', 'core/(?:isolate|keys-of)\\.', 'people/former-member\\.'),
      'lucide-react/dist/esm/createLucideIcon',
      icons('check', 'x', 'circle-check', 'circle-exclamation-point', 'info', 'loader-circle'),
    ),
  },
  // Pages with a form or a search.
  { name: 'fields', test: modules(own('ui/form/(?:field|Input)\\.'), shared('core/(?:text|invisible)\\.')) },
  { name: 'theme', test: modules(own('core/device/theme'), icons('sun', 'moon')) },
  // Forms that are sent.
  { name: 'forms', test: modules(own('ui/form/(?:use-form|Form)\\.')) },
  // Signing in, and the settings of the account.
  {
    name: 'account',
    test: modules(
      own('ui/form/PasswordInput', 'people/state/(?:sign-in|social-sign-in)\\.'),
      shared('people/(?:account-forms|account-messages|password-rules)\\.', 'core/field-errors\\.'),
      icons('eye-off'),
    ),
  },
  // Forms and lists for members. Conversations and answers have nothing to select.
  { name: 'select', test: modules(own('ui/form/Select\\.')) },
  { name: 'inputs', test: modules(own('ui/form/Textarea\\.')) },
  // Ways to reach a member, on their page and their projects’.
  {
    name: 'addresses',
    test: modules(
      own('ui/GithubIcon', 'people/screens/(?:GithubLink|EmailAddress)', 'app/page-of-id'),
      shared('people/links\\.'),
      icons('mail'),
    ),
  },
  // The landing page's cards, project lists, and all pages for members.
  {
    name: 'cards',
    test: modules(
      own(
        'ui/(?:Avatar|member-pictures|Card|Chip|MemberName)\\.',
        'people/screens/SkillChips',
        'chat/screens/message/Bubble',
      ),
      own('projects/screens/parts/(?:project-labels|answer-words)\\.'),
      shared('projects/(?:seats|needed-skills)\\.'),
      icons('award', 'message-circle', 'sparkles', 'user-plus', 'users'),
    ),
  },
  // The state of projects and requests with its lists, also for visitors.
  {
    name: 'lists',
    test: modules(
      own(
        'core/store/(?!call-order)',
        'core/offline/(?:cached-parts|wait-for-lists)\\.',
        'core/realtime/(?:connection-status|on-screen)',
        'lib/loading/page-parts\\.',
        'contact/state/',
      ),
      own('people/state/(?:members|presence)\\.'),
      own(
        'projects/state/(?!dialogs|matches-filter|manage-project|project-list|fetch-projects|project-filter|suited-)',
        'requests/state/(?!decided-requests|incoming-of-project|deadline-order|waitlist|invitation-acts|answer-several|my-work|join-state)',
      ),
      own(
        'lib/text/(?:compare|local-time)\\.',
        'lib/links/chat-link\\.',
        'ui/(?:button/IconButton|Badge)',
        'lib/hooks/use-focus-kept',
        'lib/(?:loading/use-load-again|hold-keyboard)',
      ),
      own(
        'ui/page/(?:EmptyState|LoadFailed|ShowMore|TooManyRequests)',
        'ui/form/SearchInput',
        'ui/(?:TimeAgo|PresenceLabel)',
      ),
      own('ui/overlay/TakesKeyboard'),
      shared('core/time\\.', 'requests/stage\\.'),
      icons('chevron-down', 'chevron-right', 'folder-open', 'plus', 'rotate-ccw-clock', 'search', 'search-x'),
    ),
  },
  // Every member page's live connection, outbox, offline data and bar.
  {
    name: 'live',
    test: modules(
      own(
        `${subjects}/live\\.`,
        `${subjects}/sync/(?!mark-unread|transmit-act|transfer-acts|refresh-cached|project-drafts|forget-team|team-notify|team-rows|load-blocks|send-report|clear-addresses|block\\.)`,
      ),
      own(
        'chat/state/(?!files/|contents|emoji|saved/saved-list|message-request-list|conversation-cards|kinds|recent-searches|message-notice|late-answers|team/|teams\\.reduce|outbox/(?:attach|message-dialog|unfinished-edit)|thread/(?:changed-since|return-places|message-by-number|question-titles))',
        'people/state/(?:pictures|browser-data|hours/shared-hours)\\.',
        'notices/state/(?!change-|loaded-choices|mark-|close-read|web-push\\.|desktop-notification|offer-to-notify)',
      ),
      own(
        'core/(?:realtime/|device/shortcuts|forms/stored-drafts|offline/|session/(?:log-out|remember|restored|start-over))',
      ),
      own('app/(?:live/(?!remember-installed)|nav/(?:MemberBar|log-out))'),
      own('app/(?:connection-banner|follow-lists|member-|updates|shortcut-keys)'),
      own('chat/screens/(?:bell/MessageBell|message/reply-to)', 'trust/state/report-dialog'),
      own('notices/screens/(?:announce/(?:announce\\.|use-web-push)|bell/NotificationBell)'),
      own('lib/(?:lock|indexed-db|picture-in|tab-channel|stored-entries|hooks/use-settled|text/short-name)\\.'),
      own('ui/overlay/(?:BellPopover|Popover|back-closes)'),
      shared('chat/message-text', 'chat/archived', 'core/one-at-a-time'),
      icons('arrow-left', 'bell', 'bell-off', 'log-out', 'menu'),
    ),
  },
  // Blocks, and clearing addresses after a block or a departure.
  {
    name: 'blocks',
    test: modules(own('contact/sync/(?:block\\.|clear-addresses)', 'people/state/member-pages\\.')),
  },
  // The text of a message, or of a long page.
  { name: 'format', test: modules(shared('core/(?:format/(?:inline|parse|source|unspaced)|without-formatting)\\.')) },
  { name: 'asking', test: modules(own('requests/screens/parts/JoinRequestCard', 'ui/LongText')) },
  // Why a member or a project fits.
  { name: 'fit', test: modules(own('people/screens/WhyItFits'), shared('people/fit-words')) },
  // Join requests and interests as both sides read them, with the creator's answers.
  {
    name: 'asked',
    test: modules(
      own(
        'requests/screens/incoming/(?:Incoming|Decision|Reopen|use-reject)',
        'requests/screens/invitations/invitation-words',
        'requests/state/waitlist',
        'requests/screens/parts/(?:request-details|reject-reasons|LabelledText|use-seat-refusal)',
        'projects/screens/parts/TeamChatLink',
      ),
      shared('requests/reject-reasons'),
    ),
  },
  // A reader's own request to a project, and the answers to what is offered to them.
  {
    name: 'own',
    test: modules(
      own(
        'requests/screens/own/(?:SeatOffer|Still|asks-|own-request-text|use-withdraw)',
        'ui/decision/AcceptOrDecline',
      ),
    ),
  },
  // The answer to a transfer, in My work, in a project and in a notification.
  { name: 'transfer', test: modules(own('projects/(?:sync/transfer-acts|screens/transfer/TransferAnswer)')) },
  // Rows that keep their place when they are decided.
  {
    name: 'decisions',
    test: modules(own('ui/decision/(?!close-gaps)', 'lib/hooks/(?:reader-at-rest|use-still-rows)\\.')),
  },
  // Rows that wait when they arrive.
  {
    name: 'arrivals',
    test: modules(
      own(
        'notices/state/mark-shown-read',
        'requests/screens/incoming/RequestRows',
        'requests/state/(?:deadline-order|my-work)',
        'ui/page/(?:CardFoot|RowsFailed|PageSkeleton|ShowNew|row-counts|unseen)',
        'lib/hooks/(?:use-held-arrivals|use-rows-once)\\.',
      ),
      shared('notices/notification-kinds'),
      icons('inbox'),
    ),
  },
  // Lists of these, on the dashboard and in My work.
  {
    name: 'to-answer',
    test: modules(
      own('app/work/(?:JoinRequests|IncomingInterests|Section|WorkSection)\\.'),
      own('notices/screens/mark-rows-read'),
    ),
  },
  // Projects that fit the member's skills, on the dashboard and after a request has ended.
  { name: 'suited', test: modules(own('projects/state/suited-', 'projects/screens/page/SuitedProjects')) },
  // Requests in a conversation.
  { name: 'request-cards', test: modules(own('chat/screens/(?:cards/RequestCard|thread-items/thread\\.cards)')) },
  // Small files that the messages page shares with the parts loaded on demand.
  {
    name: 'messages',
    test: modules(
      own(
        'chat/sync/mark-unread',
        'chat/screens/(?:thread-items/(?:shown-acts|row-height)|message/act-on-pin|pins/use-shown-pins)',
        'notices/state/offer-to-notify',
      ),
      own('chat/state/(?:kinds|files/viewed-pictures|team/team-infos|thread/return-places|outbox/message-dialog)'),
      own('chat/screens/attachments/ArrivingFiles', 'lib/text/(?:linked-pages|only-emoji)', 'ui/CutLine'),
      icons('at-sign', 'clock', 'ellipsis-vertical', 'mail-open', 'paperclip'),
    ),
  },
  // The settings, so that their sections open at once, except for parts that need more.
  {
    name: 'settings',
    test: modules(
      own(
        'app/settings/(?!Notifications|Data|Hours|Devices)',
        'people/screens/account/(?!Delete|Confirm|SignedIn)',
        'lib/links/leave-to',
      ),
      own('people/state/account\\.', 'contact/screens/PrivacyCard'),
      own('notices/(?:screens/choices/TimeZoneCard|state/loaded-choices)'),
    ),
  },
];
