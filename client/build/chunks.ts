/**
 * Which modules are one file. By itself the bundler makes a file of each set of modules that the same imports lead to: 215 of them, half
 * below 1 kB, and a page asked for 26 to 76, six at a time. So modules that the same pages load are put together here, by folder
 * where that holds. A page may get a little that it does not use. `client/e2e/weight.test.ts` holds both, files and weight.
 *
 * The first group that names a module has it. A module that no group names is left to the bundler.
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
  // What every page loads.
  {
    name: 'base',
    test: modules(
      own('ui/page/(?:Page|page-title)\\.', 'core/store/(?:loadable|reset)\\.'),
      shared('\\w+/limits\\.', 'people/former-member\\.'),
      'lucide-react/dist/esm/(?:shared|createLucideIcon|Icon|defaultAttributes|context)',
      icons('check', 'x'),
    ),
  },
  // Pages with a form, or a search.
  {
    name: 'forms',
    test: modules(
      own('ui/form/(?:field|field-errors|use-submit|use-form|Input)\\.'),
      shared('core/text\\.', 'people/profile\\.'),
    ),
  },
  // The landing page's cards, lists of projects, and every page of a member.
  {
    name: 'cards',
    test: modules(
      own('ui/(?:Avatar|PresenceDot|Card|Chip)\\.', 'people/screens/SkillChips', 'lib/links/intent-link'),
      own('projects/screens/parts/(?:StateChip|category)\\.'),
      icons('award', 'message-circle', 'sparkles', 'users'),
    ),
  },
  // What lists of projects need, and what every page of a member loads.
  {
    name: 'lists',
    test: modules(
      own('core/store/', 'core/offline/(?:parts|lists)\\.', 'core/realtime/on-screen', 'contact/state/'),
      own('people/state/(?:members|presence)\\.', 'people/screens/GithubLink'),
      own('projects/state/(?:projects|project-filter|project-table|transfer-table)\\.'),
      own('requests/state/(?:requests|interests|request-table|interest-table|project-pages|standing|join-dialog)\\.'),
      own('lib/text/(?:compare|local-time)\\.', 'lib/hooks/use-focus-kept', 'lib/loading/use-load-again'),
      own('ui/page/(?:EmptyState|LoadFailed|PageSkeleton|SectionSkeleton|ShowMore)', 'ui/TimeAgo'),
      own('ui/form/(?:Select|Textarea)', 'ui/overlay/sign-in-toast'),
      shared('core/(?:time|without-marks)\\.'),
      icons('chevron-down', 'chevron-right', 'folder-open', 'inbox', 'mail-open', 'plus', 'search', 'search-x'),
    ),
  },
  // What every page of a member receives, keeps and sends messages with, and their bar.
  {
    name: 'live',
    test: modules(
      own('app/(?:live|nav/(?:MemberBar|log-out|Logout|CreateButton|NavLinks|SearchBox|MobileMenu|ProfileLink))'),
      own('app/(?:connection-banner|member-|updates|use-route-watch|use-shortcuts|dashboard/dashboard-store)'),
      own('core/(?:realtime/|device/(?:new-version|shortcuts))'),
      own('(?:people|projects|requests)/sync/', 'chat/sync/(?!act-on|tell-refused|transmit-act)'),
      own('chat/state/(?:conversations|unread-messages|saved\\.|search-dialog)'),
      own('chat/state/outbox/(?:act-kinds|drafts|outbox\\.|replying)', 'chat/state/files/chosen-files-name'),
      own('chat/state/thread/(?:threads|typing)', 'chat/screens/bell/(?:MessageBell|use-title-count)'),
      own('chat/screens/message/reply-to'),
      own('notices/state/(?:choices|notifications|desktop-notification|push-choice)'),
      own('notices/screens/(?:announce/(?:announce|use-web-push)|bell/NotificationBell)'),
      own('people/state/sign-out', 'projects/state/(?:drop-project|manage-dialog)', 'trust/state/report-dialog'),
      own('requests/state/(?:renamed|takeovers)', 'requests/screens/parts/decline-words'),
      own('lib/(?:links/chat-link|loading/kept-import|lock|hooks/use-settled|uuid)\\.', 'ui/Badge'),
      own('ui/(?:button/IconButton|overlay/(?:BellPopover|Popover|back-entries|use-back-closes))'),
      shared('chat/message-text', 'notices/notification-kinds', 'core/one-at-a-time'),
      icons('arrow-left', 'bell', 'bell-off', 'log-out', 'menu'),
    ),
  },
  // Fields that suggest skills and colleges.
  {
    name: 'suggest',
    test: modules(own('people/state/suggestions', 'lib/text/suggest', 'lib/hooks/use-skill-list', 'ui/form/Suggested')),
  },
  // What the two bells open.
  {
    name: 'bells',
    test: modules(own(`${subjects}/screens/bell/`), shared('notices/notification-words')),
  },
  // A request or an interest with its answers, as several screens show it.
  {
    name: 'asked',
    test: modules(
      own('requests/screens/incoming/(?:Decline|Incoming)', 'requests/state/waitlist', 'lib/text/ordinal'),
      own('requests/screens/parts/(?!AnswerRecord|JoinRequestCard|LeaveButton|WithdrawRest)'),
    ),
  },
  // The cards of the settings, which the page fetches one by one, and shows all.
  {
    name: 'settings',
    test: modules(
      own('app/settings/', 'people/screens/account/(?!Delete|Confirm|SendLink|reset-mail)'),
      own('people/state/(?:account|export|linked-sign-ins)', 'contact/screens/(?:BlockedCard|PrivacyCard)'),
      own('notices/screens/choices/TimeZoneCard', 'trust/screens/ModerationCard'),
    ),
  },
  // My work.
  {
    name: 'work',
    test: modules(
      own('app/work/', 'requests/state/(?:work|transfers|withdraw-rest)', 'requests/screens/parts/WithdrawRest'),
      own('projects/screens/parts/TakeOverAnswer'),
    ),
  },
];
