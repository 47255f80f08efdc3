/**
 * Which modules are one file. By itself the bundler makes a file of each set of modules that the same imports lead to. With five of
 * these groups there were still 215, half of them below 1 kB, and a page asked for 26 to 76, six at a time. So modules that the same
 * pages load are put together here. A page may get a little that it does not use. `client/e2e/weight.test.ts` holds both, files and weight.
 *
 * The first group that names a module has it. A module that no group names is left to the bundler.
 */
interface Chunk {
  name: string;
  test: RegExp;
}

const modules = (...paths: string[]): RegExp => new RegExp(`/(?:${paths.join('|')})`, 'u');
const icons = (...names: string[]): string => `lucide-react/dist/esm/icons/(?:${names.join('|')})\\.`;

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
      'client/src/ui/(?:Page|page-title)\\.',
      'client/src/stores/loadable\\.',
      'shared/src/rules/(?:limits|former-member)\\.',
      'lucide-react/dist/esm/(?:shared|createLucideIcon|Icon|defaultAttributes|context)',
      icons('check', 'x'),
    ),
  },
  // Pages with a form, or a search.
  {
    name: 'forms',
    test: modules('client/src/ui/(?:field|field-errors|use-submit|use-form|Input)\\.', 'shared/src/rules/text\\.'),
  },
  // The landing page's cards, lists of projects, and every page of a member.
  {
    name: 'cards',
    test: modules(
      'client/src/ui/(?:Avatar|PresenceDot|Card|Chip|SkillChips|StateChip|category)\\.',
      'client/src/lib/intent-link\\.',
      icons('award', 'message-circle', 'sparkles', 'users'),
    ),
  },
  // What lists of projects need, and what every page of a member loads.
  {
    name: 'lists',
    test: modules(
      'client/src/stores/(?:entities|use-still-loads|kept/(?:parts|lists)|projects|project-filter|project-pages|requests|interests|standing|shown-lists|refresh-part|watch)',
      'client/src/stores/join-dialog\\.',
      'client/src/lib/(?:compare|local-time|use-focus-kept|use-load-again)\\.',
      'client/src/ui/(?:EmptyState|GithubLink|LoadFailed|PageSkeleton|SectionSkeleton|Select|ShowMore|Textarea|TimeAgo|sign-in-toast)\\.',
      'shared/src/rules/(?:time|without-marks)\\.',
      icons('chevron-down', 'chevron-right', 'folder-open', 'inbox', 'mail-open', 'plus', 'search', 'search-x'),
    ),
  },
  // What every page of a member receives, keeps and sends messages with, and their bar.
  {
    name: 'live',
    test: modules(
      'client/src/realtime/(?!act-on|tell-refused|transmit-act)',
      'client/src/stores/(?:act-kinds|choices|connection|conversations|dashboard|drop-project|inbox|notifications|drafts|manage-dialog|new-version|outbox(?!-acts)|renamed|replying|report-dialog|saved(?!-list)|search-dialog|shortcuts|sign-out|takeovers|threads|typing)',
      'client/src/app/(?:announce|connection-banner|member-|updates|use-push|use-route-watch|use-shortcuts)',
      'client/src/features/nav/(?:MemberBar|BellPopover|InboxBell|log-out|Logout|MessageBell|CreateButton|NavLinks|SearchBox|MobileMenu|ProfileLink|use-title-count)',
      'client/src/features/messages/reply-to\\.',
      'client/src/parts/decline-words',
      'client/src/lib/(?:chat-link|chosen-files|desktop-notification|kept-import|lock|push-choice|use-settled|uuid)\\.',
      'client/src/ui/(?:Badge|Popover|IconButton|back-entries|use-back-closes)\\.',
      'shared/src/rules/(?:deleted-message|inbox|news-kinds|one-at-a-time)\\.',
      icons('arrow-left', 'bell', 'bell-off', 'log-out', 'menu'),
    ),
  },
  // Fields that suggest skills and colleges.
  {
    name: 'suggest',
    test: modules('client/src/(?:stores/suggestions|lib/suggest|lib/use-skill-list|ui/SuggestedInput)\\.'),
  },
  // What the two bells open.
  {
    name: 'bells',
    test: modules(
      'client/src/features/nav/(?:InboxList|Notification)',
      'client/src/parts/InboxRow',
      'shared/src/rules/inbox-words\\.',
    ),
  },
  // A request or an interest with its answers, as several screens show it.
  {
    name: 'asked',
    test: modules(
      'client/src/parts/(?:AnswerBy|Decline|IncomingInterest|IncomingRequest|LinePlace|MessageLink|SeatOffer|WithdrawButton|request-words|own-requests|WorkRow)',
      'client/src/(?:stores/line|lib/ordinal|ui/RequestAnswers)\\.',
    ),
  },
  // The cards of the settings, which the page fetches one by one, and shows all.
  {
    name: 'settings',
    test: modules('client/src/features/account/(?!Delete)', 'client/src/stores/(?:account|export|linked-sign-ins)'),
  },
  // My work.
  {
    name: 'work',
    test: modules(
      'client/src/features/work/',
      'client/src/stores/(?:work|offers|withdraw-rest)\\.',
      'client/src/parts/(?:WithdrawRest|TakeOverAnswer)',
    ),
  },
];
