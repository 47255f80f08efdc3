import { isTest } from './graph.mjs';

/** The subjects from the lowest to the highest, the same on the server, in the client and in shared. */
const SUBJECTS = ['contact', 'people', 'projects', 'requests', 'chat', 'notices', 'trust'];
/** The layers of a client subject, from the lowest to the highest. */
const CLIENT_LAYERS = ['state', 'sync', 'screens'];

const workspaceOf = (file) => file.split('/')[0];
/** The subject that a file of `side` (server, client or shared) belongs to. */
const subjectOf = (side, file) => {
  const [, top] = new RegExp(`^${side}/src/([^/]+)/`, 'u').exec(file) ?? [];
  return SUBJECTS.includes(top) ? top : undefined;
};
const isRoutes = (file) => /(^|[./])routes\.ts$/u.test(file);
const isQueries = (file) => /(^|[./])queries\.ts$/u.test(file);

/** @param {(string | RegExp)[]} places from the lowest to the highest; a string stands for the folder or file of that path */
const ranks = (places) => (file) =>
  places.findIndex((place) =>
    typeof place === 'string' ? file === place || file.startsWith(`${place}/`) : place.test(file),
  );
/** Returns whether `from` is below `to` in an order. */
const upwards = (rank) => (from, to) => rank(from) !== -1 && rank(to) !== -1 && rank(from) < rank(to);

const serverOrder = ranks([
  'server/src/config.ts',
  'server/src/platform',
  ...SUBJECTS.map((subject) => `server/src/${subject}`),
  'server/src/app',
  /^server\/src\/(app|openapi)\.ts$/u,
  /^server\/src\/(main\.ts|seed\/)/u,
]);
const platformOrder = ranks([
  /^server\/src\/platform\/(lib\/|timings|data-dir|unix-socket)/u,
  /^server\/src\/platform\/(redis\/|limits\/|pictures\/|metrics)/u,
  ...['events.ts', 'db', 'commands', 'member-data', 'http', 'jobs', 'email', 'records'].map(
    (part) => `server/src/platform/${part}`,
  ),
  ...['transport', 'sockets', 'cluster'].map((folder) => `server/src/platform/realtime/${folder}`),
  /^server\/src\/platform\/(realtime|module|refresh)/u,
]);
const clientOrder = ranks([
  ...['lib', 'ui', 'core'].map((part) => `client/src/${part}`),
  ...CLIENT_LAYERS.flatMap((layer) => SUBJECTS.map((subject) => `client/src/${subject}/${layer}`)),
  ...SUBJECTS.map((subject) => `client/src/${subject}/live.ts`),
  /^client\/src\/(app\/|main\.tsx)/u,
]);
const sharedOrder = ranks(['core', ...SUBJECTS, 'app'].map((part) => `shared/src/${part}`));

/** Files that own one table each. */
const TABLES = /\/(sign-in\/own-data-sessions|teams\/teams|conversations\/conversations|dashboard\/uptime)\.ts$/u;

/**
 * The rules for imports: `broken(from, to)` is true for an import that breaks the rule. Tests may import anything.
 * @type {{ says: string, broken: (from: string, to: string) => boolean }[]}
 */
const rules = [
  { says: `server: platform ← ${SUBJECTS.join(' ← ')} ← app ← main`, broken: upwards(serverOrder) },
  {
    says: 'platform: lib ← redis, limits, pictures ← db ← commands ← member-data ← http ← jobs ← email ← records ← realtime (transport ← sockets ← cluster)',
    broken: upwards(platformOrder),
  },
  {
    says: `client: lib ← ui ← core ← ${CLIENT_LAYERS.join(' ← ')} ← live.ts ← app; in each layer ${SUBJECTS.join(' ← ')}`,
    broken: upwards(clientOrder),
  },
  {
    says: "only client/src/app/live imports a subject's live.ts, so that visitors load none of it",
    broken: (from, to) =>
      subjectOf('client', to) !== undefined && to.endsWith('/live.ts') && !from.startsWith('client/src/app/live/'),
  },
  { says: `shared: core ← ${SUBJECTS.join(' ← ')} ← app`, broken: upwards(sharedOrder) },
  {
    says: 'a server subject exposes one file to the others: <subject>/<subject>.ts',
    broken: (from, to) => {
      const [own, other] = [subjectOf('server', from), subjectOf('server', to)];
      return own !== undefined && other !== undefined && own !== other && to !== `server/src/${other}/${other}.ts`;
    },
  },
  {
    says: 'inside a subject: queries ← service ← routes',
    broken: (from, to) => {
      const subject = subjectOf('server', from);
      if (subject === undefined || subject !== subjectOf('server', to)) return false;
      return (
        (isRoutes(to) && !isRoutes(from) && !from.endsWith('/module.ts')) ||
        (isQueries(to) && isRoutes(from)) ||
        (isQueries(from) && /(^|[./])service\.ts$/u.test(to))
      );
    },
  },
  {
    says: 'only queries and the files that keep one table know Kysely',
    broken: (from, to) =>
      to === 'kysely' &&
      from.startsWith('server/') &&
      !isQueries(from) &&
      !TABLES.test(from) &&
      !/^server\/src\/(platform\/(db|member-data)\/|platform\/http\/health\.ts|seed\/)/u.test(from),
  },
  {
    says: 'only the platform knows Socket.IO on the server, and the one file that puts realtime together',
    broken: (from, to) =>
      /^(@socket\.io\/|socket\.io)/u.test(to) &&
      from.startsWith('server/') &&
      !from.startsWith('server/src/platform/realtime/'),
  },
  {
    says: 'only the platform, routes, module.ts, sign-in/tokens.ts and app know Fastify',
    broken: (from, to) =>
      /^(@fastify\/|fastify$)/u.test(to) &&
      subjectOf('server', from) !== undefined &&
      !isRoutes(from) &&
      !from.endsWith('/module.ts') &&
      !from.endsWith('/sign-in/tokens.ts'),
  },
  {
    says: 'of the subjects, only routes import platform/http',
    broken: (from, to) =>
      to.startsWith('server/src/platform/http/') && subjectOf('server', from) !== undefined && !isRoutes(from),
  },
  {
    says: 'server, client and loadtest build on shared only; testing is for tests',
    broken: (from, to) =>
      ['server', 'client', 'loadtest', 'shared'].includes(workspaceOf(from)) &&
      /^(server|client|loadtest|testing|tools)\//u.test(to) &&
      workspaceOf(from) !== workspaceOf(to),
  },
];

/** @param {{ from: string, to: string }[]} edges @returns {string[]} one line an import that breaks a rule */
export const brokenRules = (edges) =>
  edges
    .filter(({ from }) => !isTest(from) && workspaceOf(from) !== 'testing')
    .flatMap(({ from, to }) =>
      rules.filter((rule) => rule.broken(from, to)).map((rule) => `${from} imports ${to}\n  ${rule.says}`),
    );
